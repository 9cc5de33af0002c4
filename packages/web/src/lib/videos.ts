/** The query key of everything about saved videos. */
export const videosKey = ['videos'] as const;

const deletionListeners = new Set<(videoId: string) => void>();

/** Calls `listener` whenever a saved video was deleted on one of the pages. Returns how to stop that. */
export function onVideoDeleted(listener: (videoId: string) => void): () => void {
  deletionListeners.add(listener);
  return () => deletionListeners.delete(listener);
}

export function tellVideoDeleted(videoId: string): void {
  for (const listener of deletionListeners) listener(videoId);
}

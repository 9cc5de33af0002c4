import { createListeners } from './listeners.ts';

/** The query key of everything about saved videos. */
export const videosKey = ['videos'] as const;

const deletions = createListeners<[videoId: string]>();

/** Calls a listener whenever a saved video was deleted on one of the pages. Returns how to stop that. */
export const onVideoDeleted = deletions.add;
/** To be called where one was deleted. */
export const tellVideoDeleted = deletions.tell;

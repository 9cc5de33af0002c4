import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { afterConnection } from '../../lib/after-connection.ts';
import { findVideoFault, type VideoFault } from './video-fault.ts';

/** Where the film is there after all, and yet did not play. */
const general: VideoFault = {
  title: 'Error fetching video',
  text: 'The film could not be loaded.',
  isGone: false,
};

/**
 * The element of a film, and what keeps it from playing. By itself the element never tries
 * again: it does so when the connection has come back, and with `retry`. It is to call `notice` when it fails.
 * @param url where the film is
 * @param gone what to say where it was deleted
 */
export function useFilm(
  url: string,
  gone: string,
): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly failed: boolean;
  /** Why, as soon as that is known. */
  readonly fault: VideoFault | undefined;
  readonly notice: () => void;
  readonly retry: () => void;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'plays' | 'failed' | VideoFault>('plays');
  const failed = state !== 'plays';

  const retry = useCallback(() => {
    setState('plays');
    video.current?.load();
  }, []);
  const mayCome = useRef(false);
  useEffect(() => {
    mayCome.current = typeof state === 'object' && !state.isGone;
  }, [state]);
  useEffect(() => afterConnection(() => mayCome.current && retry()), [retry]);

  return {
    video,
    failed,
    fault: typeof state === 'object' ? state : undefined,
    notice: () => void notice(),
    retry,
  };

  /** The element itself does not say why. */
  async function notice(): Promise<void> {
    setState('failed');
    const fault = await findVideoFault(url, [general.title, gone]);
    // Whoever is to sign in is led there, and back to the film.
    if (fault === 'signed-out') return;
    // Meanwhile it may have been tried again.
    setState((now) => (now === 'failed' ? (fault ?? general) : now));
  }
}

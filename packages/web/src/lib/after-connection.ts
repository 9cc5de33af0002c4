import { onlineManager } from '@tanstack/react-query';

/**
 * How long after one another it is tried again. The browser knows of a network before there is a way to
 * the server, and a request from before may go on for half a minute until it fails.
 */
const AGAIN_AFTER_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];

/**
 * Calls `tryAgain` now and then for a minute after the connection came back, and no more once it is gone
 * again. Returns how to stop that.
 */
export function afterConnection(tryAgain: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (turn: number) => {
    const delay = AGAIN_AFTER_MS[turn];
    if (delay === undefined) return;
    timer = setTimeout(() => {
      tryAgain();
      wait(turn + 1);
    }, delay);
  };
  const stopHearing = onlineManager.subscribe((isOnline) => {
    clearTimeout(timer);
    if (isOnline) wait(0);
  });
  return () => {
    clearTimeout(timer);
    stopHearing();
  };
}

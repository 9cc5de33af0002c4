import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { gotNoAnswer } from './api.ts';

/**
 * How long after one another it is asked again. The browser knows of a network before there is a way to
 * the server, and a request from before may go on for half a minute until it fails.
 */
const AGAIN_AFTER_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];

/**
 * Asks again what got no answer, for a minute after the connection came back: TanStack Query does so
 * once, at that very moment, and not where a request is still on its way. Returns how to stop that.
 */
export function followConnection(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (turn: number) => {
    const delay = AGAIN_AFTER_MS[turn];
    if (delay === undefined) return;
    timer = setTimeout(() => {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' && gotNoAnswer(state.error),
      });
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

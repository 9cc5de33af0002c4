import type { QueryClient } from '@tanstack/react-query';
import { afterConnection } from './after-connection.ts';
import { gotNoAnswer } from './api.ts';

/**
 * Asks again what got no answer, for a minute after the connection came back: TanStack Query does so
 * once, at that very moment, and not where a request is still on its way. Returns how to stop that.
 */
export function followConnection(queries: QueryClient): () => void {
  return afterConnection(() => {
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && gotNoAnswer(state.error),
    });
  });
}

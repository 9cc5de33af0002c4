import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api.ts';
import { TryAgain } from './try-again.tsx';

/** In the place of what could not be fetched: why, and another try. */
export function NotFetched({
  query,
}: {
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>{messageOf(query.error)}</p>
      <TryAgain busy={query.isFetching} onRetry={() => void query.refetch()} />
    </div>
  );
}

import type { PublicConfig } from '@moodreel/contract';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { usePublicConfig } from '../lib/public-config.ts';
import { TryAgain } from './try-again.tsx';
import { Loading } from './ui/spinner.tsx';

/** What depends on this installation: nothing of it is shown before that is known. */
export function WithPublicConfig({
  loading = <Loading />,
  children,
}: {
  /** Stands in its place meanwhile. */
  readonly loading?: ReactNode;
  readonly children: (config: PublicConfig) => ReactNode;
}) {
  const config = usePublicConfig();
  if (config.data) return children(config.data);
  if (!config.isError) return loading;
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>{messageOf(config.error)}</p>
      <TryAgain busy={config.isFetching} onRetry={() => void config.refetch()} />
    </div>
  );
}

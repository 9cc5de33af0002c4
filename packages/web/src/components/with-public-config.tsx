import type { PublicConfig } from '@moodreel/contract';
import type { ReactNode } from 'react';
import { usePublicConfig } from '../lib/public-config.ts';
import { NotFetched } from './not-fetched.tsx';
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
  return config.isError ? <NotFetched query={config} /> : loading;
}

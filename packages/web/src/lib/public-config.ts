import { paths, publicConfigSchema } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** What is to be known about this installation; it does not change while a page is open. */
export function usePublicConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: () => callApi(paths.config(), publicConfigSchema),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

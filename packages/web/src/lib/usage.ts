import { paths, usageSchema } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

export const usageKey = ['usage'] as const;

/** How many renders and saved places the signed-in user has left. */
export function useUsage() {
  return useQuery({
    queryKey: usageKey,
    queryFn: () => callApi(paths.rendersUsage(), usageSchema),
  });
}

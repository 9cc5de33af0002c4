import { paths, usageSchema } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { momentText } from './dates.ts';

/** The query key of what an account has left. */
export const usageKey = ['usage'] as const;

/** Asks for it. */
export const usageQuery = {
  queryKey: usageKey,
  queryFn: () => callApi(paths.rendersUsage(), usageSchema),
};

/** How often it is asked whether there is a film again. */
const waitMilliseconds = 60_000;

/** How many renders and saved places the signed-in user has left. */
export function useUsage() {
  return useQuery({
    ...usageQuery,
    // Whoever waits for the next film must not have to leave the page for it.
    refetchInterval: ({ state }) => (state.data?.rendersLeft === 0 ? waitMilliseconds : false),
  });
}

/** That the week is used up, and when there is a film again, if that is known. */
export function noFilmsLeft(resetsAt: string | null | undefined): string {
  const next = resetsAt ? `: the next one comes ${momentText(resetsAt)}` : '';
  return `No films are left this week${next}.`;
}

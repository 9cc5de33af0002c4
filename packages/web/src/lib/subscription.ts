import {
  type NamedCallResponse,
  paths,
  type SubscriptionPlan,
  subscriptionSchema,
} from '@moodreel/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, callNamed } from './api.ts';
import { useSession } from './session.ts';
import { usageKey } from './usage.ts';

const subscriptionStatusKey = ['subscription-status'] as const;

/** What the signed-in user pays for, and how that stands. */
export const subscriptionDetailsQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => callApi(paths.subscription(), subscriptionSchema),
});

/** Asks anew for all that changes when a subscription begins or ends; resolves when it is there. */
export async function refreshSubscription(queries: QueryClient): Promise<void> {
  const keys = [subscriptionStatusKey, subscriptionDetailsQuery.queryKey, ['session'], usageKey];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

type Status = NamedCallResponse<'isSubscribed'>;

const free: Status = {
  subscriptionType: 'free',
  subscriptionPlan: null,
  endDate: null,
  cancelled: false,
};

/**
 * The subscription of the signed-in user. While it is not known, or its fetch failed, it counts
 * as free; a failed fetch is tried again until it succeeds.
 */
export function useSubscription(): Status & {
  readonly isPaid: boolean;
  /** Whether the server has told it. */
  readonly isKnown: boolean;
} {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const { data } = useQuery({
    queryKey: [...subscriptionStatusKey, userId],
    queryFn: () => callNamed('isSubscribed', { userId }),
    enabled: userId !== undefined,
    staleTime: 60_000,
    retry: 2,
    refetchInterval: ({ state }) => (state.status === 'error' ? 15_000 : false),
  });
  const status = data ?? free;
  return {
    ...status,
    isPaid: status.subscriptionType === 'paid',
    isKnown: data !== undefined,
  };
}

/** What a plan is called where an account's is told. */
export function planText(plan: SubscriptionPlan | null): string {
  if (plan === null) return 'None';
  return plan === 'monthly' ? 'Monthly' : 'Yearly';
}

import { type PaymentsProvider, PLAN_PRICES, type Subscription } from '@moodreel/contract';
import type { CurrentSubscription } from './read-subscription.ts';

/**
 * What the account's own pages are told, on a server where `takes` takes the payments; `hasPaid` says
 * whether Stripe was ever paid, `agreed` what was agreed, also before it begins.
 */
export function describeSubscription(
  current: CurrentSubscription,
  takes: PaymentsProvider,
  hasPaid: boolean,
  agreed: CurrentSubscription = current,
): Subscription {
  const { subscriptionType, subscriptionPlan, startDate, endDate, cancelled, paymentDue } = current;
  const isPaid = subscriptionType === 'paid';
  // In a trial everything is without payment, and what an admin gave can be cancelled like the rest.
  const given = takes === 'stripe' && isPaid && current.provider === 'admin';
  return {
    subscriptionType,
    subscriptionPlan,
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    cancelled,
    paymentDue,
    given,
    renews: isPaid && !cancelled && current.provider !== 'admin',
    hasCard: takes === 'stripe' && (paymentDue || (isPaid && current.provider === 'stripe')),
    planned: plannedOf(current, agreed),
    hasInvoices: takes === 'stripe' && hasPaid,
    amountCharged: subscriptionPlan && !given ? PLAN_PRICES[subscriptionPlan].amountCharged : null,
  };
}

function plannedOf(
  current: CurrentSubscription,
  { subscriptionType, provider, startDate, endDate }: CurrentSubscription,
): Subscription['planned'] {
  const isAhead = current.subscriptionType === 'free' && subscriptionType === 'paid';
  if (!isAhead || provider !== 'admin' || !startDate || !endDate) return null;
  return { startDate: startDate.toISOString(), endDate: endDate.toISOString() };
}

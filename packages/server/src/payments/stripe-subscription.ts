import type { SubscriptionPlan } from '@moodreel/contract';
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Transaction } from '../platform/database/database.ts';
import type { SubscriptionRow } from '../subscriptions/read-subscription.ts';
import { paymentCustomers, subscriptions } from '../subscriptions/schema.ts';
import { type StripeParts, unlessGone } from './stripe-client.ts';

type Known = Pick<Stripe.Subscription, 'status'>;

/** Not paid for yet, or never: nothing has begun. */
export function isUnbegun({ status }: Known): boolean {
  return status === 'incomplete' || status === 'incomplete_expired';
}

/** It will never charge again. */
export function isOver({ status }: Known): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Its period has begun, but nobody has paid for it. Stripe may still collect. */
export function isDue({ status }: Known): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused';
}

/** Whether it ends by itself instead of being renewed. */
export function willEnd(subscription: Stripe.Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null;
}

/** By its price; one that was replaced in the configuration tells by how often it is charged. */
export function planOf(
  { prices }: StripeParts['config'],
  { items }: Stripe.Subscription,
): SubscriptionPlan {
  const price = items.data[0]?.price;
  if (price?.id === prices.yearly) return 'yearly';
  if (price?.id === prices.monthly) return 'monthly';
  return price?.recurring?.interval === 'year' ? 'yearly' : 'monthly';
}

/** The subscription in the user's row as Stripe knows it now; undefined if there is none. */
export async function readHeld(
  { stripe }: Pick<StripeParts, 'stripe'>,
  row: SubscriptionRow | undefined,
): Promise<Stripe.Subscription | undefined> {
  const id = row?.providerSubscriptionId;
  return id ? await unlessGone(() => stripe.subscriptions.retrieve(id)) : undefined;
}

/** Ends it at once. Answers what it is then, also when somebody else had ended it. */
export async function endAtOnce(
  { stripe }: Pick<StripeParts, 'stripe'>,
  id: string,
): Promise<Stripe.Subscription> {
  const ended = await unlessGone(() => stripe.subscriptions.cancel(id));
  return ended ?? (await stripe.subscriptions.retrieve(id));
}

/**
 * Writes what Stripe says of a subscription into the user's row, and answers the end of what is
 * paid for. For `askThenApply`, which sees to it that nothing newer is overwritten.
 */
export async function writeSubscription(
  tx: Transaction,
  { config, now }: Pick<StripeParts, 'config' | 'now'>,
  userId: string,
  subscription: Stripe.Subscription,
): Promise<Date> {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no items`);
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const former = row?.providerSubscriptionId === subscription.id ? row : undefined;
  const ends = isOver(subscription) || willEnd(subscription);
  const values = {
    type: 'paid',
    plan: planOf(config, subscription),
    provider: 'stripe',
    // Stripe's clock may be ahead of ours, and who has paid has it from now on.
    startDate: new Date(Math.min(subscription.start_date * 1000, now().getTime())),
    endDate: endOfPaidPeriod(subscription, item, former?.endDate, now()),
    cancelledAt: ends ? (former?.cancelledAt ?? now()) : null,
    providerSubscriptionId: subscription.id,
    updatedAt: now(),
  } as const;
  await tx
    .insert(subscriptions)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: subscriptions.userId, set: values });
  // The row may be an admin's one day, and the invoices are to be found all the same.
  await tx
    .update(paymentCustomers)
    .set({ hasPaid: true })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.hasPaid, false)));
  return values.endDate;
}

/** Stripe begins the next period before it is paid for: while it is due, the one before counts. */
function endOfPaidPeriod(
  subscription: Stripe.Subscription,
  item: Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>,
  former: Date | undefined,
  now: Date,
): Date {
  const periodEnd = new Date(item.current_period_end * 1000);
  const candidates = [periodEnd];
  if (isDue(subscription)) candidates.push(new Date(item.current_period_start * 1000));
  if (isOver(subscription)) {
    candidates.push(subscription.ended_at === null ? now : new Date(subscription.ended_at * 1000));
  }
  // Nor do further periods that nobody pays for add anything.
  if (candidates.length > 1 && former) candidates.push(former);
  return new Date(Math.min(...candidates.map(Number)));
}

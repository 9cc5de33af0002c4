import { type PortalReturn, pages } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { AppError } from '../http/app-error.ts';
import { paymentCustomers, subscriptions } from '../subscriptions/schema.ts';
import { askThenApply } from './ask-then-apply.ts';
import type { Payments } from './payments.ts';
import { cancelAtPeriodEnd } from './sandbox.ts';
import { startCheckout } from './stripe-checkout.ts';
import { askStripe, isCustomer, type StripeParts, unlessGone } from './stripe-client.ts';
import {
  endAtOnce,
  isDue,
  isOver,
  readHeld,
  willEnd,
  writeSubscription,
} from './stripe-subscription.ts';

const UNREACHED = 'The payment service could not be reached, so';
const LATER = 'Please try again later.';
const NOT_CANCELLED = `${UNREACHED} the subscription was not cancelled. ${LATER}`;
const NOT_OPENED = `${UNREACHED} its page could not be opened. ${LATER}`;
const NOT_DELETED = `${UNREACHED} the account was not deleted. ${LATER}`;

/**
 * Subscriptions by Stripe: people pay on Stripe's own pages, and what they have follows from
 * Stripe's events, see `stripe-webhook.ts`.
 */
export function createStripePayments(parts: StripeParts): Payments {
  return {
    provider: 'stripe',
    subscribe: async (payer, plan) => await startCheckout(parts, payer, plan),
    unsubscribe: async (userId) => await cancelRenewal(parts, userId),
    portalUrl: async (userId, returnTo) => await openPortal(parts, userId, returnTo),
    endNow: async (userId) => await forgetCustomer(parts, userId),
  };
}

async function cancelRenewal(parts: StripeParts, userId: string): Promise<Date> {
  const { db, now } = parts;
  // Kept over all tries: its end may be reported by Stripe before it is written here.
  let wasRunning = false;
  const endDate = await askThenApply(
    db,
    userId,
    async (row) => {
      const held = await askStripe(() => readHeld(parts, row), NOT_CANCELLED);
      if (!held || isOver(held)) return held;
      wasRunning = true;
      return await askStripe(() => endRenewal(parts, held), NOT_CANCELLED);
    },
    async (tx, held) => {
      if (!held) return await cancelAtPeriodEnd(tx, userId, now());
      const end = await writeSubscription(tx, parts, userId, held);
      return wasRunning ? end : undefined;
    },
  );
  if (!endDate) throw new AppError('not_subscribed');
  return endDate;
}

/** For the end of the paid period: that is at once where the present one is not paid for. */
async function endRenewal(
  parts: StripeParts,
  held: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  // Stripe stops collecting what is due, too.
  if (isDue(held)) return await endAtOnce(parts, held.id);
  if (willEnd(held)) return held;
  return await parts.stripe.subscriptions.update(held.id, { cancel_at_period_end: true });
}

async function openPortal(
  parts: StripeParts,
  userId: string,
  returnTo: PortalReturn,
): Promise<string> {
  const { stripe, db, publicUrl } = parts;
  const [known] = await db
    .select({ customer: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  if (!known || !(await askStripe(() => isCustomer(parts, known.customer), NOT_OPENED))) {
    throw new AppError('not_found', 'You have not paid anything yet.');
  }
  const session = await askStripe(
    () =>
      stripe.billingPortal.sessions.create({
        customer: known.customer,
        return_url: `${publicUrl}${pages[returnTo]}`,
      }),
    NOT_OPENED,
  );
  return session.url;
}

/**
 * Deletes the customer at Stripe, which ends every subscription of it at once, and ends the account's own
 * where that was made there for another customer. Once more changes nothing. Should the account stay all
 * the same, it gets another customer when it pays.
 */
async function forgetCustomer(parts: StripeParts, userId: string): Promise<void> {
  const { stripe, db } = parts;
  const [known] = await db
    .select({ customer: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  await askStripe(async () => {
    if (known) await unlessGone(() => stripe.customers.del(known.customer));
    const held = await readHeld(parts, row);
    if (held && !isOver(held)) await endAtOnce(parts, held.id);
  }, NOT_DELETED);
}

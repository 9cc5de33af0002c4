import type { SubscriptionPlan } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { AppError } from '../http/app-error.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { paymentCustomers, subscriptions } from '../subscriptions/schema.ts';
import type { Payer, Payments } from './payments.ts';
import { cancelAtPeriodEnd } from './sandbox.ts';
import { askStripe, type StripeParts, unlessGone } from './stripe-client.ts';
import {
  isDue,
  isOver,
  planOf,
  readHeld,
  willEnd,
  writeSubscription,
} from './stripe-subscription.ts';

const STILL_RUNS = 'Your subscription still runs. Choose another plan when it has ended.';
const PAYMENT_IS_DUE =
  'The payment for your subscription has not arrived. Pay it under "Cards and invoices", or cancel it first.';

/**
 * Subscriptions by Stripe: people pay on Stripe's own pages, and what they have follows from
 * Stripe's events, see `stripe-webhook.ts`.
 */
export function createStripePayments(parts: StripeParts): Payments {
  return {
    provider: 'stripe',
    subscribe: async (payer, plan) => await startCheckout(parts, payer, plan),
    unsubscribe: async (userId) => await cancelRenewal(parts, userId),
    portalUrl: async (userId) => await openPortal(parts, userId),
    endNow: async (userId) => await forgetCustomer(parts, userId),
  };
}

async function startCheckout(parts: StripeParts, payer: Payer, plan: SubscriptionPlan) {
  const { stripe, db, config, publicUrl, now } = parts;
  const held = await askStripe(() => readHeld(parts, db, payer.id));
  if (held && !isOver(held)) {
    await resume(parts, payer.id, held, plan);
    return { checkoutUrl: null };
  }
  const current = await readSubscription(db, payer.id, now());
  if (current.subscriptionType === 'paid') throw new AppError('already_subscribed', STILL_RUNS);
  const customer = await findOrMakeCustomer(parts, payer);
  const session = await askStripe(() =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: payer.id,
      line_items: [{ price: config.prices[plan], quantity: 1 }],
      subscription_data: { metadata: { userId: payer.id } },
      success_url: `${publicUrl}/Subscription/CancelSub?paid=1`,
      cancel_url: `${publicUrl}/Subscription/Pricing`,
    }),
  );
  if (!session.url) throw new AppError('payment_failed');
  return { checkoutUrl: session.url };
}

/** Who comes back to the same plan before its end goes on where it was, without paying anew. */
async function resume(
  { stripe, db, config, now }: StripeParts,
  userId: string,
  held: Stripe.Subscription,
  plan: SubscriptionPlan,
): Promise<void> {
  if (isDue(held)) throw new AppError('already_subscribed', PAYMENT_IS_DUE);
  if (!willEnd(held)) throw new AppError('already_subscribed');
  if (planOf(config, held) !== plan) throw new AppError('already_subscribed', STILL_RUNS);
  await askStripe(() => stripe.subscriptions.update(held.id, { cancel_at_period_end: false }));
  await db
    .update(subscriptions)
    .set({ cancelledAt: null, updatedAt: now() })
    .where(eq(subscriptions.userId, userId));
}

async function findOrMakeCustomer({ stripe, db }: StripeParts, payer: Payer): Promise<string> {
  return await db.transaction(async (tx) => {
    await lockUser(tx, payer.id);
    const [known] = await tx
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.userId, payer.id));
    if (known) return known.customerId;
    const made = await askStripe(() =>
      stripe.customers.create(
        { email: payer.email, metadata: { userId: payer.id } },
        { idempotencyKey: `customer-${payer.id}` },
      ),
    );
    await tx.insert(paymentCustomers).values({ userId: payer.id, customerId: made.id });
    return made.id;
  });
}

async function cancelRenewal(parts: StripeParts, userId: string): Promise<Date> {
  const { db, now } = parts;
  const endDate = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const held = await askStripe(() => readHeld(parts, tx, userId));
    if (!held) return await cancelAtPeriodEnd(tx, userId, now());
    const ending = await askStripe(() => endRenewal(parts, held));
    const end = await writeSubscription(tx, parts, userId, ending);
    return isOver(held) ? undefined : end;
  });
  if (!endDate) throw new AppError('not_subscribed');
  return endDate;
}

/** For the end of the paid period: that is at once where the present one is not paid for. */
async function endRenewal(
  { stripe }: StripeParts,
  held: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  if (isOver(held)) return held;
  // Stripe stops collecting what is due, too.
  if (isDue(held)) return await stripe.subscriptions.cancel(held.id);
  if (willEnd(held)) return held;
  return await stripe.subscriptions.update(held.id, { cancel_at_period_end: true });
}

async function openPortal({ stripe, db, publicUrl }: StripeParts, userId: string): Promise<string> {
  const [known] = await db
    .select({ customer: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  if (!known) throw new AppError('not_found', 'You have not paid anything yet.');
  const session = await askStripe(() =>
    stripe.billingPortal.sessions.create({
      customer: known.customer,
      return_url: `${publicUrl}/Subscription/CancelSub`,
    }),
  );
  return session.url;
}

/** Deletes the customer at Stripe, which ends every subscription of it at once. */
async function forgetCustomer({ stripe, db }: StripeParts, userId: string): Promise<void> {
  const [known] = await db
    .select({ customer: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  if (!known) return;
  await askStripe(() => unlessGone(() => stripe.customers.del(known.customer)));
}

import type { SubscriptionPlan } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { AppError } from '../http/app-error.ts';
import type { Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import type { Payer } from './payments.ts';
import { askStripe, type StripeParts } from './stripe-client.ts';
import {
  isDue,
  isOver,
  isUnbegun,
  planOf,
  readHeld,
  willEnd,
  writeSubscription,
} from './stripe-subscription.ts';

const STILL_RUNS = 'Your subscription still runs. Choose another plan when it has ended.';
const PAYMENT_IS_DUE =
  'The payment for your subscription has not arrived. Pay it under "Cards and invoices", or cancel it first.';

/**
 * Opens Stripe's page for paying, or takes back the cancellation of what still runs. An account
 * has one subscription and one such page: what was opened before can no longer be paid.
 */
export async function startCheckout(
  parts: StripeParts,
  payer: Payer,
  plan: SubscriptionPlan,
): Promise<{ readonly checkoutUrl: string | null }> {
  const { db, now } = parts;
  const current = await readSubscription(db, payer.id, now());
  if (current.subscriptionType === 'paid' && current.provider === 'admin') {
    throw new AppError('already_subscribed', STILL_RUNS);
  }
  const customer = await findOrMakeCustomer(parts, payer);
  const outcome = await db.transaction(async (tx) => {
    await lockUser(tx, payer.id);
    await askStripe(() => closePages(parts, payer, customer));
    // Whatever our row says: a payment of a moment ago may not have been reported yet.
    const running = await askStripe(() => findRunning(parts, tx, payer.id, customer));
    if (!running) return await askStripe(() => openPage(parts, payer, customer, plan));
    await writeSubscription(tx, parts, payer.id, running);
    return { running: running.id };
  });
  if (typeof outcome === 'string') return { checkoutUrl: outcome };
  await resume(parts, payer.id, outcome.running, plan);
  return { checkoutUrl: null };
}

async function closePages({ stripe }: StripeParts, payer: Payer, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions
    .list({ customer, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  for (const { id, client_reference_id } of open) {
    if (client_reference_id !== payer.id) continue;
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      // Paid or expired since it was listed: if paid, its subscription is found next.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
}

async function findRunning(
  parts: StripeParts,
  tx: Transaction,
  userId: string,
  customer: string,
): Promise<Stripe.Subscription | undefined> {
  const held = await readHeld(parts, tx, userId);
  if (held && !isOver(held)) return held;
  const { data } = await parts.stripe.subscriptions.list({ customer, limit: 100 });
  const running = data.filter((each) => !isOver(each) && !isUnbegun(each));
  return running.find((each) => !isDue(each)) ?? running[0];
}

async function openPage(
  { stripe, config, publicUrl }: StripeParts,
  payer: Payer,
  customer: string,
  plan: SubscriptionPlan,
): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: payer.id,
    line_items: [{ price: config.prices[plan], quantity: 1 }],
    subscription_data: { metadata: { userId: payer.id } },
    success_url: `${publicUrl}/Subscription/CancelSub?paid=1`,
    cancel_url: `${publicUrl}/Subscription/Pricing`,
  });
  if (!session.url) throw new AppError('payment_failed');
  return session.url;
}

/** Who comes back to the same plan before its end goes on where it was, without paying anew. */
async function resume(
  parts: StripeParts,
  userId: string,
  subscriptionId: string,
  plan: SubscriptionPlan,
): Promise<void> {
  const { stripe, db, config } = parts;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const held = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId));
    if (isDue(held)) throw new AppError('already_subscribed', PAYMENT_IS_DUE);
    if (!willEnd(held)) throw new AppError('already_subscribed');
    if (planOf(config, held) !== plan) throw new AppError('already_subscribed', STILL_RUNS);
    const resumed = await askStripe(() =>
      stripe.subscriptions.update(subscriptionId, withoutEnd(held)),
    );
    await writeSubscription(tx, parts, userId, resumed);
  });
}

/** Stripe's portal and its dashboard may set a date instead of the end of the period. */
function withoutEnd({ cancel_at_period_end }: Stripe.Subscription) {
  return cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
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

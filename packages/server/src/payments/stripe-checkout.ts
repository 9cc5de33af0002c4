import type { SubscriptionPlan } from '@moodreel/contract';
import Stripe from 'stripe';
import { AppError } from '../http/app-error.ts';
import { readSubscription, type SubscriptionRow } from '../subscriptions/read-subscription.ts';
import { askThenApply } from './ask-then-apply.ts';
import { type CheckoutTurn, isLatestTurn, takeTurn } from './checkout-turn.ts';
import { type Payer, STILL_RUNS } from './payments.ts';
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

const PAYMENT_IS_DUE =
  'The payment for your subscription has not arrived. Pay it under "Cards and invoices", or cancel it first.';
const OPENED_AGAIN = 'The payment page was opened once more since. Please go on there.';

/**
 * Opens Stripe's page for paying, or takes back the cancellation of what still runs. An account
 * has one subscription and one such page: what was opened before can no longer be paid. Throws
 * `already_subscribed`, `payment_failed`, and `conflict` when it is opened elsewhere meanwhile.
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
  const turn = await takeTurn(parts, payer);
  await askStripe(() => closeFormerPages(parts, payer, turn));
  const running = await takeInRunning(parts, payer.id, turn.customer);
  if (running) {
    await resume(parts, payer.id, running, plan);
    return { checkoutUrl: null };
  }
  const page = await askStripe(() => openPage(parts, payer, plan, turn));
  // Who came later has looked for pages to close, perhaps before this one was there.
  if (await isLatestTurn(db, payer.id, turn)) return { checkoutUrl: page.url };
  await askStripe(() => closePage(parts, page.id));
  throw new AppError('conflict', OPENED_AGAIN);
}

/** Pages of later turns stay: of two at once each would close the other's otherwise. */
async function closeFormerPages(
  parts: StripeParts,
  payer: Payer,
  { customer, number }: CheckoutTurn,
): Promise<void> {
  const open = await parts.stripe.checkout.sessions
    .list({ customer, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  for (const { id, client_reference_id, metadata } of open) {
    const isFormer = Number(metadata?.turn ?? 0) < number;
    if (client_reference_id === payer.id && isFormer) await closePage(parts, id);
  }
}

async function closePage({ stripe }: StripeParts, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Paid or expired since it was listed: if paid, its subscription is found next.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Whatever our row says: a payment of a moment ago may not have been reported yet. */
async function takeInRunning(
  parts: StripeParts,
  userId: string,
  customer: string,
): Promise<Stripe.Subscription | undefined> {
  return await askThenApply(
    parts.db,
    userId,
    async (row) => await askStripe(() => findRunning(parts, row, customer)),
    async (tx, running) => {
      if (running) await writeSubscription(tx, parts, userId, running);
      return running;
    },
  );
}

async function findRunning(
  parts: StripeParts,
  row: SubscriptionRow | undefined,
  customer: string,
): Promise<Stripe.Subscription | undefined> {
  const held = await readHeld(parts, row);
  if (held && !isOver(held)) return held;
  const { data } = await parts.stripe.subscriptions.list({ customer, limit: 100 });
  const running = data.filter((each) => !isOver(each) && !isUnbegun(each));
  return running.find((each) => !isDue(each)) ?? running[0];
}

async function openPage(
  { stripe, config, publicUrl }: StripeParts,
  payer: Payer,
  plan: SubscriptionPlan,
  { customer, number }: CheckoutTurn,
): Promise<{ readonly id: string; readonly url: string }> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: payer.id,
    metadata: { turn: String(number) },
    line_items: [{ price: config.prices[plan], quantity: 1 }],
    subscription_data: { metadata: { userId: payer.id } },
    success_url: `${publicUrl}/Subscription/CancelSub?paid=1`,
    cancel_url: `${publicUrl}/Subscription/Pricing`,
  });
  if (!url) throw new AppError('payment_failed');
  return { id, url };
}

/** Who comes back to the same plan before its end goes on where it was, without paying anew. */
async function resume(
  parts: StripeParts,
  userId: string,
  running: Stripe.Subscription,
  plan: SubscriptionPlan,
): Promise<void> {
  const { stripe, db, config } = parts;
  if (isDue(running)) throw new AppError('already_subscribed', PAYMENT_IS_DUE);
  if (!willEnd(running)) throw new AppError('already_subscribed');
  if (planOf(config, running) !== plan) throw new AppError('already_subscribed', STILL_RUNS);
  await askStripe(() => stripe.subscriptions.update(running.id, withoutEnd(running)));
  await askThenApply(
    db,
    userId,
    async (row) => await askStripe(() => readHeld(parts, row)),
    async (tx, held) => {
      if (held) await writeSubscription(tx, parts, userId, held);
    },
  );
}

/** Stripe's portal and its dashboard may set a date instead of the end of the period. */
function withoutEnd({ cancel_at_period_end }: Stripe.Subscription) {
  return cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
}

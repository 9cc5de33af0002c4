import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { users } from '../accounts/schema.ts';
import type { App } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { readLimited } from '../http/body.ts';
import type { Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { paymentCustomers, paymentEvents, subscriptions } from '../subscriptions/schema.ts';
import { idOf, type StripeParts } from './stripe-client.ts';
import { refuseSecond, type SecondOutcome } from './stripe-second-subscription.ts';
import { isDue, isOver, isUnbegun, readHeld, writeSubscription } from './stripe-subscription.ts';

export const STRIPE_WEBHOOK_PATH = '/api/payments/stripe-webhook';
const LIMIT_BYTES = 1_000_000;
const SECOND_SUBSCRIPTION = {
  refunded: 'a second subscription of an account was cancelled and its payment refunded',
  second: 'an account has a second subscription at Stripe: look at it there',
};

type Outcome = 'applied' | 'repeated' | 'ignored' | SecondOutcome;

/** Takes Stripe's events. Anything but 200 makes Stripe send the event again later. */
export function addStripeWebhook(app: App, parts: StripeParts): void {
  app.post(STRIPE_WEBHOOK_PATH, async (c) => {
    const body = await readLimited(c.req.raw, LIMIT_BYTES, () => new AppError('payload_too_large'));
    const event = verify(parts, body, c.req.header('stripe-signature') ?? '');
    const outcome = await handleEvent(parts, event);
    const about = { event: event.id, type: event.type, outcome };
    c.var.log.info(about, 'payment event');
    if (outcome === 'refunded' || outcome === 'second') {
      const subscription = findSubscriptionId(event);
      const level = outcome === 'refunded' ? 'warn' : 'error';
      c.var.log[level]({ ...about, subscription }, SECOND_SUBSCRIPTION[outcome]);
    }
    return c.json({ received: true });
  });
}

function verify({ stripe, config }: StripeParts, body: Uint8Array, signature: string) {
  try {
    return stripe.webhooks.constructEvent(Buffer.from(body), signature, config.webhookSecret);
  } catch {
    throw new AppError('bad_request', 'The signature is not valid.');
  }
}

/**
 * Events arrive late, twice and in any order. So an event only says that a subscription changed:
 * what it is now is asked from Stripe, under the user's lock, and each event is handled once.
 */
async function handleEvent(parts: StripeParts, event: Stripe.Event): Promise<Outcome> {
  const subscriptionId = findSubscriptionId(event);
  if (!subscriptionId) return 'ignored';
  return await parts.db.transaction(async (tx) => {
    const fresh = await tx
      .insert(paymentEvents)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (fresh.length === 0) return 'repeated';
    const first = await parts.stripe.subscriptions.retrieve(subscriptionId);
    const userId = await findUser(tx, first);
    if (!userId) return 'ignored';
    await lockUser(tx, userId);
    const subscription = await parts.stripe.subscriptions.retrieve(subscriptionId);
    return await takeOver(tx, parts, userId, subscription);
  });
}

function findSubscriptionId(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id;
    case 'checkout.session.completed':
      return idOf(event.data.object.subscription);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return idOf(event.data.object.parent?.subscription_details?.subscription);
    default:
      return undefined;
  }
}

async function findUser(
  tx: Transaction,
  subscription: Stripe.Subscription,
): Promise<string | undefined> {
  const customer = idOf(subscription.customer) ?? '';
  const [known] = await tx
    .select({ userId: paymentCustomers.userId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.customerId, customer));
  if (known) return known.userId;
  const named = subscription.metadata.userId;
  if (!named) return undefined;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, named));
  return user?.id;
}

/**
 * Writes what Stripe says now into the user's row, unless that holds another subscription that
 * runs: an account has one.
 */
async function takeOver(
  tx: Transaction,
  parts: StripeParts,
  userId: string,
  subscription: Stripe.Subscription,
): Promise<Outcome> {
  if (isUnbegun(subscription)) return 'ignored';
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  if (row && row.providerSubscriptionId !== subscription.id) {
    // The end of an old subscription must not end the one that came after it.
    if (isOver(subscription)) return 'ignored';
    const held = await readHeld(parts, tx, userId);
    if (held && !isOver(held)) {
      const isRedeemed = isDue(held) && !isDue(subscription);
      if (!isRedeemed) return await refuseSecond(parts, userId, subscription);
      await parts.stripe.subscriptions.cancel(held.id);
    }
  }
  await writeSubscription(tx, parts, userId, subscription);
  return 'applied';
}

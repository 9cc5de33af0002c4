import type { SubscriptionPlan } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import type { PaymentsConfig } from '../config/config.ts';
import { AppError } from '../http/app-error.ts';
import type { Database } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { type CurrentSubscription, readSubscription } from '../subscriptions/read-subscription.ts';
import { paymentCustomers, subscriptions } from '../subscriptions/schema.ts';
import type { Payer, Payments } from './payments.ts';
import { cancelAtPeriodEnd } from './sandbox.ts';

const PATIENCE_MS = 20_000;

export type StripeConfig = Extract<PaymentsConfig, { provider: 'stripe' }>;

export interface StripeParts {
  readonly stripe: Stripe;
  readonly db: Database;
  readonly config: StripeConfig;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** The SDK, on Stripe's own host or on the one that is configured for trials. */
export function createStripe(config: StripeConfig): Stripe {
  const other = config.apiUrl === undefined ? undefined : new URL(config.apiUrl);
  return new Stripe(config.secretKey, {
    telemetry: false,
    timeout: PATIENCE_MS,
    maxNetworkRetries: 2,
    ...(other
      ? {
          host: other.hostname,
          port: other.port || (other.protocol === 'https:' ? 443 : 80),
          protocol: other.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

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
  const current = await readSubscription(db, payer.id, now());
  if (current.subscriptionType === 'paid') {
    if (!current.cancelled) throw new AppError('already_subscribed');
    await resume(parts, payer.id, current, plan);
    return { checkoutUrl: null };
  }
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
  { stripe, db, now }: StripeParts,
  userId: string,
  current: CurrentSubscription,
  plan: SubscriptionPlan,
): Promise<void> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const id = row?.providerSubscriptionId;
  if (!id || current.subscriptionPlan !== plan) {
    throw new AppError(
      'already_subscribed',
      'Your subscription still runs. Choose another plan when it has ended.',
    );
  }
  await askStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
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

async function cancelRenewal({ stripe, db, now }: StripeParts, userId: string): Promise<Date> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const current = await readSubscription(db, userId, now());
  if (current.subscriptionType !== 'paid') throw new AppError('not_subscribed');
  const id = row?.providerSubscriptionId;
  if (id && !current.cancelled) {
    await askStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  }
  return await cancelAtPeriodEnd(db, userId, now());
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
  await askStripe(async () => {
    try {
      await stripe.customers.del(known.customer);
    } catch (error) {
      const isGone = error instanceof Stripe.errors.StripeError && error.statusCode === 404;
      if (!isGone) throw error;
    }
  });
}

/** Stripe's own messages may quote what was sent: they go to the log, not to the user. */
async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('payment_failed', undefined, { cause: error });
  }
}

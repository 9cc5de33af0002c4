import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { users } from '../accounts/schema.ts';
import type { App } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { readLimited } from '../http/body.ts';
import { warnSparingly } from '../http/warn-sparingly.ts';
import type { Queryable } from '../platform/database/database.ts';
import { judgeSubscription, type SubscriptionRow } from '../subscriptions/read-subscription.ts';
import { paymentCustomers, paymentEvents } from '../subscriptions/schema.ts';
import { askThenApply } from './ask-then-apply.ts';
import { STRIPE_WEBHOOK_PATH } from './payments.ts';
import { idOf, type StripeParts, unlessGone } from './stripe-client.ts';
import { refuseSecond, type SecondOutcome } from './stripe-second-subscription.ts';
import {
  endAtOnce,
  isDue,
  isOver,
  isUnbegun,
  readHeld,
  writeSubscription,
} from './stripe-subscription.ts';

const LIMIT_BYTES = 1_000_000;
const NOT_SIGNED =
  'an event without a valid signature of Stripe was refused: is STRIPE_WEBHOOK_SECRET that of this webhook?';
const UNKNOWN_SUBSCRIPTION =
  'an event is about a subscription that Stripe does not know: is STRIPE_SECRET_KEY of the same account and mode as the webhook?';
const SECOND_SUBSCRIPTION = {
  refunded: 'a second subscription of an account was cancelled and its payment refunded',
  second: 'an account has a second subscription at Stripe: look at it there',
};

const PAID_FOR_NOBODY =
  'somebody without an account here has paid: end the subscription at Stripe, and pay it back there';

type Outcome = 'applied' | 'repeated' | 'ignored' | 'unknown' | 'nobody' | SecondOutcome;

/** Takes Stripe's events. Anything but 200 makes Stripe send the event again later. */
export function addStripeWebhook(app: App, parts: StripeParts, log: Logger): void {
  // With a wrong secret each payment is lost; but anybody may post here, as often as they like.
  const onForged = warnSparingly(log, NOT_SIGNED);
  app.post(STRIPE_WEBHOOK_PATH, async (c) => {
    const body = await readLimited(c.req.raw, LIMIT_BYTES, () => new AppError('payload_too_large'));
    const event = verify(parts, body, c.req.header('stripe-signature') ?? '', onForged);
    const outcome = await handleEvent(parts, event);
    const about = { event: event.id, type: event.type, outcome };
    c.var.log.info(about, 'payment event');
    if (outcome === 'unknown') c.var.log.warn(about, UNKNOWN_SUBSCRIPTION);
    if (outcome === 'nobody') c.var.log.warn({ ...about, ...idsOf(event) }, PAID_FOR_NOBODY);
    if (outcome === 'refunded' || outcome === 'second') {
      const subscription = findSubscriptionId(event);
      const level = outcome === 'refunded' ? 'warn' : 'error';
      c.var.log[level]({ ...about, subscription }, SECOND_SUBSCRIPTION[outcome]);
    }
    return c.json({ received: true });
  });
}

function verify(
  { stripe, config }: StripeParts,
  body: Uint8Array,
  signature: string,
  onForged: (error: unknown) => void,
) {
  try {
    return stripe.webhooks.constructEvent(Buffer.from(body), signature, config.webhookSecret);
  } catch (error) {
    onForged(error);
    throw new AppError('bad_request', 'The signature is not valid.');
  }
}

/**
 * Events arrive late, twice and in any order. So an event only says that a subscription changed:
 * what it is now is asked from Stripe, and each event is handled once.
 */
async function handleEvent(parts: StripeParts, event: Stripe.Event): Promise<Outcome> {
  const { db } = parts;
  const subscriptionId = findSubscriptionId(event);
  if (!subscriptionId) return 'ignored';
  if (await isHandled(db, event)) return 'repeated';
  const known = await unlessGone(() => parts.stripe.subscriptions.retrieve(subscriptionId));
  // Not noted, so that the event counts when somebody mends the settings and has it sent again.
  if (!known) return 'unknown';
  const userId = await findUser(parts, known);
  if (!userId) {
    await noteHandled(db, event);
    return bringsMoney(event) ? 'nobody' : 'ignored';
  }
  const { subscription, standing } = await askThenApply(
    db,
    userId,
    async (row) => {
      const subscription = await parts.stripe.subscriptions.retrieve(subscriptionId);
      return { subscription, standing: await judge(parts, row, subscription) };
    },
    async (tx, { subscription, standing }) => {
      if (standing === 'current') await writeSubscription(tx, parts, userId, subscription);
      // A second one is noted once it is refused: that may fail and is tried again then.
      if (standing !== 'second') await noteHandled(tx, event);
      return { subscription, standing };
    },
  );
  if (standing === 'current') return 'applied';
  if (standing === 'nothing') return 'ignored';
  const outcome = await refuseSecond(parts, userId, subscription);
  await noteHandled(db, event);
  return outcome;
}

async function isHandled(db: Queryable, { id }: Stripe.Event): Promise<boolean> {
  const { id: eventId } = paymentEvents;
  const found = await db.select({ eventId }).from(paymentEvents).where(eq(eventId, id));
  return found.length > 0;
}

async function noteHandled(db: Queryable, { id, type }: Stripe.Event): Promise<void> {
  await db.insert(paymentEvents).values({ id, type }).onConflictDoNothing();
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

/** Of all events about one payment this one comes once, and with renewals, too. */
function bringsMoney(event: Stripe.Event): boolean {
  return event.type === 'invoice.paid' && event.data.object.amount_paid > 0;
}

/** What somebody finds it by at Stripe. */
function idsOf(event: Stripe.Event) {
  const subscription = findSubscriptionId(event);
  if (event.type !== 'invoice.paid') return { subscription };
  const { id, customer } = event.data.object;
  return { subscription, invoice: id, customer: idOf(customer) };
}

async function findUser(
  { db }: StripeParts,
  { customer, metadata }: Stripe.Subscription,
): Promise<string | undefined> {
  const [known] = await db
    .select({ userId: paymentCustomers.userId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.customerId, idOf(customer) ?? ''));
  if (known) return known.userId;
  if (!metadata.userId) return undefined;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, metadata.userId));
  return user?.id;
}

/** What a subscription is to its user: the one of the account, one too many, or nothing. */
type Standing = 'current' | 'second' | 'nothing';

/**
 * Beside Premium that an admin gave nothing is sold: only a page that was open before can have been paid
 * since. What was bought before the gift, and is heard of later, takes its place.
 */
function isBesideGift(
  row: SubscriptionRow,
  { start_date }: Stripe.Subscription,
  now: Date,
): boolean {
  const isGiven =
    row.provider === 'admin' && judgeSubscription(row, now).subscriptionType === 'paid';
  return isGiven && start_date * 1000 > row.updatedAt.getTime();
}

/**
 * It is the one of the account unless the row holds another one that runs, or a gift: an account has
 * one. If that waits for a payment and this one does not, the other one is ended.
 */
async function judge(
  parts: StripeParts,
  row: SubscriptionRow | undefined,
  subscription: Stripe.Subscription,
): Promise<Standing> {
  if (isUnbegun(subscription)) return 'nothing';
  if (!row || row.providerSubscriptionId === subscription.id) return 'current';
  // The end of an old subscription must not end the one that came after it.
  if (isOver(subscription)) return 'nothing';
  if (isBesideGift(row, subscription, parts.now())) return 'second';
  const held = await readHeld(parts, row);
  if (!held || isOver(held)) return 'current';
  const isRedeemed = isDue(held) && !isDue(subscription);
  if (!isRedeemed) return 'second';
  await endAtOnce(parts, held.id);
  return 'current';
}

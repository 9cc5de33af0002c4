import type { SubscriptionPlan, SubscriptionType } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import { periodEnd } from './period.ts';
import { paymentCustomers, subscriptions } from './schema.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** What an account has at one moment. */
export interface CurrentSubscription {
  readonly subscriptionType: SubscriptionType;
  readonly subscriptionPlan: SubscriptionPlan | null;
  readonly startDate: Date | null;
  /** End of the paid period. */
  readonly endDate: Date | null;
  /** Whether it ends then instead of being renewed. */
  readonly cancelled: boolean;
  /** Whether Stripe waits for the payment of the period after `endDate`. */
  readonly paymentDue: boolean;
  readonly provider: SubscriptionRow['provider'] | null;
}

const NOTHING: CurrentSubscription = {
  subscriptionType: 'free',
  subscriptionPlan: null,
  startDate: null,
  endDate: null,
  cancelled: false,
  paymentDue: false,
  provider: null,
};

/** Stripe closes an invoice about an hour after the period's end and may try a card again. */
export const STRIPE_GRACE_MS = 24 * 3_600_000;

/** What a row means at `now`: dates decide, no job has to run for a subscription to end. */
export function judgeSubscription(
  row: SubscriptionRow | undefined,
  now: Date,
): CurrentSubscription {
  if (!row) return NOTHING;
  const { plan, provider, startDate, endDate } = row;
  const cancelled = row.cancelledAt !== null;
  if (row.type === 'free' || !plan) {
    return { ...NOTHING, startDate, endDate, provider };
  }
  const renewed =
    provider === 'sandbox' && !cancelled && endDate <= now
      ? periodEnd(startDate, plan, now)
      : endDate;
  const grace = provider === 'stripe' && !cancelled ? STRIPE_GRACE_MS : 0;
  const paymentDue = row.providerSubscriptionId !== null && !cancelled && endDate <= now;
  if (startDate > now || renewed.getTime() + grace <= now.getTime()) {
    return { ...NOTHING, paymentDue };
  }
  return {
    subscriptionType: 'paid',
    subscriptionPlan: plan,
    startDate,
    endDate: renewed,
    cancelled,
    paymentDue,
    provider,
  };
}

/**
 * What was agreed, as admins see and change it: Premium that is yet to begin gives no rights, and is
 * there all the same. `judgeInSql` says the same to the database.
 */
export function agreedSubscription(
  row: SubscriptionRow | undefined,
  now: Date,
): CurrentSubscription {
  return judgeSubscription(row, row && row.startDate > now ? row.startDate : now);
}

/** Reads what a user has at `now`, or what was agreed; a user without a row is free. */
export async function readSubscription(
  db: Queryable,
  userId: string,
  now: Date,
  judge: typeof judgeSubscription = judgeSubscription,
): Promise<CurrentSubscription> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return judge(row, now);
}

/**
 * Whether a user ever paid by Stripe. The row of the subscription does not tell: what an admin gives
 * takes the place of what was paid before.
 */
export async function hasEverPaid(db: Queryable, userId: string): Promise<boolean> {
  const [customer] = await db
    .select({ hasPaid: paymentCustomers.hasPaid })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  return customer?.hasPaid ?? false;
}

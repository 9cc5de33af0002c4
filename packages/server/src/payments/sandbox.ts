import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { judgeInSql } from '../subscriptions/judge-in-sql.ts';
import { periodEnd } from '../subscriptions/period.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';
import { type Payments, STILL_RUNS } from './payments.ts';

/** Subscriptions without money: each succeeds at once and renews itself by the clock. */
export function createSandboxPayments(db: Database, now: () => Date): Payments {
  return {
    provider: 'sandbox',
    subscribe: async ({ id: userId }, plan) => {
      await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const moment = now();
        const current = await readSubscription(tx, userId, moment);
        const paid = current.subscriptionType === 'paid';
        if (paid && !current.cancelled) throw new AppError('already_subscribed');
        // Another plan would take the place of what is paid for, and its time with it.
        if (paid && current.subscriptionPlan !== plan) {
          throw new AppError('already_subscribed', STILL_RUNS);
        }
        // Who comes back to the same plan before its end goes on where it was.
        const startDate = (paid ? current.startDate : undefined) ?? moment;
        const row = {
          type: 'paid',
          plan,
          provider: 'sandbox',
          startDate,
          endDate: periodEnd(startDate, plan, moment),
          cancelledAt: null,
          providerSubscriptionId: null,
          updatedAt: moment,
        } as const;
        await tx
          .insert(subscriptions)
          .values({ userId, ...row })
          .onConflictDoUpdate({ target: subscriptions.userId, set: row });
      });
      return { checkoutUrl: null };
    },
    unsubscribe: async (userId) =>
      await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        return await cancelAtPeriodEnd(tx, userId, now());
      }),
    portalUrl: async () => {
      throw new AppError('not_found', 'Without a payment provider there is nothing to manage.');
    },
    endNow: async () => {},
  };
}

/**
 * Marks the subscription as not renewed and answers its last moment. The caller holds the user's
 * lock. Throws `not_subscribed`.
 */
export async function cancelAtPeriodEnd(tx: Transaction, userId: string, now: Date): Promise<Date> {
  const { subscriptionType, endDate, cancelled } = await readSubscription(tx, userId, now);
  if (subscriptionType !== 'paid' || !endDate) throw new AppError('not_subscribed');
  if (!cancelled) {
    await tx
      .update(subscriptions)
      .set({ cancelledAt: now, endDate, updatedAt: now })
      .where(eq(subscriptions.userId, userId));
  }
  return endDate;
}

/**
 * Where another provider takes the money nobody renews what the sandbox gave: it lasts to the end
 * of the period that its users were told. Once more changes nothing.
 */
export async function endSandbox(db: Database, now: Date): Promise<void> {
  const { endDate } = judgeInSql(now);
  await db
    .update(subscriptions)
    .set({
      cancelledAt: now,
      endDate: sql`coalesce(${endDate} at time zone 'UTC', ${subscriptions.endDate})`,
      updatedAt: now,
    })
    .where(and(eq(subscriptions.provider, 'sandbox'), isNull(subscriptions.cancelledAt)));
}

/**
 * The sandbox cannot tell Stripe that a subscription was cancelled, or its account deleted: people
 * would go on paying for what they do not have any more. Throws when there are such subscriptions.
 */
export async function assertNobodyPaysByStripe(db: Database): Promise<void> {
  // What was cancelled at Stripe ends there by itself.
  const isRenewed = and(eq(subscriptions.provider, 'stripe'), isNull(subscriptions.cancelledAt));
  const count = await db.$count(subscriptions, isRenewed);
  if (count === 0) return;
  throw new Error(
    `Stripe renews subscriptions of this database (${count}), and PAYMENTS is not stripe: what is ` +
      'cancelled or deleted here would be charged on. Set PAYMENTS=stripe and what belongs to it. ' +
      'If this is a copy for trials, or you end them at Stripe yourself, set STRIPE_LEFT_RUNNING=true.',
  );
}

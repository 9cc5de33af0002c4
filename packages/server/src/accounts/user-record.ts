import type { User } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import { type CurrentSubscription, judgeSubscription } from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';
import { avatarPath } from './avatar.ts';
import { users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;

/** The record of a user as callers see it. */
export function toUser(row: UserRow, subscription: CurrentSubscription): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    subscriptionType: subscription.subscriptionType,
    subscriptionPlan: subscription.subscriptionPlan,
    startDate: subscription.startDate?.toISOString() ?? null,
    endDate: subscription.endDate?.toISOString() ?? null,
    cancelled: subscription.cancelled,
    profilePic: avatarPath(row.email),
  };
}

/**
 * Reads a user's record as it is at `now`, or with the subscription that was agreed; undefined if
 * there is no such user.
 */
export async function readUser(
  db: Queryable,
  id: string,
  now: Date,
  judge: typeof judgeSubscription = judgeSubscription,
): Promise<User | undefined> {
  const [found] = await db
    .select({ user: users, subscription: subscriptions })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, id));
  return found && toUser(found.user, judge(found.subscription ?? undefined, now));
}

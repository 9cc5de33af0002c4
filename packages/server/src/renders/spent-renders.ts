import { createHmac } from 'node:crypto';
import { PLAN_LIMITS } from '@moodreel/contract';
import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/day.ts';
import { renders, spentRenders } from './schema.ts';

// Why these are kept of accounts that are gone: docs/decisions/0058-a-week-outlives-its-account.md

const { rendersPerWindow, windowDays } = PLAN_LIMITS.free;

/** Before this moment nothing counts any more. */
const windowStart = (now: Date) => new Date(now.getTime() - windowDays * DAY_MS);

/** What an address is known by that nobody finds out without the server's secret. */
const hashAddress = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`spent renders of ${email}`).digest('base64url');

/** Before an account goes with its renders: notes when those of the present week were asked for. */
export async function keepSpent(
  tx: Transaction,
  userId: string,
  secret: string,
  now: Date,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  const spent = await tx
    .select({ createdAt: renders.createdAt })
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        gt(renders.createdAt, windowStart(now)),
        // Those that wait or run end with the account.
        eq(renders.state, 'finished'),
      ),
    )
    .orderBy(desc(renders.createdAt))
    // Of who made more by Premium no more is needed.
    .limit(rendersPerWindow ?? 0);
  if (spent.length === 0) return;
  const addressHash = hashAddress(secret, user.email);
  await tx.insert(spentRenders).values(spent.map((row) => ({ ...row, addressHash })));
}

/** When an account is made: what its address has spent before counts for it. */
export async function takeOverSpent(
  tx: Transaction,
  userId: string,
  email: string,
  secret: string,
): Promise<void> {
  const isOfAddress = eq(spentRenders.addressHash, hashAddress(secret, email));
  await tx
    .update(spentRenders)
    .set({ userId })
    .where(and(isOfAddress, isNull(spentRenders.userId)));
}

/** When an account's former self asked for the films that count for it since `since`. */
export async function listSpent(
  tx: Queryable,
  userId: string,
  since = new Date(0),
): Promise<Date[]> {
  const rows = await tx
    .select({ createdAt: spentRenders.createdAt })
    .from(spentRenders)
    .where(and(eq(spentRenders.userId, userId), gt(spentRenders.createdAt, since)));
  return rows.map(({ createdAt }) => createdAt);
}

/** Forgets what is out of the week, and so limits nobody any more. */
export async function deleteOldSpent(db: Queryable, now: Date): Promise<void> {
  await db.delete(spentRenders).where(lte(spentRenders.createdAt, windowStart(now)));
}

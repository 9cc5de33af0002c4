import { eq, sql } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import type { SubscriptionRow } from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';

/** More than the events that Stripe sends at once when something is bought. */
const TRIES = 8;

/**
 * Lets `ask` ask Stripe about what a user has, and `apply` write what follows from the answer.
 *
 * Stripe may take its time, so nothing is held while it is asked: no connection, no lock. Then the
 * user is locked and the row looked at again. If it was written meanwhile the answer may be older
 * than what stands there, and `ask` begins anew with the new row: what it changes at Stripe must
 * bear being repeated. Throws `conflict` when the row is written during every try.
 */
export async function askThenApply<Answer, Result>(
  db: Database,
  userId: string,
  ask: (row: SubscriptionRow | undefined) => Promise<Answer>,
  apply: (tx: Transaction, answer: Answer) => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = await look(db, userId);
    const answer = await ask(seen?.row);
    const applied = await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const found = await look(tx, userId);
      if (found?.version !== seen?.version) return undefined;
      return { result: await apply(tx, answer) };
    });
    if (applied) return applied.result;
  }
  throw new AppError('conflict');
}

/** The user's row, and what PostgreSQL changes with every write of it: the writer's transaction. */
async function look(
  db: Queryable,
  userId: string,
): Promise<{ readonly row: SubscriptionRow; readonly version: string } | undefined> {
  const [found] = await db
    .select({ row: subscriptions, version: sql<string>`${subscriptions}.xmin::text` })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return found;
}

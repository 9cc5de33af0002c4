import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * Makes everything that counts against one user's limits happen one after the other: hold it from
 * reading a count to the end of the transaction that changes it. Different users don't wait for
 * each other.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user:${userId}`}, 0))`);
}

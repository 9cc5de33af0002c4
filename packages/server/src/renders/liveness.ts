import { randomInt } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';

/** First half of our advisory locks on two numbers; the second is the process's. */
const HOLDER_LOCKS = 7_210_456;

/** A number for a process that may hold renders. */
export const newHolder = (): number => randomInt(1, 2 ** 31 - 1);

/**
 * Shows as long as this connection lasts that the process lives: the database itself notices when
 * it was killed. Shared, so that a second connection can take over before the first is gone.
 */
export async function showLife(client: pg.Client, holder: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [HOLDER_LOCKS, holder]);
}

/**
 * Whether the process with this number is gone, as a condition. True for one transaction at a
 * time: the lock it takes lasts to the transaction's end.
 */
export function isGone(holder: SQL | number): SQL {
  return sql`pg_try_advisory_xact_lock(${HOLDER_LOCKS}, coalesce(${holder}, 0))`;
}

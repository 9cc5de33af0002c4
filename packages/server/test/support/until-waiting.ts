import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';

/** Comes to its end when somebody waits for a lock with a statement that has these words. */
export async function untilWaiting(db: Database, words: string): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like ${`%${words}%`}`;
  await expect.poll(async () => (await db.execute(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
}

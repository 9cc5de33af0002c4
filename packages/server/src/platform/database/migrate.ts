import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Any number that nothing else in this database locks on. */
export const MIGRATION_LOCK = 7_210_455;

/**
 * Applies the migrations that the database lacks. drizzle's migrator has no lock of its own, so
 * one is held here: several servers may start on the same database at the same moment.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  if (!existsSync(join(FOLDER, 'meta', '_journal.json'))) return;
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder: FOLDER });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Any number that nothing else in this database locks on. */
export const MIGRATION_LOCK = 7_210_455;

const NEWER =
  'The database was brought up to date by a newer version of Moodreel than this one. Start that version; ' +
  'to go back to this one, restore the backup from before.';

/**
 * Applies the migrations that the database lacks. drizzle's migrator has no lock of its own, so
 * one is held here: several servers may start on the same database at the same moment. Throws a sentence
 * where the database is newer.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  if (!hasMigrations()) return;
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await refuseNewer(client);
      await migrate(drizzle(client), { migrationsFolder: FOLDER });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** Whether there are migrations that `migrateDatabase` would apply. Changes nothing. */
export async function lacksMigrations(client: pg.ClientBase): Promise<boolean> {
  if (!hasMigrations()) return false;
  // As drizzle's migrator has it: what is newer than the newest applied one.
  return newestOwn() > (await readNewest(client));
}

/**
 * Throws a sentence where a newer version has been at the database: this one does not know what became
 * of the tables, and would find out by and by.
 */
export async function refuseNewer(client: pg.ClientBase): Promise<void> {
  if (hasMigrations() && (await readNewest(client)) > newestOwn()) throw new Error(NEWER);
}

function newestOwn(): number {
  return Math.max(
    ...readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis }) => folderMillis),
  );
}

/** Time of the newest migration that was applied, as its name in drizzle's table; 0 where none was. */
async function readNewest(client: pg.ClientBase): Promise<number> {
  const applied = await client.query<{ is_known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_known`,
  );
  if (!applied.rows[0]?.is_known) return 0;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.newest ?? 0);
}

function hasMigrations(): boolean {
  return existsSync(join(FOLDER, 'meta', '_journal.json'));
}

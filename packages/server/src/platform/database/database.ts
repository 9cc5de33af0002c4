import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import {
  CONNECT_PATIENCE_MS,
  KEEP_ALIVE,
  QUERY_PATIENCE_MS,
  STATEMENT_LIMIT_MS,
} from './keep-alive.ts';
import { migrateDatabase } from './migrate.ts';
import { openPool } from './pool.ts';

export type Database = NodePgDatabase<Record<string, never>>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a query needs: the database, or a transaction on it. */
export type Queryable = Database | Transaction;

export interface DatabaseConfig {
  /** Connection string of a served PostgreSQL; undefined starts the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** Folder of all our data; the embedded database lives in `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** The most connections this process opens. */
  readonly poolSize?: number;
  /** Lets queries take as long as they take, for commands that move much at once. */
  readonly patient?: boolean;
  /** Applies no migrations, for commands that may run beside a server of an older version. */
  readonly asItIs?: boolean;
  /** Hears of each failed try to start the embedded database again after it was lost. */
  readonly onRestartFailed?: (error: unknown) => void;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Connection string, for worker processes; it holds the password, so never log it. */
  readonly url: string;
  /** Closes the pool, then stops the embedded server if this process owns it. */
  close(): Promise<void>;
}

/**
 * Opens the database, starting the embedded one if none is named, and brings its tables up to date
 * unless it is to stay `asItIs`. `onConnectionLost` hears of connections that broke, idle or at work.
 */
export async function openDatabase(
  config: DatabaseConfig,
  onConnectionLost: (error: Error) => void = () => {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const settings = {
    connectionString: url,
    // Also the time in which one has to be free: then a request is told that the database is away.
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    ...KEEP_ALIVE,
  };
  try {
    // On a connection of their own: a migration may take longer than any other query.
    const migrating = openPool({ ...settings, max: 1 }, onConnectionLost);
    try {
      if (config.databaseUrl) await assertReachable(migrating);
      if (!config.asItIs) await migrateDatabase(migrating);
    } finally {
      await migrating.end();
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const bound = config.patient
    ? {}
    : { query_timeout: QUERY_PATIENCE_MS, onConnect: limitStatements };
  let isClosing = false;
  // The pool says that it has ended while its connections still part, and the database that is stopped
  // next may be the one that ends them.
  const onLost = (error: Error) => {
    if (!isClosing) onConnectionLost(error);
  };
  const pool = openPool({ ...settings, ...bound, max: config.poolSize ?? 10 }, onLost);
  const close = async () => {
    isClosing = true;
    await pool.end();
    await embedded?.stop();
  };
  return { db: drizzle(pool), pool, url, close };
}

/** As a statement, not as pg does it when it connects: proxies before a database refuse that. */
async function limitStatements(client: pg.ClientBase): Promise<void> {
  await client.query(`set statement_timeout = ${STATEMENT_LIMIT_MS}`);
}

async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`The database in DATABASE_URL cannot be used: ${message || code}`, {
      cause: error,
    });
  }
}

import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../src/http/app.ts';
import type { App } from '../src/http/app-env.ts';
import { addHealthRoutes } from '../src/http/health.ts';
import {
  type Database,
  type DatabaseConfig,
  type OpenDatabase,
  openDatabase,
} from '../src/platform/database/database.ts';
import { QUERY_PATIENCE_MS, STATEMENT_LIMIT_MS } from '../src/platform/database/keep-alive.ts';
import { MIGRATION_LOCK } from '../src/platform/database/migrate.ts';
import { type Relay, startRelay } from './support/relay.ts';
import { openTestDatabase } from './support/test-database.ts';

type Answer = { readonly rows: unknown[] };

let database: OpenDatabase;
let giveBack = () => {};
let relay: Relay | undefined;
let distant: OpenDatabase | undefined;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  giveBack();
  giveBack = () => {};
  await relay?.close();
  await distant?.close();
  distant = undefined;
  relay = undefined;
  await database.close();
});

/** The same database, over a network that can fail. */
async function connectByRelay(config: Partial<DatabaseConfig>): Promise<OpenDatabase> {
  relay = await startRelay(database.url);
  distant = await openDatabase({ databaseUrl: relay.url, dataDir: '', ...config });
  return distant;
}

it('a request that gets no connection does not wait for ever: the database is away', async () => {
  const { db, pool } = database;
  const ask = async () => await db.execute(sql`select 1`);
  const app = serve(ask);
  const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  giveBack = () => {
    vi.useRealTimers();
    for (const client of taken.splice(0)) client.release();
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answers = Promise.all([app.request('/api/ask'), app.request('/readyz')]);
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2), 30_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await answers).map(({ status }) => status)).toEqual([503, 503]);
  giveBack();
  expect((await app.request('/api/ask')).status).toBe(200);
});

it('what does not answer at all is not ready', async () => {
  giveBack = () => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = serve(() => new Promise(() => {})).request('/readyz');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await (await answer).json()).toMatchObject({ parts: { database: 'failed' } });
});

it('a connection that ends inside a transaction costs one request and not the process', async () => {
  const { db, pool } = database;
  const app = serve(() =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      return await tx.execute(sql`select 1`);
    }),
  );
  const ended = new Promise((resolve) => {
    pool.once('acquire', (client) => client.once('end', resolve));
  });
  expect((await app.request('/api/ask')).status).toBe(503);
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

it('a connection that the database ends while we part from it is none that was lost', async () => {
  const lost: Error[] = [];
  const config = { databaseUrl: database.url, dataDir: '' };
  const { pool, close } = await openDatabase(config, (error) => lost.push(error));
  const client = await pool.connect();
  const gone = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const closed = close();
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await gone;
  await closed;
  expect(lost).toEqual([]);
});

it('a connection that breaks as a transaction begins is replaced', async () => {
  const { db } = await connectByRelay({ poolSize: 1 });
  await db.execute(sql`select 1`);
  relay?.fallSilent();
  const broken = expect(db.transaction(async () => {})).rejects.toThrow('begin');
  await vi.waitFor(() => expect(relay?.unanswered).toBeGreaterThan(0), 30_000);
  relay?.cut();
  await broken;
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

const select = sql`select 1 as one`;
const moments: [string, (db: Database, fallSilent: () => void) => Promise<Answer>][] = [
  [
    'as it is asked',
    async (db, fallSilent) => {
      fallSilent();
      return await db.execute(select);
    },
  ],
  [
    'as a transaction begins',
    async (db, fallSilent) => {
      fallSilent();
      return await db.transaction(async (tx) => await tx.execute(select));
    },
  ],
  [
    'within a transaction',
    async (db, fallSilent) =>
      await db.transaction(async (tx) => {
        await tx.execute(select);
        fallSilent();
        return await tx.execute(select);
      }),
  ],
];

it.each(moments)('a database that falls silent %s is away, and asked anew', async (_, ask) => {
  const { db } = await connectByRelay({ poolSize: 1 });
  await db.execute(select);
  let fallSilent = () => relay?.fallSilent();
  const app = serve(() => ask(db, fallSilent));
  giveBack = () => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = app.request('/api/ask');
  await vi.waitFor(() => expect(relay?.unanswered).toBeGreaterThan(0), 30_000);
  await vi.advanceTimersByTimeAsync(QUERY_PATIENCE_MS);
  expect((await answer).status).toBe(503);
  fallSilent = () => {};
  expect((await app.request('/api/ask')).status).toBe(200);
});

it('refuses a database at which a newer version has been', async () => {
  await database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of later', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  await expect(openDatabase({ databaseUrl: database.url, dataDir: '' })).rejects.toThrow(
    'by a newer version of Moodreel',
  );
});

it('migrations, and commands that move much, may take longer than requests', async () => {
  const holder = await database.pool.connect();
  giveBack = () => {
    vi.useRealTimers();
    holder.release(true);
  };
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outlast = async () => {
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted and
      database = (select oid from pg_database where datname = current_database())`;
    while ((await holder.query(waiting)).rowCount === 0);
    await vi.advanceTimersByTimeAsync(10 * QUERY_PATIENCE_MS);
    await holder.query('select pg_advisory_unlock_all()');
  };
  const opening = openDatabase({ databaseUrl: database.url, dataDir: '', patient: true });
  await outlast();
  distant = await opening;
  await holder.query('select pg_advisory_lock(1)');
  const asking = distant.pool.query('select pg_advisory_lock(1)');
  await outlast();
  await asking;
});

it('the database ends what takes too long before it is given up here, and the connection stays', async () => {
  const { db, pool } = database;
  const limitOf = async ({ pool: asked }: OpenDatabase) =>
    (
      await asked.query(
        `select setting::int as ms from pg_settings where name = 'statement_timeout'`,
      )
    ).rows[0].ms;
  expect(await limitOf(database)).toBe(STATEMENT_LIMIT_MS);
  expect(STATEMENT_LIMIT_MS).toBeLessThan(QUERY_PATIENCE_MS);
  distant = await openDatabase({ databaseUrl: database.url, dataDir: '', patient: true });
  expect(await limitOf(distant)).toBe(0);

  const app = serve(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 1`);
      return await tx.execute(sql`select pg_sleep(3600)`);
    }),
  );
  expect((await app.request('/api/ask')).status).toBe(503);
  expect(pool.totalCount).toBe(1);
});

it.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '53300'])(
  'a database that vanished, or takes no more connections, is away: %s',
  async (code) => {
    const cause = Object.assign(new Error('as pg says it'), { code });
    const app = serve(() => Promise.reject(new Error('Failed query', { cause })));
    expect((await app.request('/api/ask')).status).toBe(503);
  },
);

it('a database whose socket is gone is away; a file that is missing is another matter', async () => {
  const away = new pg.Pool({ host: '/no/such/folder', database: 'moodreel' });
  const withoutDatabase = serve(() => away.query('select 1'));
  expect((await withoutDatabase.request('/api/ask')).status).toBe(503);
  const withoutFile = serve(async () => ({ rows: [await readFile('/no/such/file')] }));
  expect((await withoutFile.request('/api/ask')).status).toBe(500);
});

function serve(ask: () => Promise<Answer>): App {
  return createApp(
    {
      log: pino({ level: 'silent' }),
      publicUrl: 'http://localhost:3000',
      trustedProxies: 0,
      regions: [],
      staticFiles: () => undefined,
      mediaOrigins: [],
      findUser: async () => null,
      calledByServers: [],
    },
    (routes) => {
      routes.get('/api/ask', async (c) => c.json((await ask()).rows));
      const leaving = new AbortController().signal;
      addHealthRoutes(routes, { leaving, checks: [{ name: 'database', check: ask }] });
    },
  );
}

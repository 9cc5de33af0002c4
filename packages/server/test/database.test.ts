import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../src/http/app.ts';
import { addHealthRoutes } from '../src/http/health.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: OpenDatabase;
let giveBack = () => {};

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  giveBack();
  await database.close();
});

it('a request that gets no connection does not wait for ever: the database is away', async () => {
  const { db, pool } = database;
  const ask = async () => await db.execute(sql`select 1`);
  const app = createApp(
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
      const stopping = new AbortController().signal;
      addHealthRoutes(routes, { stopping, checks: [{ name: 'database', check: ask }] });
    },
  );
  const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  giveBack = () => {
    vi.useRealTimers();
    for (const client of taken.splice(0)) client.release();
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answers = Promise.all([app.request('/api/ask'), app.request('/readyz')]);
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await answers).map(({ status }) => status)).toEqual([503, 503]);
  giveBack();
  expect((await app.request('/api/ask')).status).toBe(200);
});

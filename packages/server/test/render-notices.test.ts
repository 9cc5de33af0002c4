import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/platform/database/database.ts';
import { RenderNotices } from '../src/renders/render-notices.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function noneIsLeft(): Promise<void> {
  const listening = `select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'moodreel-notices'`;
  while ((await database.pool.query(listening)).rowCount !== 0);
}

it('the system asks within seconds whether an idle database is there at all', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const notices = new RenderNotices(database.url);
  await notices.start();
  await notices.close();
  expect(keepAlive).toHaveBeenLastCalledWith(true, 10_000);
  keepAlive.mockClear();
  const other = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  await other.close();
  expect(keepAlive).toHaveBeenLastCalledWith(true, 10_000);
});

it.each([
  ['takes the connection', ''],
  // "You are in" and "ask", in PostgreSQL's protocol.
  ['lets us in', 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I'],
])('a database that %s and says nothing more is given up', async (_, welcome) => {
  const silent = createServer((socket) => socket.once('data', () => socket.write(welcome)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const notices = new RenderNotices(`postgres://nobody@127.0.0.1:${port}/nothing`);
  const givenUp = expect(notices.start()).rejects.toThrow('timeout');
  if (welcome) await vi.waitFor(() => expect(query).toHaveBeenCalled(), 30_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await givenUp;
  await notices.close();
  silent.close();
});

it('a start that fails half-way leaves no connection behind', async () => {
  const notices = new RenderNotices(database.url);
  Object.assign(notices, { holder: Number.NaN });
  await expect(notices.start()).rejects.toThrow('integer');
  await noneIsLeft();
});

it('closing while it connects leaves no connection behind', async () => {
  const notices = new RenderNotices(database.url);
  const starting = notices.start();
  await notices.close();
  await starting;
  await noneIsLeft();
});

it('says that its connection broke, and wakes whoever waits when it has another one', async () => {
  const lost = vi.fn();
  const notices = new RenderNotices(database.url, lost);
  await notices.start();
  const woken = new Promise<void>((wake) => notices.watch('a render', wake));
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'moodreel-notices'`,
  );
  await woken;
  expect(lost).toHaveBeenCalled();
  await notices.close();
});

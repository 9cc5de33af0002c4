import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JobQueue, QUEUE_PATIENCE_MS } from '../src/jobs/job-queue.ts';
import { JOBS, type JobName } from '../src/jobs/job-table.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { type Relay, startRelay } from './support/relay.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: OpenDatabase;
let relay: Relay | undefined;
let queue: JobQueue;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await relay?.close();
  relay = undefined;
  await queue.close();
  await database.close();
});

async function startQueue(url: string): Promise<void> {
  queue = new JobQueue({ url, onError: () => {}, onFailedRun: () => {} });
  for (const name of Object.keys(JOBS) as JobName[]) queue.leaveToOthers(name);
  await queue.start();
}

it('the system asks within seconds whether the database of an idle queue is there at all', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  await startQueue(database.url);
  const socketsOf = ({ mock }: { mock: { contexts: readonly unknown[] } }) =>
    new Set(mock.contexts).size;
  await vi.waitFor(() => expect(socketsOf(keepAlive)).toBe(socketsOf(connect)), 30_000);
  expect(new Set(keepAlive.mock.calls.map(String))).toEqual(new Set(['true,10000']));
});

it('a queue whose database falls silent says so to who enters a job', async () => {
  relay = await startRelay(database.url);
  await startQueue(relay.url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  relay.fallSilent();
  const entered = queue.send(undefined, 'clean-up', {});
  const refused = expect(entered).rejects.toThrow('timeout');
  await vi.waitFor(() => expect(relay?.unanswered).toBeGreaterThan(0), 30_000);
  await vi.advanceTimersByTimeAsync(2 * QUEUE_PATIENCE_MS);
  await refused;
});

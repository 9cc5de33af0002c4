import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { users, verifications } from '../src/accounts/schema.ts';
import { runAdminCommand } from '../src/admin/admin-command.ts';
import { readConfig } from '../src/config/config.ts';
import { openFilmParts } from '../src/film-parts.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { renders } from '../src/renders/schema.ts';
import { openTestDatabase } from './support/test-database.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';

let dataDir: string;
let database: OpenDatabase;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'moodreel-parts-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(lines: string[] = [], settings: Readonly<Record<string, string>> = {}) {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RENDER_WORKERS: '0',
    ...settings,
  });
  const log = pino({}, { write: (line) => lines.push(line) });
  const parts = await openFilmParts(config, log, { filmWorkerEntry: SCRIPTED_WORKER });
  const close = async () => {
    await parts.drain(0);
    await parts.close();
  };
  return { ...parts, close };
}

it('leaves no process and no connection where the start fails', async () => {
  await (await open()).close();
  await database.db.execute(sql`alter table renders rename to lost_renders`);
  const children = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  const before = children();
  await expect(open([], { RENDER_WORKERS: '2' })).rejects.toThrow();
  await expect.poll(children).toBe(before);
  const connections = sql`select application_name from pg_stat_activity
    where datname = current_database() and application_name like 'moodreel-%'`;
  await expect.poll(async () => (await database.db.execute(connections)).rows).toEqual([]);
});

it('cleans the accounts up when the films cannot be, and says what failed', async () => {
  const lines: string[] = [];
  const parts = await open(lines);
  const expired = { id: randomUUID(), identifier: 'x', value: 'y', expiresAt: new Date(0) };
  await parts.db.insert(verifications).values(expired);
  await parts.db.execute(sql`alter table doomed_objects rename to lost_objects`);
  await parts.queue.send(undefined, 'clean-up', {});
  while ((await parts.db.$count(verifications)) > 0);
  await parts.close();
  const failed = lines.map((line) => JSON.parse(line)).filter(({ job }) => job === 'clean-up');
  expect(failed).toMatchObject([
    { msg: 'a job failed', try: 1, err: { type: expect.any(String) } },
  ]);
});

it('says that films wait for long, as where no machine makes them', async () => {
  const lines: string[] = [];
  const parts = await open(lines);
  await addWaiting(parts.db, [9, 12, 34]);
  const expired = { id: randomUUID(), identifier: 'x', value: 'y', expiresAt: new Date(0) };
  await parts.db.insert(verifications).values(expired);
  await parts.queue.send(undefined, 'clean-up', {});
  while ((await parts.db.$count(verifications)) > 0);
  await parts.close();
  const told = { msg: 'films have been waiting for more than ten minutes', films: 2 };
  // Beside it may stand that no machine makes any.
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ ...told, oldestMinutes: 34 }),
  );
});

it('looks every three minutes whether any machine makes films', async () => {
  const lines: string[] = [];
  const parts = await open(lines);
  const { rows } = await parts.db.execute(
    sql`select cron from pgboss.schedule where name = 'watch-queue'`,
  );
  expect(rows).toEqual([{ cron: '*/3 * * * *' }]);
  await addWaiting(parts.db, [2]);
  await parts.queue.send(undefined, 'watch-queue', {});
  await vi.waitFor(() => expect(lines.join()).toContain('no machine makes any'), 30_000);
  await parts.close();
});

/** Films that were asked for so many minutes ago. */
async function addWaiting(db: OpenDatabase['db'], ages: readonly number[]): Promise<void> {
  const userId = randomUUID();
  await db.insert(users).values({ id: userId, name: 'x', email: 'x@test.example' });
  for (const minutes of ages) {
    const createdAt = new Date(Date.now() - minutes * 60_000);
    const render = { id: randomUUID(), userId, label: 0 as const, settings: {}, createdAt };
    await db.insert(renders).values({ ...render, state: 'queued', priority: 0 });
  }
}

it('refuses to run beside a process that keeps its files elsewhere', async () => {
  const first = await open();
  const beside = await open();
  const elsewhere = mkdtempSync(join(tmpdir(), 'moodreel-elsewhere-'));
  await accept(elsewhere);
  await expect(open([], { DATA_DIR: elsewhere })).rejects.toThrow(
    'Another process on this database keeps its files elsewhere',
  );
  await first.close();
  await beside.close();
  await (await open([], { DATA_DIR: elsewhere })).close();
  rmSync(elsewhere, { recursive: true });
});

/** `npm run admin -- accept-storage`, with the files of another folder. */
async function accept(folder: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: database.url });
  const asked = { action: 'accept-storage', email: '', passwordGiven: undefined };
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runAdminCommand(config, asked);
  expect(said.mock.lastCall?.[0]).toContain(`in the folder ${join(folder, 'files')} now`);
  said.mockRestore();
}

it('refuses to run where the files of its database are not, until it is told to', async () => {
  await (await open()).close();
  const elsewhere = mkdtempSync(join(tmpdir(), 'moodreel-elsewhere-'));
  const openThere = async () => await (await open([], { DATA_DIR: elsewhere })).close();
  // As where a volume is not mounted.
  await expect(openThere()).rejects.toThrow(
    `not in the folder ${join(elsewhere, 'files')}: it has no object installation/id`,
  );
  const other = await openTestDatabase();
  await (await open([], { DATA_DIR: elsewhere, DATABASE_URL: other.url })).close();
  await other.close();
  await expect(openThere()).rejects.toThrow('it belongs to another database');
  await accept(elsewhere);
  await openThere();
  await expect(open()).rejects.toThrow('The files of this database are not in');
  rmSync(elsewhere, { recursive: true });
});

it('takes the storage of a database that knows none yet for its own', async () => {
  await (await open()).close();
  await database.pool.query('truncate installation');
  const both = await Promise.all([open(), open()]);
  for (const parts of both) await parts.close();
});

it('does not wait for a process whose storage is slow, where the storage is known', async () => {
  await (await open()).close();
  const slow = await database.pool.connect();
  await slow.query('select pg_advisory_lock(7210459)');
  await (await open()).close();
  slow.release(true);
});

it('says so, and goes on, when it finds such a process as it connects anew', async () => {
  const lines: string[] = [];
  const parts = await open(lines);
  const other = await database.pool.connect();
  await other.query('select pg_advisory_lock_shared(7210458, 1)');
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'moodreel-notices' and datname = current_database()`,
  );
  await vi.waitFor(
    () => expect(lines.join()).toContain('Another process on this database keeps its files'),
    10_000,
  );
  other.release(true);
  await parts.close();
});

it('says that a server beside has another secret', async () => {
  const lines: string[] = [];
  const [one, other] = ['o', 'x'].map((letter) => ({ SECRET: letter.repeat(32) }));
  const first = await open(lines, one);
  await (await open(lines, one)).close();
  await (await open(lines)).close();
  expect(lines).toEqual([]);
  await (await open(lines, other)).close();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringContaining('another SECRET'),
  ]);
  await first.close();
});

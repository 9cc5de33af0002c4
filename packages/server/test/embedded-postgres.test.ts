import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { openFilmParts } from '../src/film-parts.ts';
import {
  canShareEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/postgres/embedded-postgres.ts';
import type { LaunchOptions } from '../src/platform/postgres/launch.ts';
import { findPostmaster } from '../src/platform/postgres/postmaster.ts';
import { makeReachableFolder } from './support/reachable-folder.ts';
import { readableLog } from './support/read-log.ts';

const STARTER = join(import.meta.dirname, 'support/start-postgres.ts');
const dataDirs: string[] = [];
const started: EmbeddedPostgres[] = [];
let dataDir: string;

/** A folder without a database. */
function newFolder(): string {
  const folder = makeReachableFolder('postgres');
  dataDirs.push(folder);
  return folder;
}

/** Starts it, or finds it; it is stopped after the test, and would be started again if it were not. */
async function start(options: LaunchOptions = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  started.push(server);
  return server;
}

/** Stops what still runs, whoever owned it. */
async function end(): Promise<void> {
  for (const server of started.splice(0)) await server.stop();
  const isRunning = findPostmaster(join(dataDir, 'postgres/cluster')) !== undefined;
  if (isRunning) await (await startEmbeddedPostgres({ dataDir })).stop();
}

// Making a cluster takes a second, and several on a busy machine: most tests go on with the one of those before.
beforeAll(() => {
  dataDir = newFolder();
});
afterEach(end);
afterAll(() => {
  for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database', { timeout: 180_000 }, () => {
  it('keeps what was written over a clean stop', async () => {
    dataDir = newFolder();
    const first = await start();
    expect(first.found).toBe('created');
    await query(first.url, 'create table notes (text text)');
    await query(first.url, "insert into notes values ('kept')");
    await first.stop();
    await expect(query(first.url, 'select 1')).rejects.toThrow();

    const second = await start();
    expect(second.found).toBe('started');
    expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  });

  it('lets nobody in without the password', async () => {
    const { url } = await start();
    const wrong = url.replace(/moodreel:[^@]+@/, 'moodreel:guess@');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('adopts the server of a killed process and stops it in the end', async () => {
    const child = spawn(process.execPath, [STARTER, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    await query(String(line).trim(), 'create table adopted (text text)');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const adopted = await start();
    expect(adopted.found).toBe('adopted');
    expect(await query(adopted.url, 'select count(*)::int as n from adopted')).toEqual([{ n: 0 }]);
    await adopted.stop();
    await expect(query(adopted.url, 'select 1')).rejects.toThrow();
  });

  it.each([
    ['a socket', false, 'over_socket'],
    ['a port, as on Windows', true, 'over_port'],
  ])('comes back at the same address, %s, when it was killed itself', async (_, tcp, table) => {
    const server = await start({ tcp });
    await query(server.url, `create table ${table} (text text)`);
    await query(server.url, `insert into ${table} values ('kept')`);
    process.kill(findPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0, 'SIGKILL');
    const read = () => query(server.url, `select text from ${table}`);
    await vi.waitFor(async () => expect(await read()).toEqual([{ text: 'kept' }]), 30_000);
    await server.stop();
    await expect(read()).rejects.toThrow();
  });

  it('that cannot be started again is told of in the log, sparingly and with the reason', async () => {
    const { log, lines } = readableLog();
    const films = await openFilmParts(readConfig({ DATA_DIR: dataDir, RENDER_WORKERS: '0' }), log);
    const cluster = join(dataDir, 'postgres/cluster');
    const settings = join(cluster, 'postgresql.auto.conf');
    const before = readFileSync(settings);
    writeFileSync(settings, 'no_such_setting = 1\n');
    process.kill(findPostmaster(cluster)?.pid ?? 0, 'SIGKILL');
    const logFile = join(dataDir, 'postgres/postgres.log');
    const sizeBefore = statSync(logFile).size;
    const countTries = () =>
      readFileSync(logFile).subarray(sizeBefore).toString().split('no_such_setting').length - 1;
    await vi.waitFor(() => expect(countTries()).toBeGreaterThan(2), 60_000);
    writeFileSync(settings, before);
    await vi.waitFor(() => films.opened.pool.query('select 1'), 60_000);
    const told = lines.filter(({ msg }) => msg.startsWith('the bundled database could not be'));
    const message = expect.stringContaining('no_such_setting');
    expect(told[0]).toMatchObject({ level: 'warn', err: { message } });
    expect(told.length).toBeLessThan(countTries());
    await films.drain(0);
    await films.close();
  });

  it('says of a start that failed what is wrong, and nothing of the runs before', async () => {
    await (await start()).stop();
    // A statement that failed is there with what somebody entered.
    appendFileSync(
      join(dataDir, 'postgres/postgres.log'),
      'DETAIL: Key (email)=(ada@test.example)\n',
    );
    const settings = join(dataDir, 'postgres/cluster/postgresql.auto.conf');
    const before = readFileSync(settings);
    writeFileSync(settings, 'no_such_setting = 1\n');
    const failed = String(await start().catch((error) => error));
    writeFileSync(settings, before);
    expect(failed).toContain('no_such_setting');
    expect(failed).not.toContain('ada@test.example');
  });

  it('starts although its number went to another program meanwhile', async () => {
    const server = await start();
    await server.stop();
    const file = join(dataDir, 'postgres/cluster/postmaster.pid');
    writeFileSync(file, `${process.pid}\n${dataDir}\n0\n5432\n\n\n`);
    const again = await start();
    expect(again.found).toBe('started');
  });

  it('is shared with the live process that owns it, and left running', async () => {
    const child = spawn(process.execPath, [STARTER, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(canShareEmbeddedPostgres(dataDir)).toBe(true);
    const shared = await start();
    expect(shared.found).toBe('shared');
    await shared.stop();
    expect(await query(String(line).trim(), 'select 1 as one')).toEqual([{ one: 1 }]);
    child.stdin.end();
    await once(child, 'exit');
    expect(canShareEmbeddedPostgres(dataDir)).toBe(false);
    await expect(query(shared.url, 'select 1')).rejects.toThrow();
  });

  it('is started again by who shares it when its owner ends, and is theirs then', async () => {
    const runOwner = async () => {
      const child = spawn(process.execPath, [STARTER, dataDir], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      return child;
    };
    const end = async (child: Awaited<ReturnType<typeof runOwner>>) => {
      child.stdin.end();
      await once(child, 'exit');
    };
    const owner = await runOwner();
    const shared = await start();
    expect(shared.found).toBe('shared');
    const read = () => query(shared.url, 'select 1 as one');
    await end(owner);
    await vi.waitFor(async () => expect(await read()).toEqual([{ one: 1 }]), 30_000);
    const lock = join(dataDir, 'postgres/start.lock');
    await vi.waitFor(() => expect(existsSync(lock)).toBe(false), 30_000);

    await end(await runOwner());
    expect(await read()).toEqual([{ one: 1 }]);
    await shared.stop();
    await expect(read()).rejects.toThrow();
  });

  it('is made and started once by several starts at the same moment', async () => {
    dataDir = newFolder();
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, [STARTER, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const urls = await Promise.all(
      children.map(async (child) => {
        const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
        return String(line).trim();
      }),
    );
    expect(new Set(urls).size).toBe(1);
    await query(urls[0] ?? '', 'select 1');
    for (const child of children) child.stdin.end();
    await Promise.all(children.map((child) => once(child, 'exit')));
  });
});

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { canReach } from './account.ts';
import { copyPostgresBinaries, findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { own, type PostgresHome } from './home.ts';
import {
  askOnce,
  findPostmaster,
  forgetForeignPostmaster,
  isAlive,
  isPostgres,
  type Postmaster,
} from './postmaster.ts';

export const SUPERUSER = 'moodreel';
const SOCKET_PORT = 5432;
const LOGIN_PAUSE_MS = 25;
/** Recovery after a crash replays the log, which on a slow disk takes its time. */
const LOGIN_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 30_000;
const LINGERING_TRIES = 40;
const LINGERING_PAUSE_MS = 250;
const LOG_LIMIT_BYTES = 4_000_000;
const NOT_STARTED = 'postgres_not_started';

/** What only a new server takes. */
export interface LaunchOptions {
  /** Server settings besides ours, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Listens on 127.0.0.1 instead of a unix socket; as it comes, on Windows. */
  readonly tcp?: boolean;
}

/** PostgreSQL's programs, where the account of the cluster can run them. */
export function reachableBinaries(home: PostgresHome): PostgresBinaries {
  const installed = findPostgresBinaries();
  const folders = [installed.root, join(installed.root, 'bin'), join(installed.root, 'lib')];
  if (folders.every((folder) => canReach(folder, home.account))) return installed;
  return copyPostgresBinaries(installed, makeFolder(home.binaries, home));
}

function makeFolder(folder: string, home: PostgresHome): string {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 });
  own(folder, home.account);
  return folder;
}

/**
 * Starts a server on the cluster, and answers the connection string of its maintenance database once it
 * lets us in. Rejects with the end of its log where it does not.
 */
export async function launch(
  home: PostgresHome,
  binaries: PostgresBinaries,
  options: LaunchOptions,
): Promise<string> {
  forgetForeignPostmaster(home.cluster);
  for (let triesLeft = LINGERING_TRIES; ; triesLeft -= 1) {
    try {
      return await launchOnce(home, binaries, options);
    } catch (error) {
      // The sessions of a server that was killed need a moment to notice and end.
      const lingering = String(error).includes('shared memory block');
      if (!lingering || triesLeft === 0) throw error;
      await delay(LINGERING_PAUSE_MS);
    }
  }
}

async function launchOnce(
  home: PostgresHome,
  binaries: PostgresBinaries,
  { settings: extra, tcp = process.platform === 'win32' }: LaunchOptions,
): Promise<string> {
  const settings: Record<string, string> = { max_connections: '200', ...extra };
  let port = SOCKET_PORT;
  if (tcp) {
    port = await choosePort(home.portFile);
    settings.listen_addresses = '127.0.0.1';
    settings.unix_socket_directories = '';
  } else {
    settings.listen_addresses = '';
    settings.unix_socket_directories = home.sockets;
    settings.unix_socket_permissions = '0700';
  }
  const args = ['-D', home.cluster, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const sizeBytes = statSync(home.log, { throwIfNoEntry: false })?.size ?? 0;
  const tooLong = sizeBytes > LOG_LIMIT_BYTES;
  const log = openSync(home.log, tooLong ? 'w' : 'a', 0o600);
  // Detached: Ctrl-C goes to the whole group, and the database must outlive our own goodbye.
  const child = spawn(binaries.postgres, args, {
    ...home.account,
    cwd: home.folder,
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  return await waitForLogin(home, child, tooLong ? 0 : sizeBytes);
}

async function waitForLogin(
  home: PostgresHome,
  child: ChildProcess,
  logStartBytes: number,
): Promise<string> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  const askProgram = askOnce();
  const giveUpAt = Date.now() + LOGIN_PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    const running = findPostmaster(home.cluster, askProgram);
    const url = running ? await tryLogin(home, running, 1) : undefined;
    if (url) return url;
    const ended = failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    if (ended) break;
    await delay(LOGIN_PAUSE_MS);
  }
  // What earlier runs wrote stays out: failed statements are there with what people entered.
  const said = readFileSync(home.log).subarray(logStartBytes).toString();
  const lines = said.trim().split('\n').slice(-8).join('\n');
  const reason = failure ?? `the end of ${home.log} says\n${lines}`;
  // The lines hold the time, so the code is by what the same trouble is known again.
  throw Object.assign(new Error(`PostgreSQL did not start: ${reason}`), { code: NOT_STARTED });
}

/** The connection string, if a login with the password and a query succeed. */
export async function tryLogin(
  home: PostgresHome,
  running: Postmaster,
  tries = 200,
): Promise<string | undefined> {
  for (let left = tries; left > 0 && isAlive(running.pid); left -= 1) {
    if (running.port > 0) {
      const url = connectionUrl(home, running);
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('select 1');
        return url;
      } catch (error) {
        // 28P01: a wrong password will not become right by waiting.
        if ((error as { code?: string }).code === '28P01') return undefined;
      } finally {
        await client.end().catch(() => {});
      }
    }
    if (left > 1) await delay(LOGIN_PAUSE_MS);
  }
  return undefined;
}

function connectionUrl(home: PostgresHome, { host, port }: Postmaster): string {
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${SUPERUSER}:${home.password}@/postgres?${query}`;
}

/** Ends the server cleanly, or, where that takes too long, as it comes. */
export async function stopPostmaster(home: PostgresHome, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const { pgCtl } = findPostgresBinaries();
    spawnSync(pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w']);
    return;
  }
  const askProgram = askOnce();
  // INT: refuse new sessions, end the open ones, write a checkpoint. QUIT: recovery does it later.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const giveUpAt = Date.now() + STOP_PATIENCE_MS;
    while (Date.now() < giveUpAt) {
      if (!isPostgres(pid, process.platform, askProgram)) return;
      await delay(LOGIN_PAUSE_MS);
    }
  }
}

/** PG* variables of the host would override what we say, and our secrets are not its business. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR, TZ } = process.env;
  return JSON.parse(JSON.stringify({ PATH, SystemRoot, TEMP, TMPDIR, TZ, LC_ALL: 'C' }));
}

/** The port of the last time, where whoever uses the database looks for it, unless it is taken. */
async function choosePort(file: string): Promise<number> {
  const former = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = await findPort(former).catch(() => findPort(0));
  writeFileSync(file, String(port));
  return port;
}

/** The wished port if nobody listens there, else throws; any free one for 0. */
async function findPort(wished: number): Promise<number> {
  const probe = createServer().listen(wished, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

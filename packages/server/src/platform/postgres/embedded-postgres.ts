import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { canReach } from './account.ts';
import { copyPostgresBinaries, findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { own, type PostgresHome, preparePostgresHome } from './home.ts';
import {
  askOnce,
  findPostmaster,
  forgetForeignPostmaster,
  isAlive,
  isPostgres,
  type Postmaster,
  processIdentity,
} from './postmaster.ts';
import { withStartLock } from './start-lock.ts';

const SUPERUSER = 'moodreel';
const DATABASE = 'moodreel';
const SOCKET_PORT = 5432;
const LOGIN_PAUSE_MS = 25;
/** Recovery after a crash replays the log, which on a slow disk takes its time. */
const LOGIN_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 30_000;
const LINGERING_TRIES = 40;
const LINGERING_PAUSE_MS = 250;
const WATCH_MS = 1_000;
const LOG_LIMIT_BYTES = 4_000_000;
const NOT_STARTED = 'postgres_not_started';

export interface EmbeddedPostgresOptions {
  /** The folder of all our data; the database lives in `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** Server settings besides ours, e.g. `{ fsync: 'off' }` for tests. Only a new server takes them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Listens on 127.0.0.1 instead of a unix socket; as it comes, on Windows. Only a new server does. */
  readonly tcp?: boolean;
  /** Hears of each try to start a lost server again that failed: about one a second. */
  readonly onRestartFailed?: ((error: unknown) => void) | undefined;
}

export interface EmbeddedPostgres {
  /** Connection string of the database; it holds the password, so never log it. */
  readonly url: string;
  /** The same server's maintenance database, to create and drop others from. */
  readonly adminUrl: string;
  /** How we came to it: made anew, started on existing data, or found running. */
  readonly found: 'created' | 'started' | 'adopted' | 'shared';
  /** Stops the server cleanly if this process owns it. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts (or finds) the PostgreSQL that npm installed. It listens on a unix socket in a private
 * folder (on Windows on 127.0.0.1) and asks for a generated password. A server left running by a
 * process that was killed is adopted; one that belongs to a live process is shared and left alone,
 * until that process ends: who shares it then starts it again and owns it.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const home = preparePostgresHome(options.dataDir);
  return await withStartLock(join(home.folder, 'start.lock'), () => findOrStart(home, options));
}

/** Whether another live process runs the embedded database of this folder, so that it can be shared. */
export function canShareEmbeddedPostgres(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'postgres'))) return false;
  const home = preparePostgresHome(dataDir);
  return findPostmaster(home.cluster) !== undefined && isOwnedByAnother(home);
}

async function findOrStart(
  home: PostgresHome,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const running = findPostmaster(home.cluster);
  if (running) {
    const shared = isOwnedByAnother(home);
    const url = await tryLogin(home, running);
    if (url) return await handle(home, url, shared ? 'shared' : 'adopted', options);
    // It runs and does not let us in: nobody can use it, so it gives way.
    await stopPostmaster(home, running.pid);
  }
  const binaries = reachableBinaries(home);
  const created = makeCluster(home, binaries);
  const adminUrl = await launch(home, binaries, options);
  return await handle(home, adminUrl, created ? 'created' : 'started', options);
}

async function handle(
  home: PostgresHome,
  adminUrl: string,
  found: EmbeddedPostgres['found'],
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await ensureDatabase(adminUrl);
  let owned = false;
  const takeOver = () => {
    owned = true;
    writeFileSync(home.ownerFile, processIdentity(process.pid) ?? '');
  };
  if (found !== 'shared') takeOver();
  let stopping: Promise<void> | undefined;
  // Who shares it watches, too: its owner may end first, and takes it along.
  const unwatch = keepRunning(home, options, takeOver);
  const stop = async () => {
    await unwatch();
    // Another process that started it again owns it since.
    if (!owned || isOwnedByAnother(home)) return;
    const running = findPostmaster(home.cluster);
    if (running) await stopPostmaster(home, running.pid);
  };
  return {
    url: adminUrl.replace('@/postgres?', `@/${DATABASE}?`),
    adminUrl,
    found,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Starts the server again when it is gone: killed (a system short of memory may) or stopped by the
 * process that owned it. Its address stays the same. Returns how to end the watch.
 */
function keepRunning(
  home: PostgresHome,
  options: EmbeddedPostgresOptions,
  onStarted: () => void,
): () => Promise<void> {
  let starting: Promise<unknown> | undefined;
  const askProgram = askOnce();
  const look = () => {
    if (starting || findPostmaster(home.cluster, askProgram)) return;
    const restart = async () => {
      if (findPostmaster(home.cluster)) return;
      await launch(home, reachableBinaries(home), options);
      onStarted();
    };
    starting = withStartLock(join(home.folder, 'start.lock'), restart)
      // The next look tries again.
      .catch((error: unknown) => options.onRestartFailed?.(error))
      .finally(() => {
        starting = undefined;
      });
  };
  const timer = setInterval(look, WATCH_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await starting;
  };
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function isOwnedByAnother(home: PostgresHome): boolean {
  if (!existsSync(home.ownerFile)) return false;
  const owner = readFileSync(home.ownerFile, 'utf8');
  const pid = Number(owner.split('@')[0]);
  return pid !== process.pid && pid > 0 && processIdentity(pid) === owner;
}

function reachableBinaries(home: PostgresHome): PostgresBinaries {
  const installed = findPostgresBinaries();
  const folders = [installed.root, join(installed.root, 'bin'), join(installed.root, 'lib')];
  if (folders.every((folder) => canReach(folder, home.account))) return installed;
  return copyPostgresBinaries(installed, makeFolder(home.binaries, home));
}

/** Runs initdb into a folder beside, then renames: a cluster is either whole or not there. */
function makeCluster(home: PostgresHome, binaries: PostgresBinaries): boolean {
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim();
    if (binaries.version.split('.')[0] === major) return false;
    throw new Error(
      `The database in ${home.cluster} was made by PostgreSQL ${major}; the bundled one is ` +
        `${binaries.version}. Make a backup with the former version of Moodreel, move that folder ` +
        'away, and restore the backup.',
    );
  }
  const workshop = mkdtempSync(join(home.folder, 'new-'));
  own(workshop, home.account);
  const passwordFile = join(workshop, 'password');
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  own(passwordFile, home.account);
  const cluster = join(workshop, 'cluster');
  const args = ['-D', cluster, '-U', SUPERUSER, '--auth=scram-sha-256', '--pwfile', passwordFile];
  // The built-in locale sorts and folds the same on every machine, whatever its C library.
  args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const done = spawnSync(binaries.initdb, args, {
    ...home.account,
    cwd: home.folder,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  try {
    if (done.status !== 0) {
      throw new Error(
        `PostgreSQL could not make its data folder: ${done.stderr || done.error?.message}`,
      );
    }
    renameSync(cluster, home.cluster);
    return true;
  } catch (error) {
    // Another start was quicker: its cluster serves us as well.
    if (existsSync(versionFile)) return false;
    throw error;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

async function launch(
  home: PostgresHome,
  binaries: PostgresBinaries,
  options: EmbeddedPostgresOptions,
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
  { settings: extra, tcp = process.platform === 'win32' }: EmbeddedPostgresOptions,
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
async function tryLogin(
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

async function stopPostmaster(home: PostgresHome, pid: number): Promise<void> {
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

function makeFolder(folder: string, home: PostgresHome): string {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 });
  own(folder, home.account);
  return folder;
}

/** PG* variables of the host would override what we say, and our secrets are not its business. */
function cleanEnvironment(): NodeJS.ProcessEnv {
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

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.ts';
import { own, type PostgresHome, preparePostgresHome } from './home.ts';
import { keepRunning, type WatchOptions } from './keep-running.ts';
import {
  cleanEnvironment,
  launch,
  reachableBinaries,
  SUPERUSER,
  stopPostmaster,
  tryLogin,
} from './launch.ts';
import { findPostmaster, processIdentity } from './postmaster.ts';
import { withStartLock } from './start-lock.ts';

const DATABASE = 'moodreel';

export interface EmbeddedPostgresOptions extends WatchOptions {
  /** The folder of all our data; the database lives in `<dataDir>/postgres`. */
  readonly dataDir: string;
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

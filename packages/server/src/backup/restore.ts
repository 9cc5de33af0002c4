import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { announceObjects } from '../files/doomed-objects.ts';
import { acceptStorage } from '../files/own-storage.ts';
import type { Database } from '../platform/database/database.ts';
import { assertKey, type Storage } from '../platform/storage/storage.ts';
import { BACKUP_FORMAT, type BackupManifest, type BackupObject } from './backup.ts';
import { CHECKSUMS, isVerified } from './checksums.ts';
import { listKeys, listTables, quoteName, readSchemaVersion } from './tables.ts';
import { type TarEntry, unpack } from './tar.ts';

const DOOMED = 'doomed_objects';
const DOOMED_LATER = 'doomed_later';

/** A sentence for the person at the terminal. */
export class RestoreRefused extends Error {}

export interface RestoreReport {
  readonly rows: number;
  readonly objects: number;
  readonly createdAt: string;
  /** Whether the backup has checksums, which were compared. */
  readonly verified: boolean;
}

/**
 * Brings database and files back to what a backup holds. The database changes in one transaction,
 * at the end, and has its objects in this storage from then on; those that only the former data knew
 * are entered for deletion. Throws
 * `RestoreRefused` when a server is running, when there is data and `replace` is false, or when
 * backup and program do not fit; a sentence when it is damaged, before anything is changed.
 */
export async function restore(
  pool: pg.Pool,
  storage: Storage,
  file: string,
  replace: boolean,
): Promise<RestoreReport> {
  const client = await pool.connect();
  try {
    await refuseIfServing(client);
    if (!replace) await refuseIfFull(client);
    const verified = await isVerified(createReadStream(file));
    await client.query('begin');
    const tables = await listTables(client);
    const former = new Set(await listKeys(client));
    // Other connections enter objects in this table until all are written, see `putObject`.
    await client.query(`create temp table ${DOOMED_LATER} (like ${DOOMED}) on commit drop`);
    const others = tables.filter((name) => name !== DOOMED);
    await client.query(`truncate ${others.map(quoteName).join(', ')}`);
    const put = (about: BackupObject, entry: TarEntry) =>
      putObject(drizzle(pool), storage, about, entry, former);
    const found = await unpackAll(client, file, tables, put);
    await mendLinks(client, [...found.keys]);
    await replaceDoomed(client, former, found.keys);
    // Jobs are not in the backup: the server enters them anew for renders in work.
    await client.query(`drop schema if exists pgboss cascade`);
    await acceptStorage(drizzle(client), storage);
    await client.query('commit');
    const { rows, keys, manifest } = found;
    return { rows, objects: keys.size, createdAt: manifest.createdAt, verified };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The backup's entries, and all objects that the former data knew and the backup does not: those of
 * its rows, and those that waited for their deletion.
 */
async function replaceDoomed(
  client: pg.ClientBase,
  former: ReadonlySet<string>,
  found: ReadonlySet<string>,
): Promise<void> {
  const waiting = await client.query<{ key: string }>(`select key from ${DOOMED}`);
  const known = new Set([...former, ...waiting.rows.map(({ key }) => key)]);
  await client.query(`truncate ${DOOMED}`);
  await client.query(`insert into ${DOOMED} select * from ${DOOMED_LATER}`);
  await client.query(
    `insert into ${DOOMED} (key, due_at) select unnest($1::text[]), now()
      on conflict (key) do nothing`,
    [[...known].filter((key) => !found.has(key))],
  );
}

async function refuseIfServing(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'moodreel-%'`,
  );
  if (rowCount) throw new RestoreRefused('Stop the server and its workers first.');
}

async function refuseIfFull(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from users');
  const accounts = rows[0]?.n ?? 0;
  if (accounts === 0) return;
  throw new RestoreRefused(
    `This installation has ${accounts} account(s), which would be replaced. If that is what you ` +
      'want, make a backup of it and add --replace.',
  );
}

async function unpackAll(
  client: pg.ClientBase,
  file: string,
  tables: readonly string[],
  put: (about: BackupObject, entry: TarEntry) => Promise<void>,
) {
  let manifest: BackupManifest | undefined;
  let about: BackupObject | undefined;
  let rows = 0;
  const keys = new Set<string>();
  for await (const entry of unpack(createReadStream(file))) {
    const [kind = '', ...rest] = entry.name.split('/');
    if (entry.name === 'manifest.json') {
      manifest = JSON.parse((await readEntry(entry)).toString()) as BackupManifest;
      await refuseIfOther(client, manifest);
    } else if (!manifest) {
      throw new RestoreRefused('This file is not a backup of Moodreel.');
    } else if (kind === 'database' && tables.includes(rest[0] ?? '')) {
      const table = rest[0] === DOOMED ? DOOMED_LATER : (rest[0] ?? '');
      rows += await insertRows(client, table, await readEntry(entry));
    } else if (kind === 'about') {
      about = JSON.parse((await readEntry(entry)).toString()) as BackupObject;
    } else if (kind === 'files' && about && about.key === rest.join('/')) {
      await put(about, entry);
      keys.add(about.key);
    } else if (entry.name === CHECKSUMS) {
      await readEntry(entry);
    } else {
      throw new RestoreRefused(`The backup holds something unknown: ${entry.name}`);
    }
  }
  if (!manifest) throw new RestoreRefused('This file is not a backup of Moodreel.');
  return { manifest, rows, keys };
}

async function refuseIfOther(client: pg.ClientBase, manifest: BackupManifest): Promise<void> {
  const here = await readSchemaVersion(client);
  if (manifest.format === BACKUP_FORMAT && manifest.schemaVersion === here) return;
  throw new RestoreRefused(
    'This backup was made by another version of Moodreel. Restore it with that version, then ' +
      'start the newer one, which brings the data up to date.',
  );
}

async function insertRows(client: pg.ClientBase, table: string, bytes: Buffer): Promise<number> {
  const lines = bytes.toString().trimEnd().split('\n');
  const name = quoteName(table);
  await client.query(
    `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
  return lines.length;
}

/**
 * Objects are never changed under their key: one that is there with this size is this one. What is
 * written goes again if the restore is broken off, unless a row of the `former` data has it.
 */
async function putObject(
  db: Database,
  storage: Storage,
  about: BackupObject,
  entry: TarEntry,
  former: ReadonlySet<string>,
): Promise<void> {
  assertKey(about.key);
  const file = join(tmpdir(), `moodreel-restore-${randomUUID()}`);
  try {
    await pipeline(entry.body, createWriteStream(file, { mode: 0o600 }));
    if ((await storage.head(about.key))?.sizeBytes === entry.sizeBytes) return;
    if (!former.has(about.key)) await announceObjects(db, [about.key], new Date());
    await storage.put(about.key, { file }, about);
  } finally {
    await rm(file, { force: true });
  }
}

/** What was deleted while the backup was written is listed in it without its objects. */
async function mendLinks(client: pg.ClientBase, keys: readonly string[]): Promise<void> {
  await client.query('delete from videos where film_key <> all($1::text[])', [keys]);
  await client.query(
    `update renders set film_key = null, poster_key = null where film_key <> all($1::text[])`,
    [keys],
  );
  // As where a video is deleted: a film that nothing keeps goes with the next clean-up.
  await client.query(
    `update renders set video_id = null, expires_at = now()
      where video_id is not null and not exists (select from videos where id = video_id)`,
  );
}

async function readEntry({ body }: TarEntry): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

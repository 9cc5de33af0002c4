import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { lacksMigrations, refuseNewer } from '../platform/database/migrate.ts';
import { ObjectMissing, type Storage } from '../platform/storage/storage.ts';
import { CHECKSUMS, Checksums } from './checksums.ts';
import { listKeys, listSizes, listTables, quoteName, readSchemaVersion } from './tables.ts';
import { packBytes, packFile, tarEnd } from './tar.ts';

export const BACKUP_FORMAT = 1;
const ROWS_A_PART = 1000;
const NOT_UP_TO_DATE =
  'The database is older than this version of Moodreel, and a backup does not change it. Make the ' +
  'backup with the version that runs on it; or start this version once, which brings the database ' +
  'up to date, and make the backup then.';

/** A sentence for the person at the terminal. */
export class BackupRefused extends Error {}

/** First file of a backup. */
export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly schemaVersion: string;
  readonly createdAt: string;
  /** Name of the file at its end that says what the others were; backups of earlier versions have none. */
  readonly checksums?: string;
}

/** What is said of an object besides its bytes. */
export interface BackupObject {
  readonly key: string;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface BackupReport {
  readonly rows: number;
  readonly objects: number;
  /** Objects that were deleted, by their rows' deletion, while the backup was written. */
  readonly deleted: number;
  /** Keys of objects that rows still name, and the storage does not have. The backup is without them. */
  readonly lost: readonly string[];
  /** Keys of films that are longer or shorter than they were made. The backup has them as they are. */
  readonly changed: readonly string[];
}

/**
 * Writes database and files into one tar, at one moment of the database; the server may go on.
 * The file appears under its name when it is complete, also where objects are lost. Throws `BackupRefused` where the database
 * lacks migrations: what runs on it is older, and this code names tables that it need not have.
 */
export async function backUp(pool: pg.Pool, storage: Storage, file: string): Promise<BackupReport> {
  const half = `${file}.part`;
  const found: Found = { rows: 0, objects: 0, missing: [], changed: [] };
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await refuseNewer(client);
    if (await lacksMigrations(client)) throw new BackupRefused(NOT_UP_TO_DATE);
    const blocks = Readable.from(packAll(client, storage, found), { objectMode: true });
    await pipeline(blocks, createWriteStream(half, { mode: 0o600 }));
    const handle = await open(half, 'r+');
    await handle.sync();
    await handle.close();
    await rename(half, file);
    // What the tables name now tells what was lost from what was deleted meanwhile.
    await client.query('rollback');
    const named = new Set(await listKeys(client));
    const { missing, ...rest } = found;
    const lost = missing.filter((key) => named.has(key));
    return { ...rest, lost, deleted: missing.length - lost.length };
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

type Found = { rows: number; objects: number; missing: string[]; changed: string[] };

async function* packAll(client: pg.ClientBase, storage: Storage, found: Found) {
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    schemaVersion: await readSchemaVersion(client),
    createdAt: new Date().toISOString(),
    checksums: CHECKSUMS,
  };
  const pack = packer();
  yield* pack.bytes('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const table of await listTables(client)) yield* packTable(client, table, pack, found);
  yield* packObjects(client, storage, pack, found);
  yield* pack.checksums();
  yield tarEnd();
}

/** Packs files and remembers what they are. */
function packer() {
  const sums = new Checksums();
  return {
    bytes: (name: string, bytes: Uint8Array) =>
      packFile(name, bytes.byteLength, sums.through(name, Readable.from([bytes]))),
    file: (name: string, sizeBytes: number, body: AsyncIterable<Uint8Array>) =>
      packFile(name, sizeBytes, sums.through(name, body)),
    checksums: () => packBytes(CHECKSUMS, Buffer.from(sums.toString())),
  };
}

type Packer = ReturnType<typeof packer>;

async function* packTable(client: pg.ClientBase, table: string, pack: Packer, found: Found) {
  await client.query(`declare rows no scroll cursor for
    select row_to_json(t)::text as row from ${quoteName(table)} t`);
  for (let part = 0; ; part += 1) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_A_PART} from rows`);
    if (rows.length === 0) break;
    found.rows += rows.length;
    const lines = rows.map(({ row }) => `${row}\n`).join('');
    yield* pack.bytes(`database/${table}/${part}.jsonl`, Buffer.from(lines));
  }
  await client.query('close rows');
}

async function* packObjects(client: pg.ClientBase, storage: Storage, pack: Packer, found: Found) {
  const sizes = await listSizes(client);
  for (const key of await listKeys(client)) {
    const info = await storage.head(key);
    const body = info && (await storage.read(key).catch(ignoreMissing));
    if (!info || !body) {
      found.missing.push(key);
      continue;
    }
    if (info.sizeBytes !== (sizes.get(key) ?? info.sizeBytes)) found.changed.push(key);
    const { contentType, metadata } = info;
    const about = { key, contentType, metadata } satisfies BackupObject;
    yield* pack.bytes(`about/${key}.json`, Buffer.from(JSON.stringify(about)));
    yield* pack.file(`files/${key}`, info.sizeBytes, body as AsyncIterable<Uint8Array>);
    found.objects += 1;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ObjectMissing) return undefined;
  throw error;
}

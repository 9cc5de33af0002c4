import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { makeStorageId, readStorageId } from '../platform/storage/storage-id.ts';
import { installation } from './schema.ts';

/** Any number that nothing else in this database locks on. */
const LOCK = 7_210_459;

/**
 * The id of the storage, which is the one that holds the objects of this database: the first that is
 * used is entered as such. Throws a sentence, naming the `place`, where it is another one: the server
 * would take all films for lost.
 */
export async function requireOwnStorage(
  db: Database,
  storage: Storage,
  place: string,
): Promise<string> {
  // Whoever finds both waits for nobody: a storage may take its time.
  let found = await readStorageId(storage);
  const own = (await readOwnId(db)) ?? (await enterFirst(db, storage));
  // It, or a first server beside this one, may have marked the storage since.
  if (found !== own) found = await readStorageId(storage);
  if (found !== own) throw new Error(notOwn(place, found === undefined));
  return own;
}

/** As above, for who only reads: a storage is fine as long as the database knows no other one. */
export async function refuseOtherStorage(
  db: Database,
  storage: Storage,
  place: string,
): Promise<void> {
  const { rows } = await db.execute(sql`select to_regclass('installation') is not null as known`);
  if (!rows[0]?.known) return;
  const own = await readOwnId(db);
  const found = await readStorageId(storage);
  if (own !== undefined && found !== own) throw new Error(notOwn(place, found === undefined));
}

/** From now on the database has its objects in this storage, whatever was before. */
export async function acceptStorage(db: Queryable, storage: Storage): Promise<void> {
  const storageId = (await readStorageId(storage)) ?? (await makeStorageId(storage));
  await db
    .insert(installation)
    .values({ storageId })
    .onConflictDoUpdate({ target: installation.isThis, set: { storageId } });
}

async function enterFirst(db: Database, storage: Storage): Promise<string> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const entered = await readOwnId(tx);
    if (entered !== undefined) return entered;
    await acceptStorage(tx, storage);
    return (await readOwnId(tx)) ?? '';
  });
}

async function readOwnId(db: Queryable): Promise<string | undefined> {
  const [row] = await db.select().from(installation);
  return row?.storageId;
}

const notOwn = (place: string, isUnmarked: boolean) =>
  `The files of this database are not in ${place}: ` +
  (isUnmarked
    ? 'it has no object installation/id. '
    : 'it belongs to another database, or to an older copy of this one. ') +
  'Is the volume mounted, and are STORAGE, DATA_DIR and S3_… right? If the files are lost, or were ' +
  'moved without that object, and the server shall go on with what is there: ' +
  'npm run admin -- accept-storage';

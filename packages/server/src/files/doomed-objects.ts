import { and, desc, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { doomedObjects } from './schema.ts';

/** How long an object may lie around that nothing refers to yet. */
const UNCLAIMED_MS = 3_600_000;
/** So long before its deletion an object counts as gone: the clean-up's clock may be ahead of ours. */
const MARGIN_MS = 300_000;
/** When an object is tried again that could not be deleted. */
const TRY_AGAIN_MS = 3_600_000;
const BATCH = 100;
/** In one statement: PostgreSQL takes 65,535 values, and an account may have more films than that. */
const MOST_ROWS = 1_000;

/** Call before writing objects: unless `claimObjects` follows, they are deleted in an hour. */
export async function announceObjects(db: Queryable, keys: readonly string[], now: Date) {
  await doomObjects(db, keys, new Date(now.getTime() + UNCLAIMED_MS));
}

/**
 * In the transaction that stores the keys in a row: the objects belong to it now. Throws when they
 * were announced so long ago that the clean-up may have them already.
 */
export async function claimObjects(
  tx: Queryable,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (await claimInTime(tx, keys, now)) return;
  throw new Error(`announced so long ago that they may be deleted now: ${keys.join(', ')}`);
}

/** `claimObjects` for who has an answer to that: false, and the objects must not be used. */
export async function claimInTime(
  tx: Queryable,
  keys: readonly string[],
  now: Date,
): Promise<boolean> {
  const soon = new Date(now.getTime() + MARGIN_MS);
  const claimed = await tx
    .delete(doomedObjects)
    .where(and(inArray(doomedObjects.key, [...keys]), gt(doomedObjects.dueAt, soon)))
    .returning({ key: doomedObjects.key });
  return claimed.length === keys.length;
}

/** In the transaction that takes the keys out of a row: deletes the objects when `dueAt` is past. */
export async function doomObjects(
  tx: Queryable,
  keys: readonly (string | null)[],
  dueAt: Date,
): Promise<void> {
  const rows = keys.filter((key) => key !== null).map((key) => ({ key, dueAt }));
  for (let at = 0; at < rows.length; at += MOST_ROWS) {
    await tx
      .insert(doomedObjects)
      .values(rows.slice(at, at + MOST_ROWS))
      .onConflictDoUpdate({ target: doomedObjects.key, set: { dueAt: sql`excluded.due_at` } });
  }
}

/** Has the doomed objects of a prefix deleted at `dueAt` that would be later; only those due within `span`. */
export async function hastenObjects(
  tx: Queryable,
  prefix: string,
  dueAt: Date,
  span?: { readonly after: Date; readonly before: Date },
): Promise<void> {
  await tx
    .update(doomedObjects)
    .set({ dueAt })
    .where(
      and(
        isBelow(prefix),
        gt(doomedObjects.dueAt, dueAt),
        span && gt(doomedObjects.dueAt, span.after),
        span && lt(doomedObjects.dueAt, span.before),
      ),
    );
}

/** The same for all but the `spared` ones that would be deleted last. */
export async function hastenAllBut(
  tx: Queryable,
  prefix: string,
  dueAt: Date,
  spared: number,
): Promise<void> {
  const later = await tx
    .select({ key: doomedObjects.key })
    .from(doomedObjects)
    .where(and(isBelow(prefix), gt(doomedObjects.dueAt, dueAt)))
    .orderBy(desc(doomedObjects.dueAt))
    .offset(spared);
  if (later.length === 0) return;
  const keys = later.map(({ key }) => key);
  // One that was claimed since is no row any more, and is left alone.
  await tx.update(doomedObjects).set({ dueAt }).where(inArray(doomedObjects.key, keys));
}

/** How many objects of a prefix are doomed and there yet. */
export async function countDoomed(db: Queryable, prefix: string): Promise<number> {
  return await db.$count(doomedObjects, isBelow(prefix));
}

/** Keys of the doomed objects below a prefix, or of those that are due. */
export async function listDoomed(
  db: Queryable,
  prefix: string,
  dueBy?: Date,
): Promise<readonly string[]> {
  const rows = await db
    .select({ key: doomedObjects.key })
    .from(doomedObjects)
    .where(and(isBelow(prefix), dueBy && lte(doomedObjects.dueAt, dueBy)))
    .orderBy(doomedObjects.key);
  return rows.map(({ key }) => key);
}

const isBelow = (prefix: string) => sql`starts_with(${doomedObjects.key}, ${prefix})`;

/** Deletes doomed objects right away; what fails is left to the next clean-up. */
export async function deleteObjects(
  db: Database,
  storage: Storage,
  keys: readonly (string | null)[],
): Promise<void> {
  const existing = keys.filter((key) => key !== null);
  try {
    await Promise.all(existing.map((key) => storage.delete(key)));
    await strikeOut(db, existing);
  } catch {
    // They stay in the table.
  }
}

/**
 * Deletes all objects that are due. Safe to run anywhere and at any time: what cannot be deleted is
 * logged and put off, so that it does not hold up the others.
 */
export async function deleteDueObjects(
  { db, storage, log }: { readonly db: Database; readonly storage: Storage; readonly log: Logger },
  now: Date,
): Promise<void> {
  for (;;) {
    const due = await db
      .select({ key: doomedObjects.key })
      .from(doomedObjects)
      .where(lte(doomedObjects.dueAt, now))
      .orderBy(doomedObjects.dueAt)
      .limit(BATCH);
    if (due.length === 0) return;
    const gone: string[] = [];
    const left: string[] = [];
    let reason: unknown;
    const deletions = due.map(async ({ key }) => {
      try {
        await storage.delete(key);
        gone.push(key);
      } catch (error) {
        left.push(key);
        reason = error;
      }
    });
    await Promise.all(deletions);
    await strikeOut(db, gone);
    if (left.length === 0) continue;
    const dueAt = new Date(now.getTime() + TRY_AGAIN_MS);
    await db.update(doomedObjects).set({ dueAt }).where(inArray(doomedObjects.key, left));
    const told = { objects: left.length, key: left[0], err: reason };
    log.warn(told, 'stored objects could not be deleted and are tried again in an hour');
    // The storage itself is away, most likely: the others need not wait an hour for it.
    if (gone.length === 0) return;
  }
}

async function strikeOut(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(doomedObjects).where(inArray(doomedObjects.key, [...keys]));
}

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import {
  claimInTime,
  countDoomed,
  deleteObjects,
  doomObjects,
  hastenAllBut,
  hastenObjects,
  listDoomed,
} from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import type { RenderParts } from './render-parts.ts';

const MINUTE_MS = 60_000;
/** When a picture is deleted of which no film was asked. */
const KEEP_MS = 20 * MINUTE_MS;
/** Longer than putting a picture away takes: what is younger may not be there yet. */
const YOUNG_MS = MINUTE_MS;
/** Between clocks of servers, and of calls that come at once: each was asked at a moment of its own. */
const CLOCKS_MS = MINUTE_MS;
/** Pictures of one user that films can be asked of at once, with those that others of their tabs put in. */
const MAX_KEPT = 4;
/** The same with those that are being deleted, which take up room for as long: a disk has an end. */
const MAX_THERE = 12;
/** A storage that is slower holds up the answer for longer than sending the picture again takes. */
const PATIENCE_MS = 5_000;

/** Only the user's own pictures can be named: the id of another user's leads nowhere. */
const prefixOf = (userId: string) => `uploads/${userId}/`;

/**
 * Keeps a picture that was looked at, so that a film can be asked of it without sending it again,
 * and deletes those that the user put in before. Of many at once the oldest go: the newest is the one
 * that a film is wanted of. Undefined where it cannot be kept, which is no harm, and where the account
 * was deleted while the picture was looked at.
 */
export async function keepUpload(
  { db, storage, now }: RenderParts,
  userId: string,
  picture: Uint8Array | { readonly file: string },
): Promise<string | undefined> {
  const prefix = prefixOf(userId);
  const moment = now().getTime();
  const soon = new Date(moment + YOUNG_MS);
  const young = new Date(moment + KEEP_MS - YOUNG_MS);
  // What is due soon may be young, and go because there were many: that takes its time, also where
  // the call that said so has the later clock.
  const after = new Date(soon.getTime() + CLOCKS_MS);
  await hastenObjects(db, prefix, new Date(moment), { after, before: young });
  // Nobody waits for that: what fails is left to the clean-up.
  void deleteObjects(db, storage, await listDoomed(db, prefix, new Date(moment)));
  const uploadId = randomUUID();
  const key = prefix + uploadId;
  // Under the lock under which an account is deleted: either that finds this picture, or there is
  // no account any more and the picture is not written.
  const mayBeKept = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await hasAccount(tx, userId))) return false;
    if ((await countDoomed(tx, prefix)) >= MAX_THERE) return false;
    await hastenAllBut(tx, prefix, soon, MAX_KEPT - 1);
    await doomObjects(tx, [key], new Date(moment + KEEP_MS));
    return true;
  });
  if (!mayBeKept) return undefined;
  const options = { contentType: 'application/octet-stream' };
  try {
    await storage.put(key, picture, options, AbortSignal.timeout(PATIENCE_MS));
  } catch {
    return undefined;
  }
  return uploadId;
}

async function hasAccount(tx: Queryable, userId: string): Promise<boolean> {
  return (await tx.$count(users, eq(users.id, userId))) > 0;
}

/**
 * In the transaction that enters a render: its picture is the one that was kept, whose key is
 * answered. Throws `upload_gone` for one that was used, is too old, or is not the user's.
 */
export async function claimUpload(
  tx: Transaction,
  userId: string,
  uploadId: string,
  now: Date,
): Promise<string> {
  const key = prefixOf(userId) + uploadId;
  if (!(await claimInTime(tx, [key], now))) throw new AppError('upload_gone');
  return key;
}

/** Keys of the pictures of a user that wait for a film; one of them may be gone already. */
export async function listUploads(db: Queryable, userId: string): Promise<readonly string[]> {
  return await listDoomed(db, prefixOf(userId));
}

/** Has all kept pictures of a user deleted, those too that are just being put away. */
export async function forgetUploads(tx: Queryable, userId: string, now: Date): Promise<void> {
  await hastenObjects(tx, prefixOf(userId), new Date(now.getTime() + YOUNG_MS));
}

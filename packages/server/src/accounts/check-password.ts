import { eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import { countUse, giveBackUse } from '../http/rate-limit.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { isStillHashOf, verifyPasswordOf } from './passwords.ts';
import { users } from './schema.ts';

/**
 * The hash of who is signed in, if it is that of the password. Wrong ones are counted, so that a stolen
 * session cannot guess it: throws `too_many_requests`. It counts before it looks, so that many tries at
 * once are no way around, and takes a right one back. What is left is a bound on how often it may
 * be asked at all, as each answer takes a core for a while.
 */
export async function verifyOwnPassword(
  db: Database,
  userId: string,
  password: string,
): Promise<string | undefined> {
  await countUse(db, 'passwordAsked', userId);
  await countUse(db, 'passwordCheck', userId);
  const hash = await verifyPasswordOf(db, userId, password);
  if (hash !== undefined) await giveBackUse(db, 'passwordCheck', userId);
  return hash;
}

/**
 * Throws `wrong_password`, `user_not_found`, and `too_many_requests` to who guesses. Answers the hash
 * that was right.
 */
export async function requirePassword(
  db: Database,
  userId: string,
  password: string,
): Promise<string> {
  const hash = await verifyOwnPassword(db, userId, password);
  return hash ?? (await refuse(db, userId));
}

/**
 * Throws `wrong_password` where another password was set since `verifiedHash` was found right, and
 * `user_not_found`; nobody was asked for one where there is none. Within a transaction no other is set
 * before its end.
 */
export async function requireStillRight(
  db: Queryable,
  userId: string,
  verifiedHash: string | undefined,
): Promise<void> {
  const isStillRight =
    verifiedHash === undefined || (await isStillHashOf(db, userId, verifiedHash, 'no key update'));
  if (!isStillRight) await refuse(db, userId);
}

/** An account that was deleted meanwhile has no password, and the one that was sent is not to blame. */
async function refuse(db: Queryable, userId: string): Promise<never> {
  if ((await db.$count(users, eq(users.id, userId))) === 0) throw new AppError('user_not_found');
  throw new AppError('wrong_password', undefined, {
    fields: { currentPassword: 'The current password is not correct.' },
  });
}

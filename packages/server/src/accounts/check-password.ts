import { countUse, giveBackUse } from '../http/rate-limit.ts';
import type { Database } from '../platform/database/database.ts';
import { isPasswordOf } from './passwords.ts';

/**
 * Whether it is the password of who is signed in. Wrong ones are counted, so that a stolen session
 * cannot guess it: throws `too_many_requests`. It counts before it looks, so that many tries at
 * once are no way around, and takes a right one back. What is left is a bound on how often it may
 * be asked at all, as each answer takes a core for a while.
 */
export async function isRightPassword(
  db: Database,
  userId: string,
  password: string,
): Promise<boolean> {
  await countUse(db, 'passwordAsked', userId);
  await countUse(db, 'passwordCheck', userId);
  const isRight = await isPasswordOf(db, userId, password);
  if (isRight) await giveBackUse(db, 'passwordCheck', userId);
  return isRight;
}

import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { endResetLinks } from './reset-links.ts';
import { credentials } from './schema.ts';

export { hashPassword };

/** Row of `credentials` that holds a password. */
export function passwordRow(id: string, userId: string, hash: string) {
  return { id, accountId: userId, providerId: 'credential', userId, password: hash };
}

const passwordOf = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'));

/**
 * The user's hash if it is that of the password. An unknown user costs the same time and is never
 * right.
 */
export async function verifyPasswordOf(
  db: Queryable,
  userId: string,
  password: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(passwordOf(userId));
  if (!row?.hash) {
    await hashPassword(password);
    return undefined;
  }
  return (await verifyPassword({ hash: row.hash, password })) ? row.hash : undefined;
}

/**
 * Whether a hash that was verified is still the user's. To verify takes long, and meanwhile another
 * password may have been set. One that is just being set is waited for, and within a transaction none
 * is set before its end.
 */
export async function isStillHashOf(
  db: Queryable,
  userId: string,
  hash: string,
  lock: 'share' | 'no key update',
): Promise<boolean> {
  const [row] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(passwordOf(userId))
    .for(lock);
  return row?.hash === hash;
}

/**
 * Replaces the password of a user; links that would have replaced the old one end. It takes the
 * hash, which takes long to compute: a transaction that did would keep its connection from others.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx
    .update(credentials)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(passwordOf(userId));
  await endResetLinks(tx, userId);
}

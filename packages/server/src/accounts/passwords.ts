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

/** Whether it is the user's password. An unknown user costs the same time and is never right. */
export async function isPasswordOf(
  db: Queryable,
  userId: string,
  password: string,
): Promise<boolean> {
  const [row] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')));
  if (!row?.hash) {
    await hashPassword(password);
    return false;
  }
  return await verifyPassword({ hash: row.hash, password });
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
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')));
  await endResetLinks(tx, userId);
}

import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import { countUse } from '../http/rate-limit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { emailChangedMail, passwordChangedMail } from '../mail/texts.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { setPassword } from './passwords.ts';
import { endResetLinks } from './reset-links.ts';
import { sessions, users } from './schema.ts';

export interface CredentialChange {
  readonly userId: string;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The session that stays when the password changes; all others end. */
  readonly keepSessionId?: string | undefined;
}

/**
 * Counts a change of e-mail before it happens, whatever becomes of it: the new address gets a mail
 * in our name and may be anybody's. It counts for the account, for where it is asked from (there
 * may be many accounts), and among the mails with links that one address is sent. Throws
 * `too_many_requests`.
 */
export async function countEmailChange(
  db: Database,
  change: { readonly userId: string; readonly network: string; readonly email: string },
): Promise<void> {
  await countUse(db, 'changeEmail', change.userId);
  await countUse(db, 'changeEmail', change.network);
  await countUse(db, 'linkMail', change.email);
}

/**
 * Changes e-mail and password of an account together or not at all, and tells the old address if
 * it was confirmed. Links for a new password that were sent before end.
 * Throws `user_not_found` and `email_in_use`. Whoever calls has checked the right to do it.
 */
export async function changeCredentials(db: Database, change: CredentialChange): Promise<void> {
  await db.transaction((tx) => changeCredentialsIn(tx, change));
}

export async function changeCredentialsIn(
  tx: Transaction,
  { userId, email, password, keepSessionId }: CredentialChange,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw new AppError('user_not_found');
  const newEmail = email === user.email ? undefined : email;
  if (newEmail !== undefined) {
    await setEmail(tx, userId, newEmail);
    await endResetLinks(tx, userId);
    // One that was not confirmed may be a stranger's, who has nothing to do with the account.
    if (user.isConfirmed) await queueMail(tx, emailChangedMail(user.email, newEmail));
  }
  if (password !== undefined) {
    await setPassword(tx, userId, password);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, keepSessionId ?? '')));
    const isToldSo = user.isConfirmed && newEmail === undefined;
    if (isToldSo) await queueMail(tx, passwordChangedMail(user.email));
  }
}

async function setEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (taken) throw new AppError('email_in_use');
  const name = email.slice(0, email.lastIndexOf('@'));
  try {
    await tx
      .update(users)
      .set({ email, name, emailVerified: false, updatedAt: new Date() })
      .where(eq(users.id, userId));
  } catch (error) {
    // Somebody took the address between the two statements: the unique index decides.
    if (isUniqueViolation(error)) throw new AppError('email_in_use');
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23505';
}

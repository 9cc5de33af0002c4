import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import { countUse } from '../http/rate-limit.ts';
import type { Mail } from '../mail/mail.ts';
import { dropLinks, queueMail } from '../mail/mail-queue.ts';
import { emailChangedMail, passwordChangedMail } from '../mail/texts.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { requireStillRight } from './check-password.ts';
import { requireFreeEmail } from './create-user.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { endResetLinks } from './reset-links.ts';
import { sessions, users } from './schema.ts';

// What PostgreSQL calls them.
const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';

export interface CredentialChange {
  readonly userId: string;
  /** The hash that the present password was found right for; an admin is asked for none. */
  readonly verifiedHash?: string | undefined;
  readonly email?: string | undefined;
  /** Asks the new address whether it is right; an admin's change asks nothing. */
  readonly confirmation?: Mail | undefined;
  readonly password?: string | undefined;
  /** The session that stays when the password changes; all others end. */
  readonly keepSessionId?: string | undefined;
}

/** A change whose password was hashed before the transaction began. */
export type HashedChange = Omit<CredentialChange, 'password'> & {
  readonly passwordHash: string | undefined;
};

/**
 * Counts a change of e-mail before it happens, whatever becomes of it: the new address gets a mail
 * in our name and may be anybody's. It counts for the account, for where it is asked from (there
 * may be many accounts), and among the mails with links that one address is sent. Where the address
 * has an account no mail will be sent, and its owner's count is left alone. Throws
 * `too_many_requests` and `email_in_use`.
 */
export async function countEmailChange(
  db: Database,
  change: { readonly userId: string; readonly network: string; readonly email: string },
): Promise<void> {
  await countUse(db, 'changeEmail', change.userId);
  await countUse(db, 'changeEmail', change.network);
  await requireFreeEmail(db, change.email);
  await countUse(db, 'linkMail', change.email);
}

/**
 * Changes e-mail and password of an account together or not at all, and tells the old address if
 * it was confirmed. Links for a new password that were sent before end.
 * Throws `user_not_found`, `email_in_use`, `wrong_password` where another one was set since it was
 * verified, and `conflict` while another change of the account is under way. Whoever calls has
 * checked the right to do it.
 */
export async function changeCredentials(
  db: Database,
  { password, ...change }: CredentialChange,
): Promise<void> {
  const passwordHash = await hashIfGiven(password);
  await db.transaction((tx) => changeCredentialsIn(tx, { ...change, passwordHash }));
}

/** Takes a core for a while: to be called before the transaction, which holds a connection. */
export async function hashIfGiven(password: string | undefined): Promise<string | undefined> {
  return password === undefined ? undefined : await hashPassword(password);
}

/** The same in a transaction of the caller's, with the password as its hash. Throws the same. */
export async function changeCredentialsIn(
  tx: Transaction,
  { userId, verifiedHash, email, confirmation, passwordHash, keepSessionId }: HashedChange,
): Promise<void> {
  const user = await lockAccount(tx, userId);
  if (!user) throw new AppError('user_not_found');
  // Else who knows the old password could still replace the one that was set against him just now.
  await requireStillRight(tx, userId, verifiedHash);
  const newEmail = email === user.email ? undefined : email;
  if (newEmail !== undefined) {
    await endResetLinks(tx, userId);
    await dropLinks(tx, user.email, 'verification');
    await setEmail(tx, userId, newEmail);
    // One that was not confirmed may be a stranger's, who has nothing to do with the account.
    if (user.isConfirmed) await queueMail(tx, emailChangedMail(user.email, newEmail));
    if (confirmation) await queueMail(tx, confirmation);
  }
  if (passwordHash !== undefined) {
    await setPassword(tx, userId, passwordHash);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, keepSessionId ?? '')));
    const isToldSo = user.isConfirmed && newEmail === undefined;
    if (isToldSo) await queueMail(tx, passwordChangedMail(user.email));
  }
}

/**
 * One account changes once at a time, and nobody waits for that: whoever waited would hold a
 * connection, and many changes of one account would hold all of them. Throws `conflict` instead.
 */
export async function lockAccount(tx: Transaction, userId: string) {
  try {
    const [user] = await tx
      .select({ email: users.email, isConfirmed: users.emailVerified })
      .from(users)
      .where(eq(users.id, userId))
      // Not `update`: new sessions and films refer to the row, and are no change of it.
      .for('no key update', { noWait: true });
    return user;
  } catch (error) {
    throw sqlStateOf(error) === LOCK_NOT_AVAILABLE ? new AppError('conflict') : error;
  }
}

async function setEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  await requireFreeEmail(tx, email);
  const name = email.slice(0, email.lastIndexOf('@'));
  try {
    await tx
      .update(users)
      .set({ email, name, emailVerified: false, updatedAt: new Date() })
      .where(eq(users.id, userId));
  } catch (error) {
    // Somebody took the address between the two statements: the unique index decides.
    throw sqlStateOf(error) === UNIQUE_VIOLATION ? new AppError('email_in_use') : error;
  }
}

function sqlStateOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}

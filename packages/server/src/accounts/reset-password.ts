import { eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { passwordChangedMail } from '../mail/texts.ts';
import type { Database } from '../platform/database/database.ts';
import { type Auth, findResetLink } from './auth.ts';
import { lockAccount } from './change-credentials.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { sessions, verifications } from './schema.ts';

/**
 * Sets the password that was chosen by a link from a mail, and ends all sessions. That and the link
 * itself change together or not at all: what fails can be tried again by the same link, and leaves
 * nobody signed in beside the new password. Throws `invalid_link`, and `conflict` while another change
 * of the account is under way.
 */
export async function resetPassword(
  { auth, db }: { readonly auth: Auth; readonly db: Database },
  token: string,
  newPassword: string,
): Promise<void> {
  // Looked at first, so that one that is made up costs no hash.
  const link = await findResetLink(auth, token);
  if (!link) throw new AppError('invalid_link');
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const user = await lockAccount(tx, link.userId);
    const used = await tx.delete(verifications).where(eq(verifications.id, link.id)).returning();
    // Used meanwhile, or ended with a change of e-mail or password.
    if (!user || used.length === 0) throw new AppError('invalid_link');
    await setPassword(tx, link.userId, passwordHash);
    await tx.delete(sessions).where(eq(sessions.userId, link.userId));
    // Whoever has the link has read a mail to this address.
    await queueMail(tx, passwordChangedMail(user.email));
  });
}

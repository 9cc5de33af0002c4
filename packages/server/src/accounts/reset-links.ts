import { eq } from 'drizzle-orm';
import { dropLinks } from '../mail/mail-queue.ts';
import type { Queryable } from '../platform/database/database.ts';
import { users, verifications } from './schema.ts';

/**
 * Ends the links for a new password that were sent to a user, and those that wait to be sent. Call it
 * wherever the password changes, before the e-mail does, or the account goes: who reads an old mail must
 * not get it back, and hears so at once.
 */
export async function endResetLinks(tx: Queryable, userId: string): Promise<void> {
  // better-auth keeps the user's id as the value of such a link.
  await tx.delete(verifications).where(eq(verifications.value, userId));
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (user) await dropLinks(tx, user.email, 'passwordReset');
}

import { eq } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import { verifications } from './schema.ts';

/**
 * Ends the links for a new password that were sent to a user. Call it wherever e-mail or password
 * change, or the account goes: who reads an old mail must not get it back, and hears so at once.
 */
export async function endResetLinks(tx: Queryable, userId: string): Promise<void> {
  // better-auth keeps the user's id as the value of such a link.
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

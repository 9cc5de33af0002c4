import { eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import { dropMails } from '../mail/mail-queue.ts';
import type { Payments } from '../payments/payments.ts';
import type { Database } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import { requireStillRight } from './check-password.ts';
import { endResetLinks } from './reset-links.ts';
import { users } from './schema.ts';
import type { UserData } from './user-data.ts';

export interface DeleteAccountParts {
  readonly db: Database;
  readonly payments: Payments;
  readonly userData: Pick<UserData, 'forgetUser'>;
}

/**
 * Deletes an account and everything that belongs to it. Payments end first: if the provider
 * cannot be reached nothing is deleted, so that nobody goes on paying for an account that is gone.
 * Throws `wrong_password` where another one was set since `verifiedHash` was found right; an admin is
 * asked for none. Throws `conflict` where somebody set out to pay since payments began to end.
 */
export async function deleteAccount(
  parts: DeleteAccountParts,
  userId: string,
  verifiedHash?: string,
): Promise<void> {
  // Once before payments end, which cannot be taken back, and once where nothing can come between.
  await requireStillRight(parts.db, userId, verifiedHash);
  const turns = { checkouts: paymentCustomers.checkouts };
  const isPayer = eq(paymentCustomers.userId, userId);
  const [before] = await parts.db.select(turns).from(paymentCustomers).where(isPayer);
  await parts.payments.endNow(userId);
  await parts.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await parts.userData.forgetUser(tx, userId);
    // The account before its password, as who changes them does: else each could wait for the other.
    // Held so that whoever enters a customer waits, and finds no account then.
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (!user) throw new AppError('user_not_found');
    await requireStillRight(tx, userId, verifiedHash);
    const [now] = await tx.select(turns).from(paymentCustomers).where(isPayer).for('update');
    if (now?.checkouts !== before?.checkouts) throw new AppError('conflict');
    await endResetLinks(tx, userId);
    await dropMails(tx, user.email);
    await tx.delete(users).where(eq(users.id, userId));
  });
}

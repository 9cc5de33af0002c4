import { eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Payments } from '../payments/payments.ts';
import type { Database } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
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
 */
export async function deleteAccount(parts: DeleteAccountParts, userId: string): Promise<void> {
  await parts.payments.endNow(userId);
  await parts.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await parts.userData.forgetUser(tx, userId);
    const gone = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
    if (gone.length === 0) throw new AppError('user_not_found');
  });
}

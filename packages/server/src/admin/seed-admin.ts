import { eq } from 'drizzle-orm';
import { insertUser } from '../accounts/create-user.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { users } from '../accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';

/**
 * Makes the first admin from the configuration. Does nothing once any admin exists, so that
 * changing the variables later can neither make a second one nor reset a password.
 */
export async function seedAdmin(
  db: Database,
  admin: { readonly email: string; readonly password: string },
  now: Date,
): Promise<'made' | 'exists'> {
  if (await hasAdmin(db)) return 'exists';
  const { email, password } = admin;
  const passwordHash = await hashPassword(password);
  return await db.transaction(async (tx) => {
    // Several servers may start at the same moment.
    await lockUser(tx, 'first-admin');
    if (await hasAdmin(tx)) return 'exists';
    try {
      await insertUser(tx, { email, passwordHash, role: 'admin', now });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'email_in_use')) throw error;
      throw new Error(
        `ADMIN_EMAIL ${email} belongs to an ordinary account. Choose another address.`,
      );
    }
    return 'made';
  });
}

async function hasAdmin(db: Queryable): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'admin'))
    .limit(1);
  return found.length > 0;
}

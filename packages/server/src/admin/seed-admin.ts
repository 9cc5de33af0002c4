import { eq } from 'drizzle-orm';
import { createUser } from '../accounts/create-user.ts';
import { users } from '../accounts/schema.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Makes the first admin from the configuration. Does nothing once any admin exists, so that
 * changing the variables later can neither make a second one nor reset a password.
 */
export async function seedAdmin(
  db: Database,
  admin: { readonly email: string; readonly password: string },
  now: Date,
): Promise<'made' | 'exists'> {
  return await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, 'admin'))
      .limit(1);
    if (known) return 'exists';
    await createUser(tx, { ...admin, role: 'admin', now });
    return 'made';
  });
}

import { queueMail } from '../mail/mail-queue.ts';
import type { Database } from '../platform/database/database.ts';
import { type Auth, makeVerificationMail } from './auth.ts';
import { insertUser } from './create-user.ts';
import { hashPassword } from './passwords.ts';

export interface SignUpParts {
  readonly auth: Auth;
  readonly db: Database;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/**
 * Makes an account whose role is user, together with the mail that asks to confirm its address.
 * Throws `email_in_use`. What takes long is done first: the transaction only writes.
 * @returns the hash of the password
 */
export async function makeOwnAccount(
  { auth, db, publicUrl, now }: SignUpParts,
  email: string,
  password: string,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const mail = await makeVerificationMail(auth, publicUrl, email);
  await db.transaction(async (tx) => {
    await insertUser(tx, { email, passwordHash, role: 'user', now: now() });
    await queueMail(tx, mail);
  });
  return passwordHash;
}

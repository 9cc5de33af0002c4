import { countUse } from '../http/rate-limit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import type { Database } from '../platform/database/database.ts';
import { type Auth, makeVerificationMail } from './auth.ts';
import { insertUser, requireFreeEmail } from './create-user.ts';
import { hashPassword } from './passwords.ts';
import type { UserData } from './user-data.ts';

export interface SignUpParts {
  readonly auth: Auth;
  readonly db: Database;
  readonly publicUrl: string;
  readonly userData: Pick<UserData, 'takeOverSpent'>;
  readonly now: () => Date;
}

/**
 * Makes an account whose role is user, together with the mail that asks to confirm its address, which
 * is counted among the mails with links that one address is sent: accounts can be deleted and made
 * anew. Throws `email_in_use` and `too_many_requests`. What takes long is done first: the transaction
 * only writes.
 * @returns the hash of the password
 */
export async function makeOwnAccount(
  { auth, db, publicUrl, userData, now }: SignUpParts,
  email: string,
  password: string,
): Promise<string> {
  // Where no mail will be sent nothing is counted, or strangers could use up what is the owner's.
  await requireFreeEmail(db, email);
  await countUse(db, 'linkMail', email);
  const passwordHash = await hashPassword(password);
  const mail = await makeVerificationMail(auth, publicUrl, email);
  await db.transaction(async (tx) => {
    const id = await insertUser(tx, { email, passwordHash, role: 'user', now: now() });
    await userData.takeOverSpent(tx, id, email);
    await queueMail(tx, mail);
  });
  return passwordHash;
}

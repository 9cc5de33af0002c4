import type { Role } from '@moodreel/contract';
import { makeSignature } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { createAuth, makeVerificationMail } from '../../src/accounts/auth.ts';
import { insertUser } from '../../src/accounts/create-user.ts';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { users } from '../../src/accounts/schema.ts';
import { queueMail } from '../../src/mail/mail-queue.ts';
import type { Database } from '../../src/platform/database/database.ts';

export const PASSWORD = 'correct horse';

interface NewAccount {
  readonly email: string;
  readonly role: Role;
  readonly now: Date;
  /** As the session tells it. */
  readonly address: string;
}

/** As the link in the mail to it does. */
export async function confirmEmail(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
}

/** Made at the first need: hashes cost a fifth of a second each, and all accounts can have one. */
let passwordHash: Promise<string> | undefined;

/**
 * Makes accounts with sessions beside a server, whose password is PASSWORD: all that signing up
 * does, but it computes no hash.
 */
export function accountMaker(parts: {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
}): (account: NewAccount) => Promise<{ readonly id: string; readonly cookie: [string, string] }> {
  const { db, publicUrl, secret } = parts;
  const auth = createAuth({
    ...parts,
    log: pino({ level: 'silent' }),
    onEmailConfirmed: async () => {},
  });
  return async ({ address: ipAddress, ...account }) => {
    passwordHash ??= hashPassword(PASSWORD);
    const user = { ...account, passwordHash: await passwordHash };
    const mail = await makeVerificationMail(auth, publicUrl, user.email);
    const id = await db.transaction(async (tx) => {
      const made = await insertUser(tx, user);
      if (user.role === 'user') await queueMail(tx, mail);
      return made;
    });
    const { internalAdapter, authCookies } = await auth.$context;
    const session = { ipAddress, userAgent: 'node' };
    const { token } = await internalAdapter.createSession(id, false, session);
    const signed = `${token}.${await makeSignature(token, secret)}`;
    return { id, cookie: [authCookies.sessionToken.name, encodeURIComponent(signed)] };
  };
}

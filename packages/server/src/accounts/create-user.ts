import { randomUUID } from 'node:crypto';
import type { Role } from '@moodreel/contract';
import { AppError } from '../http/app-error.ts';
import type { Transaction } from '../platform/database/database.ts';
import { hashPassword, passwordRow } from './passwords.ts';
import { credentials, users } from './schema.ts';

interface UserFields {
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  readonly now: Date;
}

export interface NewUser extends UserFields {
  readonly password: string;
}

/** Makes an account in the caller's transaction and answers its id. Throws `email_in_use`. */
export async function createUser(
  tx: Transaction,
  { password, ...fields }: NewUser,
): Promise<string> {
  return await insertUser(tx, { ...fields, passwordHash: await hashPassword(password) });
}

/** `createUser` with a password that is hashed already. */
export async function insertUser(
  tx: Transaction,
  user: UserFields & { readonly passwordHash: string },
): Promise<string> {
  const { email, passwordHash, role, now } = user;
  const id = randomUUID();
  const made = await tx
    .insert(users)
    .values({
      id,
      email,
      role,
      name: email.slice(0, email.lastIndexOf('@')),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made.length === 0) throw new AppError('email_in_use');
  await tx.insert(credentials).values(passwordRow(randomUUID(), id, passwordHash));
  return id;
}

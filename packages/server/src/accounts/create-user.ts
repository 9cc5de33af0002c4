import { randomUUID } from 'node:crypto';
import type { Role } from '@moodreel/contract';
import { AppError } from '../http/app-error.ts';
import type { Transaction } from '../platform/database/database.ts';
import { hashPassword, passwordRow } from './passwords.ts';
import { credentials, users } from './schema.ts';

export interface NewUser {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly now: Date;
}

/** Makes an account in the caller's transaction and answers its id. Throws `email_in_use`. */
export async function createUser(tx: Transaction, user: NewUser): Promise<string> {
  const { email, password, role, now } = user;
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
  await tx.insert(credentials).values(passwordRow(randomUUID(), id, await hashPassword(password)));
  return id;
}

import { randomUUID } from 'node:crypto';
import type { Role } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
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

/** Throws `email_in_use` where an address has an account. In the end the unique index decides. */
export async function requireFreeEmail(db: Queryable, email: string): Promise<void> {
  if ((await db.$count(users, eq(users.email, email))) > 0) throw new AppError('email_in_use');
}

/** Makes an account and answers its id. Throws `email_in_use`. */
export async function createUser(db: Database, { password, ...fields }: NewUser): Promise<string> {
  const passwordHash = await hashPassword(password);
  return await db.transaction((tx) => insertUser(tx, { ...fields, passwordHash }));
}

/** `createUser` in the caller's transaction, with a password that was hashed before it began. */
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { verifyPassword } from 'better-auth/crypto';

/** A password and the hash that has just been made of it. */
export interface FreshPassword {
  readonly password: string;
  readonly hash: string;
}

/** That of the account which a call has made, and which it signs in next. */
const fresh = new AsyncLocalStorage<FreshPassword>();

/** Runs what would verify a password that has just been hashed: it is not hashed a second time. */
export async function withFreshPassword<T>(pair: FreshPassword, run: () => Promise<T>): Promise<T> {
  return await fresh.run(pair, run);
}

/** Whether a hash is that of a password. */
export async function checkPassword({ password, hash }: FreshPassword): Promise<boolean> {
  const known = fresh.getStore();
  if (known?.password === password && known.hash === hash) return true;
  return await verifyPassword({ password, hash });
}

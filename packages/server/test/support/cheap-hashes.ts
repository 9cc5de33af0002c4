import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A thousandth of what a hash costs. */
const CHEAP = { N: 16 };

type Done = (error: Error | null, key: Buffer) => void;
const { scrypt } = crypto;

function scryptCheaply(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
): void {
  scrypt(password, salt, length, { ...options, ...CHEAP }, done);
}

// Hashes of passwords are made to cost a core a quarter of a second, which was half the time of all tests of
// accounts. They stay what they are but for that. A process whose hashes another one is to know, made by this
// or not, has to be of the same kind: programs that tests start import this, too.
if (scrypt.name !== scryptCheaply.name) {
  crypto.scrypt = scryptCheaply as typeof scrypt;
  syncBuiltinESMExports();
}

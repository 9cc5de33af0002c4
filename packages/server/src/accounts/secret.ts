import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_SECRET_LENGTH } from '../config/settings.ts';
import { makeFileOnce } from '../platform/make-file-once.ts';

/**
 * The key that signs cookies and links, made at the first start and kept in the data folder. Throws a
 * sentence that says what to do where the file holds no such key.
 */
export function readOrMakeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  // Where another process starts at the same moment and is quicker, its secret is ours.
  makeFileOnce(file, randomBytes(32).toString('base64url'), 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  // With none at all the library would sign with a key that everybody knows.
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new Error(
      `The secret in ${file} has fewer than ${MIN_SECRET_LENGTH} characters: a full disk or a crash may have cut it. ` +
        'Put the former one back, or delete the file: the next start makes another, and everybody signs in anew.',
    );
  }
  return secret;
}

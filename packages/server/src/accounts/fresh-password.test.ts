import { hashPassword } from 'better-auth/crypto';
import { describe, expect, it } from 'vitest';
import { checkPassword, withFreshPassword } from './fresh-password.ts';

describe('checkPassword', () => {
  it('knows a password by its hash', async () => {
    const hash = await hashPassword('secret-enough');
    expect(await checkPassword({ password: 'secret-enough', hash })).toBe(true);
    expect(await checkPassword({ password: 'secret-enougH', hash })).toBe(false);
  });

  it('does not hash again what was hashed just now, and knows nothing else by that', async () => {
    // Of no password at all: who hashes finds that out.
    const made = { password: 'secret-enough', hash: `${'0'.repeat(32)}:${'0'.repeat(128)}` };
    const other = await hashPassword('another-one');
    expect(await checkPassword(made)).toBe(false);
    await withFreshPassword(made, async () => {
      expect(await checkPassword(made)).toBe(true);
      expect(await checkPassword({ ...made, password: 'another-one' })).toBe(false);
      expect(await checkPassword({ password: made.password, hash: other })).toBe(false);
    });
    expect(await checkPassword(made)).toBe(false);
  });
});

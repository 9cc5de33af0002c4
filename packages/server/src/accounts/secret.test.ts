import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrMakeSecret } from './secret.ts';

let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'moodreel-secret-'));
  file = join(dataDir, 'secret');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('the secret is made once, for its owner only, and nothing is left beside it', () => {
  const secret = readOrMakeSecret(dataDir);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readOrMakeSecret(dataDir)).toBe(secret);
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(['secret']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'cut-in-the-middle'])('a file with %j in it is refused', (text) => {
  writeFileSync(file, text);
  expect(() => readOrMakeSecret(dataDir)).toThrow(`The secret in ${file} has fewer than 32`);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preparePostgresHome } from './home.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'moodreel-home-'));
});
afterEach(() => {
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

test('the password is made once, kept, and nothing else is left beside it', () => {
  const { password } = preparePostgresHome(dataDir);
  expect(password).toMatch(/^[\w-]{32}$/);
  expect(preparePostgresHome(dataDir).password).toBe(password);
  const home = realpathSync(join(dataDir, 'postgres'));
  expect(readFileSync(join(home, 'password'), 'utf8')).toBe(password);
  expect(readdirSync(home).filter((name) => name.startsWith('password'))).toEqual(['password']);
});

test.skipIf(process.platform === 'win32')(
  'where the folder that is linked to is gone, the start says so and makes no new database',
  () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'moodreel-elsewhere-'));
    symlinkSync(elsewhere, join(dataDir, 'postgres'));
    rmSync(elsewhere, { recursive: true });
    expect(() => preparePostgresHome(dataDir)).toThrow(`The database lies in ${elsewhere}`);
    mkdirSync(elsewhere);
    expect(preparePostgresHome(dataDir).folder).toBe(realpathSync(elsewhere));
  },
);

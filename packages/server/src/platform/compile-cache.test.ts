import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MODULE = pathToFileURL(join(import.meta.dirname, 'compile-cache.ts')).href;
/** Where it keeps what it compiles, and where the processes that it starts would. */
const PROGRAM = `
  import { getCompileCacheDir } from 'node:module';
  console.log(JSON.stringify({ own: getCompileCacheDir(), told: process.env.NODE_COMPILE_CACHE }));
`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-compiled-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(environment: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', MODULE, '--input-type=module', '--eval', PROGRAM],
    { env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' },
  );
  return { status, stderr, ...(JSON.parse(stdout) as { own?: string; told?: string }) };
}

test('what is compiled is kept in the checkout, beside what its set-up keeps, by child processes too', () => {
  const kept = join(import.meta.dirname, '../../../../node_modules/.moodreel/compiled');
  const { own, told } = run({});
  expect(told).toBe(kept);
  expect(own?.startsWith(kept)).toBe(true);
});

test('a folder that the environment names is used instead', () => {
  const named = join(folder, 'named');
  const { own, told } = run({ NODE_COMPILE_CACHE: named });
  expect(told).toBe(named);
  expect(own?.startsWith(named)).toBe(true);
  expect(readdirSync(named, { recursive: true }).length).toBeGreaterThan(1);
});

test('a folder that cannot be written keeps no program from running', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(run({ NODE_COMPILE_CACHE: file })).toEqual({ status: 0, stderr: '', told: file });
});

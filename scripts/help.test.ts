import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const { PATH, NODE_COMPILE_CACHE } = process.env;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-help-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one of package.json's commands as npm does, called from the empty folder. */
function run(command: string, words: readonly string[]) {
  const [, ...program] = scripts[command]?.split(' ') ?? [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, DATA_DIR: folder },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, made: readdirSync(folder) };
}

const COMMANDS = 'start test worker admin backup restore animate sheet golden bench'.split(' ');

test.each(COMMANDS)('%s --help says how it is used and does nothing', (command) => {
  for (const word of ['--help', '-h']) {
    const said = run(command, [word]);
    expect(said).toMatchObject({ status: 0, stderr: '', made: [] });
    expect(said.stdout).toContain('Usage:');
    expect(said.stdout).toContain(command);
  }
});

test.each([
  'start --hlep',
  'test --hlep',
  'test packages/engine',
  'worker --hlep',
  'admin create --hlep',
  'admin list more',
  'backup --hlep',
  'backup file --replace',
  'restore --replace',
  'bench --hlep',
])('%s is not understood', (line) => {
  const [command = '', ...words] = line.split(' ');
  const said = run(command, words);
  expect(said).toMatchObject({ status: 2, stdout: '', made: [] });
  expect(said.stderr).toContain('Usage:');
});

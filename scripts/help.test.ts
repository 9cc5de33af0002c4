import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs one of package.json's commands as npm does, called from an empty folder. */
async function run(command: string, words: readonly string[]) {
  const [, ...program] = scripts[command]?.split(' ') ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-help-'));
  try {
    const child = spawn(process.execPath, [...program, ...words], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[status], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, stderr, made: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Beside each other: this file is among the last, when other cores have nothing to do any more.
const COMMANDS = 'start test worker admin backup restore animate sheet golden bench'.split(' ');

test.concurrent.each(COMMANDS)(
  '%s --help says how it is used and does nothing',
  async (command) => {
    for (const word of ['--help', '-h']) {
      const said = await run(command, [word]);
      expect(said).toMatchObject({ status: 0, stderr: '', made: [] });
      expect(said.stdout).toContain('Usage:');
      expect(said.stdout).toContain(command);
    }
  },
);

test.concurrent.each([
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
])('%s is not understood', async (line) => {
  const [command = '', ...words] = line.split(' ');
  const said = await run(command, words);
  expect(said).toMatchObject({ status: 2, stdout: '', made: [] });
  expect(said.stderr).toContain('Usage:');
});

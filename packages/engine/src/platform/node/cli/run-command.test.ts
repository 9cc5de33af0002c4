import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explain } from './run-command.ts';

test('a folder where a file should go is told by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moodreel-command-'));
  try {
    const part = join(folder, 'film.mp4.part');
    const path = join(folder, 'film.mp4');
    await writeFile(part, '');
    await mkdir(path);
    const failure: unknown = await rename(part, path).catch((error: unknown) => error);
    expect(explain(failure)).toBe(`A file is needed, and ${path} is a folder.`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what is wrong with a path is told in one line that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moodreel-command-'));
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const below = join(file, 'below');
    const failureOf = (doing: Promise<unknown>) => doing.catch((error: unknown) => error);
    expect(explain(await failureOf(mkdir(file)))).toBe(
      `A folder is needed, and ${file} is a file.`,
    );
    expect(explain(await failureOf(mkdir(below)))).toBe(
      `${below} cannot be used: not a directory.`,
    );
    expect(explain(await failureOf(rm(join(folder, 'none'))))).toMatch(/^There is no file .*none$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what FFmpeg and sharp cannot write is told in one line', () => {
  for (const message of [
    'open /films/x.mp4.part: Permission denied',
    '/films/x.jpg: unable to open for write\nsystem error: Permission denied',
  ]) {
    expect(explain(new Error(message))).toBe('What was made cannot be written: permission denied.');
  }
});

test('the stack is kept of what should not happen', () => {
  expect(explain(new Error('sendFrame: Invalid argument'))).toMatch(/^Error: sendFrame.*\n +at /);
});

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

import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { judgeOutFiles } from './out-file.ts';

let folder: string;
let picture: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-out-'));
  picture = join(folder, 'face.png');
  await writeFile(picture, 'a picture');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const judge = (...paths: readonly [string, string?]) =>
  judgeOutFiles(
    paths.flatMap((path, i) => (path ? [{ option: ['out', 'poster'][i]!, path }] : [])),
    [picture],
  );

describe('judgeOutFiles', () => {
  it('lets files go where nothing is, and over older films', async () => {
    const film = join(folder, 'film.mp4');
    await writeFile(film, 'an older film');
    await judge(film, join(folder, 'film.jpg'));
    await judge(join(folder, 'nowhere', 'film.mp4'));
  });

  it('refuses a folder', async () => {
    const path = join(folder, 'films');
    await mkdir(path);
    await expect(judge(path)).rejects.toThrow(
      new UsageError(`--out needs a file, and ${path} is a folder.`),
    );
  });

  it('refuses what is read, by whatever name', async () => {
    const hard = join(folder, 'hard.png');
    const soft = join(folder, 'soft.png');
    await link(picture, hard);
    await symlink(picture, soft);
    for (const path of [picture, hard, soft]) {
      await expect(judge(path)).rejects.toThrow(
        `--out would write over ${path}, which is to be read.`,
      );
      await expect(judge(join(folder, 'new.mp4'), path)).rejects.toThrow(
        `--poster would write over ${path}`,
      );
    }
  });

  it('refuses two files of one name, which is new or not', async () => {
    const path = join(folder, 'x.mp4');
    const message = `--out and --poster are the same file, ${path}.`;
    await expect(judge(path, path)).rejects.toThrow(message);
    await writeFile(path, '');
    await expect(judge(path, path)).rejects.toThrow(message);
  });

  // The places of sockets on Windows are not files.
  it.skipIf(process.platform === 'win32')('refuses what is no ordinary file', async () => {
    const path = join(folder, 'socket');
    const server = await new Promise<Server>((resolve) => {
      const listening = createServer().listen(path, () => resolve(listening));
    });
    try {
      await expect(judge(path)).rejects.toThrow(/--out needs a file, and .*socket is a device/);
    } finally {
      server.close();
    }
  });
});

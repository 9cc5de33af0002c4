import { chmod, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { judgeOutFiles, makeFolderOf } from './out-file.ts';

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

  it('refuses what would be in a file, not in a folder', async () => {
    for (const path of [join(picture, 'film.mp4'), join(picture, 'films', 'film.mp4')]) {
      await expect(judge(path)).rejects.toThrow(
        new UsageError(`--out needs a folder to be in, and ${picture} is a file.`),
      );
    }
  });

  // Nothing is protected from root.
  it.skipIf(process.getuid?.() === 0)('refuses what may not be written', async () => {
    const film = join(folder, 'protected', 'film.mp4');
    await makeFolderOf(film);
    await writeFile(film, '');
    await chmod(film, 0o400);
    await expect(judge(film)).rejects.toThrow(`--out would write over ${film}, which is protected`);
    await chmod(dirname(film), 0o500);
    await expect(judge(join(dirname(film), 'new', 'film.mp4'))).rejects.toThrow(
      `--out needs a folder to be in, and ${dirname(film)} is protected.`,
    );
    await chmod(dirname(film), 0o700);
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

describe('makeFolderOf', () => {
  it('makes the folders that are missing', async () => {
    const path = join(folder, 'a', 'b', 'film.mp4');
    await Promise.all([makeFolderOf(path), makeFolderOf(path)]);
    expect((await stat(dirname(path))).isDirectory()).toBe(true);
    expect(await stat(path).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ENOENT');
  });

  it.runIf(process.platform === 'linux')('comes to an end where none can be made', async () => {
    await expect(makeFolderOf('/proc/films/new/film.mp4')).rejects.toThrow('ENOENT');
  });
});

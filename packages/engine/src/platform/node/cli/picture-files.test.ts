import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { listPictures } from './picture-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-pictures-'));
  await mkdir(join(folder, 'faces.png'));
  await mkdir(join(folder, 'empty'));
  for (const name of ['b.JPG', 'a.jfif', 'notes.txt', 'plain']) {
    await writeFile(join(folder, 'faces.png', name), '');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const list = async (...names: string[]) => {
  const pictures = await listPictures(names.map((name) => join(folder, name)));
  return pictures.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'));
};

describe('listPictures', () => {
  it('takes the pictures of a folder, whatever its name, in order', async () => {
    expect(await list('faces.png')).toEqual(['faces.png/a.jfif', 'faces.png/b.JPG']);
  });

  it('takes every file that is named', async () => {
    expect(await list('faces.png/plain', 'empty', 'faces.png/b.JPG')).toEqual([
      'faces.png/plain',
      'faces.png/b.JPG',
    ]);
  });

  it.each([
    ['none.png', /There is no picture or folder .*none\.png/],
    ['empty', /There are no pictures in .*empty/],
  ])('says what is wrong with %s', async (name, message) => {
    await expect(list(name)).rejects.toThrow(UsageError);
    await expect(list(name)).rejects.toThrow(message);
  });
});

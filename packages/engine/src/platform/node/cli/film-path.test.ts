import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userPath } from './arguments.ts';
import { filmPath } from './film-path.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-film-path-'));
  await mkdir(join(folder, 'films.v2'));
  await mkdir(join(folder, 'films'));
  await writeFile(join(folder, 'older.mp4'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const film = { picture: 'pictures/ann.b.png', emotion: 2, extension: '.mp4' } as const;
const place = async (out: string, isOneOfSeveral: boolean) => {
  const path = await filmPath(`${folder}/${out}`, { ...film, isOneOfSeveral });
  return path.slice(folder.length + 1).replaceAll('\\', '/');
};

describe('filmPath', () => {
  it.each([false, true])(
    'has a name of its own where the user is (several: %s)',
    async (several) => {
      const path = await filmPath(undefined, { ...film, isOneOfSeveral: several });
      expect(path).toBe(userPath('ann.b-sad.mp4'));
    },
  );

  it.each([
    ['new.mp4', 'new.mp4', 'new-sad.mp4'],
    ['older.mp4', 'older.mp4', 'older-sad.mp4'],
    ['a/new', 'a/new', 'a/new/ann.b-sad.mp4'],
    ['films', 'films/ann.b-sad.mp4', 'films/ann.b-sad.mp4'],
    ['films.v2', 'films.v2/ann.b-sad.mp4', 'films.v2/ann.b-sad.mp4'],
    ['new.v3/', 'new.v3/ann.b-sad.mp4', 'new.v3/ann.b-sad.mp4'],
  ])('goes with --out %s to %s, as one of several to %s', async (out, alone, amongOthers) => {
    expect(await place(out, false)).toBe(alone);
    expect(await place(out, true)).toBe(amongOthers);
  });
});

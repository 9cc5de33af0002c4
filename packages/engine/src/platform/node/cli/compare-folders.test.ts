import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeContactSheet } from '../contact-sheet.ts';
import { comparePairs, listPairs } from './compare-folders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-compare-'));
  const paint = (name: string, red: number, width = 80) =>
    sharp({ create: { width, height: 70, channels: 3, background: { r: red, g: 50, b: 50 } } })
      .png()
      .toFile(join(folder, name));
  await mkdir(join(folder, 'before'));
  await mkdir(join(folder, 'after'));
  await paint('before/same.png', 90);
  await paint('after/same.png', 100);
  await paint('before/larger.png', 90);
  await paint('after/larger.png', 90, 100);
  await paint('before/gone.png', 90);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compareFolders = async (before: string, after: string) =>
  comparePairs(await listPairs(join(folder, before), join(folder, after)));

describe('comparePairs', () => {
  it('shows pictures of one name side by side, and by how much they differ', async () => {
    const rows = await compareFolders('before', 'after');
    expect(rows.map(({ label }) => label)).toEqual(['larger.png', 'same.png']);
    const [larger, same] = rows;
    expect(larger!.tiles.map(({ label }) => label)).toEqual(['before', 'after']);
    expect(same!.tiles).toHaveLength(3);
    // Ten levels of red, four times, around grey.
    expect([...same!.tiles[2]!.picture.rgba.subarray(0, 4)]).toEqual([168, 128, 128, 255]);
  });

  it('compares every format that is read', async () => {
    const names = ['a.avif', 'b.gif', 'c.jfif', 'd.tiff'];
    for (const from of ['old', 'new']) {
      await mkdir(join(folder, from));
      for (const name of names) {
        const format = name === 'c.jfif' ? 'jpeg' : (name.slice(2) as 'avif' | 'gif' | 'tiff');
        await sharp({ create: { width: 80, height: 70, channels: 3, background: '#a44' } })
          .toFormat(format)
          .toFile(join(folder, from, name));
      }
    }
    const rows = await compareFolders('old', 'new');
    expect(rows.map(({ label, tiles }) => [label, tiles.length])).toEqual(
      names.map((name) => [name, 3]),
    );
  });

  it('shows the others where one cannot be read, and says which and why', async () => {
    for (const from of ['whole', 'part']) {
      await mkdir(join(folder, from));
      await copyFile(join(folder, 'before', 'same.png'), join(folder, from, 'b.png'));
    }
    await writeFile(join(folder, 'whole', 'a.png'), 'no picture');
    await copyFile(join(folder, 'before', 'same.png'), join(folder, 'part', 'a.png'));
    const rows = await compareFolders('whole', 'part');
    expect(rows).toMatchObject([
      {
        label: 'whole/a.png',
        tiles: [],
        problem: expect.stringContaining('This file is not a picture'),
      },
      { label: 'b.png', tiles: { length: 3 } },
    ]);
  });

  it('refuses folders that share no picture', async () => {
    await mkdir(join(folder, 'empty'));
    await expect(compareFolders('before', 'empty')).rejects.toThrow(/no pictures of the same name/);
  });
});

describe('writeContactSheet', () => {
  it('puts tiles in columns and leaves the labels out when told', async () => {
    const rows = await compareFolders('before', 'after');
    const path = join(folder, 'sheet.png');
    const heights: number[] = [];
    for (const labels of [true, false]) {
      await writeContactSheet(path, rows, { labels, columnPx: 120 });
      const { width, height } = await sharp(path).metadata();
      expect(width).toBe(6 + 3 * 126);
      heights.push(height);
    }
    expect(heights[0]).toBeGreaterThan(heights[1]!);
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray(3 * (y * info.width + x)).subarray(0, 3),
    ];
    const lastRow = info.height - 40;
    expect(at(60, lastRow)).toEqual([90, 50, 50]);
    expect(at(60 + 126, lastRow)).toEqual([100, 50, 50]);
    expect(at(60 + 252, lastRow)).toEqual([168, 128, 128]);
  });
});

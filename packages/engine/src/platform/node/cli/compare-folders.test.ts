import { mkdir, mkdtemp, rm } from 'node:fs/promises';
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

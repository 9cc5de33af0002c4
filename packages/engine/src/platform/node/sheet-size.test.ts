import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';
import { largestSheetSize, sheetProblem } from './sheet-size.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-sheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const look = { labels: true, columnPx: 40 };
/** As high as tiles can be, with parts of the same shape as those of faces. */
const picture = { rgba: new Uint8Array(4 * 100 * 200).fill(90), widthPx: 100, heightPx: 200 };
const zooms = [
  { xPx: 10, yPx: 10, widthPx: 69, heightPx: 31.5 },
  { xPx: 10, yPx: 60, widthPx: 54, heightPx: 39 },
];
const rowsOf = (count: number, columns: number): SheetRow[] =>
  Array.from({ length: count }, () => ({
    label: 'row',
    tiles: Array.from({ length: columns }, () => ({ label: 'tile', picture, zooms })),
  }));

describe('largestSheetSize', () => {
  it('is what a sheet has whose tiles are as high as they can be', async () => {
    const path = join(folder, 'sheet.png');
    for (const labels of [true, false]) {
      await writeContactSheet(path, rowsOf(3, 4), { ...look, labels });
      const { width, height } = await sharp(path).metadata();
      const size = largestSheetSize({ rows: 3, columns: 4, hasZooms: true }, { ...look, labels });
      expect(size.widthPx).toBe(width);
      expect(size.heightPx).toBeGreaterThanOrEqual(height);
      // Parts are rounded, not always up.
      expect(size.heightPx).toBeLessThanOrEqual(height + 3 * 2);
    }
  });
});

describe('sheetProblem', () => {
  const small = { widthPx: 500, heightPx: 500 };
  it('is none where the format holds the sheet', () => {
    for (const name of ['s.png', 's.jpg', 's.JPEG', 's.webp']) {
      expect(sheetProblem(name, small)).toBeUndefined();
    }
    expect(sheetProblem('s.png', { widthPx: 500, heightPx: 90_000 })).toBeUndefined();
  });

  it('names the formats that there are', () => {
    for (const name of ['s.bmp', 's']) {
      expect(sheetProblem(name, small)).toBe(
        `A sheet is a PNG, JPEG or WebP file (.png, .jpg, .webp), which ${name} is not.`,
      );
    }
  });

  it('says so where a sheet is too large, which is not written then', async () => {
    const row = { label: 'x'.repeat(2000), tiles: [] };
    const problem = /can come to 172\d\d × \d+ pixels, and a WebP file holds 16383 a side/;
    await expect(writeContactSheet(join(folder, 's.webp'), [row], look)).rejects.toMatchObject({
      code: 'bad_settings',
      message: problem,
    });
    expect(await readdir(folder)).not.toContain('s.webp');
  });
});

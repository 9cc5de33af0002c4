import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as heic from '../../../test/support/heic-file.ts';
import { isMadeOfMore } from './coded-parts.ts';
import { decodePicture } from './decode-picture.ts';

const MAX_PIXELS = 1_000_000;
const data = new Uint8Array(8);
const small = { type: 'av01', data, hidden: true, properties: [heic.ispe(100, 100)] };
const full = { ...small, properties: [heic.ispe(1000, 1000)] };
const huge = { ...small, properties: [heic.ispe(1000, 1001)] };
const alpha = (item: heic.HeicItem) => ({ ...item, references: [{ type: 'auxl', to: [1] }] });

/** A picture of 100 × 100 that shows a part of these items. */
const derived = (type: string, ...to: number[]): heic.HeicItem => ({
  ...small,
  type,
  references: [{ type: 'dimg', to }],
});
const check = (...items: heic.HeicItem[]) => isMadeOfMore(heic.writeHeic(items), MAX_PIXELS);

describe('a picture is made of more than its size tells', () => {
  test.each([
    ['with a tile that is too large', [derived('grid', 2), huge]],
    ['with many tiles', [derived('grid', 2, 2, 2, 2), full]],
    [
      'with many tiles that are derived themselves',
      [derived('grid', 2, 2, 2, 2), derived('iden', 3), full],
    ],
    ['with an alpha that is too large', [small, alpha(huge)]],
    [
      'with a tile whose alpha is too large',
      [derived('grid', 2), small, { ...huge, references: [{ type: 'auxl', to: [2] }] }],
    ],
    [
      'with several sizes',
      [{ ...small, properties: [heic.ispe(100, 100), heic.ispe(1000, 1001)] }],
    ],
    ['of itself', [derived('iden', 2), derived('iden', 1)]],
  ])('%s', (_, items) => {
    expect(check(...items)).toBe(true);
  });

  test('by any of the boxes that a decoder may choose', () => {
    const [good, bad] = [heic.writeHeic([small]), heic.writeHeic([huge])];
    expect(isMadeOfMore(good, MAX_PIXELS)).toBe(false);
    expect(isMadeOfMore(Buffer.concat([good, heic.findBox(bad, 'meta')]), MAX_PIXELS)).toBe(true);
  });

  test('where its boxes are broken', () => {
    const file = heic.writeHeic([derived('grid', 2), small]);
    heic.findBox(file, 'ipma').set([0xff], 12);
    expect(isMadeOfMore(file, MAX_PIXELS)).toBe(true);
  });
});

test.each([
  ['of full size with an alpha', [full, alpha(full)]],
  ['of tiles', [{ ...derived('grid', 2, 2, 2), properties: [heic.ispe(1000, 1000)] }, full]],
  ['with a thumbnail', [small, { ...small, references: [{ type: 'thmb', to: [1] }] }]],
  ['beside another that is too large', [small, huge]],
])('a picture is none of these %s', (_, items) => {
  expect(check(...items)).toBe(false);
});

test('what hangs on behind the last box makes no picture more', () => {
  const trailer = new Uint8Array(20).fill(0xff);
  expect(isMadeOfMore(Buffer.concat([heic.writeHeic([small]), trailer]), MAX_PIXELS)).toBe(false);
});

test('an AVIF that hides many tiles behind a small picture is refused before they are decoded', async () => {
  const create = { width: 800, height: 800, channels: 3, background: '#888' } as const;
  const tile = new Uint8Array(await sharp({ create }).avif({ effort: 0 }).toBuffer());
  const lay = (rows: number) => {
    const to = Array.from({ length: rows * rows }, () => 2);
    const grid = {
      ...derived('grid', ...to),
      hidden: false,
      data: heic.gridData(rows, rows, 100, 100),
    };
    const properties = [heic.findBox(tile, 'av1C'), heic.ispe(800, 800)];
    const laid = { ...small, data: heic.findBox(tile, 'mdat').subarray(8), properties };
    return decodePicture(heic.writeHeic([grid, laid], { brands: ['avif', 'mif1', 'avif'] }));
  };
  expect((await lay(2)).widthPx).toBe(100);
  await expect(lay(16)).rejects.toMatchObject({ code: 'broken_image' });
});

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as heic from '../../../test/support/heic-file.ts';
import { colourCodeOf } from './avif-colours.ts';
import { decodePicture } from './decode-picture.ts';
import { profileOf } from './heic/nclx-profile.ts';
import { writeRgbTiff } from './heic/rgb-tiff.ts';

const SIDE = 80;
const COLOUR = [200, 120, 60] as const;
const BRANDS = ['avif', 'mif1', 'avif'];

/** A picture of one colour. */
async function encode(bits: 8 | 10, alpha?: number): Promise<Uint8Array> {
  const [r, g, b] = COLOUR;
  const background = { r, g, b, ...(alpha !== undefined && { alpha }) };
  const channels = alpha === undefined ? 3 : 4;
  const bytes = await sharp({ create: { width: SIDE, height: SIDE, channels, background } })
    .toColourspace(bits === 8 ? 'srgb' : 'rgb16')
    .avif({ quality: 100, chromaSubsampling: '4:4:4', bitdepth: bits })
    .toBuffer();
  return new Uint8Array(bytes);
}

/** One whose file says more of it. */
async function avif(bits: 8 | 10, ...properties: Uint8Array[]): Promise<Uint8Array> {
  const bytes = await encode(bits);
  const data = heic.findBox(bytes, 'mdat').subarray(8);
  const own = [heic.findBox(bytes, 'av1C'), heic.ispe(SIDE, SIDE)];
  const item = { type: 'av01', data, properties: [...own, ...properties] };
  // Another one first, so that it matters whose property it is.
  const other = { ...item, hidden: true, properties: [...own, heic.nclx(9, 18, 6, true)] };
  return heic.writeHeic([other, item], { primary: 2, brands: BRANDS });
}

/** A half transparent one. */
async function sheerAvif(...properties: Uint8Array[]): Promise<Uint8Array> {
  const opaque = await encode(8);
  const sheer = await encode(8, 0.5);
  const data = heic.findBox(opaque, 'mdat').subarray(8);
  const both = heic.findBox(sheer, 'mdat').subarray(8);
  // Its colours are coded as those of the opaque one, and its alpha behind them.
  expect(both.subarray(0, data.length)).toEqual(data);
  const afterFirst = Buffer.from(sheer).indexOf('av1C', 0, 'latin1') + 4;
  const alpha = [heic.findBox(sheer.subarray(afterFirst), 'av1C'), heic.ispe(SIDE, SIDE)];
  const own = [heic.findBox(opaque, 'av1C'), heic.ispe(SIDE, SIDE), ...properties];
  return heic.writeHeic(
    [
      { type: 'av01', data, properties: own },
      {
        type: 'av01',
        data: both.subarray(data.length),
        hidden: true,
        properties: [...alpha, heic.auxC('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha')],
        references: [{ type: 'auxl', to: [1] }],
      },
    ],
    { brands: BRANDS },
  );
}

async function colour(bytes: Uint8Array): Promise<number[]> {
  const { rgba, widthPx, format } = await decodePicture(bytes);
  expect(widthPx).toBe(SIDE);
  expect(format === 'avif' || format === 'tiff').toBe(true);
  return [...rgba.subarray(4000, 4004)];
}

/** The colour that its numbers mean by a profile. */
function meant(icc: Uint8Array | undefined): Promise<number[]> {
  const row = Uint8Array.from({ length: 3 * SIDE }, (_, i) => COLOUR[i % 3]!);
  const pixels = { widthPx: SIDE, heightPx: SIDE, channels: 3 as const, row: () => row };
  return colour(writeRgbTiff(pixels, icc));
}

/** PQ makes several of one step of the encoder's. */
function expectNear(found: number[], wanted: number[]): void {
  for (const [k, value] of wanted.entries()) {
    expect(Math.abs(found[k]! - value), `${found} is not ${wanted}`).toBeLessThanOrEqual(5);
  }
}

describe('colours that an AVIF tells by code points', () => {
  test.each([
    ['Display P3', 12, 13, 8],
    ['BT.2020', 9, 1, 8],
    ['BT.2020 and PQ', 9, 16, 10],
    ['BT.2020 and HLG', 9, 18, 10],
  ] as const)('are those of the same profile: %s', async (_, primaries, transfer, bits) => {
    const wanted = await meant(profileOf({ primaries, transfer }));
    expect(Math.max(...COLOUR.map((value, k) => Math.abs(wanted[k]! - value)))).toBeGreaterThan(9);
    expectNear(await colour(await avif(bits, heic.nclx(primaries, transfer, 6, true))), wanted);
  });

  test.each([
    ['sRGB', 1, 13],
    ['none', 2, 2],
  ])('are left as they are where they are those of %s', async (_, primaries, transfer) => {
    const wanted = await colour(await encode(8));
    expect(await colour(await avif(8, heic.nclx(primaries, transfer, 6, true)))).toEqual(wanted);
  });

  test('give way to a profile', async () => {
    const icc = profileOf({ primaries: 12, transfer: 13 })!;
    const both = await avif(8, heic.nclx(9, 16, 6, true), heic.prof(icc));
    expectNear(await colour(both), await meant(icc));
  });

  test('are composed on neutral grey where they are transparent', async () => {
    const wanted = await meant(profileOf({ primaries: 12, transfer: 13 }));
    const sheer = await colour(await sheerAvif(heic.nclx(12, 13, 6, true)));
    expectNear(sheer, [...wanted.slice(0, 3).map((value) => (value + 128) / 2), 255]);
  });

  test('are read from the primary picture alone, and from no broken file', async () => {
    const bytes = await avif(8, heic.nclx(12, 13, 6, true));
    expect(colourCodeOf(bytes)).toEqual({ primaries: 12, transfer: 13 });
    expect(colourCodeOf(await encode(8))).toBeUndefined();
    const end = bytes.length - heic.findBox(bytes, 'mdat').length;
    for (let length = 0; length < end; length++) {
      expect(colourCodeOf(bytes.subarray(0, length))).toBeUndefined();
    }
  });
});

import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  CARD_HEIGHT_PX,
  CARD_WIDTH_PX,
  type CardColour,
  nameColour,
} from '../../../../test/support/heic-card.ts';
import * as heic from '../../../../test/support/heic-file.ts';
import { Refusal } from '../../../refusal.ts';
import { decodePicture } from '../decode-picture.ts';
import { openFilm } from '../encode-film.ts';
import { once } from '../once.ts';
import { HeicFailure } from './heic-still.ts';
import { compileLibheif, openHeic } from './libheif.ts';
import { profileOf } from './nclx-profile.ts';
import { readHeic } from './read-heic.ts';
import { writeRgbTiff } from './rgb-tiff.ts';

const folder = new URL('../../../../test-fixtures/heic/', import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const samples = new URL('../../../../../../samples/', import.meta.url);
const mask = heic.readCodedPicture(fixture('mask.heic'));
const card = heic.readCodedPicture(fixture('card.heic'));
const cardSize = heic.ispe(CARD_WIDTH_PX, CARD_HEIGHT_PX);

/** The card's coded picture in a file that says more of it. */
function cardWith(...properties: Uint8Array[]): Uint8Array {
  return heic.writeHeic([
    { type: 'hvc1', data: card.data, properties: [card.hvcC, cardSize, ...properties] },
  ]);
}

type Read = Awaited<ReturnType<typeof decodePicture>>;

function pixel({ rgba, widthPx }: Read, x: number, y: number): number[] {
  return [...rgba.subarray(4 * (y * widthPx + x)).subarray(0, 4)];
}

/** The colours of the four quarters: upper left, upper right, lower left, lower right. */
function quarters(picture: Read): CardColour[] {
  const { widthPx, heightPx } = picture;
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) =>
      nameColour(pixel(picture, Math.floor(widthPx * x), Math.floor(heightPx * y))),
    ),
  );
}

/** Mean difference of one channel of one pixel, of 255. */
function difference(a: Read, b: Read): number {
  expect([a.widthPx, a.heightPx]).toEqual([b.widthPx, b.heightPx]);
  return a.rgba.reduce((sum, value, i) => sum + Math.abs(value - b.rgba[i]!), 0) / a.rgba.length;
}

/** By how much the mean of a channel differs on the orange suit, the strongest colour there is. */
function suitDifference(a: Read, b: Read): number {
  const mean = (picture: Read, channel: number) => {
    let sum = 0;
    for (let y = 280; y < 310; y++) {
      for (let x = 210; x < 240; x++) sum += pixel(picture, x, y)[channel]!;
    }
    return sum / 900;
  };
  return Math.max(...[0, 1, 2].map((channel) => Math.abs(mean(a, channel) - mean(b, channel))));
}

async function refusalOf(bytes: Uint8Array): Promise<Refusal> {
  const outcome: unknown = await decodePicture(bytes).catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome;
  throw new Error('The picture was not refused.', { cause: outcome });
}

function failureOf(read: () => unknown): HeicFailure {
  try {
    read();
  } catch (error) {
    if (error instanceof HeicFailure) return error;
    throw error;
  }
  throw new Error('The picture was read.');
}

/** The portrait as it was before it was coded. */
const portrait = () =>
  sharp(readFileSync(new URL('photo-astronaut-smiling.png', samples))).extract({
    left: 80,
    top: 0,
    width: 320,
    height: 320,
  });

async function movingPictures(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'moodreel-heic-'));
  try {
    const path = join(folder, 'film.mp4');
    const sink = await openFilm(path, { widthPx: 64, heightPx: 64, frameRateHz: 10 });
    await sink.push(new Uint8Array((64 * 64 * 3) / 2), 0);
    await sink.finish();
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function displayP3(): Promise<Uint8Array> {
  const bytes = await portrait().withIccProfile('p3').png().toBuffer();
  return new Uint8Array((await sharp(bytes).metadata()).icc!);
}

const hidden = (coded: heic.CodedPicture, ...properties: Uint8Array[]) => ({
  type: 'hvc1',
  data: coded.data,
  hidden: true,
  properties: [coded.hvcC, cardSize, ...properties],
});

describe('a picture in HEIC', () => {
  test('is what was put into it', async () => {
    const picture = await decodePicture(fixture('portrait.heic'));
    const source = await decodePicture(await portrait().png().toBuffer());
    expect(difference(picture, source)).toBeLessThan(3);
    expect(picture.format).toBe('heic');
    expect(picture.byCamera).toBe(false);
  });

  test('of an iPhone is whole, upright and by a camera, and has the colours of a JPEG in P3', async () => {
    const picture = await decodePicture(fixture('phone.heic'));
    const part = { left: 100, top: 0, width: 300, height: 320 };
    const jpeg = await sharp(readFileSync(new URL('photo-astronaut-smiling.png', samples)))
      .extract(part)
      .withIccProfile('p3')
      .jpeg({ quality: 95 })
      .toBuffer();
    const wanted = await decodePicture(jpeg);
    expect(difference(picture, wanted)).toBeLessThan(3);
    expect(picture.byCamera).toBe(true);
    expect(suitDifference(picture, wanted)).toBeLessThan(3);
    // Its profile is what does it.
    const without = fixture('phone.heic');
    heic.findBox(without, 'colr').set(new TextEncoder().encode('free'), 4);
    expect(suitDifference(await decodePicture(without), wanted)).toBeGreaterThan(9);
  });

  test.each([
    ['card.heic', 8],
    ['card-10-bit.heic', 10],
  ])('is read from %s, of %i bits', async (name, bits) => {
    const bytes = fixture(name);
    // Luma's depth less 8, the lowest bits of the record's eighteenth byte.
    expect(8 + (heic.findBox(bytes, 'hvcC')[8 + 17]! & 7)).toBe(bits);
    const picture = await decodePicture(bytes);
    expect([picture.widthPx, picture.heightPx]).toEqual([CARD_WIDTH_PX, CARD_HEIGHT_PX]);
    expect(quarters(picture)).toEqual(['red', 'green', 'blue', 'grey']);
  });

  test('is read in grey', async () => {
    const picture = await decodePicture(fixture('mask.heic'));
    for (const [x, level] of [
      [32, 255],
      [96, 128],
    ] as const) {
      for (const value of pixel(picture, x, 48).slice(0, 3)) {
        expect(Math.abs(value - level)).toBeLessThan(3);
      }
    }
  });

  test.each([
    ['a quarter against the clock', [heic.irot(1)], ['green', 'grey', 'red', 'blue']],
    ['a half', [heic.irot(2)], ['grey', 'blue', 'green', 'red']],
    ['a quarter with the clock', [heic.irot(3)], ['blue', 'red', 'grey', 'green']],
    ['upside down, in a mirror', [heic.imir(0)], ['blue', 'grey', 'red', 'green']],
    ['left to right, in a mirror', [heic.imir(1)], ['green', 'red', 'grey', 'blue']],
    [
      'turned first, then in a mirror',
      [heic.irot(1), heic.imir(1)],
      ['grey', 'green', 'blue', 'red'],
    ],
  ])('is turned as its file says: %s', async (_, properties, wanted) => {
    const picture = await decodePicture(cardWith(...properties));
    expect(quarters(picture)).toEqual(wanted);
  });

  test('is cut as its file says', async () => {
    const picture = await decodePicture(cardWith(heic.clap(100, 70)));
    expect([picture.widthPx, picture.heightPx]).toEqual([100, 70]);
    expect(quarters(picture)).toEqual(['red', 'green', 'blue', 'grey']);
  });

  test('is not turned by its EXIF', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg()
      .toBuffer();
    const exif = (await sharp(jpeg).metadata()).exif!.subarray(6);
    const picture = await decodePicture(
      heic.writeHeic([
        { type: 'hvc1', data: card.data, properties: [card.hvcC, cardSize] },
        { type: 'Exif', data: heic.exifData(exif), references: [{ type: 'cdsc', to: [1] }] },
      ]),
    );
    expect(quarters(picture)).toEqual(['red', 'green', 'blue', 'grey']);
  });

  test('is the primary one of several', async () => {
    const other = { type: 'hvc1', data: card.data, properties: [card.hvcC, cardSize] };
    const primary = { ...other, properties: [card.hvcC, cardSize, heic.irot(2)] };
    const picture = await decodePicture(heic.writeHeic([other, primary], { primary: 2 }));
    expect(quarters(picture)).toEqual(['grey', 'blue', 'green', 'red']);
  });

  test('is composed on neutral grey where it is transparent', async () => {
    const alpha = heic.auxC('urn:mpeg:hevc:2015:auxid:1');
    const withAlpha = (...references: { type: string; to: number[] }[]) =>
      heic.writeHeic([
        { type: 'hvc1', data: card.data, properties: [card.hvcC, cardSize], references },
        { ...hidden(mask, alpha), references: [{ type: 'auxl', to: [1] }] },
      ]);
    const straight = await decodePicture(withAlpha());
    expect(nameColour(pixel(straight, 32, 24))).toBe('red');
    // Of green, 200, half is left.
    expect(pixel(straight, 96, 24)[1]).toBeCloseTo(164, -1);
    // Here the 200 are what is left.
    const premultiplied = await decodePicture(withAlpha({ type: 'prem', to: [2] }));
    expect(nameColour(pixel(premultiplied, 32, 24))).toBe('red');
    expect(pixel(premultiplied, 96, 24)[1]).toBeCloseTo(191, -1);
  });

  test('is refused by its header if it is too large, too small or a strip', async () => {
    const claiming = (widthPx: number, heightPx: number) =>
      heic.writeHeic([
        { type: 'hvc1', data: card.data, properties: [card.hvcC, heic.ispe(widthPx, heightPx)] },
      ]);
    const huge = await refusalOf(claiming(8000, 6000));
    expect(huge.code).toBe('too_many_pixels');
    expect(huge.message).toContain('8000 × 6000');
    expect((await refusalOf(claiming(60_000, 60_000))).code).toBe('too_many_pixels');
    expect((await refusalOf(claiming(63, 300))).code).toBe('picture_too_small');
    expect((await refusalOf(claiming(4100, 100))).code).toBe('picture_too_small');
  });

  test('is refused if a part of it is larger than its header says', async () => {
    // Tiles of 60 megapixels, of which a picture of 100 × 100 shows a corner.
    const tile = { ...hidden(card), properties: [card.hvcC, heic.ispe(10_000, 6000)] };
    const grid = heic.gridData(1, 1, 100, 100);
    const references = [{ type: 'dimg', to: [2] }];
    const file = [
      { type: 'grid', data: grid, properties: [heic.ispe(100, 100)], references },
      tile,
    ];
    expect((await refusalOf(heic.writeHeic(file))).code).toBe('broken_image');
  });

  test.each(['portrait.heic', 'phone.heic'])('is refused if %s breaks off', async (name) => {
    const whole = fixture(name);
    const module = await compileLibheif();
    // A thread for each would take ten times as long; one shows that it answers the same.
    for (const share of [0.002, 0.01, 0.05, 0.3, 0.6, 0.9, 0.99]) {
      const start = whole.subarray(0, Math.ceil(whole.length * share));
      expect(failureOf(() => openHeic(module, start).decode(1e6)).kind, `${share}`).toBe('broken');
    }
    const start = whole.subarray(0, Math.ceil(whole.length * 0.9));
    expect((await refusalOf(start)).code).toBe('broken_image');
  });

  test('is refused if its last tile is missing', async () => {
    const size = [2 * CARD_WIDTH_PX, CARD_HEIGHT_PX] as const;
    const grid = {
      type: 'grid',
      data: heic.gridData(1, 2, ...size),
      properties: [heic.ispe(...size)],
      references: [{ type: 'dimg', to: [2, 3] }],
    };
    const whole = heic.writeHeic([grid, hidden(card), hidden(card)]);
    expect((await decodePicture(whole)).widthPx).toBe(2 * CARD_WIDTH_PX);
    const torn = whole.subarray(0, whole.length - card.data.length / 2);
    expect((await refusalOf(torn)).code).toBe('broken_image');
  });

  test('is given up if it takes too long', async () => {
    const reading = readHeic(fixture('card.heic'), () => {}, 1e6, 1);
    await expect(reading).rejects.toMatchObject({ kind: 'broken', message: 'not read after 1 ms' });
  });

  test('is decoded only when its header was found good', async () => {
    const verdict = new Error('too large');
    const refuse = ({ widthPx }: { readonly widthPx: number }) => {
      expect(widthPx).toBe(320);
      throw verdict;
    };
    await expect(readHeic(fixture('portrait.heic'), refuse, 1e6)).rejects.toBe(verdict);
  });

  test('is read or refused, whatever became of its bytes', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const bytes = fixture(seed % 2 ? 'phone.heic' : 'card.heic');
      // Most of them in the boxes, which lie in front.
      let state = seed;
      for (let k = 0; k < 6; k++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        bytes[24 + ((state >>> 8) % (k < 4 ? 600 : bytes.length - 24))]! ^= 1 << (state & 7);
      }
      const outcome: unknown = await decodePicture(bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Refusal);
    }
  });

  test('is refused with a word of what helps if it is of another kind, or moves', async () => {
    for (const type of ['unci', 'jpeg', 'what']) {
      const item = { type, data: card.data, properties: [cardSize] };
      const other = await refusalOf(heic.writeHeic([item]));
      expect(other.code, type).toBe('not_an_image');
      expect(other.message).toContain('Save it as a JPEG');
    }
    const film = await movingPictures();
    film.set(new TextEncoder().encode('msf1'), 8);
    const moving = await refusalOf(film);
    expect(moving.code).toBe('not_an_image');
    expect(moving.message).toContain('moving pictures');
  });

  test('is the still one of a file that also holds moving ones', async () => {
    const still = { type: 'hvc1', data: card.data, properties: [card.hvcC, cardSize] };
    const bytes = heic.writeHeic([still], { brands: ['msf1', 'msf1', 'hevc', 'heic'] });
    const film = heic.findBox(await movingPictures(), 'moov');
    const picture = await decodePicture(Buffer.concat([bytes, film]));
    expect(quarters(picture)).toEqual(['red', 'green', 'blue', 'grey']);
  });
});

describe('colours told by code points', () => {
  const plainCard = once(() => decodePicture(cardWith()));

  test('are those of the same profile', async () => {
    const coded = await decodePicture(cardWith(heic.nclx(12, 13, 6, true)));
    const profiled = await decodePicture(cardWith(heic.prof(await displayP3())));
    expect(difference(coded, profiled)).toBeLessThan(1);
    expect(difference(coded, await plainCard())).toBeGreaterThan(5);
  });

  test.each([
    ['sRGB', heic.nclx(1, 13, 6, true)],
    ['none', heic.nclx(2, 2, 6, true)],
  ])('of %s are left as they are', async (_, colr) => {
    const picture = await decodePicture(cardWith(colr));
    expect(difference(picture, await plainCard())).toBe(0);
  });

  test.each([
    // Paper white and what half of the signal is, by the standards' own formulas.
    ['PQ', 16, 148, 181],
    ['HLG', 18, 191, 137],
  ])('in %s keep paper white in sight and the rest below it', async (_, transfer, white, half) => {
    const profile = profileOf({ primaries: 1, transfer })!;
    const read = async (level: number) => {
      const row = new Uint8Array(3 * 64).fill(level);
      const pixels = { widthPx: 64, heightPx: 64, channels: 3 as const, row: () => row };
      return pixel(await decodePicture(writeRgbTiff(pixels, profile)), 9, 9)[0]!;
    };
    expect(await read(white)).toBeGreaterThan(240);
    expect(await read(white)).toBeLessThan(250);
    expect(Math.abs((await read(128)) - half)).toBeLessThan(3);
    expect(await read(0)).toBe(0);
    expect(await read(255)).toBe(255);
  });
});

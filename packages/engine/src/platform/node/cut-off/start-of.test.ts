import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../../math/picture.ts';
import { decodePicture } from '../decode-picture.ts';
import { EOI, jpegSegments } from '../jpeg-scans.ts';
import { detailIn } from './jpeg-start.ts';
import { makeNoise } from './picture-start.ts';

const WIDTH = 160;
const HEIGHT = 400;

/** Something that packs badly, and evenly: as many bytes for each row. */
function dappled(): Sharp {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(makeNoise(3 * WIDTH * HEIGHT), { raw });
}

const inScans = {
  'a JPEG': (picture: Sharp) => picture.jpeg(),
  'a grey JPEG': (picture: Sharp) => picture.greyscale().jpeg(),
  'a PNG': (picture: Sharp) => picture.png(),
  'a PNG of 16 bits': (picture: Sharp) => picture.toColourspace('rgb16').png(),
  'a PNG with a palette': (picture: Sharp) => picture.png({ palette: true }),
  'a WebP': (picture: Sharp) => picture.webp(),
  'a WebP that is transparent': (picture: Sharp) => picture.ensureAlpha(0.5).webp(),
};
const kinds = Object.entries(inScans);

/** All but the last `share01` of a file, and no less than its last 20 bytes: the end of a PNG says nothing. */
function cut(bytes: Uint8Array, share01: number): Uint8Array {
  return bytes.subarray(0, Math.min(bytes.length - 20, bytes.length * (1 - share01)));
}

function rowsOf({ rgba, widthPx }: Picture, rows: number): Buffer {
  return Buffer.from(rgba.subarray(0, 4 * widthPx * rows));
}

/** A progressive JPEG without the scans behind the one with the finest of brightness, as Photoshop orders them. */
function untilFinest(jpeg: Uint8Array): Uint8Array {
  const next = [...jpegSegments(jpeg)].find(({ at }) => detailIn(jpeg.subarray(0, at)) === 'all');
  return Buffer.concat([jpeg.subarray(0, (next?.at ?? 0) - 2), Uint8Array.of(0xff, EOI)]);
}

describe('a picture whose file breaks off', () => {
  test.each(kinds)('has the rows that are there: %s', async (_, code) => {
    const file = await code(dappled()).toBuffer();
    const whole = await decodePicture(file);
    expect(whole.isCutOff).toBeUndefined();
    for (const share01 of [0, 0.03, 0.06]) {
      const picture = await decodePicture(cut(file, share01));
      const { widthPx, heightPx, rgba, isCutOff } = picture;
      expect([widthPx, isCutOff]).toEqual([WIDTH, true]);
      // No more than blocks, and what smooths their borders, beside what the bytes held.
      expect(heightPx).toBeGreaterThan((1 - share01) * HEIGHT - 24);
      expect(heightPx).toBeLessThanOrEqual((1 - share01 + 0.01) * HEIGHT);
      expect(rgba.length).toBe(4 * widthPx * heightPx);
      // The transparency of a WebP is smoothed together with the pixels.
      const rows = heightPx - 4;
      expect(rowsOf(picture, rows).equals(rowsOf(whole, rows))).toBe(true);
    }
  });

  test.each(kinds)(
    'is refused with a sentence that helps where more is missing: %s',
    async (_, code) => {
      const file = await code(dappled()).toBuffer();
      for (const share01 of [0.15, 0.5, 0.9, 0.999]) {
        await expect(decodePicture(cut(file, share01))).rejects.toMatchObject({
          code: 'broken_image',
          message: expect.stringContaining('The end of this file is missing'),
        });
      }
    },
  );

  test('may be filled up with zeros', async () => {
    const file = await dappled().png().toBuffer();
    const filled = (share01: number) =>
      Buffer.concat([cut(file, share01), new Uint8Array(share01 * file.length)]);
    expect((await decodePicture(filled(0.06))).heightPx).toBeLessThan(0.95 * HEIGHT);
    await expect(decodePicture(filled(0.5))).rejects.toMatchObject({ code: 'broken_image' });
  });

  test.each([
    [1, [WIDTH, 'fewer']],
    [3, [WIDTH, 'fewer']],
    [6, ['fewer', WIDTH]],
    [8, ['fewer', WIDTH]],
  ])('is turned as its EXIF says: %i', async (orientation, size) => {
    const file = await dappled().withMetadata({ orientation }).jpeg().toBuffer();
    const whole = await decodePicture(file);
    const picture = await decodePicture(cut(file, 0.05));
    const { widthPx, heightPx, rgba } = picture;
    const named = (px: number) => (px > WIDTH && px < HEIGHT ? 'fewer' : px);
    expect([named(widthPx), named(heightPx)]).toEqual(size);
    // What is missing lies on the right or the left side, above or below; the first row is in one of four corners.
    const atRight = orientation === 3 || orientation === 6;
    const atEnd = orientation === 3 || orientation === 8;
    const corner = (of: Picture) => {
      const x = atRight ? of.widthPx - 1 : 0;
      const y = atEnd ? of.heightPx - 1 : 0;
      return of.rgba.subarray(4 * (y * of.widthPx + x)).slice(0, 4);
    };
    expect(corner(picture)).toEqual(corner(whole));
    expect(rgba.length).toBe(4 * widthPx * heightPx);
  });

  test('has all rows where what came behind them is missing', async () => {
    const exif = { IFD0: { ImageDescription: 'word '.repeat(200) } };
    const file = await dappled().withExif(exif).webp().toBuffer();
    const whole = await decodePicture(file);
    const picture = await decodePicture(file.subarray(0, -500));
    expect(picture.rgba).toEqual(whole.rgba);
  });

  test('has its first frame where a later one is missing', async () => {
    const frames = [dappled(), dappled().negate()].map((frame) => frame.png().toBuffer());
    const file = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    const whole = await decodePicture(file);
    const picture = await decodePicture(cut(file, 0.2));
    expect(picture.rgba).toEqual(whole.rgba);
    await expect(decodePicture(cut(file, 0.6))).rejects.toMatchObject({ code: 'broken_image' });
  });

  test('has all rows of a progressive JPEG as soon as all detail is there', async () => {
    const file = await dappled().jpeg({ progressive: true }).toBuffer();
    const whole = await decodePicture(file);
    const picture = await decodePicture(cut(file, 0.3));
    expect([picture.widthPx, picture.heightPx, picture.isCutOff]).toEqual([WIDTH, HEIGHT, true]);
    let difference = 0;
    for (let k = 0; k < whole.rgba.length; k++) {
      difference += Math.abs(whole.rgba[k]! - picture.rgba[k]!);
    }
    // Between two that have nothing in common it is 64 or so.
    expect(difference / whole.rgba.length).toBeLessThan(16);
    await expect(decodePicture(cut(file, 0.8))).rejects.toMatchObject({
      message: expect.stringContaining('The end of this file is missing'),
    });
  });

  test.each([
    ['an interlaced PNG', (picture: Sharp) => picture.png({ progressive: true })],
    ['a WebP without loss', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('is refused with a sentence that helps where its rows cannot be told: %s', async (_, code) => {
    const file = await code(dappled()).toBuffer();
    await expect(decodePicture(cut(file, 0.03))).rejects.toMatchObject({
      code: 'broken_image',
      message: expect.stringContaining('The end of this file is missing'),
    });
  });

  test('has the rows of a progressive JPEG whose detail is there, where that comes last', async () => {
    const file = untilFinest(await dappled().jpeg({ progressive: true }).toBuffer());
    const whole = await decodePicture(file);
    const picture = await decodePicture(cut(file, 0.02));
    const { heightPx, isCutOff } = picture;
    expect([whole.heightPx, whole.isCutOff, isCutOff]).toEqual([HEIGHT, undefined, true]);
    expect(heightPx).toBeGreaterThanOrEqual(0.9 * HEIGHT);
    expect(heightPx).toBeLessThan(HEIGHT);
    // Where last bits are missing, decoders blend blocks with those two further down.
    const rows = heightPx - 2 * 16;
    expect(rowsOf(picture, rows).equals(rowsOf(whole, rows))).toBe(true);
    await expect(decodePicture(cut(file, 0.2))).rejects.toMatchObject({ code: 'broken_image' });
  });

  test('is not one that is torn before its end', async () => {
    const png = Buffer.from(await dappled().png().toBuffer());
    png.fill(0x55, png.indexOf('IDAT') + 4, png.length / 2);
    await expect(decodePicture(cut(png, 0.03))).rejects.toMatchObject({
      code: 'broken_image',
      message: expect.stringContaining('damaged'),
    });
  });

  test('is a JPEG also where it breaks off within what may be a marker', async () => {
    const file = await dappled().jpeg().toBuffer();
    const pixelsAt = file.indexOf(Uint8Array.of(0xff, 0xda));
    const ends = [...file.subarray(0, 8000).entries()].filter(
      ([at, byte]) => byte === 0xff && at > pixelsAt,
    );
    expect(ends.length).toBeGreaterThan(5);
    for (const length of ends.flatMap(([at]) => [at + 1, at + 2])) {
      await expect(decodePicture(file.subarray(0, length))).rejects.toMatchObject({
        code: 'broken_image',
      });
    }
  });

  test.each(kinds)('is refused wherever in its beginning it breaks off: %s', async (_, code) => {
    const file = await code(dappled()).toBuffer();
    for (let length = 16; length < 800; length += 23) {
      await expect(decodePicture(file.subarray(0, length))).rejects.toMatchObject({
        code: 'broken_image',
      });
    }
  });

  test('is not unpacked where its header claims more pixels than are possible', async () => {
    const png = Buffer.from(await dappled().png().toBuffer());
    // Its sum is wrong then: decoders read no further.
    png.writeUInt32BE(2 ** 31 - 1, 16);
    await expect(decodePicture(cut(png, 0.03))).rejects.toMatchObject({ code: 'broken_image' });
  });
});

describe('detailIn', () => {
  test('knows the scan with the finest of brightness', async () => {
    const file = await dappled().jpeg({ progressive: true }).toBuffer();
    const found = Array.from({ length: 99 }, (_, k) => detailIn(cut(file, 1 - (k + 1) / 100)));
    expect([...new Set(found)]).toEqual(['coarse', 'all-of-some-rows', 'all']);
    expect(found.filter((detail) => detail === 'all').length).toBeGreaterThan(30);
  });
});

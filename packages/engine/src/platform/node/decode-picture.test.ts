import { existsSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  TIFF_CMYK,
  TIFF_GREY,
  TIFF_RGB,
  writePlainTiff,
} from '../../../test/support/plain-tiff.ts';
import type { Picture } from '../../math/picture.ts';
import { Refusal } from '../../refusal.ts';
import { decodePicture, MAX_FILE_BYTES } from './decode-picture.ts';
import { isByCamera } from './exif.ts';

const SIDE = 80;

/** Left half red, right half green, the top row's quarter blue: its orientation can be told. */
function testCard(): Sharp {
  const rgb = Buffer.alloc(3 * SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const colour = y < SIDE / 4 ? [0, 0, 255] : x < SIDE / 2 ? [255, 0, 0] : [0, 255, 0];
      rgb.set(colour, 3 * (y * SIDE + x));
    }
  }
  return sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } });
}

function pixel(picture: Picture, x: number, y: number): number[] {
  return [...picture.rgba.subarray(4 * (y * picture.widthPx + x)).subarray(0, 4)];
}

function expectNear(found: number[], wanted: number[], tolerance: number): void {
  for (const [k, value] of wanted.entries()) {
    expect(Math.abs(found[k]! - value), `${found} is not ${wanted}`).toBeLessThanOrEqual(tolerance);
  }
}

async function refusalOf(source: Uint8Array | string): Promise<Refusal> {
  try {
    await decodePicture(source);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('The picture was not refused.');
}

/** A PNG whose header claims another size than its pixels have. */
async function pngClaiming(width: number, height: number): Promise<Uint8Array> {
  const png = new Uint8Array(await testCard().png().toBuffer());
  const view = new DataView(png.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(png.subarray(12, 29)));
  return png;
}

/** A picture of one colour. */
function plain(rgb: readonly number[]): Sharp {
  const pixels = Buffer.alloc(3 * SIDE * SIDE, Uint8Array.from(rgb));
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } });
}

async function profile(name: string): Promise<Buffer> {
  return (await sharp(await plain([0, 0, 0]).withIccProfile(name).png().toBuffer()).metadata())
    .icc!;
}

/** A PNG with a profile beside its pixels, whose numbers stay what they are. */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('iCCPx\0\0', 'latin1'), deflateSync(icc)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  // Behind the signature and the header.
  return Buffer.concat([png.subarray(0, 33), length, chunk, sum, png.subarray(33)]);
}

describe('decodePicture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)('reads %s', async (format) => {
    const picture = await decodePicture(await testCard().toFormat(format).toBuffer());
    expect([picture.widthPx, picture.heightPx]).toEqual([SIDE, SIDE]);
    expect(picture.rgba).toHaveLength(4 * SIDE * SIDE);
    expectNear(pixel(picture, 10, 60), [255, 0, 0, 255], 12);
    expectNear(pixel(picture, 70, 60), [0, 255, 0, 255], 12);
    expectNear(pixel(picture, 40, 5), [0, 0, 255, 255], 12);
  });

  test('leaves a WebP as it lies, as browsers do', async () => {
    const bytes = await testCard().withMetadata({ orientation: 6 }).webp().toBuffer();
    expectNear(pixel(await decodePicture(bytes), 40, 5), [0, 0, 255, 255], 12);
  });

  test('turns a picture upright by its EXIF orientation', async () => {
    // 6: the stored picture must be turned a quarter clockwise; its left side becomes the top.
    const bytes = await testCard().withMetadata({ orientation: 6 }).png().toBuffer();
    const picture = await decodePicture(bytes);
    expectNear(pixel(picture, 75, 40), [0, 0, 255, 255], 0);
    expectNear(pixel(picture, 20, 10), [255, 0, 0, 255], 0);
    expectNear(pixel(picture, 20, 70), [0, 255, 0, 255], 0);
  });

  test('swaps the sides of an oblong picture that is turned', async () => {
    const bytes = await testCard()
      .resize(120, 70)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const picture = await decodePicture(bytes);
    expect([picture.widthPx, picture.heightPx]).toEqual([70, 120]);
  });

  test('tells what a camera took by its exposure, and by nothing else', async () => {
    const saved = (exif: Parameters<ReturnType<typeof testCard>['withExif']>[0]) =>
      testCard().withExif(exif).jpeg().toBuffer();
    const photo = await saved({ IFD0: { Make: 'Maker' }, IFD2: { ExposureTime: '1/60' } });
    expect((await decodePicture(photo)).byCamera).toBe(true);
    const scan = await saved({ IFD0: { Make: 'Maker', Software: 'Scanner' } });
    expect((await decodePicture(scan)).byCamera).toBe(false);
    expect((await decodePicture(await testCard().png().toBuffer())).byCamera).toBe(false);
  });

  test('takes a broken EXIF block for none', () => {
    for (const text of ['', 'MM', 'Exif\0\0MM\0*garbage']) {
      expect(isByCamera(Buffer.from(text)), text).toBe(false);
    }
  });

  test('reads of an EXIF block what it needs, however much that says to hold', () => {
    // Each of its entries names nearly the whole block.
    const count = 3000;
    const block = Buffer.alloc(8 + 2 + 12 * count + 4);
    block.write('II*\0\x08', 'latin1');
    block.writeUInt16LE(count, 8);
    for (let entry = 0; entry < count; entry++) {
      const at = 10 + 12 * entry;
      block.writeUInt16LE(entry, at);
      block.writeUInt16LE(1, at + 2);
      block.writeUInt32LE(block.length - 8, at + 4);
    }
    const before = process.memoryUsage().heapUsed;
    expect(isByCamera(block)).toBe(false);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
  });

  test('composes transparency on neutral grey', async () => {
    const bytes = await sharp({
      create: {
        width: SIDE,
        height: SIDE,
        channels: 4,
        background: { r: 255, g: 0, b: 0, alpha: 0 },
      },
    })
      .png()
      .toBuffer();
    expect(pixel(await decodePicture(bytes), 40, 40)).toEqual([128, 128, 128, 255]);
  });

  test('reads CMYK as sRGB', async () => {
    const bytes = await testCard().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const [r, g, b, a] = pixel(await decodePicture(bytes), 10, 60);
    // Print inks do not reach pure red.
    expect(r).toBeGreaterThan(180);
    expect(g).toBeLessThan(80);
    expect(b).toBeLessThan(80);
    expect(a).toBe(255);
  });

  test.each(['png', 'jpeg', 'webp'] as const)(
    'brings the colours of a %s in P3 to sRGB',
    async (f) => {
      const bytes = await sharp({
        create: { width: SIDE, height: SIDE, channels: 3, background: { r: 200, g: 120, b: 90 } },
      })
        .withIccProfile('p3')
        .toFormat(f, { quality: 100 })
        .toBuffer();
      const stored = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
      expect(stored[0]).toBeLessThan(195);
      expectNear(pixel(await decodePicture(bytes), 40, 40), [200, 120, 90, 255], 3);
    },
  );

  test('brings 16 bits to 8', async () => {
    const bytes = await testCard().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    expectNear(pixel(await decodePicture(bytes), 10, 60), [255, 0, 0, 255], 1);
  });

  test.each(['srgb', 'p3'])(
    'brings the colours of 16 bits with a profile (%s) where those of 8 go',
    async (name) => {
      const icc = await profile(name);
      const sixteen = await plain([200, 120, 60]).toColourspace('rgb16').png().toBuffer();
      expect((await sharp(sixteen).metadata()).depth).toBe('ushort');
      const eight = await plain([200, 120, 60]).png().toBuffer();
      const wanted = pixel(await decodePicture(withProfile(eight, icc)), 9, 9);
      expectNear(pixel(await decodePicture(withProfile(sixteen, icc)), 9, 9), wanted, 1);
      expectNear(pixel(await decodePicture(sixteen), 9, 9), [200, 120, 60, 255], 0);
    },
  );

  test('reads greyscale, of 8 and of 16 bits and with alpha', async () => {
    const grey = sharp(Buffer.alloc(SIDE * SIDE, 90), {
      raw: { width: SIDE, height: SIDE, channels: 1 },
    }).toColourspace('b-w');
    const eight = await grey.clone().png().toBuffer();
    const sixteen = await grey.clone().toColourspace('grey16').png().toBuffer();
    const alpha = await grey.clone().ensureAlpha(1).png().toBuffer();
    for (const bytes of [eight, sixteen, alpha]) {
      expectNear(pixel(await decodePicture(bytes), 3, 3), [90, 90, 90, 255], 1);
    }
  });

  test.each([
    ['RGB and a selection', TIFF_RGB, [200, 120, 60, 0], [0]],
    ['RGB and two more', TIFF_RGB, [200, 120, 60, 0, 0], [0, 0]],
    ['RGB, alpha and one more', TIFF_RGB, [200, 120, 60, 255, 0], [2, 0]],
    ['RGB and six more', TIFF_RGB, [200, 120, 60, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]],
    ['grey and a selection', TIFF_GREY, [90, 0], [0]],
    ['grey and two more', TIFF_GREY, [90, 0, 0], [0, 0]],
    ['grey and three more', TIFF_GREY, [90, 0, 0, 0], [0, 0, 0]],
  ])('looks at the colours only in a TIFF of %s', async (_, photometric, channels, extras) => {
    const [grey = 0] = channels;
    const wanted = photometric === TIFF_GREY ? [grey, grey, grey] : channels.slice(0, 3);
    for (const bits of [8, 16] as const) {
      const picture = await decodePicture(writePlainTiff(photometric, channels, extras, bits));
      expect(picture.rgba).toHaveLength(4 * SIDE * SIDE);
      expectNear(pixel(picture, 9, 9), [...wanted, 255], 0);
    }
  });

  test('looks at the colours only in a TIFF of CMYK and more', async () => {
    const ink = [0, 100, 200, 0];
    const wanted = pixel(await decodePicture(writePlainTiff(TIFF_CMYK, ink, undefined)), 9, 9);
    for (const extras of [[0], [0, 0], [0, 0, 0]]) {
      const more = writePlainTiff(TIFF_CMYK, [...ink, ...extras], extras);
      expectNear(pixel(await decodePicture(more), 9, 9), wanted, 0);
    }
  });

  test.each([
    ['that says so', [2]],
    ['that says nothing', undefined],
  ])('takes the fourth channel of a TIFF %s for alpha', async (_, extras) => {
    const bytes = writePlainTiff(TIFF_RGB, [200, 120, 60, 0], extras);
    expectNear(pixel(await decodePicture(bytes), 9, 9), [128, 128, 128, 255], 0);
  });

  test('takes the first frame of an animation', async () => {
    const frames = Buffer.concat([
      Buffer.alloc(3 * SIDE * SIDE, 200),
      Buffer.alloc(3 * SIDE * SIDE, 20),
    ]);
    const gif = await sharp(frames, {
      raw: { width: SIDE, height: 2 * SIDE, channels: 3, pageHeight: SIDE },
    })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const picture = await decodePicture(gif);
    expect([picture.widthPx, picture.heightPx]).toEqual([SIDE, SIDE]);
    expectNear(pixel(picture, 40, 40), [200, 200, 200, 255], 4);
  });

  test('refuses what is not a picture, even if the decoder could draw it', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>';
    for (const text of ['', 'hello', '%PDF-1.7', svg]) {
      expect((await refusalOf(new TextEncoder().encode(text))).code).toBe('not_an_image');
    }
    for (const path of [
      '/nowhere/face.png',
      import.meta.dirname,
      `${import.meta.filename}/a.png`,
    ]) {
      const refusal = await refusalOf(path);
      expect(refusal.code).toBe('not_an_image');
      expect(refusal.message).toContain(path);
    }
  });

  test.each([
    ['BM\x36\xd4\x01\0\0\0\0\0\x36\0\0\0', 'a BMP picture'],
    ['\0\0\0\x0cJXL \r\n\x87\n', 'a JPEG XL picture'],
    ['\0\0\0\x0cjP  \r\n\x87\n', 'a JPEG 2000 picture'],
    ['8BPS\0\x01', 'a Photoshop file'],
    ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="9"/>', 'an SVG drawing'],
    ['%PDF-1.7', 'a PDF document'],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'a film'],
  ])('says of %j that it is %s, and what to do', async (start, kind) => {
    const { code, message } = await refusalOf(Buffer.from(start, 'latin1'));
    expect(code).toBe('not_an_image');
    expect(message).toContain(`is ${kind}`);
    expect(message).toContain('Save the picture as a JPEG');
  });

  test('says of a text that it is no picture', async () => {
    const { message } = await refusalOf(new TextEncoder().encode('BMW, and a <svg> later'));
    expect(message).toContain('is not a picture');
  });

  test.runIf(existsSync('/proc/self/mem'))('blames no picture for a disk that fails', async () => {
    // There is nothing at the address 0: reading it fails as reading a broken disk does.
    const reading = decodePicture('/proc/self/mem');
    await expect(reading).rejects.not.toBeInstanceOf(Refusal);
    await expect(reading).rejects.toMatchObject({ code: 'EIO' });
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'refuses a %s that breaks off',
    async (format) => {
      const whole = await testCard()
        .resize(400, 400, { kernel: 'nearest' })
        .toFormat(format)
        .toBuffer();
      expect((await refusalOf(whole.subarray(0, Math.floor(whole.length * 0.6)))).code).toBe(
        'broken_image',
      );
    },
  );

  test('refuses a picture that is only a signature', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
    expect((await refusalOf(png)).code).toBe('broken_image');
  });

  test('refuses a decompression bomb by its header', async () => {
    const refusal = await refusalOf(await pngClaiming(50_000, 50_000));
    expect(refusal.code).toBe('too_many_pixels');
    expect(refusal.message).toContain('50000 × 50000');
  });

  test('refuses a TIFF whose many channels would fill the memory', async () => {
    // The size that a directory of 80 × 80 tells is changed: the pixels are missing, but not looked for.
    const tiff = writePlainTiff(TIFF_RGB, Array(16).fill(9), Array(13).fill(0), 16);
    const claiming = (side: number) => {
      const bytes = Buffer.from(tiff);
      // The first two entries are its sides.
      for (const entry of [0, 1]) bytes.writeUInt16BE(side, 8 + 2 + 12 * entry + 8);
      return bytes;
    };
    const refusal = await refusalOf(claiming(4000));
    expect(refusal.code).toBe('too_many_pixels');
    expect(refusal.message).toContain('512 MB unpacked; at most 320 MB');
    expect((await refusalOf(claiming(3000))).code).toBe('broken_image');
    expect((await decodePicture(tiff)).widthPx).toBe(SIDE);
  });

  test('refuses a PNG that is full of packed texts', async () => {
    const png = await plain([200, 120, 60]).png().toBuffer();
    const withTexts = (count: number, content: Buffer) => {
      const sized = Buffer.alloc(4 + content.length + 4);
      sized.writeUInt32BE(content.length - 4);
      content.copy(sized, 4);
      sized.writeUInt32BE(crc32(content), 4 + content.length);
      return Buffer.concat([png.subarray(0, 33), ...Array(count).fill(sized), png.subarray(33)]);
    };
    const text = deflateSync(Buffer.from('words'));
    const packed = Buffer.concat([Buffer.from('zTXtkey\0\0', 'latin1'), text]);
    const packedUtf8 = Buffer.concat([Buffer.from('iTXtkey\0\x01\0\0\0', 'latin1'), text]);
    const bare = Buffer.from('iTXtkey\0\0\0\0\0words', 'latin1');
    for (const chunk of [packed, packedUtf8]) {
      expect((await refusalOf(withTexts(40, chunk))).code).toBe('broken_image');
      expect((await decodePicture(withTexts(20, chunk))).widthPx).toBe(SIDE);
    }
    expect((await decodePicture(withTexts(40, bare))).widthPx).toBe(SIDE);
  });

  test('refuses a file that is too large without looking into it', async () => {
    const refusal = await refusalOf(new Uint8Array(MAX_FILE_BYTES + 1));
    expect(refusal.code).toBe('file_too_large');
  });

  test('refuses a picture with a side below 64 pixels, and takes one with 64', async () => {
    const narrow = await testCard().resize(63, 300).png().toBuffer();
    expect((await refusalOf(narrow)).code).toBe('picture_too_small');
    const enough = await testCard().resize(64, 64).png().toBuffer();
    expect((await decodePicture(enough)).widthPx).toBe(64);
  });

  test('refuses a long strip by its header, and takes a panorama', async () => {
    for (const [width, height] of [
      [64, 600_000],
      [4100, 100],
    ] as const) {
      const refusal = await refusalOf(await pngClaiming(width, height));
      expect(refusal.code).toBe('picture_too_small');
      expect(refusal.message).toContain(`${width} × ${height}`);
      expect(refusal.message).toContain('Cut out the part with the face');
    }
    const panorama = await testCard().resize(1200, 64, { fit: 'fill' }).png().toBuffer();
    expect((await decodePicture(panorama)).widthPx).toBe(1200);
  });
});

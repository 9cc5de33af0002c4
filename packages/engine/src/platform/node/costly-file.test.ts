import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as heic from '../../../test/support/heic-file.ts';
import { isMadeOfFrames } from './avif-frames.ts';
import { decodePicture } from './decode-picture.ts';
import { holdsManyScans } from './jpeg-scans.ts';
import { holdsManyFrames } from './webp-frames.ts';

const SIDE = 64;
const refused = (bytes: Uint8Array) =>
  expect(decodePicture(bytes)).rejects.toMatchObject({ code: 'broken_image' });
const plain = () =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#888' } });

describe('a JPEG of many scans', () => {
  const segment = (marker: number, ...content: number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  const scanOf = (first: number, last: number, bits: number, ...coded: number[]) =>
    Buffer.concat([segment(0xda, 1, 1, 0, first, last, bits), Buffer.from(coded)]);
  const head = Buffer.concat([
    start,
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, SIDE, 0, SIDE, 1, 1, 0x11, 0),
    // Of either kind one word of one bit: no difference; and no more in this and the next 16383 blocks.
    segment(0xc4, 0x00, 1, ...Array<number>(16).fill(0)),
    segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0xe0),
    scanOf(0, 0, 0, ...Array<number>(SIDE / 8).fill(0)),
  ]);
  /** One scan for each bit of each frequency, all of them 0. */
  const scans = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const [frequency, bit] = [1 + Math.floor(n / 14), 13 - (n % 14)];
      return scanOf(frequency, frequency, bit === 13 ? 13 : ((bit + 1) << 4) | bit, 0, 0);
    });
  const jpegOf = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat([head, ...parts, end]));

  test('is refused, one of fewer is read', async () => {
    await refused(jpegOf(...scans(100)));
    expect((await decodePicture(jpegOf(...scans(99)))).widthPx).toBe(SIDE);
  });

  test('is known by markers where decoders see them', () => {
    const filled = scans(100).map((scan) => Buffer.concat([Buffer.from([0xff, 0xff]), scan]));
    // A restart, and a stuffed byte, within coded pixels.
    const parted = scans(100).map((scan) =>
      Buffer.concat([scan, Buffer.from([0xff, 0xd0, 0xff, 0, 1])]),
    );
    const short = scans(100).map((scan) => Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), scan]));
    for (const parts of [filled, parted, short])
      expect(holdsManyScans(jpegOf(...parts))).toBe(true);
  });

  test('is not what only looks like it', () => {
    const marks = Array<number>(1000)
      .fill(0)
      .flatMap(() => [0xff, 0xda]);
    const thumbnail = Buffer.concat([start, segment(0xe1, ...marks), head.subarray(2), end]);
    const stuffed = marks.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte]));
    const behind = new Uint8Array(Buffer.concat([head, end, ...scans(200)]));
    for (const bytes of [thumbnail, jpegOf(Buffer.from(stuffed)), behind, head, start]) {
      expect(holdsManyScans(bytes)).toBe(false);
    }
  });

  test('is looked through once, whatever it is made of', () => {
    expect(holdsManyScans(new Uint8Array(2_000_000).fill(0xff))).toBe(false);
  });
});

describe('a WebP of many frames', () => {
  const chunk = (type: string, content: Uint8Array) => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32LE(content.length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length & 1)]);
  };
  const fileOf = (...chunks: Uint8Array[]) =>
    new Uint8Array(chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks])));

  test('is refused, one of fewer is read', async () => {
    const still = (await plain().webp({ lossless: true }).toBuffer()).subarray(12);
    const canvas = Buffer.alloc(10);
    canvas[0] = 2;
    canvas.writeUIntLE(SIDE - 1, 4, 3);
    canvas.writeUIntLE(SIDE - 1, 7, 3);
    const place = Buffer.alloc(16);
    place.writeUIntLE(SIDE - 1, 6, 3);
    place.writeUIntLE(SIDE - 1, 9, 3);
    const frame = chunk('ANMF', Buffer.concat([place, still]));
    const moving = (frames: number) =>
      fileOf(chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...Array(frames).fill(frame));
    expect((await decodePicture(moving(100))).heightPx).toBe(SIDE);
    await refused(moving(10_001));
    expect(holdsManyFrames(moving(10_000))).toBe(false);
  });

  test('is not what only looks like it', () => {
    const frames = Buffer.concat(Array(20_000).fill(chunk('ANMF', Buffer.alloc(2))));
    expect(holdsManyFrames(fileOf(frames))).toBe(true);
    expect(holdsManyFrames(fileOf(chunk('EXIF', frames)))).toBe(false);
  });
});

describe('an AVIF of many frames', () => {
  const brands = ['avif', 'mif1', 'avif'];

  test('is refused, one of layers is read', async () => {
    const file = new Uint8Array(await plain().avif({ effort: 0 }).toBuffer());
    const coded = heic.findBox(file, 'mdat').subarray(8);
    const properties = [heic.findBox(file, 'av1C'), heic.ispe(SIDE, SIDE)];
    const made = (frames: number) =>
      heic.writeHeic(
        [{ type: 'av01', data: heic.concat(...Array(frames).fill(coded)), properties }],
        { brands },
      );
    expect((await decodePicture(made(4))).widthPx).toBe(SIDE);
    await refused(made(5));
  });

  /** A unit of AV1: its type, and how many bytes it has. */
  const unit = (type: number, bytes: number) =>
    heic.concat(Uint8Array.of((type << 3) | 2, bytes), new Uint8Array(bytes).fill(0x32));
  const frames = (count: number) => heic.concat(...Array<Uint8Array>(count).fill(unit(6, 9)));
  const check = (...items: heic.HeicItem[]) => isMadeOfFrames(heic.writeHeic(items, { brands }));

  test('is known by each picture in it, and by none of its other units', () => {
    const still = { type: 'av01', data: frames(1) };
    const layers = [1, 2, 3, 4].flatMap(() => [unit(2, 0), unit(1, 5), unit(3, 9), unit(4, 90)]);
    expect(check({ type: 'av01', data: heic.concat(...layers) }, still)).toBe(false);
    expect(check(still, { type: 'av01', hidden: true, data: frames(5) })).toBe(true);
    expect(check(still, { type: 'Exif', data: frames(5) })).toBe(false);
    const broken = heic.concat(Uint8Array.of((6 << 3) | 2), new Uint8Array(20).fill(0xff));
    expect(check({ type: 'av01', data: broken })).toBe(false);
    expect(check({ type: 'av01', data: heic.concat(...Array(100_001).fill(unit(2, 0))) })).toBe(
      true,
    );
  });

  /** A file with one picture, whose places are told like this. */
  const fileOf = (iloc: Uint8Array, data: Uint8Array) =>
    heic.concat(
      heic.box4(
        'meta',
        heic.box4(
          'iinf',
          heic.u16(1),
          heic.box('infe', heic.u32(3 << 24), heic.u32(7), heic.u16(0), heic.text('av01\0')),
        ),
        iloc,
        heic.box('idat', data),
      ),
    );
  const { u16, u32 } = heic;
  const inBox = (widths: number, ...extents: Uint8Array[]) =>
    heic.box('iloc', u32(2 << 24), u16(widths), u32(1), u32(7), u16(1), u16(0), ...extents);

  test('is known wherever its bytes lie', () => {
    const data = frames(5);
    const half = data.length / 5 + 3;
    const whole = inBox(0x4400, u16(1), u32(0), u32(data.length));
    const parted = inBox(0x4400, u16(2), u32(0), u32(half), u32(half), u32(data.length - half));
    const upToEnd = inBox(0, u16(1));
    for (const iloc of [whole, parted, upToEnd]) {
      expect(isMadeOfFrames(fileOf(iloc, data))).toBe(true);
      expect(isMadeOfFrames(fileOf(iloc, frames(4)))).toBe(false);
    }
  });

  test('is taken for one where its boxes would have it put together at length', () => {
    expect(isMadeOfFrames(fileOf(inBox(0, u16(60_000)), frames(1)))).toBe(true);
    const often = Array<Uint8Array>(100).fill(heic.concat(u32(0), u32(500)));
    expect(isMadeOfFrames(fileOf(inBox(0x4400, u16(100), ...often), new Uint8Array(500)))).toBe(
      true,
    );
    expect(isMadeOfFrames(fileOf(inBox(0x4400, u16(9)), frames(1)))).toBe(true);
  });
});

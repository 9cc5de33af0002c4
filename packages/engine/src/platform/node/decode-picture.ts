import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from '../../math/picture.ts';
import { Refusal } from '../../refusal.ts';
import { colourCodeOf } from './avif-colours.ts';
import { isMadeOfMore } from './coded-parts.ts';
import { isCostly } from './costly-file.ts';
import { startOf } from './cut-off/start-of.ts';
import { isByCamera } from './exif.ts';
import { HeicFailure } from './heic/heic-still.ts';
import { profileOf } from './heic/nclx-profile.ts';
import { writeRgbTiff } from './heic/rgb-tiff.ts';
import { formatOf, otherKindOf, type PictureFormat } from './picture-formats.ts';
import { isOtherThanAlpha } from './tiff-extra-sample.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 40_000_000;
const MIN_PICTURE_SIDE_PX = 64;
/** Long side over short side; looking through longer strips for a face takes many times as long. */
const LONGEST_STRIP = 40;

/**
 * Why a file cannot be opened that another path would help with. What else can happen (a disk fails,
 * too many files are open) says nothing about the picture, which may be read the next time.
 */
const WRONG_PATH = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'];

/** More than programs for pictures write; each costs memory. */
const MAX_CHANNELS = 16;
/** Unpacked; what the largest picture has in RGBA of 16 bits a channel. */
const MAX_UNPACKED_BYTES = 8 * MAX_PICTURE_PIXELS;
/** Of one channel of one pixel; one where the kind of numbers is not named. */
const DEPTH_BYTES: Readonly<Record<string, number>> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
};
/** How many channels hold the colours; three in all spaces that are not named. */
const COLOUR_CHANNELS: Readonly<Record<string, number>> = { 'b-w': 1, grey16: 1, cmyk: 4 };

/** What shows through where a picture is transparent: a neutral grey. */
const GROUND = { r: 128, g: 128, b: 128 };

const NOT_AN_IMAGE =
  'This file is not a picture. Use a JPEG, PNG, WebP, HEIC, AVIF, GIF or TIFF file.';
const BROKEN =
  'This picture is damaged and cannot be read to its end. Save it again, or use another copy.';
const CUT_OFF =
  'The end of this file is missing, and with it too much of the picture. Download or send it again, or use another copy.';
type Size = Pick<Picture, 'widthPx' | 'heightPx'>;

/** What a file's header says of how its pixels have to be read. */
interface Coding {
  readonly hasProfile: boolean;
  /** RGB of 16 bits a channel. */
  readonly isDeep: boolean;
  /** What lies beside the colours is not, or not only, how opaque they are. */
  readonly hasOtherChannels: boolean;
  /** EXIF turns it upright: not a WebP, which browsers show as it lies, and points are set on what they show. */
  readonly turnsByExif: boolean;
}
/** That of the files that `writeRgbTiff` makes, with a profile or without. */
const PLAIN: Coding = {
  hasProfile: true,
  isDeep: false,
  hasOtherChannels: false,
  turnsByExif: true,
};

/** A picture, and what its file was. */
export interface DecodedPicture extends Picture {
  readonly byCamera: boolean;
  readonly format: PictureFormat;
  /** The file breaks off: browsers may show nothing of it, or rows that are none. */
  readonly isCutOff?: true;
}

/**
 * Decodes a picture file: orientation applied, transparency composed on neutral grey,
 * any colour space and depth brought to sRGB of 8 bits, the first frame of an animation, the
 * primary picture of a HEIC. Size is judged by the header, before anything is decoded. Of a JPEG, PNG or
 * WebP that breaks off, the rows that are there, if these are nearly all.
 *
 * @param source the file's bytes or its path
 * @throws Refusal not_an_image, broken_image, file_too_large, too_many_pixels, picture_too_small
 * @throws Error where the disk fails, or the machine
 */
export async function decodePicture(source: Uint8Array | string): Promise<DecodedPicture> {
  const bytes = typeof source === 'string' ? await readPictureFile(source) : source;
  refuseLargeFile(bytes.byteLength);
  const format = formatOf(bytes);
  if (!format) throw refuseOther(bytes);
  if (format === 'heic') return await decodeHeic(bytes);
  if (isCostly(format, bytes)) throw new Refusal('broken_image', BROKEN);
  try {
    return await decodeWhole(format, bytes);
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'broken_image') throw cause;
    return await decodeStart(format, bytes, cause);
  }
}

/** A picture whose file may break off, which cannot be read as it is. */
async function decodeStart(
  format: PictureFormat,
  bytes: Uint8Array,
  cause: Refusal,
): Promise<DecodedPicture> {
  const start = await startOf(format, bytes, MAX_PICTURE_PIXELS);
  if (!start) throw cause;
  if (start.rows === 0) throw new Refusal('broken_image', CUT_OFF, { cause });
  const picture = await decodeWhole(format, start.bytes);
  // Files of other formats say themselves that they have no more: they may be turned upright.
  const heightPx = format === 'webp' ? start.rows : picture.heightPx;
  const rgba = picture.rgba.subarray(0, 4 * picture.widthPx * heightPx);
  return { ...picture, rgba, heightPx, isCutOff: true };
}

async function decodeWhole(format: PictureFormat, bytes: Uint8Array): Promise<DecodedPicture> {
  const header = await readHeader(bytes);
  judgeSize(header);
  judgeUnpacked(header);
  if (format === 'avif') judgeParts(bytes);
  const code = format === 'avif' && !header.hasProfile ? colourCodeOf(bytes) : undefined;
  const profile = code && profileOf(code);
  const picture = profile
    ? await decodePixels(await withProfile(bytes, profile), PLAIN)
    : await decodePixels(bytes, header);
  return { ...picture, byCamera: header.byCamera, format };
}

/** Who has a picture of another kind would not believe that it is none. */
function refuseOther(bytes: Uint8Array): Refusal {
  const kind = otherKindOf(bytes);
  if (kind === undefined) return new Refusal('not_an_image', NOT_AN_IMAGE);
  return new Refusal(
    'not_an_image',
    `This file is ${kind}, which cannot be read. Save the picture as a JPEG or PNG and use that.`,
  );
}

/** By way of a format that the decoder of all others reads, so that its colours go the same way. */
async function decodeHeic(bytes: Uint8Array): Promise<DecodedPicture> {
  // Only who has a HEIC loads what reads it.
  const { readHeic } = await import('./heic/read-heic.ts');
  try {
    const judge = (header: Size) => {
      judgeSize(header);
      judgeParts(bytes);
    };
    const { header, tiff } = await readHeic(bytes, judge, MAX_PICTURE_PIXELS);
    const byCamera = header.exif !== undefined && isByCamera(header.exif);
    return { ...(await decodePixels(tiff, PLAIN)), byCamera, format: 'heic' };
  } catch (cause) {
    throw cause instanceof HeicFailure ? refuseHeic(cause) : cause;
  }
}

function refuseHeic(cause: HeicFailure): Refusal {
  switch (cause.kind) {
    case 'broken':
      return new Refusal('broken_image', BROKEN, { cause });
    case 'unsupported':
      return new Refusal(
        'not_an_image',
        'This HEIC picture is of a kind that cannot be read. Save it as a JPEG and try again.',
        { cause },
      );
    case 'no-still':
      return new Refusal(
        'not_an_image',
        'This file holds moving pictures and no still one. Save one of them as a JPEG and use that.',
        { cause },
      );
  }
}

/** @throws Refusal too_many_pixels, picture_too_small */
function judgeSize({ widthPx, heightPx }: Size): void {
  const size = `${widthPx} × ${heightPx} pixels`;
  if (widthPx * heightPx > MAX_PICTURE_PIXELS) {
    throw new Refusal(
      'too_many_pixels',
      `This picture has ${size}; at most 40 megapixels are possible. Make it smaller and try again.`,
    );
  }
  if (Math.min(widthPx, heightPx) < MIN_PICTURE_SIDE_PX) {
    throw new Refusal(
      'picture_too_small',
      `This picture has only ${size}; each side must have at least ${MIN_PICTURE_SIDE_PX}.`,
    );
  }
  if (Math.max(widthPx, heightPx) > LONGEST_STRIP * Math.min(widthPx, heightPx)) {
    throw new Refusal(
      'picture_too_small',
      `This picture is a strip of ${size}. Cut out the part with the face.`,
    );
  }
}

/** Scientific TIFFs have many channels of large numbers, and nearly nothing in the file where these are alike. */
function judgeUnpacked({ unpackedBytes }: { readonly unpackedBytes: number }): void {
  if (unpackedBytes <= MAX_UNPACKED_BYTES) return;
  throw new Refusal(
    'too_many_pixels',
    `This picture takes ${Math.ceil(unpackedBytes / 1e6)} MB unpacked; at most ${MAX_UNPACKED_BYTES / 1e6} MB are possible. Save it as a JPEG and try again.`,
  );
}

/** @throws Refusal broken_image where a picture of that size is made of much more */
function judgeParts(bytes: Uint8Array): void {
  if (isMadeOfMore(bytes, MAX_PICTURE_PIXELS)) throw new Refusal('broken_image', BROKEN);
}

async function readPictureFile(path: string): Promise<Uint8Array> {
  const opened = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException;
      if (!WRONG_PATH.includes(code)) throw cause;
      throw new Refusal('not_an_image', `The file ${path} cannot be opened.`, { cause });
    }
  };
  // Judged before reading, so that a huge file never fills the memory.
  refuseLargeFile((await opened(stat(path))).size);
  return opened(readFile(path));
}

function refuseLargeFile(sizeBytes: number): void {
  if (sizeBytes <= MAX_FILE_BYTES) return;
  const megabytes = (sizeBytes / 1024 / 1024).toFixed(1);
  throw new Refusal(
    'file_too_large',
    `This file has ${megabytes} MB; at most 20 MB are possible. Make the picture smaller.`,
  );
}

/** What the header says: the size (of one frame), whether a camera took it, how it is coded. */
async function readHeader(
  bytes: Uint8Array,
): Promise<Size & Coding & { byCamera: boolean; unpackedBytes: number }> {
  try {
    const { width, height, pageHeight, exif, space, icc, channels, depth, format } = await sharp(
      bytes,
      {
        failOn: 'error',
        limitInputPixels: false,
        limitInputChannels: MAX_CHANNELS,
      },
    ).metadata();
    const more = channels - (COLOUR_CHANNELS[space] ?? 3);
    return {
      widthPx: width,
      heightPx: pageHeight ?? height,
      unpackedBytes: width * (pageHeight ?? height) * channels * (DEPTH_BYTES[depth] ?? 1),
      byCamera: exif !== undefined && isByCamera(exif),
      hasProfile: icc !== undefined,
      isDeep: space === 'rgb16',
      turnsByExif: format !== 'webp',
      hasOtherChannels: more > 1 || (more === 1 && format === 'tiff' && isOtherThanAlpha(bytes)),
    };
  } catch (cause) {
    throw new Refusal('broken_image', BROKEN, { cause });
  }
}

/** Its pixels as the file holds them, of 8 bits a channel, with the profile that tells their colours. */
async function withProfile(bytes: Uint8Array, icc: Uint8Array): Promise<Uint8Array> {
  try {
    const { data, info } = await open(bytes)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const channels = info.channels === 4 ? 4 : 3;
    const rowBytes = channels * info.width;
    const row = (y: number) => data.subarray(y * rowBytes, (y + 1) * rowBytes);
    return writeRgbTiff({ widthPx: info.width, heightPx: info.height, channels, row }, icc);
  } catch (cause) {
    throw new Refusal('broken_image', BROKEN, { cause });
  }
}

async function decodePixels(bytes: Uint8Array, coding: Coding): Promise<Picture> {
  const { hasProfile, isDeep, hasOtherChannels, turnsByExif } = coding;
  try {
    const picture = open(bytes, turnsByExif);
    // Sharp takes the last channel for alpha, whatever it is, and can compose no more than one.
    if (hasOtherChannels) picture.removeAlpha();
    else picture.flatten({ background: GROUND });
    // By their profile sharp brings deep colours to Display P3, whose numbers would be taken for
    // those of sRGB. Those without a profile stay as they are, and this would change them.
    if (isDeep && hasProfile) picture.withIccProfile('srgb');
    const { data, info } = await picture
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      widthPx: info.width,
      heightPx: info.height,
    };
  } catch (cause) {
    throw new Refusal('broken_image', BROKEN, { cause });
  }
}

function open(bytes: Uint8Array, autoOrient = true): Sharp {
  return sharp(bytes, {
    failOn: 'error',
    limitInputPixels: MAX_PICTURE_PIXELS,
    limitInputChannels: MAX_CHANNELS,
    autoOrient,
  });
}

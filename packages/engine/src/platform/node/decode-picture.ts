import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import type { Picture } from '../../math/picture.ts';
import { Refusal } from '../../refusal.ts';
import { isByCamera } from './exif.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 40_000_000;
const MIN_PICTURE_SIDE_PX = 64;
/** Long side over short side; looking through longer strips for a face takes many times as long. */
const LONGEST_STRIP = 40;

/** What shows through where a picture is transparent: a neutral grey. */
const GROUND = { r: 128, g: 128, b: 128 };

const NOT_AN_IMAGE = 'This file is not a picture. Use a JPEG, PNG, WebP, AVIF, GIF or TIFF file.';
const NOT_YET_HEIC =
  'HEIC pictures cannot be read. Save it as a JPEG and try again. (On an iPhone, Settings, Camera, ' +
  'Formats, Most Compatible makes it take JPEGs.)';
const BROKEN =
  'This picture is damaged and cannot be read to its end. Save it again, or use another copy.';

/**
 * Decodes a picture file: EXIF orientation applied, transparency composed on neutral grey,
 * any colour space and depth brought to sRGB of 8 bits, the first frame of an animation. Size is
 * judged by the header, before anything is decoded.
 *
 * @param source the file's bytes or its path
 * @throws Refusal not_an_image, broken_image, file_too_large, too_many_pixels, picture_too_small
 */
export async function decodePicture(source: Uint8Array | string): Promise<Picture> {
  const bytes = typeof source === 'string' ? await readPictureFile(source) : source;
  refuseLargeFile(bytes.byteLength);
  if (isHeic(bytes)) throw new Refusal('not_an_image', NOT_YET_HEIC);
  if (!hasPictureSignature(bytes)) throw new Refusal('not_an_image', NOT_AN_IMAGE);
  const { width, height, byCamera } = await readHeader(bytes);
  if (width * height > MAX_PICTURE_PIXELS) {
    throw new Refusal(
      'too_many_pixels',
      `This picture has ${width} × ${height} pixels; at most 40 megapixels are possible. ` +
        'Make it smaller and try again.',
    );
  }
  if (Math.min(width, height) < MIN_PICTURE_SIDE_PX) {
    throw new Refusal(
      'picture_too_small',
      `This picture has only ${width} × ${height} pixels; ` +
        `each side must have at least ${MIN_PICTURE_SIDE_PX}.`,
    );
  }
  if (Math.max(width, height) > LONGEST_STRIP * Math.min(width, height)) {
    throw new Refusal(
      'picture_too_small',
      `This picture is a strip of ${width} × ${height} pixels. Cut out the part with the face.`,
    );
  }
  return { ...(await decodePixels(bytes)), byCamera };
}

async function readPictureFile(path: string): Promise<Uint8Array> {
  const opened = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (cause) {
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

/** What the header says: the size of the picture (of one frame of it), and whether a camera took it. */
async function readHeader(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; byCamera: boolean }> {
  try {
    const { width, height, pageHeight, exif } = await sharp(bytes, {
      failOn: 'error',
      limitInputPixels: false,
    }).metadata();
    return {
      width,
      height: pageHeight ?? height,
      byCamera: exif !== undefined && isByCamera(exif),
    };
  } catch (cause) {
    throw new Refusal('broken_image', BROKEN, { cause });
  }
}

async function decodePixels(bytes: Uint8Array): Promise<Picture> {
  try {
    const { data, info } = await sharp(bytes, {
      failOn: 'error',
      limitInputPixels: MAX_PICTURE_PIXELS,
      autoOrient: true,
    })
      .flatten({ background: GROUND })
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

/** `length` bytes from `start` as Latin-1 text. */
function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

/** The brands of an ISO media file (AVIF, HEIC); empty for other files. */
function mediaBrands(bytes: Uint8Array): string {
  return textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 56) : '';
}

function isHeic(bytes: Uint8Array): boolean {
  const brands = mediaBrands(bytes);
  return /^(heic|heix|hevc|heim|heis|mif1|msf1)/.test(brands) && !brands.includes('avi');
}

/**
 * Whether the first bytes are those of a format that is read here. Other formats that the decoder
 * knows (SVG, PDF, …) never reach it.
 */
function hasPictureSignature(bytes: Uint8Array): boolean {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  return (
    starts(0xff, 0xd8, 0xff) || // JPEG
    starts(0x89, 0x50, 0x4e, 0x47) || // PNG
    textAt(bytes, 0, 4) === 'GIF8' ||
    (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') ||
    starts(0x49, 0x49, 0x2a, 0) || // TIFF, little-endian
    starts(0x4d, 0x4d, 0, 0x2a) || // TIFF, big-endian
    mediaBrands(bytes).includes('avi') // AVIF, still or animated
  );
}

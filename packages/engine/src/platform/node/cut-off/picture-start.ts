import sharp from 'sharp';

/** Of all rows. With fewer, what is missing would be missed in the film, or the face reach into it. */
export const LEAST_ROWS01 = 0.9;

/** What can be read of a picture whose file breaks off before its end. */
export interface PictureStart {
  /** A file that is read without an error. */
  readonly bytes: Uint8Array;
  /** How many of its rows, as they lie in the file, are the picture's, from the first on. */
  readonly rows: number;
}

/** Too little of a picture. */
export const TOO_LITTLE: PictureStart = { bytes: new Uint8Array(), rows: 0 };

/**
 * The rows of a picture that are left though its file breaks off, by two files with different bytes in
 * place of those that are lost: what these change is lost.
 *
 * @param limitInputPixels as sharp has it
 */
export async function startByComparing(
  bytes: Uint8Array,
  other: Uint8Array,
  limitInputPixels: number,
): Promise<PictureStart> {
  const open = (file: Uint8Array) => sharp(file, { failOn: 'error', limitInputPixels });
  try {
    const { height, pageHeight = height, channels } = await open(bytes).metadata();
    // One channel tells, and takes less memory: green, or what there is of grey.
    const channel = channels > 2 ? 1 : 0;
    const read = (file: Uint8Array) => open(file).extractChannel(channel).raw().toBuffer();
    const pixels = await read(bytes);
    const otherPixels = await read(other);
    const same = pixels.findIndex((value, k) => value !== otherPixels[k]);
    const rows = same < 0 ? pageHeight : Math.floor(same / (pixels.length / pageHeight));
    return rows >= LEAST_ROWS01 * pageHeight ? { bytes, rows } : TOO_LITTLE;
  } catch {
    return TOO_LITTLE;
  }
}

/** Bytes that are taken for coded pixels: the same each time, and nowhere like a marker of a JPEG. */
export function makeNoise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor(state / 2 ** 24) % 0xff;
  });
}

import { EOI, type JpegSegment, jpegSegments, SOS } from '../jpeg-scans.ts';
import { makeNoise, type PictureStart, startByComparing, TOO_LITTLE } from './picture-start.ts';

/** Starts of frames, one for each coding. Numbers between them have other meanings. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** Those whose scans refine one another: each row comes several times. */
const PROGRESSIVE = [0xc2, 0xca];
const LAST_COEFFICIENT = 63;
/** Without one it is hardly seen, without more it is. */
const MOST_BITS_LEFT_OUT = 1;
const END = Uint8Array.of(0xff, EOI);
/** Enough for the first blocks that are lost; they tell where that begins. */
const NOISE_BYTES = 1024;

/** What is there of a JPEG that breaks off; undefined of one that does not. */
export async function startOfJpeg(
  jpeg: Uint8Array,
  limitInputPixels: number,
): Promise<PictureStart | undefined> {
  let frame: JpegSegment | undefined;
  for (const segment of jpegSegments(jpeg)) {
    if (segment.marker === EOI) return undefined;
    if (FRAMES.includes(segment.marker)) frame ??= segment;
  }
  if (!frame) return TOO_LITTLE;
  const bytes = Buffer.concat([jpeg, END]);
  // Behind the length of the segment and the depth.
  const heightAt = frame.at + 3;
  if (PROGRESSIVE.includes(frame.marker)) {
    const detail = detailIn(jpeg);
    if (detail === 'coarse') return TOO_LITTLE;
    if (detail === 'all') return { bytes, rows: bytes.readUInt16BE(heightAt) };
  }
  const noisy = Buffer.concat([jpeg, makeNoise(NOISE_BYTES), END]);
  const { rows } = await startByComparing(bytes, noisy, limitInputPixels);
  if (rows > 0) bytes.writeUInt16BE(rows, heightAt);
  return { bytes, rows };
}

/**
 * What a progressive JPEG that breaks off shows: all detail of its first component, which is its
 * brightness, if the scan with the finest is followed by another (what is missing is the last bit, and
 * perhaps some colour); all detail of some rows if it breaks off in that one.
 */
export function detailIn(jpeg: Uint8Array): 'all' | 'all-of-some-rows' | 'coarse' {
  let brightness: number | undefined;
  let isFinest = false;
  for (const { marker, at } of jpegSegments(jpeg)) {
    if (PROGRESSIVE.includes(marker)) brightness = jpeg[at + 8];
    if (marker !== SOS) continue;
    if (isFinest) return 'all';
    // Scans of detail have one component. Their last byte ends with how many last bits they leave out.
    isFinest =
      jpeg[at + 3] === brightness &&
      jpeg[at + 6] === LAST_COEFFICIENT &&
      ((jpeg[at + 7] ?? 0) & 15) <= MOST_BITS_LEFT_OUT;
  }
  return isFinest ? 'all-of-some-rows' : 'coarse';
}

import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';

/** Pixels of the plate and how they change. */
export interface PixelChange {
  /** Indices of pixels, increasing. */
  readonly pixels: Uint32Array;
  /** Change of red, green and blue, levels: 3 for each pixel. */
  readonly change: Float32Array;
}

/** Added to colours before their logarithm, so that black has one and dark noise is small. */
export const DARKEST = 10;
/** ln of each level of a colour, so added to. */
export const LOG_LEVELS = Float32Array.from({ length: 256 }, (_, level) =>
  Math.log(level + DARKEST),
);

/** ln of red, green and blue, plus DARKEST. */
export type Logs = [red: number, green: number, blue: number];

/** Adds ln of the colour at a place, frame px, to a sum of such; beyond the border as on it. */
export function addLogsAt(
  { rgba, widthPx, heightPx }: Picture,
  xPx: number,
  yPx: number,
  sum: number[],
): void {
  const row = clamp(Math.floor(yPx), 0, heightPx - 1);
  const at = 4 * (row * widthPx + clamp(Math.floor(xPx), 0, widthPx - 1));
  for (let k = 0; k < 3; k++) sum[k] += Math.log(rgba[at + k] + DARKEST);
}

/**
 * Appends what brings a pixel a part of the way to another colour: see PixelChange.
 * @param at index of its red in `rgba`
 * @param lacks what it lacks, ln of red, green and blue
 */
export function pushChange(
  change: number[],
  rgba: Uint8Array,
  at: number,
  lacks: readonly number[],
  share01: number,
): void {
  for (let k = 0; k < 3; k++) {
    change.push((rgba[at + k] + DARKEST) * (Math.exp(share01 * lacks[k]) - 1));
  }
}

/** Adds a share of a change to a picture's pixels. */
export function addChange(
  { pixels, change }: PixelChange,
  share01: number,
  rgba: Uint8Array | Uint8ClampedArray,
): void {
  for (let i = 0; i < pixels.length; i++) {
    const at = 4 * pixels[i];
    for (let k = 0; k < 3; k++) {
      const level = rgba[at + k] + share01 * change[3 * i + k] + 0.5;
      rgba[at + k] = level < 0 ? 0 : level > 255 ? 255 : level;
    }
  }
}

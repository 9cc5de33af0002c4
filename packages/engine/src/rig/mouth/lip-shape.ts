import { clamp } from '../../math/easing.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';

/**
 * How high the red of lips at rest stands over the seam, as functions of t, -1..1 from corner to corner: the upper
 * lip with its bow, the lower one as a plain arc. A grin that thins them does not hide how thick they are at rest.
 */

/** Thickness of lips at rest where they are thickest, IOD: least and most that is painted. */
const UPPER_THICK = [0.062, 0.11] as const;
const LOWER_THICK = [0.1, 0.155] as const;
/** … and against what the outer rims of the landmarks say, which lie outside thin lips' red. */
const UPPER_OF_RIM = 0.92;
const LOWER_OF_RIM = 0.92;

/** Height of the upper lip's red over the seam at t, px; 0 beyond the corners. */
export function upperLipHeight(rest: MouthAtRest, iodPx: number): (t: number) => number {
  const bow = thickness(rest.upperThick.values, UPPER_OF_RIM, UPPER_THICK, iodPx, upperShape);
  return (t) => bow * upperShape(t);
}

/** Height of the lower lip's red under the seam at t, px; 0 beyond the corners. */
export function lowerLipHeight(rest: MouthAtRest, iodPx: number): (t: number) => number {
  const pout = thickness(rest.lowerThick.values, LOWER_OF_RIM, LOWER_THICK, iodPx, lowerShape);
  return (t) => pout * lowerShape(t);
}

/** Where the bow peaks on either side, share of half the mouth. */
const BOW_PEAK = 0.2;

/** Height of the upper lip's red along the mouth against its peaks: the bow dips between them. */
function upperShape(t: number): number {
  const q = Math.abs(t);
  if (q >= 1) return 0;
  return q < BOW_PEAK
    ? 1 - 0.09 * (1 + Math.cos((Math.PI * q) / BOW_PEAK))
    : 1 - ((q - BOW_PEAK) / (1 - BOW_PEAK)) ** 1.6;
}

function lowerShape(t: number): number {
  return t * t >= 1 ? 0 : 1 - Math.abs(t) ** 2.2;
}

/** Peak of a lip's red at rest, px: what its rims at rest say, within bounds. */
function thickness(
  rim: ArrayLike<number>,
  share: number,
  [least, most]: readonly [number, number],
  iodPx: number,
  shape: (t: number) => number,
): number {
  const peaks = Array.from(rim, (thick, i) => {
    const t = -1 + (2 * i) / (rim.length - 1);
    return Math.abs(t) < 0.6 ? thick / shape(t) : Number.NaN;
  })
    .filter((peak) => !Number.isNaN(peak))
    .sort((a, b) => a - b);
  return clamp(share * peaks[peaks.length >> 1], least * iodPx, most * iodPx);
}

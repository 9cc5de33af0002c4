import { readCurve } from '../../math/curve.ts';
import { lumaAt } from '../../math/luma.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import { type BrowBand, browLowerPx } from './brow-band.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** Of lids whose crease is not seen: painters leave it out, heavy lids hide it. */
export const UNSEEN_CREASE_IOD = 0.05;
/** Heights above an eye's upper rim at which its crease may lie, IOD: below there are lashes. */
const HEIGHTS_IOD = [0.042, 0.14] as const;
/** … and no higher than this part of the skin up to the brow's hair. */
const HIGHEST_SHARE = 0.75;
/** Across an eye with less skin than this above it no crease is looked for, IOD. */
const LEAST_ROOM_IOD = 0.09;
/** Distance of readings, IOD, and to how many of them on both sides a crease is compared. */
const STEP_IOD = 0.008;
const BESIDE = 8;
/** It is darker than the lighter skin below and above it by this many levels at least. */
const LEAST_DARKER = 4;
/** It is seen across this part of both eyes at least, and within so much of one height, IOD, half of it. */
const LEAST_SEEN = 0.5;
const LEAST_COLUMNS = 6;
const MOST_UNLIKE_IOD = 0.018;

/**
 * Height of the crease in which the upper lids fold, above their rims, IOD: the line along which the
 * lid's skin slides under the skin below the brow. One height for both eyes. Where none is
 * seen it is taken to lie low.
 */
export function findLidCrease(
  plate: Picture,
  eyes: readonly EyeLine[],
  brows: readonly BrowBand[],
  iodPx: number,
): number {
  let columns = 0;
  const heights: number[] = [];
  for (const eye of eyes) {
    const brow = brows.find((band) => band.side === eye.side);
    if (!brow) continue;
    for (let t = -0.65; t < 0.66; t += 0.1) {
      const rimPx = readCurve(eye.upper, t);
      const room = (browLowerPx(brow, t * eye.halfWidthPx) - rimPx) / iodPx;
      if (room < LEAST_ROOM_IOD) continue;
      columns++;
      const lumas = Array.from({ length: Math.floor(room / STEP_IOD) + 1 }, (_, k) =>
        lumaAt(plate, ...eyePoint(eye, t, rimPx + k * STEP_IOD * iodPx)),
      );
      const height = darkestFold(lumas, HIGHEST_SHARE * room);
      if (height !== undefined) heights.push(height);
    }
  }
  if (heights.length < Math.max(LEAST_COLUMNS, LEAST_SEEN * columns)) return UNSEEN_CREASE_IOD;
  const height = median(heights);
  const unlike = median(heights.map((h) => Math.abs(h - height)));
  return unlike < MOST_UNLIKE_IOD ? height : UNSEEN_CREASE_IOD;
}

/** Height, IOD, of the deepest valley among readings upwards from the rim; undefined without any. */
function darkestFold(lumas: readonly number[], highest: number): number | undefined {
  const smooth = lumas.map(
    (luma, k) => (luma + (lumas[k - 1] ?? luma) + (lumas[k + 1] ?? luma)) / 3,
  );
  let depth = LEAST_DARKER;
  let at: number | undefined;
  for (let k = 1; k < smooth.length - 1; k++) {
    const height = k * STEP_IOD;
    if (height < HEIGHTS_IOD[0] || height > Math.min(HEIGHTS_IOD[1], highest)) continue;
    const below = Math.max(...smooth.slice(Math.max(0, k - BESIDE), k));
    const above = Math.max(...smooth.slice(k + 1, k + 1 + BESIDE));
    const here = Math.min(below, above) - smooth[k];
    if (here > depth) [depth, at] = [here, height];
  }
  return at;
}

import { gaussian } from '../../math/easing.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import type { BandNode } from './fold-bands.ts';
import type { LogColours } from './log-colours.ts';

/** How far to either side of a fold its shoulders are looked for, IOD. */
const SHOULDER_IOD = 0.13;
/** Samples from the fold to where its shoulders are looked for. */
const STEPS = 8;

/**
 * Writes how deep a place lies below the straight line between the brightest places on either side
 * of it into `depths`, ln of each colour; 0 on slopes and ridges. Returns how deep the valley is
 * where it is deepest.
 */
export function findValley(
  grid: PlateGrid,
  colours: LogColours,
  bare: Float32Array,
  { xPx, yPx, acrossXPx, acrossYPx }: BandNode,
  depths: Float64Array,
): number {
  const step = SHOULDER_IOD / STEPS;
  const at = (field: Float32Array, k: number) =>
    readField(grid, field, xPx + k * step * acrossXPx, yPx + k * step * acrossYPx);
  // Green is close to luma, and skin shades alike in both.
  const here = at(colours[1], 0);
  const shoulder = (way: number): number => {
    let top = here;
    let place = 0;
    for (let k = way; Math.abs(k) <= STEPS; k += way) {
      // Pale hair beyond a fold is not its shoulder.
      if (at(bare, k) < 0.5) break;
      const l = at(colours[1], k);
      if (l <= top) continue;
      top = l;
      place = Math.abs(k);
    }
    return place;
  };
  depths.fill(0);
  const left = shoulder(-1);
  const right = left === 0 ? 0 : shoulder(1);
  if (right === 0) return 0;
  for (let k = 0; k < 3; k++) {
    const field = colours[k];
    const line = (at(field, -left) * right + at(field, right) * left) / (left + right);
    depths[k] = line - at(field, 0);
  }
  let deepest = 0;
  for (let k = -left; k <= right; k++)
    deepest = Math.max(deepest, here + depths[1] - at(colours[1], k));
  return deepest;
}

/**
 * What a place lacks to the mean of the skin across the fold, ln of each colour; hair and nostrils do
 * not count.
 */
export function levelAcross(
  grid: PlateGrid,
  colours: readonly Float32Array[],
  bare: Float32Array,
  { xPx, yPx, acrossXPx, acrossYPx }: BandNode,
  out: Float64Array,
): void {
  out.fill(0);
  const at = (field: Float32Array, d: number) =>
    readField(grid, field, xPx + d * acrossXPx, yPx + d * acrossYPx);
  const here = colours.map((field) => at(field, 0));
  let sum = 0;
  for (let k = -STEPS; k <= STEPS; k++) {
    const d = (1.5 * SHOULDER_IOD * k) / STEPS;
    const green = at(colours[1], d) - here[1];
    const w = at(bare, d) * gaussian(k / STEPS, 0.5) * gaussian(green, 0.4);
    sum += w;
    out[0] += w * (at(colours[0], d) - here[0]);
    out[1] += w * green;
    out[2] += w * (at(colours[2], d) - here[2]);
  }
  for (let k = 0; k < 3; k++) out[k] = sum > 0 ? out[k] / sum : 0;
}

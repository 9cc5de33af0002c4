import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { type PlateGrid, readPair } from '../plate-grid.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/** Places along the mouth at which lips must meet; its ends are always shut. */
const PLACES = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75] as const;
/** Lips that meet press into each other by this much, IOD: no slit of light stays. */
const PRESS_IOD = 0.014;

/** Gaps between the lips at PLACES for a displacement of both layers, px; negative where they overlap. */
export function lipGaps(
  { mouth, grid }: { readonly mouth: MouthLine; readonly grid: PlateGrid },
  upper: Float32Array,
  lower: Float32Array,
): number[] {
  const d = new Float64Array(2);
  const height = (field: Float32Array, rim: typeof mouth.upper, s: number) => {
    const [x, y] = mouthPoint(mouth, s, readCurve(rim, s));
    readPair(grid, field, x, y, d);
    return (x + d[0]) * mouth.alongY - (y + d[1]) * mouth.alongX;
  };
  return PLACES.map((s) => height(upper, mouth.upper, s) - height(lower, mouth.lower, s));
}

/**
 * How much of shutting (its basis at 1) makes lips just meet, 0..1. Other units raise the jaw and
 * bring the lips nearer, too: all of shutting on top of them would bury the red of the lips.
 * @param before gaps without it, px
 * @param after gaps with all of it, px
 */
export function shareToMeet(
  before: readonly number[],
  after: readonly number[],
  iodPx: number,
): number {
  let share = 0;
  before.forEach((gap, i) => {
    const closed = gap - after[i];
    if (closed > 0.01 * iodPx) share = Math.max(share, (gap + PRESS_IOD * iodPx) / closed);
  });
  return clamp(share, 0, 1);
}

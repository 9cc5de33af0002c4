import { curveThrough, readCurve, type SampledCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import { ACTION_UNITS } from '../action-units.ts';
import type { Bases, Basis } from '../basis.ts';
import { addBox } from '../field-box.ts';
import { type PlateGrid, readPair } from '../plate-grid.ts';
import type { SourceUnits } from '../source-units.ts';
import {
  axesBetween,
  type CornerAxes,
  type MouthLine,
  mouthPoint,
  placeOnAxes,
} from './mouth-line.ts';
import { WITH_A_SMILE } from './resting-mouth.ts';
import { lipGaps, shareToMeet } from './shut-lips.ts';

/**
 * The mouth of a smiling picture once its smile is taken back and its lips are shut, on axes of its
 * own: t runs from the right corner (-1) to the left one (1), heights are px up from the line
 * between the corners.
 */
export interface MouthAtRest extends CornerAxes {
  /** Where the lips meet. */
  readonly seam: SampledCurve;
  /** What the picture's own outer rims stand off the seam by, px, ≥ 0. */
  readonly upperThick: SampledCurve;
  readonly lowerThick: SampledCurve;
  /** 0..1: how far the smile has drawn the lips thin and flat; lips that are only parted are as they are. */
  readonly drawnThin01: number;
  /** Takes a place of the plate to rest: of the upper lip and all above it, or of the lower one. */
  move(xPx: number, yPx: number, lower: boolean, out: Float64Array): void;
}

/** Strengths of AU10 over which a smile thins the lips. */
const THINS = [0, 0.3] as const;
/** Places along the rims. */
const RIM_PLACES = 33;

/** Takes the mouth back to rest with the face's own bases. */
export function layMouthToRest(
  { bases, grid, iodPx }: { bases: Bases; grid: PlateGrid; iodPx: number },
  mouth: MouthLine,
  shown: SourceUnits,
): MouthAtRest {
  const upper = new Float32Array(2 * grid.columns * grid.rows);
  const lowerOnly = new Float32Array(upper.length);
  const add = ({ upper: both, lowerMinusUpper }: Basis, strength: number) => {
    if (strength === 0) return;
    if (both) addBox(upper, grid.columns, both, strength);
    if (lowerMinusUpper) addBox(lowerOnly, grid.columns, lowerMinusUpper, strength);
  };
  const { AU12, AU15, AU20 } = shown.atRest;
  const strengths: Partial<Record<(typeof ACTION_UNITS)[number], readonly [number, number]>> = {
    AU12: [-AU12[0], -AU12[1]],
    AU15: [AU15 - shown.AU15, AU15 - shown.AU15],
    AU20: [-AU20, -AU20],
  };
  for (const unit of WITH_A_SMILE) strengths[unit] = [-shown[unit], -shown[unit]];
  ACTION_UNITS.forEach((unit, i) => {
    const sides = strengths[unit];
    if (!sides) return;
    add(bases.units[2 * i], sides[0]);
    add(bases.units[2 * i + 1], sides[1]);
  });
  const gaps = () =>
    lipGaps(
      { mouth, grid },
      upper,
      lowerOnly.map((d, i) => d + upper[i]),
    );
  const before = gaps();
  add(bases.shutMouth, 1);
  const share = shareToMeet(before, gaps(), iodPx);
  add(bases.shutMouth, share - 1);
  const lower = lowerOnly.map((d, i) => d + upper[i]);

  const d = new Float64Array(2);
  const move = (xPx: number, yPx: number, below: boolean, out: Float64Array) => {
    readPair(grid, below ? lower : upper, xPx, yPx, d);
    out[0] = xPx + d[0];
    out[1] = yPx + d[1];
  };
  const places = Array.from({ length: RIM_PLACES }, (_, i) => -1 + (2 * i) / (RIM_PLACES - 1));
  const movedRim = (rim: SampledCurve, below: boolean) =>
    places.map((s) => {
      const moved = new Float64Array(2);
      move(...mouthPoint(mouth, s, readCurve(rim, s)), below, moved);
      return moved;
    });
  const top = movedRim(mouth.upper, false);
  const bottom = movedRim(mouth.lower, true);
  const meeting = top.map((p, i): [number, number] => [
    (p[0] + bottom[i][0]) / 2,
    (p[1] + bottom[i][1]) / 2,
  ]);
  const axes = axesBetween(meeting[0], meeting[meeting.length - 1]);
  const seam = curveAlong(axes, meeting);
  const thick = (rim: ArrayLike<number>[], sign: number) => {
    const heights = curveAlong(axes, rim);
    return { values: heights.values.map((h, i) => Math.max(0, sign * (h - seam.values[i]))) };
  };
  return {
    ...axes,
    seam,
    upperThick: thick(movedRim(mouth.upperOuter, false), 1),
    lowerThick: thick(movedRim(mouth.lowerOuter, true), -1),
    drawnThin01: smoothstep(...THINS, shown.AU10),
    move,
  };
}

function curveAlong(axes: CornerAxes, points: readonly ArrayLike<number>[]): SampledCurve {
  const placed = points.map((p) => placeOnAxes(axes, [p[0], p[1]])).sort((a, b) => a[0] - b[0]);
  return curveThrough(
    placed.map((p) => p[0]),
    placed.map((p) => p[1]),
  );
}

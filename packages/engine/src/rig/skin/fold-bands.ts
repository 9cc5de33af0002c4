import { clamp, mix, smoothstep } from '../../math/easing.ts';

/**
 * Folds that the picture itself shows because it smiles: from the wings of the nose past the
 * corners of the mouth, under the eyes, at their outer corners. Where the smile is taken back, they
 * are filled in from the skin on either side.
 */
export interface FoldBand {
  /** Where such folds run, head frame of one side, IOD: a,v, a,v, … */
  readonly path: readonly number[];
  /** Half breadth of the band in which they are looked for, IOD. */
  readonly reach: number;
  /** Part of a fold that goes, at each place of the path. */
  readonly fill: readonly number[];
  /** Are a grin's folds as deep here as nowhere else? */
  readonly deep?: boolean;
  /**
   * What is left of a deep fold is not deeper than this at each place of the path, ln of luma: a
   * grin's may be three times as deep as any at rest. Without it, `fill` alone says what is left.
   */
  readonly deepestLeft?: readonly number[];
  /** Part of it that lined skin keeps besides; LINED_KEEPS if it does not say. */
  readonly linedKeeps?: number;
}

/** A node of the grid in a band. */
export interface BandNode {
  readonly index: number;
  readonly xPx: number;
  readonly yPx: number;
  /** Across the fold, frame px of one IOD. */
  readonly acrossXPx: number;
  readonly acrossYPx: number;
  /** 0..1: how much of a fold found here counts. */
  readonly weight: number;
  /** 0..1: part of a fold that goes here. */
  readonly fill: number;
  /** 0..1: how deep folds are here against the deepest that a face has. */
  readonly deepest01: number;
  /** What is left of it is not deeper than this, ln of luma. */
  readonly deepestLeft: number;
}

/**
 * Bands of the units that a smile consists of. Nobody's fold vanishes: next to the nose it lies in
 * the resting face as well, and the farther down, the more of it is the smile's alone.
 */
export const SMILE_FOLDS: Readonly<Record<'AU6' | 'AU12', readonly FoldBand[]>> = {
  AU6: [
    {
      path: [0.26, -0.19, 0.5, -0.27, 0.76, -0.2, 0.94, -0.1],
      reach: 0.1,
      fill: [0.8, 0.92, 0.95, 0.97],
    },
    { path: [0.87, 0.01, 1.08, 0.06], reach: 0.1, fill: [0.97, 0.97] },
    { path: [0.8, -0.15, 1.06, -0.24], reach: 0.12, fill: [0.97, 0.97] },
  ],
  AU12: [
    {
      path: [0.29, -0.5, 0.44, -0.72, 0.56, -0.95, 0.62, -1.18, 0.58, -1.4],
      reach: 0.21,
      fill: [0.45, 0.55, 0.7, 0.9, 0.97],
      deep: true,
      deepestLeft: [0.36, 0.22, 0.12, 0.1, 0.1],
    },
    // Dimples, and the lines that a grin folds into the cheek beyond the first.
    {
      path: [0.8, -0.62, 0.9, -0.85, 0.86, -1.08, 0.76, -1.28],
      reach: 0.16,
      fill: [0.9, 0.95, 0.95, 0.9],
      linedKeeps: 0.6,
    },
  ],
};

interface Near {
  readonly distance: number;
  /** Direction of the path there. */
  readonly alongA: number;
  readonly alongV: number;
  /** 1 along the path, fading to 0 at its ends. */
  readonly share: number;
  /** Part of a fold that goes there. */
  readonly fill: number;
  /** What is left of a fold there is not deeper than this, ln of luma. */
  readonly deepestLeft: number;
}

/** The place of a band's path that is nearest to a point of the head frame. */
export function nearestOf(
  { path, fill: fills, deepestLeft }: FoldBand,
  a: number,
  v: number,
): Near {
  let distance = Number.POSITIVE_INFINITY;
  let alongA = 0;
  let alongV = 0;
  let place = 0;
  let fill = 0;
  let left = Number.POSITIVE_INFINITY;
  const segments = path.length / 2 - 1;
  for (let k = 0; k < segments; k++) {
    const ax = path[2 * k];
    const ay = path[2 * k + 1];
    const bx = path[2 * k + 2] - ax;
    const by = path[2 * k + 3] - ay;
    const length = Math.hypot(bx, by);
    const t = clamp(((a - ax) * bx + (v - ay) * by) / length ** 2, 0, 1);
    const d = Math.hypot(a - ax - t * bx, v - ay - t * by);
    if (d >= distance) continue;
    distance = d;
    alongA = bx / length;
    alongV = by / length;
    place = (k + t) / segments;
    fill = mix(fills[k], fills[k + 1], t);
    if (deepestLeft) left = mix(deepestLeft[k], deepestLeft[k + 1], t);
  }
  const share = smoothstep(0, 0.08, place) * smoothstep(1, 0.85, place);
  return { distance, alongA, alongV, share, fill, deepestLeft: left };
}

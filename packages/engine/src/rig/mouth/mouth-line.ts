import {
  LOWER_INNER_LIP,
  LOWER_OUTER_LIP,
  UPPER_INNER_LIP,
  UPPER_OUTER_LIP,
} from '../../face/landmark-indices.ts';
import { fromAxes, onAxes } from '../../math/axes.ts';
import { findBestLine } from '../../math/best-line.ts';
import {
  curveOf,
  curveThrough,
  readCurve,
  type SampledCurve,
  smoothCurve,
} from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';

/** Below this share of the IOD a gap between the lips is the network's noise: the mouth is shut. */
const SHUT_GAP_IOD = 0.035;

/**
 * The slit of the mouth as the picture shows it. Its own axes: s runs from the right corner (-1)
 * over the cupid's bow (0) to the left corner (1); heights are px along `up`, 0 on the line
 * between the corners.
 */
export interface MouthLine {
  readonly centreXPx: number;
  readonly centreYPx: number;
  /** Unit vector from the right corner to the left; up = (alongY, -alongX). */
  readonly alongX: number;
  readonly alongY: number;
  readonly halfWidthPx: number;
  /** How far the cupid's bow lies from the middle between the corners, of half the way: see mouthT. */
  readonly skew: number;
  /** Inner rims. Where the mouth is shut both are the seam. */
  readonly upper: SampledCurve;
  readonly lower: SampledCurve;
  /** Outer rims of the red of the lips, for their thickness. */
  readonly upperOuter: SampledCurve;
  readonly lowerOuter: SampledCurve;
  /** Largest gap, px; 0 where the mouth is shut. */
  readonly gapPx: number;
}

/**
 * s of a point of the mouth's own axis, t = distance from the centre / half width. Lips lie on an
 * arch that is nearly a parabola, its middle before its corners. Of a turned one, each place is
 * seen where it is across plus what it stands forward: the far half turns away towards its corner.
 */
export function mouthS({ skew: k }: Pick<MouthLine, 'skew'>, t: number): number {
  if (Math.abs(t) >= 1 || Math.abs(k) < 1e-4) return t;
  return (Math.sqrt(1 + 4 * k * (k + t)) - 1) / (2 * k);
}

/** Inverse of mouthS. */
export function mouthT({ skew }: Pick<MouthLine, 'skew'>, s: number): number {
  return Math.abs(s) >= 1 ? s : s - skew * (1 - s * s);
}

/**
 * An opening that is still this part of its largest gap at a tenth of the way from a corner, and by the
 * second more than as far from the other one, ends bluntly there.
 */
const BLUNT = [0.42, 0.52] as const;
const BLUNTER = [0.12, 0.24] as const;
const BLUNT_AT = 0.8;

/** 0..1 at the right corner and at the left one: is it the blunt far end of a turned head's opening? */
export function bluntEnds(line: MouthLine): readonly [number, number] {
  if (line.gapPx <= 0) return [0, 0];
  const gapAt = (t: number) => {
    const s = mouthS(line, t);
    return (readCurve(line.upper, s) - readCurve(line.lower, s)) / line.gapPx;
  };
  const right = gapAt(-BLUNT_AT);
  const left = gapAt(BLUNT_AT);
  const blunt = (one: number, other: number) =>
    smoothstep(...BLUNT, one) * smoothstep(...BLUNTER, one - other);
  return [blunt(right, left), blunt(left, right)];
}

/** From .5 on a mouth's far corner would lie behind its lips. */
const MOST_SKEWED = 0.45;

/** The slit ends this share of the way from the inner rim's corner to the outer rim's. */
const CORNER_OUTWARDS = 0.9;

function mixPoints(
  a: readonly [number, number],
  b: readonly [number, number],
  t: number,
): [number, number] {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

type Spot = readonly [xPx: number, yPx: number];

/** The axes of a line between two corners. */
export type CornerAxes = Pick<
  MouthLine,
  'centreXPx' | 'centreYPx' | 'alongX' | 'alongY' | 'halfWidthPx'
>;

/** Axes between the right corner and the left one, frame px. */
export function axesBetween([rx, ry]: Spot, [lx, ly]: Spot): CornerAxes {
  const width = Math.max(1e-3, Math.hypot(lx - rx, ly - ry));
  return {
    centreXPx: (rx + lx) / 2,
    centreYPx: (ry + ly) / 2,
    alongX: (lx - rx) / width,
    alongY: (ly - ry) / width,
    halfWidthPx: width / 2,
  };
}

/** A spot on such axes: t runs from -1 at the right corner to 1 at the left one. */
export function placeOnAxes(axes: CornerAxes, [x, y]: Spot): [t: number, upPx: number] {
  const [along, up] = onAxes(axes, x, y);
  return [along / axes.halfWidthPx, up];
}

/**
 * The axes of a mouth between its corners, right and left in px of the plate.
 * @param middleOf t of the cupid's bow, told from the mouth's own axes: it gets s = 0
 */
export function mouthAxes(
  right: Spot,
  left: Spot,
  middleOf: (local: (spot: Spot) => [t: number, upPx: number]) => number,
): {
  readonly frame: CornerAxes & Pick<MouthLine, 'skew'>;
  /** s and height in px of a spot of the plate. */
  readonly placeIn: (spot: Spot) => [s: number, upPx: number];
} {
  const axes = axesBetween(right, left);
  const local = (spot: Spot) => placeOnAxes(axes, spot);
  const skew = clamp(-middleOf(local), -MOST_SKEWED, MOST_SKEWED);
  return {
    frame: { ...axes, skew },
    placeIn(spot) {
      const [t, upPx] = local(spot);
      return [mouthS({ skew }, t), upPx];
    },
  };
}

/** Finds the mouth's slit from landmarks; on a shut mouth it is moved onto the dark seam. */
export function findMouthLine(
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  plate: Picture,
): MouthLine {
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const { frame, placeIn } = mouthAxes(
    mixPoints(at(78), at(61), CORNER_OUTWARDS),
    mixPoints(at(308), at(291), CORNER_OUTWARDS),
    (local) => local(at(13))[0],
  );
  const ends: [number, number][] = [
    [-1, 0],
    [1, 0],
  ];
  const rim = (indices: readonly number[]) => {
    const inner = indices.slice(1, -1).map((i) => placeIn(at(i)));
    const points = [...inner, ...ends].sort((a, b) => a[0] - b[0]);
    return smoothCurve(
      curveThrough(
        points.map((p) => p[0]),
        points.map((p) => p[1]),
      ),
      2,
    );
  };
  let upper = rim(UPPER_INNER_LIP);
  let lower = rim(LOWER_INNER_LIP);
  let gapPx = 0;
  for (let i = 0; i < upper.values.length; i++) {
    gapPx = Math.max(gapPx, upper.values[i] - lower.values[i]);
  }
  const outer = { upperOuter: rim(UPPER_OUTER_LIP), lowerOuter: rim(LOWER_OUTER_LIP) };
  if (gapPx < SHUT_GAP_IOD * iodPx) {
    const middle = curveOf((s) => (readCurve(upper, s) + readCurve(lower, s)) / 2);
    const seam = snapToSeam(
      { ...frame, ...outer, upper: middle, lower: middle, gapPx: 0 },
      plate,
      iodPx,
    );
    upper = seam;
    lower = seam;
    gapPx = 0;
  }
  return { ...frame, ...outer, upper, lower, gapPx };
}

/** Offsets searched on either side of the landmarks' seam, and how far they reach in IOD. */
const SEAM_STEPS = 12;
const SEAM_REACH_IOD = 0.05;
/** What a step of an offset between neighbours costs, squared, levels. */
const SEAM_BENDS = 3;

/** Moves a shut mouth's seam onto the darkest smooth line near it. */
export function snapToSeam(line: MouthLine, plate: Picture, iodPx: number): SampledCurve {
  const n = line.upper.values.length;
  const offsets = 2 * SEAM_STEPS + 1;
  const stepPx = (SEAM_REACH_IOD * iodPx) / SEAM_STEPS;
  const gains = new Float64Array(n * offsets);
  for (let i = 0; i < n; i++) {
    const s = -1 + (2 * i) / (n - 1);
    for (let o = 0; o < offsets; o++) {
      const away = o - SEAM_STEPS;
      const [x, y] = mouthPoint(line, s, line.upper.values[i] + away * stepPx);
      // Corners are where the landmarks put them: the pull home grows towards them.
      const home = (away / SEAM_STEPS) ** 2 * (10 + 120 * s ** 6);
      gains[i * offsets + o] = -lumaAt(plate, x, y) - home;
    }
  }
  const { rows } = findBestLine(gains, n, offsets, {
    mostSteps: 2,
    stepCost: (moved) => SEAM_BENDS * moved ** 2,
  });
  const values = Float32Array.from(
    rows,
    (o, i) => line.upper.values[i] + (o - SEAM_STEPS) * stepPx,
  );
  return smoothCurve({ values }, 3);
}

/** s and height of a place, frame px: the inverse of mouthPoint. */
export function mouthPlace(line: MouthLine, xPx: number, yPx: number): [s: number, upPx: number] {
  const [along, up] = onAxes(line, xPx, yPx);
  return [mouthS(line, along / line.halfWidthPx), up];
}

/** Frame px of (s, height). */
export function mouthPoint(line: MouthLine, s: number, heightPx: number): [number, number] {
  return fromAxes(line, mouthT(line, s) * line.halfWidthPx, heightPx);
}

import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf } from '../skin/face-tone.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

/** An edge of this many levels counts in full. */
export const CLEAR_LEVELS = 40;
/** … and in drawn eyes, where both sides of each line are clear: the clearer one is the rim. */
export const CLEAR_DRAWN_LEVELS = 120;
/** Where the ball is looked at below an upper rim: half widths of the filter, part of the gap. */
const BALL_STEPS = [2.5, 4, 5.5, 7] as const;
const BALL_SHARE = 0.6;
/** The outer edge of a drawn lid's line is no rim: it is brighter again so far inside, half widths of the filter. */
const LINE_STEPS = [2.5, 4, 5.5] as const;
/** Under the upper lid the iris is in shadow: its edge tells less than that of the white. */
const UPPER_IRIS_WEIGHT = 0.3;
/** The white meets the lower lid in many ways, the iris by its dark edge. */
const LOWER_WHITE_WEIGHT = 0.7;
/** From white to a lid it mostly gets darker; other steps of colour count less. */
const WRONG_WAY = 0.6;
/** Below the iris it gets brighter, or, in drawings, a dark line follows that belongs to the lid. */
const DRAWN_LINE = 0.7;

/** Levels of an edge that counts in full. */
export function clearLevels(which: 'upper' | 'lower', drawn: boolean): number {
  return drawn && which === 'lower' ? CLEAR_DRAWN_LEVELS : CLEAR_LEVELS;
}

/** An edge that a rim might lie on: how clear it is, levels, and how much it counts. */
export interface EdgePlace {
  levels: number;
  weight: number;
}

/** Over this part of its radius an iris meets a lid: beyond it the rim curves away. */
export const MEETS_LID = 0.85;

/**
 * Whether a place of the eye's axis lies over the iris.
 * @param share how near to its middle, parts of its radius
 */
export function overIris(eye: EyeLine, t: number, share = MEETS_LID): boolean {
  const { iris, halfWidthPx } = eye;
  const [middle] = eyePlace(eye, iris.xPx, iris.yPx);
  return Math.abs(t - middle) * halfWidthPx < share * iris.radiusPx;
}

const inside: [number, number, number] = [0, 0, 0];
const outside: [number, number, number] = [0, 0, 0];
const deeper: [number, number, number] = [0, 0, 0];

/** Reads the edge at one place of an eye's axis. */
export function readEdge(
  plate: Picture,
  eye: EyeLine,
  which: 'upper' | 'lower',
  t: number,
  height: number,
  edgePx: number,
  drawn: boolean,
  out: EdgePlace,
): void {
  const inwards = which === 'upper' ? -edgePx : edgePx;
  colourAlong(plate, eye, t, height + inwards, inside);
  colourAlong(plate, eye, t, height - inwards, outside);
  const onIris = overIris(eye, t);
  const rise = lumaOf(outside) - lumaOf(inside);
  out.weight = 1;
  if (which === 'upper') {
    out.levels = -rise;
    if (onIris) {
      out.weight = UPPER_IRIS_WEIGHT;
      return;
    }
    // Under a crease of the lid the lashes follow, under the rim nothing but the ball.
    const room = BALL_SHARE * (height - readCurve(eye.lower, t));
    for (const steps of BALL_STEPS) {
      if (steps * edgePx > room) break;
      colourAlong(plate, eye, t, height - steps * edgePx, deeper);
      out.levels = Math.min(out.levels, lumaOf(deeper) - lumaOf(outside));
    }
  } else if (!drawn && onIris) {
    out.levels = Math.max(rise, -DRAWN_LINE * rise);
  } else {
    const wrongWay = onIris
      ? DRAWN_LINE * rise
      : WRONG_WAY * Math.max(...inside.map((v, k) => Math.abs(v - outside[k])));
    if (!onIris) out.weight = LOWER_WHITE_WEIGHT;
    const line = drawn ? lineInside(plate, eye, t, height, edgePx) : 0;
    out.levels = Math.max(-rise, wrongWay - line);
  }
}

/** How much darker than what is further in a place just inside a lower rim is, levels: a drawn line. */
function lineInside(
  plate: Picture,
  eye: EyeLine,
  t: number,
  height: number,
  edgePx: number,
): number {
  let most = 0;
  for (const steps of LINE_STEPS) {
    colourAlong(plate, eye, t, height + steps * edgePx, deeper);
    most = Math.max(most, lumaOf(deeper) - lumaOf(inside));
  }
  return most;
}

/** Mean colour of three neighbours along the eye, bilinear: brush strokes and cracks average out. */
export function colourAlong(
  plate: Picture,
  eye: EyeLine,
  t: number,
  heightPx: number,
  out: number[],
): void {
  out.fill(0);
  for (const dt of [-0.035, 0, 0.035]) {
    const along = (t + dt) * eye.halfWidthPx;
    const x = eye.centreXPx + along * eye.alongX + heightPx * eye.alongY - 0.5;
    const y = eye.centreYPx + along * eye.alongY - heightPx * eye.alongX - 0.5;
    const cx = clamp(x, 0, plate.widthPx - 1.001);
    const cy = clamp(y, 0, plate.heightPx - 1.001);
    const c = Math.floor(cx);
    const r = Math.floor(cy);
    const fx = cx - c;
    const fy = cy - r;
    const i = 4 * (r * plate.widthPx + c);
    const j = i + 4 * plate.widthPx;
    const p = plate.rgba;
    for (let k = 0; k < 3; k++) {
      out[k] +=
        ((p[i + k] * (1 - fx) + p[i + 4 + k] * fx) * (1 - fy) +
          (p[j + k] * (1 - fx) + p[j + 4 + k] * fx) * fy) /
        3;
    }
  }
}

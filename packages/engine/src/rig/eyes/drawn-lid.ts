import { findBestLine } from '../../math/best-line.ts';
import { readCurve, type SampledCurve, smoothCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { medianColour } from '../skin/face-tone.ts';
import {
  CLEAR_DRAWN_LEVELS,
  CLEAR_LEVELS,
  colourAlong,
  type EdgePlace,
  MEETS_LID,
  overIris,
  readEdge,
} from './eye-edge.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

/** 0..1: how clear an edge an upper rim lies on beside the iris. */
export function clearOfWhite(
  plate: Picture,
  eye: EyeLine,
  rim: SampledCurve,
  edgePx: number,
): number {
  const place: EdgePlace = { levels: 0, weight: 0 };
  let sum = 0;
  let count = 0;
  for (let t = -0.9; t < 0.91; t += 0.06) {
    readEdge(plate, eye, 'upper', t, readCurve(rim, t), edgePx, true, place);
    if (place.weight < 1) continue;
    sum += clamp(place.levels / CLEAR_DRAWN_LEVELS, 0, 1);
    count++;
  }
  return sum / Math.max(1, count);
}

/** A traced rim is looked for this far from the mesh's and in such steps, shares of the gap. */
const TRACE_REACH = 0.36;
const TRACE_STEP = 0.03;
/** What a step of offset between neighbours costs, squared, and a full offset. */
const TRACE_BENDS = 0.06;
const TRACE_HOME = 0.12;
/** An edge between iris and lid against one of the white; colours that differ by this are others. */
const TRACE_IRIS_WEIGHT = 0.35;
const OTHER_COLOUR = 45;

const inside = [0, 0, 0];
const outside = [0, 0, 0];

/**
 * Follows the clearest line from corner to corner along the lower edge of a drawn lid. Only where
 * edges are as clean as a pen's: elsewhere it would follow lashes and bags. Glints and shade on an
 * iris have edges, too: there only what has the lid's own colour above it counts.
 */
export function traceUpperRim(plate: Picture, eye: EyeLine, edgePx: number): SampledCurve {
  const place: EdgePlace = { levels: 0, weight: 0 };
  const clear = new Float32Array(eye.upper.values.length * TRACE_OFFSETS);
  forEachTraced(eye, (i, t, height) => {
    if (overIris(eye, t)) return;
    readEdge(plate, eye, 'upper', t, height, edgePx, true, place);
    clear[i] = clamp(place.levels / CLEAR_DRAWN_LEVELS, 0, 1);
  });
  const first = clearestLine(eye, clear);
  const lids: [number, number, number][] = [];
  for (let t = -0.78; t < 0.79; t += 0.06) {
    if (overIris(eye, t)) continue;
    readEdge(plate, eye, 'upper', t, readCurve(first, t), edgePx, true, place);
    if (place.levels < CLEAR_LEVELS) continue;
    colourAlong(plate, eye, t, readCurve(first, t) + 2 * edgePx, outside);
    lids.push([outside[0], outside[1], outside[2]]);
  }
  if (lids.length < 4) return first;
  const lid = medianColour(lids);
  forEachTraced(eye, (i, t, height) => {
    if (!overIris(eye, t)) return;
    colourAlong(plate, eye, t, height - edgePx, inside);
    colourAlong(plate, eye, t, height + edgePx, outside);
    clear[i] = TRACE_IRIS_WEIGHT * lidAbove(lid);
  });
  return clearestLine(eye, clear);
}

const TRACE_STEPS = Math.round(TRACE_REACH / TRACE_STEP);
const TRACE_OFFSETS = 2 * TRACE_STEPS + 1;

/** How far the offset `o` of the place `i` along a rim lies from the mesh's, px. */
function tracedShift(eye: EyeLine, i: number, o: number): number {
  const t = -1 + (2 * i) / (eye.upper.values.length - 1);
  return (o - TRACE_STEPS) * TRACE_STEP * eye.gapPx * (1 - t ** 6);
}

/** Visits all places that a traced rim may go through: their index, t and height, px. */
function forEachTraced(eye: EyeLine, visit: (i: number, t: number, height: number) => void): void {
  const mesh = eye.upper.values;
  for (let i = 0; i < mesh.length; i++) {
    const t = clamp(-1 + (2 * i) / (mesh.length - 1), -0.95, 0.95);
    for (let o = 0; o < TRACE_OFFSETS; o++) {
      visit(i * TRACE_OFFSETS + o, t, mesh[i] + tracedShift(eye, i, o));
    }
  }
}

/** The line from corner to corner whose places are clearest together. */
function clearestLine(eye: EyeLine, clear: Float32Array): SampledCurve {
  const mesh = eye.upper.values;
  const n = mesh.length;
  const gains = Float64Array.from(clear, (gain, k) => {
    const home = overIris(eye, -1 + (2 * Math.floor(k / TRACE_OFFSETS)) / (n - 1)) ? 0 : TRACE_HOME;
    return gain - home * (((k % TRACE_OFFSETS) - TRACE_STEPS) / TRACE_STEPS) ** 2;
  });
  const { rows } = findBestLine(gains, n, TRACE_OFFSETS, {
    mostSteps: 3,
    stepCost: (moved) => TRACE_BENDS * moved ** 2,
  });
  const shifts = Float32Array.from(rows, (o, i) => tracedShift(eye, i, o));
  spanIris(eye, shifts);
  return smoothCurve({ values: mesh.map((height, i) => height + shifts[i]) }, 3);
}

/** Over the iris a lid does not sag below what spans it from the white on either side. */
function spanIris(eye: EyeLine, shifts: Float32Array): void {
  const n = shifts.length;
  const [middle] = eyePlace(eye, eye.iris.xPx, eye.iris.yPx);
  const half = (MEETS_LID * eye.iris.radiusPx) / eye.halfWidthPx;
  const index = (t: number) => clamp(Math.round(((t + 1) / 2) * (n - 1)), 0, n - 1);
  const from = index(middle - half);
  const to = index(middle + half);
  for (let i = from + 1; i < to; i++) {
    const span = shifts[from] + ((shifts[to] - shifts[from]) * (i - from)) / (to - from);
    shifts[i] = Math.max(shifts[i], span);
  }
}

/** 0..1: what was read outside has the lid's colour, and what was read inside has not. */
function lidAbove(lid: readonly number[]): number {
  const differs = (rgb: readonly number[]) =>
    clamp(Math.max(...rgb.map((v, k) => Math.abs(v - lid[k]))) / OTHER_COLOUR, 0, 1);
  return Math.max(0, differs(inside) - differs(outside));
}

import { fromAxes } from '../../math/axes.ts';
import { findBestLine } from '../../math/best-line.ts';
import { curveThrough, type SampledCurve, smoothCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type MouthLine, mouthAxes, mouthPoint } from '../mouth/mouth-line.ts';

/** The mouth of an animal as its picture shows it. */
export interface Muzzle {
  /** Shut, along the dark line between the lips where that is known; else as the mesh lies. */
  readonly mouth: MouthLine;
  /** 0..1: how surely the line between the lips is known: only then may they part. */
  readonly known01: number;
}

/** What is searched on either side of the mouth and above and below it, IOD, and its step. */
const REACH_X = 0.72;
const REACH_Y = 0.34;
const STEP = 0.0125;
const COLUMNS = 2 * Math.round(REACH_X / STEP) + 1;
const ROWS = 2 * Math.round(REACH_Y / STEP) + 1;
/** Where the middle of the mesh's mouth lies in it. */
const MIDDLE_COLUMN = COLUMNS >> 1;
const MIDDLE_ROW = ROWS >> 1;
/** Breadths of the valley that a line is, IOD. */
const BREADTHS = [0.03, 0.06] as const;
/** No valley counts more than this, ln: a black nostril is no better a mouth than a dark line. */
const DEEPEST = 0.5;
/** The line passes this near to the mesh's mouth (σ, IOD), further out it may lie further away. */
const HOME = 0.085;
const HOME_SPREADS = 0.5;
const HOME_COST = 0.06;
/** Cost of a kink, and the steepest step between columns, rows. */
const BEND_COST = 0.012;
const STEEPEST = 2;

/** A side is seen this much longer than the other where the head is turned: no line goes on for ever. */
const MOST_UNEVEN = 1.8;

/** Finds the dark line between an animal's lips near where the mesh has its mouth. */
export function findMuzzle(mesh: MouthLine, plate: Picture, iodPx: number): Muzzle {
  const valleys = readValleys(mesh, plate, iodPx);
  const path = followValley(valleys);
  const known = traceEnds(valleys, path);
  const shut = { ...mesh, lower: mesh.upper, gapPx: 0 };
  if (known.known01 === 0) return { mouth: shut, known01: 0 };
  return { mouth: layLine(mesh, path, known, iodPx), known01: known.known01 };
}

/** Depth of the valley at each place, ln, 0 where there is none: f32[ROWS · COLUMNS], top row first. */
function readValleys(mesh: MouthLine, plate: Picture, iodPx: number): Float32Array {
  const logs = new Float32Array(ROWS * COLUMNS);
  const stepPx = STEP * iodPx;
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      logs[r * COLUMNS + c] = Math.log(12 + softLuma(mesh, plate, iodPx, stepPx, r, c));
    }
  }
  smoothMap(logs);
  const valleys = new Float32Array(ROWS * COLUMNS);
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      let deepest = 0;
      for (const breadth of BREADTHS) {
        const away = Math.round(breadth / STEP);
        const up = logs[Math.max(0, r - away) * COLUMNS + c];
        const down = logs[Math.min(ROWS - 1, r + away) * COLUMNS + c];
        deepest = Math.max(deepest, Math.min(up, down) - logs[r * COLUMNS + c]);
      }
      valleys[r * COLUMNS + c] = Math.min(DEEPEST, deepest);
    }
  }
  return valleys;
}

function softLuma(
  mesh: MouthLine,
  plate: Picture,
  iodPx: number,
  stepPx: number,
  r: number,
  c: number,
): number {
  const [x, y] = placeOf(mesh, iodPx, r, c);
  if (stepPx < 1.2) return lumaAt(plate, x, y);
  const d = stepPx / 4;
  return (
    (lumaAt(plate, x - d, y - d) +
      lumaAt(plate, x + d, y - d) +
      lumaAt(plate, x - d, y + d) +
      lumaAt(plate, x + d, y + d)) /
    4
  );
}

/** Frame px of a place of the map. */
function placeOf(mesh: MouthLine, iodPx: number, r: number, c: number): [number, number] {
  const x = (c - MIDDLE_COLUMN) * STEP * iodPx;
  const up = (MIDDLE_ROW - r) * STEP * iodPx + middleUp(mesh);
  return fromAxes(mesh, x, up);
}

/** Height of the mesh's mouth over the line between its corners, px. */
function middleUp(mesh: MouthLine): number {
  const { values } = mesh.upper;
  return (values[values.length >> 1] + mesh.lower.values[values.length >> 1]) / 2;
}

/** Along the line more than across it: hairs are thin, lips go on. */
function smoothMap(map: Float32Array): void {
  const before = map.slice();
  for (let pass = 0; pass < 2; pass++) {
    before.set(map);
    for (let r = 0; r < ROWS; r++) {
      for (let c = 0; c < COLUMNS; c++) {
        const at = (k: number) => before[r * COLUMNS + clamp(c + k, 0, COLUMNS - 1)];
        map[r * COLUMNS + c] = 0.3 * at(0) + 0.22 * (at(1) + at(-1)) + 0.13 * (at(2) + at(-2));
      }
    }
  }
  before.set(map);
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      const up = before[Math.max(0, r - 1) * COLUMNS + c];
      const down = before[Math.min(ROWS - 1, r + 1) * COLUMNS + c];
      map[r * COLUMNS + c] = 0.5 * before[r * COLUMNS + c] + 0.25 * (up + down);
    }
  }
}

/** The row of the best line at each column. */
function followValley(valleys: Float32Array): Int32Array {
  const gains = new Float64Array(COLUMNS * ROWS);
  for (let c = 0; c < COLUMNS; c++) {
    const x = Math.abs(c - MIDDLE_COLUMN) * STEP;
    const sigma = HOME + HOME_SPREADS * x;
    for (let r = 0; r < ROWS; r++) {
      const y = (MIDDLE_ROW - r) * STEP;
      gains[c * ROWS + r] = valleys[r * COLUMNS + c] - HOME_COST * Math.min(4, (y / sigma) ** 2);
    }
  }
  return findBestLine(gains, COLUMNS, ROWS, {
    mostSteps: STEEPEST,
    stepCost: (moved) => BEND_COST * moved ** 2,
  }).rows;
}

/** Columns between which the line is seen, and how surely. */
interface Ends {
  readonly first: number;
  readonly last: number;
  readonly known01: number;
}

/** Mean depth of the valley near the middle, ln, of a line that is none and of one that is sure. */
const SEEN_DEPTH = [0.13, 0.17] as const;
/** The line's rise from one side of the middle to the other: past the first it may be a nose's edge. */
const STEEP = [0.5, 0.8] as const;
/** The shorter side is at least this long, IOD. */
const LEAST_SIDE = [0.08, 0.14] as const;
/** Where that tilt is read, and how far the middle reaches, IOD. */
const TILT_ASIDE = 0.17;
const MIDDLE_REACH = 0.25;
/** A line that is no surer than this counts for nothing. */
const HALF_SURE = 0.5;
/** A line ends where its valley is shallower than this part of the middle's. */
const END_DEPTH = 0.3;

function traceEnds(valleys: Float32Array, path: Int32Array): Ends {
  const depth = Float32Array.from(path, (r, c) => valleys[r * COLUMNS + c]);
  const soft = depth.map((_, c) => {
    let sum = 0;
    let weight = 0;
    for (let k = -6; k <= 6; k++) {
      const w = gaussian(k, 3);
      if (c + k < 0 || c + k >= COLUMNS) continue;
      sum += w * depth[c + k];
      weight += w;
    }
    return sum / weight;
  });
  const near = Math.round(MIDDLE_REACH / STEP);
  let middle = 0;
  for (let c = MIDDLE_COLUMN - near; c <= MIDDLE_COLUMN + near; c++)
    middle += soft[c] / (2 * near + 1);
  const aside = Math.round(TILT_ASIDE / STEP);
  const tilt = Math.abs(path[MIDDLE_COLUMN + aside] - path[MIDDLE_COLUMN - aside]) / (2 * aside);
  const end = (step: 1 | -1) => {
    let c = MIDDLE_COLUMN;
    while (c + step >= 0 && c + step < COLUMNS && soft[c + step] > END_DEPTH * middle) c += step;
    return c;
  };
  const left = MIDDLE_COLUMN - end(-1);
  const right = end(1) - MIDDLE_COLUMN;
  const sure =
    smoothstep(...SEEN_DEPTH, middle) *
    (1 - smoothstep(...STEEP, tilt)) *
    smoothstep(...LEAST_SIDE, Math.min(left, right) * STEP);
  return {
    first: MIDDLE_COLUMN - Math.min(left, Math.round(MOST_UNEVEN * right)),
    last: MIDDLE_COLUMN + Math.min(right, Math.round(MOST_UNEVEN * left)),
    known01: Math.max(0, (sure - HALF_SURE) / (1 - HALF_SURE)),
  };
}

/** The mouth along a path, between its ends. */
function layLine(
  mesh: MouthLine,
  path: Int32Array,
  { first, last }: Ends,
  iodPx: number,
): MouthLine {
  const heightAt = (c: number) => {
    let sum = 0;
    let weight = 0;
    for (let k = -4; k <= 4; k++) {
      const at = clamp(c + k, first, last);
      const w = gaussian(k, 2);
      sum += w * path[at];
      weight += w;
    }
    return sum / weight;
  };
  const spotAt = (c: number) => placeOf(mesh, iodPx, heightAt(c), c);
  const { frame, placeIn } = mouthAxes(spotAt(first), spotAt(last), (local) =>
    middleOf(path.subarray(first, last + 1), local(mouthPoint(mesh, 0, 0))[0]),
  );
  const ss: number[] = [];
  const hs: number[] = [];
  for (let c = first; c <= last; c++) {
    const [s, h] = placeIn(spotAt(c));
    ss.push(s);
    hs.push(h);
  }
  const line: SampledCurve = smoothCurve(curveThrough(ss, hs), 1);
  return {
    ...frame,
    upper: line,
    lower: line,
    upperOuter: line,
    lowerOuter: line,
    gapPx: 0,
  };
}

/** The upper lips meet in a point that rises by this much over the line on either side of it … */
const LEAST_PEAK = 0.024;
/** … this far away, IOD. */
const PEAK_BESIDE = 0.12;
/** Without one the middle is where the mesh has it, no further aside than this, half widths. */
const MOST_ASIDE = 0.42;

/** Where the upper lips meet between the ends of a line, -1..1: its peak, if it has one. */
function middleOf(rows: Int32Array, meshMiddle: number): number {
  const n = rows.length - 1;
  const beside = Math.round(PEAK_BESIDE / STEP);
  let best = 0;
  let peak = 0;
  for (let i = Math.round(0.2 * n); i <= Math.round(0.8 * n); i++) {
    const over = Math.min(rows[Math.max(0, i - beside)], rows[Math.min(n, i + beside)]) - rows[i];
    if (over > peak) {
      peak = over;
      best = (2 * i) / n - 1;
    }
  }
  const sure = smoothstep(LEAST_PEAK / 2, LEAST_PEAK, peak * STEP);
  return clamp(mix(meshMiddle, best, sure), -MOST_ASIDE, MOST_ASIDE);
}

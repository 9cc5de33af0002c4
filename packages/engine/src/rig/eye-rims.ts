import { curveOf, readCurve, type SampledCurve, smoothCurve } from '../math/curve.ts';
import { clamp, gaussian } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { EyeLine } from './eye-shape.ts';

/**
 * Lays the lids' rims onto the edges that the picture shows. The mesh knows where a person's lids
 * are to about a tenth of the eye's width, and less in paintings and cartoons; but white that is
 * left outside the rims would be dragged along with the skin, and lashes inside them painted over.
 * Each rim is shifted and tilted as a whole: a freer curve would follow lashes, bags and cracks.
 * Where no place is clearly better the mesh's rim stays.
 */
export function fitRims(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  drawn = false,
): { readonly upper: SampledCurve; readonly lower: SampledCurve } {
  return {
    upper: fitRim(plate, eye, iodPx, 'upper', drawn),
    lower: fitRim(plate, eye, iodPx, 'lower', drawn),
  };
}

/** Shifts of a rim's middle that are tried, shares of the eye's gap: furthest down, furthest up. */
const SHIFTS = { upper: [-0.14, 0.14], lower: [-0.18, 0.08] } as const;
/** Shifts are tried in steps of this share of the gap, tilts in steps of three and up to this. */
const SHIFT_STEP = 0.02;
const MOST_BEND = 0.2;
/** Drawn eyes have thick lashes and lines but clean edges: rims may go further inwards there. */
const DRAWN_SHIFTS = { upper: [-0.14, 0.14], lower: [-0.18, 0.22] } as const;
const DRAWN_BEND = 0.3;
const BEND_SIGMA = 0.3;
/** … and where the bends of its halves may take it. */
const BENT = { upper: [-0.16, 0.24], lower: [-0.2, 0.12] } as const;
const DRAWN_BENT = { upper: [-0.34, 0.24], lower: [-0.2, 0.3] } as const;
/** Half width of the edge filter, IOD, and at least in px. */
const EDGE_IOD = 0.012;
const EDGE_PX = 0.8;
/** An edge of this many levels counts in full. */
const CLEAR_LEVELS = 40;
/** … and in drawn eyes, where both sides of each line are clear: the clearer one is the rim. */
const CLEAR_DRAWN_LEVELS = 120;
/** What a shift of .2 and a tilt of .18 of the gap cost, in parts of a clear edge all along. */
const SHIFT_COST = 0.06;
const BEND_COST = 0.05;
/** A rim must be clearer than the mesh's by this. */
const LEAST_GAIN = 0.03;
/** Middle and halves are placed in turn, this often. */
const ROUNDS = 2;
/** Where the search for a rim's middle starts, too, part of the way to its limits. */
const STARTS = 0.75;
/** Where the ball is looked at below an upper rim: half widths of the filter, part of the gap. */
const BALL_STEPS = [2.5, 4, 5.5, 7] as const;
const BALL_SHARE = 0.6;
/** Under the upper lid the iris is in shadow: its edge tells less than that of the white. */
const UPPER_IRIS_WEIGHT = 0.3;
/** The white meets the lower lid in many ways, the iris by its dark edge. */
const LOWER_WHITE_WEIGHT = 0.7;
/** From white to a lid it mostly gets darker; other steps of colour count less. */
const WRONG_WAY = 0.6;
/** Below the iris it gets brighter, or, in drawings, a dark line follows that belongs to the lid. */
const DRAWN_LINE = 0.7;

function fitRim(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  which: 'upper' | 'lower',
  drawn: boolean,
): SampledCurve {
  const mesh = eye[which];
  const edgePx = Math.max(EDGE_PX, EDGE_IOD * iodPx);
  const [down, up] = (drawn ? DRAWN_SHIFTS : SHIFTS)[which];
  const mostBend = drawn ? DRAWN_BEND : MOST_BEND;
  const [lowest, highest] = (drawn ? DRAWN_BENT : BENT)[which];
  const move = (shift: number, left: number, right: number) =>
    curveOf((t) => {
      const way =
        shift + left * gaussian(t + 0.6, BEND_SIGMA) + right * gaussian(t - 0.6, BEND_SIGMA);
      return readCurve(mesh, t) + eye.gapPx * clamp(way, lowest, highest) * (1 - t ** 4);
    });
  const clearness = (shift: number, left: number, right: number) =>
    edgeAlong(plate, eye, which, move(shift, left, right), edgePx, drawn) -
    SHIFT_COST * (shift / 0.2) ** 2 -
    BEND_COST * ((left / MOST_BEND) ** 2 + (right / MOST_BEND) ** 2);
  const stays = clearness(0, 0, 0) + LEAST_GAIN;
  let clearest = stays;
  let found = [0, 0, 0];
  // Thick lashes have an edge on either side: the search starts on the inner one, too.
  for (const first of drawn ? [0, STARTS * (which === 'upper' ? down : up)] : [0]) {
    const [clear, place] = climb([first, 0, 0], first === 0 ? stays : clearness(first, 0, 0));
    if (clear > clearest) [clearest, found] = [clear, place];
  }
  const fitted = move(found[0], found[1], found[2]);
  if (!drawn || which === 'lower') return fitted;
  const traced = traceUpperRim(plate, eye, edgePx);
  const clearer =
    clearOfWhite(plate, eye, traced, edgePx) - clearOfWhite(plate, eye, fitted, edgePx);
  return clearer > LEAST_GAIN ? traced : fitted;

  function climb(from: number[], clearAtStart: number): [number, number[]] {
    let best = clearAtStart;
    let place = from;
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < 3; k++) {
        const [low, high] = k === 0 ? [down, up] : [-mostBend, mostBend];
        const start = place;
        for (let way = low; way <= high + 1e-9; way += SHIFT_STEP) {
          const tried = start.with(k, way);
          const clear = clearness(tried[0], tried[1], tried[2]);
          if (clear <= best) continue;
          best = clear;
          place = tried;
        }
      }
    }
    return [best, place];
  }
}

/** 0..1: how clear an edge between ball and lid a rim lies on, mean over its columns. */
function edgeAlong(
  plate: Picture,
  eye: EyeLine,
  which: 'upper' | 'lower',
  rim: SampledCurve,
  edgePx: number,
  drawn: boolean,
): number {
  let sum = 0;
  let weights = 0;
  const place: EdgePlace = { levels: 0, weight: 0 };
  for (let t = -0.9; t < 0.91; t += 0.06) {
    readEdge(plate, eye, which, t, readCurve(rim, t), edgePx, drawn, place);
    sum += place.weight * clamp(place.levels / clearLevels(which, drawn), 0, 1);
    weights += place.weight;
  }
  return sum / weights;
}

function clearLevels(which: 'upper' | 'lower', drawn: boolean): number {
  return drawn && which === 'lower' ? CLEAR_DRAWN_LEVELS : CLEAR_LEVELS;
}

/** An edge that a rim might lie on: how clear it is, levels, and how much it counts. */
interface EdgePlace {
  levels: number;
  weight: number;
}

function overIris(eye: EyeLine, t: number): boolean {
  const x = eye.centreXPx + t * eye.halfWidthPx * eye.alongX;
  return Math.abs(x - eye.iris.xPx) < 0.85 * eye.iris.radiusPx;
}

const inside = [0, 0, 0];
const outside = [0, 0, 0];
const deeper = [0, 0, 0];

/** Reads the edge at one place of an eye's axis. */
function readEdge(
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
  } else if (onIris) {
    out.levels = drawn ? Math.max(-rise, DRAWN_LINE * rise) : Math.max(rise, -DRAWN_LINE * rise);
  } else {
    out.weight = LOWER_WHITE_WEIGHT;
    out.levels = Math.max(
      -rise,
      WRONG_WAY * Math.max(...inside.map((v, k) => Math.abs(v - outside[k]))),
    );
  }
}

/** 0..1: how clear an edge an upper rim lies on beside the iris. */
function clearOfWhite(plate: Picture, eye: EyeLine, rim: SampledCurve, edgePx: number): number {
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

/**
 * Follows the clearest line from corner to corner along the lower edge of a drawn lid. Only where
 * edges are as clean as a pen's: elsewhere it would follow lashes and bags. Glints and shade on an
 * iris have edges, too: there only what has the lid's own colour above it counts.
 */
function traceUpperRim(plate: Picture, eye: EyeLine, edgePx: number): SampledCurve {
  const place: EdgePlace = { levels: 0, weight: 0 };
  const clear = new Float32Array(eye.upper.values.length * TRACE_OFFSETS);
  forEachTraced(eye, (i, t, height) => {
    if (overIris(eye, t)) return;
    readEdge(plate, eye, 'upper', t, height, edgePx, true, place);
    clear[i] = clamp(place.levels / CLEAR_DRAWN_LEVELS, 0, 1);
  });
  const first = clearestLine(eye, clear);
  const lids: [number, number, number][] = [];
  for (let t = -0.8; t < 0.81; t += 0.06) {
    if (overIris(eye, t)) continue;
    readEdge(plate, eye, 'upper', t, readCurve(first, t), edgePx, true, place);
    if (place.levels < CLEAR_LEVELS) continue;
    colourAlong(plate, eye, t, readCurve(first, t) + 2 * edgePx, outside);
    lids.push([outside[0], outside[1], outside[2]]);
  }
  if (lids.length < 4) return first;
  const median = (k: number) => lids.map((c) => c[k]).sort((a, b) => a - b)[lids.length >> 1];
  const lid = [median(0), median(1), median(2)];
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

/** The line from corner to corner whose places are clearest together (dynamic programming). */
function clearestLine(eye: EyeLine, clear: Float32Array): SampledCurve {
  const mesh = eye.upper.values;
  const n = mesh.length;
  const cost = new Float64Array(n * TRACE_OFFSETS);
  const from = new Int16Array(n * TRACE_OFFSETS);
  for (let i = 0; i < n; i++) {
    const home = overIris(eye, -1 + (2 * i) / (n - 1)) ? 0 : TRACE_HOME;
    for (let o = 0; o < TRACE_OFFSETS; o++) {
      let best = i === 0 ? 0 : Number.POSITIVE_INFINITY;
      for (let p = Math.max(0, o - 3); i > 0 && p <= Math.min(TRACE_OFFSETS - 1, o + 3); p++) {
        const c = cost[(i - 1) * TRACE_OFFSETS + p] + TRACE_BENDS * (o - p) ** 2;
        if (c >= best) continue;
        best = c;
        from[i * TRACE_OFFSETS + o] = p;
      }
      const away = home * ((o - TRACE_STEPS) / TRACE_STEPS) ** 2;
      cost[i * TRACE_OFFSETS + o] = best + away - clear[i * TRACE_OFFSETS + o];
    }
  }
  let o = 0;
  const last = (n - 1) * TRACE_OFFSETS;
  for (let k = 1; k < TRACE_OFFSETS; k++) if (cost[last + k] < cost[last + o]) o = k;
  const shifts = new Float32Array(n);
  for (let i = n - 1; i >= 0; i--) {
    shifts[i] = tracedShift(eye, i, o);
    o = from[i * TRACE_OFFSETS + o];
  }
  spanIris(eye, shifts);
  return smoothCurve({ values: mesh.map((height, i) => height + shifts[i]) }, 3);
}

/** Over the iris a lid does not sag below what spans it from the white on either side. */
function spanIris(eye: EyeLine, shifts: Float32Array): void {
  const n = shifts.length;
  const middle =
    ((eye.iris.xPx - eye.centreXPx) * eye.alongX + (eye.iris.yPx - eye.centreYPx) * eye.alongY) /
    eye.halfWidthPx;
  const half = (0.85 * eye.iris.radiusPx) / eye.halfWidthPx;
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

function lumaOf(rgb: readonly number[]): number {
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

/** Mean colour of three neighbours along the eye, bilinear: brush strokes and cracks average out. */
function colourAlong(
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

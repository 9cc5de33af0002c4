import { luma601Plane } from '../math/luma.ts';
import type { Points3 } from '../math/points.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import type { Pyramid } from './crop.ts';
import {
  type EyeLook,
  inLook,
  LOOK_IOD_PX,
  type LookedIris,
  lookAtEye,
  moveVertex,
  putIris,
} from './eye-look.ts';
import { fitWhiteEyes } from './fit-white-eyes.ts';
import { EYES, IRIS_POINTS } from './landmark-indices.ts';

/** Vertices of the upper lids' rims: they stay when a lower lid moves. */
const UPPER_RIMS: ReadonlySet<number> = new Set(
  EYES.flatMap(({ corners, upper }) => [...corners, ...upper]),
);

const SIDE_PX = 128;
const MIDDLE = SIDE_PX / 2;
/** One steep spot must not outweigh a whole line: steps beyond this many levels count no more. */
const STEP_LIMIT = 45;

/**
 * The mesh model draws people's eyes: in the larger eyes of cartoons its lower lids and irises
 * stay too small. Where the picture plainly shows both lower lids further down, or both irises
 * larger, they are moved there. People's eyes are left exactly as the model sees them.
 *
 * @param landmarks f32[3·478], image px; not changed
 * @returns new landmarks
 */
export function fitLargeEyes(
  pyramid: Pyramid,
  landmarks: Points3<'image-px'>,
): Points3<'image-px'> {
  const asShapes = fitWhiteEyes(pyramid, landmarks);
  if (asShapes) return asShapes;
  const out = landmarks.slice();
  const looks = EYES.map((eye) => lookAtEye(pyramid, landmarks, eye, SIDE_PX));
  const lids = looks.map((look) => findLowerLid(look, landmarks));
  if (lids[0] && lids[1] && Math.abs(lids[0] - lids[1]) < LID_DIFFERENCE) {
    looks.forEach((look, i) => {
      lowerLid(out, landmarks, look, lids[i]!);
    });
  }
  const [right, left] = looks;
  // Most faces' irises are as the model says: the second search is for those whose first one is not.
  const rightIris = findIris(right!, landmarks);
  const leftIris = rightIris && findIris(left!, landmarks);
  if (leftIris) {
    const ratio = rightIris.radius / leftIris.radius;
    if (Math.max(ratio, 1 / ratio) < IRIS_DIFFERENCE) {
      putIris(out, right!, rightIris);
      putIris(out, left!, leftIris);
    }
  }
  return out;
}

/** A channel at (x, y) in crop px, bilinear. */
function sample(rgb: Float32Array, x: number, y: number, channel: number): number {
  const fx = Math.max(0, Math.min(SIDE_PX - 1.001, x - 0.5));
  const fy = Math.max(0, Math.min(SIDE_PX - 1.001, y - 0.5));
  const x0 = Math.floor(fx);
  const y0 = Math.floor(fy);
  const value = (dx: number, dy: number) => rgb[3 * ((y0 + dy) * SIDE_PX + x0 + dx) + channel]!;
  const top = value(0, 0) * (1 - fx + x0) + value(1, 0) * (fx - x0);
  const bottom = value(0, 1) * (1 - fx + x0) + value(1, 1) * (fx - x0);
  return top * (1 - fy + y0) + bottom * (fy - y0);
}

/** How far below the corners' line the lower lid is tried, in parts of the model's. */
const LID_SCALES = { from: 1.3, to: 2.4, step: 0.05 };
/** A lid is believed where the colour steps by more than this along it, mean in levels. */
const LID_STEP = 30;
/**
 * It must also step by more than so many times what it does along the model's own lid. Of people at
 * least one eye stays below that.
 */
const LID_GAIN = 1.4;
/** The two lids agree within this; the corners' lines may be tilted differently. */
const LID_DIFFERENCE = 0.7;

/** By how much the lower lid lies further down than the model says; undefined: it does not. */
function findLowerLid(look: EyeLook, landmarks: Float32Array): number | undefined {
  const own = lidStep(look, landmarks, 1);
  let best: number | undefined;
  let bestStep = Math.max(LID_STEP, LID_GAIN * own);
  for (let scale = LID_SCALES.from; scale <= LID_SCALES.to; scale += LID_SCALES.step) {
    const step = lidStep(look, landmarks, scale);
    if (step > bestStep) {
      bestStep = step;
      best = scale;
    }
  }
  return best;
}

/** Mean step of colour across the lower lid when its heights are scaled. */
function lidStep(look: EyeLook, landmarks: Float32Array, scale: number): number {
  const { eye, rgb } = look;
  const points = eye.lower
    .map((vertex) => inLook(look, landmarks, vertex))
    .sort((a, b) => a[0] - b[0]);
  let sum = 0;
  let count = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    for (let part = 0; part < 1; part += 0.2) {
      const x = points[i]![0] + part * (points[i + 1]![0] - points[i]![0]);
      const height = points[i]![1] + part * (points[i + 1]![1] - points[i]![1]) - MIDDLE;
      const y = MIDDLE + scale * height;
      let step = 0;
      for (let channel = 0; channel < 3; channel++) {
        const below = sample(rgb, x, y + 1, channel) + sample(rgb, x, y + 2.5, channel);
        const above = sample(rgb, x, y - 1, channel) + sample(rgb, x, y - 2.5, channel);
        step = Math.max(step, Math.abs(below - above) / 2);
      }
      sum += Math.min(STEP_LIMIT, step);
      count++;
    }
  }
  return sum / count;
}

/** What lies below a lid follows it, less by e over this distance, crop px. */
const LID_REACH_PX = 0.14 * LOOK_IOD_PX;

/** Scales the heights of a lower lid; the skin below moves along. What both eyes move adds up. */
function lowerLid(out: Float32Array, landmarks: Float32Array, look: EyeLook, scale: number): void {
  const lid = look.eye.lower.map((vertex) => inLook(look, landmarks, vertex));
  for (let vertex = 0; vertex < MESH_VERTEX_COUNT; vertex++) {
    if (UPPER_RIMS.has(vertex)) continue;
    const [x, y] = inLook(look, landmarks, vertex);
    if (y < MIDDLE) continue;
    let nearest = Infinity;
    let height = 0;
    for (const [lidX, lidY] of lid) {
      const distance = Math.hypot(x - lidX, y - lidY);
      if (distance < nearest) {
        nearest = distance;
        height = lidY - MIDDLE;
      }
    }
    const shift = (scale - 1) * height * Math.exp(-nearest / LID_REACH_PX);
    moveVertex(out, look, vertex, 0, shift);
  }
}

/** Radii that are tried, in parts of the model's; smaller circles would be pupils. */
const IRIS_SCALES = { from: 1.15, to: 2, step: 0.03 };
const IRIS_SHIFT_PX = 5;
/** An iris is believed where brightness rises by more than this towards the white of the eye, levels. */
const IRIS_RISE = 42;
/** It must also rise by more than so many levels beyond what it does around the model's own iris. */
const IRIS_GAIN = 20;
/** The two radii agree within this ratio. */
const IRIS_DIFFERENCE = 1.15;
/** The iris meets the white of the eye at its sides, this far up and down from there, radians. */
const IRIS_SIDES = 0.7;

function findIris(look: EyeLook, landmarks: Float32Array): LookedIris | undefined {
  const { eye, rgb } = look;
  const at = (vertex: number) => inLook(look, landmarks, vertex);
  const [x, y] = at(eye.iris);
  let own = 0;
  for (let i = 1; i < IRIS_POINTS; i++) {
    const [px, py] = at(eye.iris + i);
    own += Math.hypot(px - x, py - y) / (IRIS_POINTS - 1);
  }
  let best: LookedIris | undefined;
  const luma = luma601Plane(rgb, new Float64Array(SIDE_PX * SIDE_PX));
  let bestRise = Math.max(IRIS_RISE, irisRise(luma, { x, y, radius: own }) + IRIS_GAIN);
  for (let scale = IRIS_SCALES.from; scale <= IRIS_SCALES.to; scale += IRIS_SCALES.step) {
    for (let dy = -IRIS_SHIFT_PX; dy <= IRIS_SHIFT_PX; dy++) {
      for (let dx = -IRIS_SHIFT_PX; dx <= IRIS_SHIFT_PX; dx++) {
        const iris = { x: x + dx, y: y + dy, radius: own * scale };
        const rise = irisRise(luma, iris) * (1 - 0.01 * Math.hypot(dx, dy));
        if (rise > bestRise) {
          bestRise = rise;
          best = iris;
        }
      }
    }
  }
  return best;
}

/** Directions from an iris' centre to its sides, interleaved x,y. */
const SIDE_DIRECTIONS = sideDirections();

function sideDirections(): Float64Array {
  const directions: number[] = [];
  for (const side of [1, -1]) {
    for (let angle = -IRIS_SIDES; angle <= IRIS_SIDES; angle += 0.1) {
      directions.push(side * Math.cos(angle), Math.sin(angle));
    }
  }
  return Float64Array.from(directions);
}

/** Mean rise of brightness outwards across an iris' sides, levels. */
function irisRise(luma: Float64Array, { x, y, radius }: LookedIris): number {
  const at = (reach: number, dx: number, dy: number): number => {
    const column = Math.max(0, Math.min(SIDE_PX - 1, Math.floor(x + reach * dx)));
    const row = Math.max(0, Math.min(SIDE_PX - 1, Math.floor(y + reach * dy)));
    return luma[row * SIDE_PX + column]!;
  };
  let sum = 0;
  for (let i = 0; i < SIDE_DIRECTIONS.length; i += 2) {
    const dx = SIDE_DIRECTIONS[i]!;
    const dy = SIDE_DIRECTIONS[i + 1]!;
    const outer = at(radius + 1, dx, dy) + at(radius + 2.5, dx, dy);
    const inner = at(radius - 1, dx, dy) + at(radius - 2.5, dx, dy);
    sum += Math.max(-STEP_LIMIT, Math.min(1.3 * STEP_LIMIT, (outer - inner) / 2));
  }
  return sum / (SIDE_DIRECTIONS.length / 2);
}

import { gaussian, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';

/**
 * The relief that an action unit presses into the skin: broad soft furrows and bulges, in the head
 * frame of one side (a outwards, v up, IOD). Heights are IOD, negative in a furrow. What is drawn
 * is never the furrow itself but the change of light on it: see shading.ts.
 */
export interface Furrow {
  /** Polyline a,v, a,v, … */
  readonly path: readonly number[];
  /** IOD. */
  readonly depth: number;
  /** Half breadth, IOD; .045 to .07 on people (narrower ones read as scars). */
  readonly sigma: number;
}

export interface Bulge {
  readonly a: number;
  readonly v: number;
  readonly height: number;
  readonly sigmaA: number;
  readonly sigmaV: number;
}

export interface Relief {
  readonly furrows: readonly Furrow[];
  readonly bulges: readonly Bulge[];
}

const NONE: Relief = { furrows: [], bulges: [] };

/** Relief of each unit at strength 1; its sharper folds are in crease-lines.ts. */
export const RELIEFS: Readonly<Record<ActionUnit, Relief>> = {
  AU1: { furrows: [], bulges: [{ a: 0.2, v: 0.5, height: 0.012, sigmaA: 0.2, sigmaV: 0.07 }] },
  AU2: { furrows: [], bulges: [{ a: 0.7, v: 0.5, height: 0.01, sigmaA: 0.2, sigmaV: 0.07 }] },
  AU4: {
    // The lowered brow overhangs the inner corner of the eye.
    furrows: [{ path: [0.24, 0.14, 0.44, 0.17, 0.62, 0.19], depth: 0.016, sigma: 0.05 }],
    bulges: [{ a: 0.24, v: 0.26, height: 0.016, sigmaA: 0.09, sigmaV: 0.07 }],
  },
  AU5: NONE,
  AU6: {
    furrows: [],
    bulges: [
      { a: 0.62, v: -0.44, height: 0.055, sigmaA: 0.24, sigmaV: 0.16 },
      { a: 0.5, v: -0.125, height: 0.028, sigmaA: 0.19, sigmaV: 0.042 },
    ],
  },
  AU7: {
    furrows: [],
    bulges: [{ a: 0.5, v: -0.09, height: 0.007, sigmaA: 0.18, sigmaV: 0.035 }],
  },
  AU9: {
    furrows: [{ path: [0.26, -0.49, 0.35, -0.68, 0.48, -0.97], depth: 0.005, sigma: 0.07 }],
    bulges: [{ a: 0.46, v: -0.42, height: 0.024, sigmaA: 0.16, sigmaV: 0.14 }],
  },
  AU10: {
    furrows: [{ path: [0.26, -0.49, 0.36, -0.68, 0.5, -0.99], depth: 0.005, sigma: 0.07 }],
    bulges: [{ a: 0.52, v: -0.58, height: 0.02, sigmaA: 0.16, sigmaV: 0.14 }],
  },
  AU12: {
    furrows: [
      { path: [0.31, -0.56, 0.45, -0.74, 0.57, -0.97, 0.6, -1.15], depth: 0.007, sigma: 0.07 },
    ],
    bulges: [{ a: 0.64, v: -0.62, height: 0.045, sigmaA: 0.21, sigmaV: 0.18 }],
  },
  AU15: {
    furrows: [
      { path: [0.45, -1.14, 0.5, -1.24, 0.52, -1.38], depth: 0.017, sigma: 0.045 },
      { path: [0.3, -0.56, 0.44, -0.8, 0.5, -1.0], depth: 0.008, sigma: 0.05 },
    ],
    bulges: [],
  },
  AU16: { furrows: [{ path: [0, -1.4, 0.26, -1.37], depth: 0.01, sigma: 0.045 }], bulges: [] },
  AU17: {
    furrows: [{ path: [0, -1.41, 0.16, -1.4, 0.34, -1.33], depth: 0.02, sigma: 0.045 }],
    bulges: [
      { a: 0, v: -1.58, height: 0.028, sigmaA: 0.2, sigmaV: 0.11 },
      { a: 0.12, v: -1.63, height: -0.006, sigmaA: 0.035, sigmaV: 0.04 },
      { a: 0.05, v: -1.54, height: -0.005, sigmaA: 0.03, sigmaV: 0.035 },
    ],
  },
  AU18: NONE,
  AU20: {
    furrows: [
      { path: [0.53, -0.95, 0.6, -1.1, 0.58, -1.28], depth: 0.014, sigma: 0.05 },
      { path: [0.32, -0.6, 0.47, -0.82, 0.54, -0.98], depth: 0.009, sigma: 0.05 },
    ],
    bulges: [],
  },
  AU24: {
    furrows: [
      { path: [0, -1.38, 0.2, -1.36], depth: 0.012, sigma: 0.045 },
      { path: [0.44, -1.06, 0.46, -1.16], depth: 0.011, sigma: 0.05 },
    ],
    bulges: [{ a: 0, v: -1.3, height: 0.01, sigmaA: 0.28, sigmaV: 0.05 }],
  },
  AU25: NONE,
  AU26: {
    furrows: [{ path: [0.36, -0.66, 0.5, -0.9, 0.58, -1.2], depth: 0.012, sigma: 0.07 }],
    bulges: [{ a: 0.74, v: -0.95, height: -0.02, sigmaA: 0.16, sigmaV: 0.24 }],
  },
  AU41: NONE,
  AU43: NONE,
  EAD101: NONE,
  EAD103: NONE,
};

/** Box outside which a relief is flat, IOD: [a0, a1, v0, v1]. */
export function reliefBounds(relief: Relief): readonly [number, number, number, number] {
  const box: [number, number, number, number] = [9, -9, 9, -9];
  const grow = (a: number, v: number, ra: number, rv: number) => {
    box[0] = Math.min(box[0], a - ra);
    box[1] = Math.max(box[1], a + ra);
    box[2] = Math.min(box[2], v - rv);
    box[3] = Math.max(box[3], v + rv);
  };
  for (const { path, sigma } of relief.furrows) {
    for (let i = 0; i < path.length; i += 2) grow(path[i], path[i + 1], 3.5 * sigma, 3.5 * sigma);
  }
  for (const { a, v, sigmaA, sigmaV } of relief.bulges) grow(a, v, 3.2 * sigmaA, 3.2 * sigmaV);
  return box;
}

/** Height of a relief and of its furrows alone at (a, v), IOD. */
export function reliefAt(relief: Relief, a: number, v: number): { height: number; furrow: number } {
  let furrow = 0;
  for (const { path, depth, sigma } of relief.furrows) {
    furrow -= depth * furrowShare(path, sigma, a, v);
  }
  let height = furrow;
  for (const bulge of relief.bulges) {
    height +=
      bulge.height * gaussian(a - bulge.a, bulge.sigmaA) * gaussian(v - bulge.v, bulge.sigmaV);
  }
  return { height, furrow };
}

/** 1 on the path, falling off to its sides and tapered towards both ends. */
function furrowShare(path: readonly number[], sigma: number, a: number, v: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let reached = 0;
  let length = 0;
  for (let i = 2; i < path.length; i += 2) {
    const ax = path[i - 2];
    const ay = path[i - 1];
    const bx = path[i] - ax;
    const by = path[i + 1] - ay;
    const segment = Math.hypot(bx, by);
    const t = Math.max(0, Math.min(1, ((a - ax) * bx + (v - ay) * by) / (segment * segment)));
    const d = Math.hypot(a - ax - t * bx, v - ay - t * by);
    if (d < nearest) {
      nearest = d;
      reached = length + t * segment;
    }
    length += segment;
  }
  if (nearest > 3.5 * sigma) return 0;
  const along = reached / length;
  // A path that starts on the midline goes on over it: only its outer end tapers.
  const start = path[0] === 0 ? 1 : smoothstep(0, 0.35, along);
  return gaussian(nearest, sigma) * start * smoothstep(1, 0.6, along);
}

import { readCurve } from '../../math/curve.ts';
import { gaussian, smoothstep } from '../../math/easing.ts';
import type { RectPx } from '../../math/points.ts';
import { type AnimalEye, eyeDistance } from './animal-eyes.ts';

/** A ball's colours: f32[3·W·H], 0..255, over whole frame px. */
export interface BallPixels {
  readonly areaPx: RectPx;
  readonly rgb: Float32Array;
}

/** A lid's own dark rim and shadow reach this far onto the ball; the ball is plain from there on; IOD. */
const RIM_ENDS_IOD = 0.016;
const PLAIN_FROM_IOD = 0.055;
/** In a small gap they are no more than this part of it. */
const RIM_OF_GAP = 0.17;

/**
 * Share of the ball, 0..1, against the lid's own rim this far inside of it, px.
 * @param gapPx between the lids here
 */
export function ballShare(insidePx: number, gapPx: number, iodPx: number): number {
  const plain = Math.min(PLAIN_FROM_IOD * iodPx, RIM_OF_GAP * gapPx);
  return plain > 0 ? smoothstep((RIM_ENDS_IOD / PLAIN_FROM_IOD) * plain, plain, insidePx) : 0;
}

/** Rings around the iris's middle are read in this many directions, and over this breadth, radians. */
const DIRECTIONS = 72;
const BREADTH = 0.34;
/** Weight of the rings next to one. */
const BESIDE = 0.35;
/** A ring is known where this part of it at least is seen. */
const LEAST_SEEN = 0.035;
/**
 * Beyond the rim rings are read this much more slowly: corners are darker than an iris, and read as
 * they are they would draw a thick dark frame around it.
 */
const OUTWARDS = 0.4;
/** Further out, parts of the eye's half axes, lids never open. */
const NEEDED = 1.6;

/**
 * Completes a ball where lids cover it in the picture: an iris is round, so what is hidden is as the
 * same ring of it is to either side. What lies further out than anything seen goes on outwards.
 * @param middle of the iris, frame px
 */
export function fillBall(
  { areaPx, rgb }: BallPixels,
  eye: AnimalEye,
  middle: { readonly xPx: number; readonly yPx: number },
  iodPx: number,
): Float32Array {
  const { xPx, yPx, widthPx: w, heightPx: h } = areaPx;
  const seen = seenOf(areaPx, eye, iodPx);
  const radii = Math.ceil(Math.hypot(w, h)) + 2;
  const sums = new Float64Array(4 * DIRECTIONS * radii);
  const each = (visit: (i: number, radius: number, direction: number) => void) => {
    for (let i = 0; i < w * h; i++) {
      const dx = xPx + (i % w) + 0.5 - middle.xPx;
      const dy = yPx + Math.floor(i / w) + 0.5 - middle.yPx;
      const turns = Math.atan2(dy, dx) / (2 * Math.PI);
      visit(i, Math.hypot(dx, dy), (turns - Math.floor(turns)) * DIRECTIONS);
    }
  };
  each((i, radius, direction) => {
    if (seen[i] === 0) return;
    const at = 4 * (Math.round(radius) * DIRECTIONS + (Math.floor(direction) % DIRECTIONS));
    for (let k = 0; k < 3; k++) sums[at + k] += seen[i] * rgb[3 * i + k];
    sums[at + 3] += seen[i];
  });
  const rims = rimRadii(sums, radii);
  let known = 0;
  for (let r = 0; r < radii - 1; r++) {
    let seenHere = 0;
    for (let d = 0; d < DIRECTIONS; d++) seenHere += sums[4 * (r * DIRECTIONS + d) + 3];
    if (seenHere > LEAST_SEEN * 2 * Math.PI * Math.max(1, r)) known = r;
  }
  const near = Float64Array.from({ length: DIRECTIONS }, (_, d) => {
    const angle = (2 * Math.PI * Math.min(d, DIRECTIONS - d)) / DIRECTIONS;
    return 1e-4 * (1 + Math.cos(angle)) + gaussian(angle, BREADTH);
  });
  const rings = blurRings(sums, near, known);
  const filled = rgb.slice();
  each((i, radius, direction) => {
    if (seen[i] === 1) return;
    const x = xPx + (i % w) + 0.5;
    const y = yPx + Math.floor(i / w) + 0.5;
    if (eyeDistance(eye, x, y) > NEEDED) return;
    const d = direction - 0.5;
    const d0 = (Math.floor(d) + DIRECTIONS) % DIRECTIONS;
    const d1 = (d0 + 1) % DIRECTIONS;
    const fd = d - Math.floor(d);
    const rim = rims[d0] + fd * (rims[d1] - rims[d0]);
    const r = Math.min(known, radius - (1 - OUTWARDS) * Math.max(0, radius - rim));
    const r0 = Math.min(known, Math.floor(r));
    const r1 = Math.min(known, r0 + 1);
    const fr = r - r0;
    for (let k = 0; k < 3; k++) {
      const read = (ring: number, way: number) => rings[3 * (ring * DIRECTIONS + way) + k];
      const inner = read(r0, d0) + fd * (read(r0, d1) - read(r0, d0));
      const outer = read(r1, d0) + fd * (read(r1, d1) - read(r1, d0));
      const own = inner + fr * (outer - inner);
      filled[3 * i + k] = own + seen[i] * (rgb[3 * i + k] - own);
    }
  });
  return filled;
}

/** How far out the ball is seen in each direction, px: evened out, so that no ray is drawn. */
function rimRadii(sums: Float64Array, radii: number): Float64Array {
  const raw = Float64Array.from({ length: DIRECTIONS }, (_, d) => {
    for (let r = radii - 1; r > 0; r--) if (sums[4 * (r * DIRECTIONS + d) + 3] > 0.4) return r;
    return 0;
  });
  return raw.map((_, d) => {
    let sum = 0;
    for (let e = -2; e <= 2; e++) sum += raw[(d + e + DIRECTIONS) % DIRECTIONS] / 5;
    return sum;
  });
}

/** How surely each pixel shows the ball, 0..1: 0 on the lids and under their rims. */
function seenOf(areaPx: RectPx, { line }: AnimalEye, iodPx: number): Float32Array {
  const { xPx, yPx, widthPx: w, heightPx: h } = areaPx;
  return Float32Array.from({ length: w * h }, (_, i) => {
    const dx = xPx + (i % w) + 0.5 - line.centreXPx;
    const dy = yPx + Math.floor(i / w) + 0.5 - line.centreYPx;
    const t = (dx * line.alongX + dy * line.alongY) / line.halfWidthPx;
    if (Math.abs(t) >= 1) return 0;
    const up = dx * line.alongY - dy * line.alongX;
    const top = readCurve(line.upper, t);
    const low = readCurve(line.lower, t);
    const inside = Math.min(top - up, up - low, (1 - Math.abs(t)) * line.halfWidthPx);
    return ballShare(inside, top - low, iodPx);
  });
}

/** Rings of f64[4] sums to rings of f32[3] colours, each direction from what is seen near to it. */
function blurRings(sums: Float64Array, near: Float64Array, known: number): Float32Array {
  const rings = new Float32Array(3 * DIRECTIONS * (known + 1));
  const ring = new Float64Array(4 * DIRECTIONS);
  for (let r = 0; r <= known; r++) {
    const from = 4 * DIRECTIONS * r;
    const [inner, outer] = [r > 0 ? from - ring.length : from, from + ring.length];
    for (let i = 0; i < ring.length; i++)
      ring[i] = sums[from + i] + BESIDE * (sums[inner + i] + sums[outer + i]);
    for (let d = 0; d < DIRECTIONS; d++) {
      let [red, green, blue, weight] = [0, 0, 0, 1e-9];
      for (let e = 0; e < DIRECTIONS; e++) {
        const share = near[e > d ? e - d : d - e];
        red += share * ring[4 * e];
        green += share * ring[4 * e + 1];
        blue += share * ring[4 * e + 2];
        weight += share * ring[4 * e + 3];
      }
      rings.set([red / weight, green / weight, blue / weight], 3 * (r * DIRECTIONS + d));
    }
  }
  return rings;
}

import { findBestLine } from '../../math/best-line.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { standsOut } from '../drawing/drawn-pieces.ts';
import { type HeadPose, projectHead } from '../head/head-pose.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import { pixelAt, type Rgb } from './face-tone.ts';

/** A place of a fold in the picture: frame px, and what one IOD across it, to its left, is there. */
export interface Pt {
  readonly x: number;
  readonly y: number;
  readonly acrossX: number;
  readonly acrossY: number;
}

interface Chart {
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
}

/** Distance of a path's samples, IOD. */
export const SAMPLE_IOD = 0.02;
/** Steps towards the place of the picture whose chart is the wanted one. */
const STEPS = 6;

/**
 * Where a path of the head frame runs in the picture: smoothed, one sample each SAMPLE_IOD.
 * @param wander height to add at x to the subject's left, IOD: no fold is a mirrored curve
 */
export function tracePath(
  chart: Chart,
  path: readonly number[],
  sign: 1 | -1,
  wander: (x: number) => number = () => 0,
): readonly Pt[] {
  const places = smoothPath(path);
  const { grid, pose, chartX, chartY } = chart;
  const r = pose.rotation;
  const at = new Float64Array(2);
  return places.map(([a, straight], k) => {
    const v = straight + wander(sign * a);
    projectHead(pose, sign * a, v, 0, at, 0);
    let [x, y] = at;
    for (let step = 0; step < STEPS; step++) {
      const da = sign * a - readField(grid, chartX, x, y);
      const dv = v - readField(grid, chartY, x, y);
      x += 0.9 * pose.iodPx * (da * r[0] + dv * r[1]);
      y -= 0.9 * pose.iodPx * (da * r[3] + dv * r[4]);
    }
    const before = places[Math.max(0, k - 1)];
    const after = places[Math.min(places.length - 1, k + 1)];
    const da = after[0] - before[0];
    const dv = after[1] - before[1];
    const length = Math.max(1e-6, Math.hypot(da, dv));
    const na = (sign * -dv) / length;
    const nv = da / length;
    return {
      x,
      y,
      acrossX: pose.iodPx * (na * r[0] + nv * r[1]),
      acrossY: -pose.iodPx * (na * r[3] + nv * r[4]),
    };
  });
}

/** A Catmull-Rom curve through the points of a path, sampled evenly. */
function smoothPath(path: readonly number[]): [number, number][] {
  const count = path.length / 2;
  const point = (k: number): [number, number] => {
    if (k < 0) return [2 * path[0] - path[2], 2 * path[1] - path[3]];
    const last = 2 * count - 2;
    if (k >= count) {
      return [2 * path[last] - path[last - 2], 2 * path[last + 1] - path[last - 1]];
    }
    return [path[2 * k], path[2 * k + 1]];
  };
  const out: [number, number][] = [];
  for (let k = 0; k + 1 < count; k++) {
    const [p, q, s, t] = [point(k - 1), point(k), point(k + 1), point(k + 2)];
    const steps = Math.max(1, Math.round(Math.hypot(s[0] - q[0], s[1] - q[1]) / SAMPLE_IOD));
    for (let i = 0; i < steps + (k + 2 === count ? 1 : 0); i++) {
      const f = i / steps;
      out.push([catmullRom(p[0], q[0], s[0], t[0], f), catmullRom(p[1], q[1], s[1], t[1], f)]);
    }
  }
  return out;
}

function catmullRom(p: number, q: number, s: number, t: number, f: number): number {
  return (
    0.5 *
    (2 * q + (s - p) * f + (2 * p - 5 * q + 4 * s - t) * f * f + (3 * q - p - 3 * s + t) * f ** 3)
  );
}

/** Offsets that are tried, IOD apart, and what they cost, in ln of luma. */
const OFFSET_IOD = 0.01;
const FAR_COST = 0.02;
const BEND_COST = 0.05;
/** A valley is read against the skin this many offsets to either side of it. */
const SHOULDER = 5;
/** Valleys deeper than this, ln of luma, are hair, nostrils, lashes. */
const DEEPEST = 0.4;

/**
 * Moves a path sideways into the valley that the skin already has there, as one smooth line; it stays
 * where there is none.
 */
export function snapToValley(
  plate: Picture,
  iodPx: number,
  path: readonly Pt[],
  reach: number,
): readonly Pt[] {
  const half = Math.round(reach / OFFSET_IOD);
  const count = 2 * half + 1;
  const radius = Math.max(0, Math.round(0.008 * iodPx));
  const gains = new Float64Array(path.length * count);
  path.forEach((p, k) => {
    valleysAt(plate, p, half, radius).forEach((depth, i) => {
      const offset = (i - half) * OFFSET_IOD;
      gains[k * count + i] = depth - FAR_COST * (offset / reach) ** 2;
    });
  });
  const { rows } = findBestLine(gains, path.length, count, {
    mostSteps: 2,
    stepCost: (moved) => BEND_COST * moved ** 2,
  });
  const offsets = Float64Array.from(rows, (i) => (i - half) * OFFSET_IOD);
  return path.map((p, k) => {
    const near = [
      offsets[Math.max(0, k - 1)],
      offsets[k],
      offsets[Math.min(path.length - 1, k + 1)],
    ];
    const offset = (near[0] + 2 * near[1] + near[2]) / 4;
    return { ...p, x: p.x + offset * p.acrossX, y: p.y + offset * p.acrossY };
  });
}

/** How much darker places across a path are than the skin on both sides of them, ln of luma. */
function valleysAt(plate: Picture, p: Pt, half: number, radius: number): readonly number[] {
  const profile: number[] = [];
  for (let k = -half - SHOULDER; k <= half + SHOULDER; k++) {
    const d = k * OFFSET_IOD;
    const luma = meanAt(plate, p.x + d * p.acrossX, p.y + d * p.acrossY, radius);
    profile.push(Math.log(10 + luma));
  }
  return Array.from({ length: 2 * half + 1 }, (_, i) => {
    const depth = Math.min(profile[i], profile[i + 2 * SHOULDER]) - profile[i + SHOULDER];
    return depth <= 0 || depth > DEEPEST ? 0 : depth;
  });
}

function meanAt(plate: Picture, x: number, y: number, radius: number): number {
  let sum = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) sum += lumaAt(plate, x + dx, y + dy);
  }
  return sum / (2 * radius + 1) ** 2;
}

/** Nearer to a line of the drawing than this, IOD, a stroke touches it. */
const STROKE_ROOM_IOD = 0.022;
/** Ink is at most this part of the way from the ink's luma to that of the skin under the stroke. */
const INK_SHARE = 0.4;

/** Whether a stroke would cross or touch a line that the drawing has already. */
export function crossesInk(
  plate: Picture,
  iodPx: number,
  path: readonly Pt[],
  inkLuma: number,
): boolean {
  const skin = path.map((p) => meanAt(plate, p.x, p.y, 1)).sort((p, q) => p - q);
  const dark = inkLuma + INK_SHARE * (skin[Math.floor(0.7 * skin.length)] - inkLuma);
  const reach = Math.max(1, Math.round(STROKE_ROOM_IOD * iodPx));
  return path.some(({ x, y }) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (dx * dx + dy * dy <= reach * reach && lumaAt(plate, x + dx, y + dy) < dark) return true;
      }
    }
    return false;
  });
}

/** Whether a stroke would leave skin of one colour: onto hair, glasses or a blush. */
export function leavesSkin(plate: Picture, path: readonly Pt[], skin: Rgb): boolean {
  return path.some(({ x, y }) => standsOut(pixelAt(plate, x, y), skin));
}

import type { FaceState } from '../../expression/face-state.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { meanStrength } from '../../rig/action-units.ts';
import { type EyeLine, eyePoint, type ShutEye } from '../../rig/eyes/eye-shape.ts';
import { carriedBy } from '../../rig/plate-grid.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { inkPaths } from '../mouth/ink-paths.ts';

/**
 * Strengths of AU5 over which an eye that was drawn shut opens: surprise and fear have more. Anger, which
 * raises lids that it tightens (AU7), leaves it shut.
 */
const OPENS = [0.25, 0.48] as const;
/** Radius of the dot that it opens to: share of the line's length, but within these limits in IOD, as most cartoons' dots are. */
const DOT = 0.22;
const DOT_IOD = [0.09, 0.125] as const;

/** 0..1: how far eyes that were drawn shut are open. */
export function eyesOpened(state: FaceState): number {
  const tightened = Math.max(0, meanStrength(state.strengths, 'AU7'));
  return smoothstep(...OPENS, meanStrength(state.strengths, 'AU5') - tightened);
}

/** Draws eyes that open: their line shrinks to a dot, where the face carries it. */
export function paintOpenEyes(
  rig: Pick<Rig, 'eyes' | 'grid' | 'pose'>,
  state: FaceState,
  field: Float32Array,
  out: Kernels,
): void {
  const open01 = eyesOpened(state);
  if (open01 === 0) return;
  for (const eye of rig.eyes) {
    if (eye.plain?.shut) paintOpenEye(rig, eye, eye.plain.shut, open01, field, out);
  }
}

function paintOpenEye(
  { grid, pose }: Pick<Rig, 'grid' | 'pose'>,
  eye: EyeLine,
  { path, colour }: ShutEye,
  open01: number,
  field: Float32Array,
  out: Kernels,
): void {
  const [from, to] = [path.xs[0], path.xs[path.xs.length - 1]];
  const mean = path.ys.reduce((sum, y) => sum + y / path.ys.length, 0);
  const middle = (from + to) / 2;
  const place = eyePoint(eye, middle / eye.halfWidthPx, mean);
  const [centreXPx, centreYPx] = carriedBy(grid, field, ...place);
  const axes = { centreXPx, centreYPx, alongX: eye.alongX, alongY: eye.alongY };
  const left = 1 - open01;
  const dotPx = clamp((DOT * (to - from)) / pose.iodPx, ...DOT_IOD) * pose.iodPx;
  const dot = {
    xs: path.xs.map((at, k) => left * (at - middle) + 1e-3 * k),
    ys: path.ys.map((at) => left * (at - mean)),
    radii: path.radii.map((radius) => mix(radius, dotPx, open01)),
  };
  inkPaths(axes, [dot], colour, 1, out);
}

import { gaussian, smoothstep } from '../../math/easing.ts';

/**
 * The line of lips that meet is no stroke of one weight: it is deepest where the upper lip's middle dips into the
 * lower one and in the pits of the corners, and faint where the lips lie flat on each other.
 */
const FAINT = 0.72;
const MIDDLE = 0.3;
const MIDDLE_SIGMA = 0.17;
const PITS = 0.42;
const PITS_FROM = [0.5, 0.82] as const;
/** It ends over this share of half the mouth. */
const ENDS = [0.88, 1] as const;

/** How dark the line is at t, 0 in the middle, 1 at the corners; about 1 on average. */
export function closedSeamAt(t: number): number {
  const q = Math.abs(t);
  const weight = FAINT + MIDDLE * gaussian(q, MIDDLE_SIGMA) + PITS * smoothstep(...PITS_FROM, q);
  return weight * (1 - smoothstep(...ENDS, q));
}

/** Breadth of the lips' edges, IOD, from which on a line that is as soft is fainter for it. */
const FAINTER_FROM = 0.065;

/** Part of its dark that such a line has in a picture whose lips' edges are so broad, IOD. */
export function closedSeamWeight(edgeIod: number): number {
  return Math.min(1, FAINTER_FROM / edgeIod);
}

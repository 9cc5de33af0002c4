import { mix, smoothstep } from '../../math/easing.ts';

/**
 * How much a node goes with the head, or the body, when that takes it this way in the frame, 0..1. What
 * the frame cuts off leaves it and slides along its border whole, but what would come in from outside
 * is not in the picture: against that it is stretched.
 */
export interface BorderWeights {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly up: Float32Array;
  readonly down: Float32Array;
}

/** Weights for so many nodes, all 0. */
export function holdAtBorder(count: number): BorderWeights {
  return {
    left: new Float32Array(count),
    right: new Float32Array(count),
    up: new Float32Array(count),
    down: new Float32Array(count),
  };
}

/** What a node goes with each way if nothing of it is the person's. */
export type InFrame = Readonly<Record<keyof BorderWeights, number>>;

/**
 * 0..1: how far a place is from each side of the frame, px: 0 up to `still`, where all stands still,
 * and 1 from `stretchedPx` further on.
 */
export function reachInFrame(
  xPx: number,
  yPx: number,
  frame: { readonly widthPx: number; readonly heightPx: number },
  still: number,
  stretchedPx: number,
): InFrame {
  return {
    left: smoothstep(0, stretchedPx, xPx - still),
    right: smoothstep(0, stretchedPx, frame.widthPx - xPx - still),
    up: smoothstep(0, stretchedPx, yPx - still),
    down: smoothstep(0, stretchedPx, frame.heightPx - yPx - still),
  };
}

/**
 * Writes how much a node of weight `free` goes with the head, or the body, each way: by `inFrame` of it,
 * 0 at a border and 1 away from it, where it would come in there; else by as much more as it is the
 * person's `own`, 0..1. Returns the least.
 */
export function goAtBorder(
  node: number,
  free: number,
  inFrame: InFrame,
  own: number,
  out: BorderWeights,
): number {
  const { left, right, up, down } = inFrame;
  const [outLeft, outRight] = [mix(left, 1, own), mix(right, 1, own)];
  const [outUp, outDown] = [mix(up, 1, own), mix(down, 1, own)];
  const along = Math.min(outUp, outDown);
  const across = Math.min(outLeft, outRight);
  const least = free * Math.min(left, right, up, down);
  // What is next to nothing is nothing: the ground stands still.
  const given = (share: number) => (free * share < 0.002 ? 0 : free * share);
  out.left[node] = given(Math.min(outLeft, right, along));
  out.right[node] = given(Math.min(left, outRight, along));
  out.up[node] = given(Math.min(outUp, down, across));
  out.down[node] = given(Math.min(up, outDown, across));
  return least < 0.002 ? 0 : least;
}

import { smoothstep } from '../../math/easing.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import { type HeadPose, placeInHead } from './head-pose.ts';

/** Depth at which hair hangs beside a face, IOD: about that of its ears. */
const HAIR_Z = -0.6;
/** Beside a face, IOD from its middle: what lies between these is hair more and more, or ground. */
const BESIDE = [0.95, 1.7] as const;
/** … and below the ears, to which hair is held by the skull: heights of the head frame, IOD. */
const BELOW = [0.1, -1.5] as const;

/**
 * 0..1: how much of a node hangs from the head and follows it late, as long hair does. Where none hangs
 * there is ground, which keeps its place, or shoulders, which hardly go with the head.
 *
 * @param outside see MotionWeights
 * @returns f32[N]; undefined without an outline, where ground goes with the head
 */
export function weighHanging(
  grid: PlateGrid,
  pose: HeadPose,
  outside: Float32Array | undefined,
): Float32Array | undefined {
  if (!outside) return undefined;
  const hangs01 = new Float32Array(outside.length);
  const place = new Float64Array(2);
  for (let i = 0; i < hangs01.length; i++) {
    placeInHead(pose, nodeXPx(grid, i), nodeYPx(grid, i), HAIR_Z, place);
    const [beside, height] = [Math.abs(place[0]), place[1]];
    hangs01[i] = smoothstep(...BESIDE, beside) * smoothstep(...BELOW, height);
  }
  return hangs01;
}

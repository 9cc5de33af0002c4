import { gaussian } from '../../math/easing.ts';
import type { Points3 } from '../../math/points.ts';
import type { HeadPose } from '../head/head-pose.ts';
import { type PlateGrid, sampleSmoothField } from '../plate-grid.ts';

/** Height of the dome of the head over its outline, and its half axes, IOD. */
const DOME = 0.95;
const OUTLINE_DEPTH = -0.45;
const HALF_WIDTH = 1.75;
const HALF_HEIGHT = 2.2;
/** The snout stands out of it by this much, and its σ; IOD. */
const SNOUT = 0.62;
const SNOUT_SIGMA = 0.55;
const NOSE = 4;
const MOUTH = 13;
const STRIDE = 4;

/**
 * Depth of an animal's head against the head frame's origin, px towards the viewer: a dome with a
 * snout. The mesh is a person's, and on an animal the depths that come with it, and the pose fitted
 * to them, say little: a long snout passes for a head that looks down.
 */
export function depthOfAnimal(
  grid: PlateGrid,
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
): Float32Array {
  const acrossX = Math.cos(pose.rollRadians);
  const acrossY = Math.sin(pose.rollRadians);
  const placed = (xPx: number, yPx: number): [number, number] => {
    const dx = (xPx - pose.originXPx) / pose.iodPx;
    const dy = (yPx - pose.originYPx) / pose.iodPx;
    return [dx * acrossX + dy * acrossY, dx * acrossY - dy * acrossX];
  };
  const [noseU, noseV] = placed(landmarks[3 * NOSE], landmarks[3 * NOSE + 1]);
  const [mouthU, mouthV] = placed(landmarks[3 * MOUTH], landmarks[3 * MOUTH + 1]);
  const snoutU = (noseU + mouthU) / 2;
  const snoutV = (noseV + mouthV) / 2;
  const [depth] = sampleSmoothField(grid, 1, STRIDE, (x, y, out, offset) => {
    const [u, v] = placed(x, y);
    const away = ((u - snoutU / 2) / HALF_WIDTH) ** 2 + (v / HALF_HEIGHT) ** 2;
    const dome = DOME * Math.sqrt(Math.max(0, 1 - away));
    const snout = SNOUT * gaussian(Math.hypot(u - snoutU, v - snoutV), SNOUT_SIGMA);
    out[offset] = pose.iodPx * (OUTLINE_DEPTH + dome + snout);
  });
  return depth;
}

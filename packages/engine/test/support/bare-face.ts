import type { Points3 } from '../../src/math/points.ts';
import type { DeformationInput } from '../../src/rig/basis.ts';
import { placeEyeLine } from '../../src/rig/eyes/eye-line.ts';
import { chartFace } from '../../src/rig/head/head-field.ts';
import { fitHeadPose } from '../../src/rig/head/head-pose.ts';
import { findMouthLine } from '../../src/rig/mouth/mouth-line.ts';
import { planGrid } from '../../src/rig/plate-grid.ts';
import { skinPlate } from './posed-head.ts';

/** What bases of a face are made from that is landmarks alone, free to move all over a square frame. */
export function bareFace(landmarks: Points3<'frame-px'>, sizePx: number): DeformationInput {
  const grid = planGrid({ xPx: 0, yPx: 0, widthPx: sizePx, heightPx: sizePx });
  const pose = fitHeadPose(landmarks);
  return {
    grid,
    pose,
    ...chartFace(grid, landmarks),
    faceWeight: new Float32Array(grid.columns * grid.rows).fill(1),
    mouth: findMouthLine(landmarks, pose.iodPx, skinPlate(sizePx, sizePx)),
    ring: undefined,
    eyes: [placeEyeLine(landmarks, 'right'), placeEyeLine(landmarks, 'left')],
    brows: [],
    moustache01: 0,
    squint01: 0,
    lidCreaseIod: 0,
  };
}

import { describe, expect, it } from 'vitest';
import { bustMask, poseHead } from '../../../test/support/posed-head.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { distanceOutside } from './distance-outside.ts';
import { weighHanging } from './hanging-hair.ts';
import { fitHeadPose } from './head-pose.ts';

const FRAME = { xPx: 0, yPx: 0, widthPx: 480, heightPx: 400 };
const grid = planGrid(FRAME);
const stand = { iodPx: 60, xPx: 240, yPx: 160 };
const pose = fitHeadPose(poseHead(stand));

describe('weighHanging', () => {
  it('lets hang what is beside the face and below the ears, and nothing of face, crown and neck', () => {
    const outside = distanceOutside(grid, bustMask(FRAME.widthPx, FRAME.heightPx, stand));
    const hangs = weighHanging(grid, pose, outside)!;
    const at = (u: number, v: number) => readField(grid, hangs, 240 + u * 60, 160 - v * 60);
    for (const [u, v] of [
      [0, 0],
      [0.8, -0.6],
      [0, -1.7],
      [-0.6, -2.4],
      [1.4, 0.6],
      [0, 1.8],
    ] as const) {
      expect(at(u, v), `${u} ${v}`).toBeLessThan(0.02);
    }
    for (const u of [-1.7, 1.7]) expect(at(u, -1.6)).toBeGreaterThan(0.95);
    expect(at(1.3, -0.8)).toBeGreaterThan(0.1);
  });

  it('knows nothing without an outline', () => {
    expect(weighHanging(grid, pose, undefined)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { depthOfAnimal } from './animal-depth.ts';

describe('depthOfAnimal', () => {
  it('lets a snout stand out of the head, so that it goes ahead of the eyes as that turns', () => {
    const landmarks = poseHead();
    const pose = fitHeadPose(landmarks);
    const grid = planGrid({ xPx: 0, yPx: 0, widthPx: 320, heightPx: 320 });
    const depth = depthOfAnimal(grid, landmarks, pose);
    const at = (index: number) =>
      readField(grid, depth, landmarks[3 * index], landmarks[3 * index + 1]) / pose.iodPx;
    const eyes = (at(33) + at(263)) / 2;
    expect(at(4) - eyes).toBeGreaterThan(0.45);
    // Smoothly: what lies beside it would be pushed over itself.
    for (let i = 1; i < depth.length; i++) {
      if (i % grid.columns === 0) continue;
      const [x, y] = [i % grid.columns, Math.floor(i / grid.columns)];
      const fromEyes = Math.hypot(
        grid.originXPx + x * grid.cellPx - pose.originXPx,
        grid.originYPx + y * grid.cellPx - pose.originYPx,
      );
      if (fromEyes > pose.iodPx) continue;
      expect(Math.abs(depth[i] - depth[i - 1]) / grid.cellPx).toBeLessThan(1);
    }
  });
});

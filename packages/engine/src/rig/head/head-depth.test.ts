import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { depthOfHead } from './head-depth.ts';
import { fitHeadPose } from './head-pose.ts';

const DEGREES = Math.PI / 180;
const FRAME = { xPx: 0, yPx: 0, widthPx: 320, heightPx: 320 };
const grid = planGrid(FRAME);

describe('depthOfHead', () => {
  it('puts the nose in front, the ears behind, and goes on smoothly round the head', () => {
    const landmarks = poseHead();
    const pose = fitHeadPose(landmarks);
    const depth = depthOfHead(grid, landmarks, pose);
    const at = (index: number) =>
      readField(grid, depth, landmarks[3 * index], landmarks[3 * index + 1]) / pose.iodPx;
    expect(at(1)).toBeGreaterThan(at(10) + 0.2);
    expect(at(127)).toBeLessThan(at(10) - 0.3);
    expect(at(356)).toBeLessThan(at(10) - 0.3);
    for (let i = 1; i < depth.length; i++) {
      if (i % grid.columns === 0) continue;
      expect(Math.abs(depth[i] - depth[i - 1]) / grid.cellPx).toBeLessThan(3);
    }
  });

  it.each([20, 35, 55, -55])(
    'keeps the depth of all that is seen of a head turned by %d°',
    (yaw) => {
      const landmarks = poseHead({ yaw: yaw * DEGREES });
      const pose = fitHeadPose(landmarks);
      const depth = depthOfHead(grid, landmarks, pose);
      // Nose, lips, chin, and the eye, cheek and jaw of the near side.
      const near = yaw > 0 ? [33, 133, 50, 36, 205, 150] : [263, 362, 280, 266, 425, 379];
      for (const index of [168, 6, 4, 1, 0, 17, 152, ...near]) {
        const [x, y, z] = landmarks.subarray(3 * index, 3 * index + 3);
        const seen = readField(grid, depth, x, y) - (-z - pose.originZPx);
        expect(Math.abs(seen) / pose.iodPx, `landmark ${index}`).toBeLessThan(0.15);
      }
    },
  );

  it.each([20, -35, 55])(
    'goes no further back beyond the outline of a head turned by %d°',
    (yaw) => {
      const landmarks = poseHead({ yaw: yaw * DEGREES });
      const pose = fitHeadPose(landmarks);
      const depth = depthOfHead(grid, landmarks, pose);
      // The outline of a ball lies as far back as its middle: as the ball turns, it stays where it is.
      const middle = -1.2 * Math.cos(yaw * DEGREES);
      for (const down of [-0.3, 0.3, 1]) {
        for (const beside of [0.9, 1.2, 1.6]) {
          const x = pose.originXPx + Math.sign(yaw) * beside * pose.iodPx;
          const z = readField(grid, depth, x, pose.originYPx + down * pose.iodPx) / pose.iodPx;
          expect(z).toBeGreaterThan(middle - 0.2);
        }
      }
    },
  );

  it('is nearly a card where the face is drawn flat, about the same middle', () => {
    const landmarks = poseHead({ yaw: 10 * DEGREES });
    const pose = fitHeadPose(landmarks);
    const [round, flat] = [false, true].map((drawn) => depthOfHead(grid, landmarks, pose, drawn));
    const at = (field: Float32Array, index: number) =>
      readField(grid, field, landmarks[3 * index], landmarks[3 * index + 1]);
    const middle = (field: Float32Array) => readField(grid, field, pose.originXPx, pose.originYPx);
    expect(middle(flat)).toBeCloseTo(middle(round), 3);
    for (const index of [1, 234, 454, 152]) {
      const was = at(round, index) - middle(round);
      expect(Math.abs(was)).toBeGreaterThan(5);
      expect((at(flat, index) - middle(flat)) / was).toBeCloseTo(0.35, 2);
    }
  });
});

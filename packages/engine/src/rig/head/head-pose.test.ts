import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { createRandom } from '../../math/random.ts';
import { HEAD_ANCHORS } from './head-anchors.ts';
import { fitHeadPose, type HeadPose, landmarkToHead, projectHead } from './head-pose.ts';

const DEGREES = Math.PI / 180;

const at = { iodPx: 80, xPx: 300, yPx: 250 };

const poses: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [35, 0, 0],
  [-35, 0, 0],
  [0, 20, 0],
  [0, -20, 0],
  [0, 0, 30],
  [0, 0, -30],
];

describe('fitHeadPose', () => {
  it.each(poses)('recovers yaw %s, pitch %s, roll %s degrees', (yaw, pitch, roll) => {
    const fit = fitHeadPose(
      poseHead({ ...at, yaw: yaw * DEGREES, pitch: pitch * DEGREES, roll: roll * DEGREES }),
    );
    expect(fit.yawRadians / DEGREES).toBeCloseTo(yaw, 2);
    expect(fit.pitchRadians / DEGREES).toBeCloseTo(pitch, 2);
    expect(fit.rollRadians / DEGREES).toBeCloseTo(roll, 2);
    expect(fit.iodPx).toBeCloseTo(80, 2);
    expect([fit.originXPx, fit.originYPx].map((v) => Math.round(100 * v))).toEqual([30000, 25000]);
  });

  it('keeps the signs of all three where they come together', () => {
    const fit = fitHeadPose(
      poseHead({ ...at, yaw: 20 * DEGREES, pitch: 10 * DEGREES, roll: -15 * DEGREES }),
    );
    expect(fit.yawRadians).toBeGreaterThan(15 * DEGREES);
    expect(fit.pitchRadians).toBeGreaterThan(3 * DEGREES);
    expect(fit.rollRadians).toBeLessThan(-10 * DEGREES);
  });

  it('stays within a degree and a hundredth where landmarks are off by .03 IOD', () => {
    const stand = { ...at, yaw: 15 * DEGREES, pitch: -8 * DEGREES, roll: 5 * DEGREES };
    const exact = fitHeadPose(poseHead(stand));
    const random = createRandom(3);
    const fit = fitHeadPose(poseHead(stand).map((v) => v + 2 * 0.03 * 80 * (random() - 0.5)));
    for (const key of ['yawRadians', 'pitchRadians', 'rollRadians'] as const) {
      expect(Math.abs(fit[key] - exact[key]) / DEGREES).toBeLessThan(1);
    }
    expect(Math.abs(fit.iodPx / 80 - 1)).toBeLessThan(0.01);
  });

  it('is hardly turned by an open mouth: the jaw is no anchor of the pose', () => {
    const landmarks = poseHead(at);
    for (const [index, , y] of HEAD_ANCHORS) {
      if (y < -1.1) landmarks[3 * index + 1] += 0.3 * 80;
    }
    const fit = fitHeadPose(landmarks);
    expect(Math.abs(fit.pitchRadians) / DEGREES).toBeLessThan(4);
    expect(Math.abs(fit.yawRadians) / DEGREES).toBeLessThan(0.1);
  });
});

describe('projectHead and landmarkToHead', () => {
  it('undo each other at every anchor of a turned head', () => {
    const landmarks = poseHead({
      yaw: 25 * DEGREES,
      pitch: -12 * DEGREES,
      roll: 8 * DEGREES,
      iodPx: 64,
    });
    const fit = fitHeadPose(landmarks);
    const head = new Float64Array(3);
    const frame = new Float64Array(2);
    for (const [index, x, y, z] of HEAD_ANCHORS) {
      landmarkToHead(fit, landmarks, index, head, 0);
      expect(Math.hypot(head[0] - x, head[1] - y, head[2] - z)).toBeLessThan(1e-3);
      projectHead(fit, head[0], head[1], head[2], frame, 0);
      expect(frame[0]).toBeCloseTo(landmarks[3 * index], 3);
      expect(frame[1]).toBeCloseTo(landmarks[3 * index + 1], 3);
    }
  });

  it('show x to the subject’s left on the right of the picture, and y up', () => {
    const front: HeadPose = fitHeadPose(poseHead(at));
    const shown = new Float64Array(2);
    projectHead(front, 0.5, 1, 0, shown, 0);
    expect(shown[0]).toBeCloseTo(340, 2);
    expect(shown[1]).toBeCloseTo(170, 2);
  });
});

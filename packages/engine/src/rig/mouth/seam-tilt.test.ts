import { expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { seamTiltIod } from './seam-tilt.ts';

const tiltAt = (pitch: number) => seamTiltIod(fitHeadPose(poseHead({ pitch })));

it('bends the line of a mouth on a head that looks down, the more the further', () => {
  expect(tiltAt(0.3)).toBeGreaterThan(0.01);
  expect(tiltAt(0.5)).toBeGreaterThan(1.5 * tiltAt(0.3));
  expect(tiltAt(0.5)).toBeLessThan(0.06);
});

it('leaves it level on heads that are seen straight on or from below', () => {
  expect(tiltAt(0)).toBe(0);
  expect(tiltAt(-0.4)).toBe(0);
});

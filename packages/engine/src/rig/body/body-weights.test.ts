import { describe, expect, it } from 'vitest';
import { bustMask, poseHead } from '../../../test/support/posed-head.ts';
import { distanceOutside } from '../head/distance-outside.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { weighBody } from './body-weights.ts';

const FRAME = { xPx: 0, yPx: 0, widthPx: 480, heightPx: 400 };
const grid = planGrid(FRAME);
const IOD = 60;
const stand = { iodPx: IOD, xPx: 240, yPx: 160 };
const pose = fitHeadPose(poseHead(stand));
const outside = distanceOutside(grid, bustMask(FRAME.widthPx, FRAME.heightPx, stand));

describe('weighBody', () => {
  const body = weighBody(grid, pose, outside, FRAME)!;
  /** At a place of the head frame, IOD. */
  const at = (field: Float32Array, u: number, v: number) =>
    readField(grid, field, 240 + u * IOD, 160 - v * IOD);

  it('knows nothing of a body whose outline is not known', () => {
    expect(weighBody(grid, pose, undefined, FRAME)).toBeUndefined();
  });

  it('leaves the head and the ground alone, and takes the shoulders whole', () => {
    const { left, right, up, down } = body.goes;
    for (const goes of [left, right, up, down]) {
      for (const [u, v] of [
        [0, 0],
        [0.5, -1.2],
        [1.2, 1],
        [2.2, -1],
        [-2.6, 0],
      ] as const) {
        expect(at(goes, u, v)).toBeLessThan(0.01);
      }
    }
    for (const goes of [left, right, down]) expect(at(goes, 2.2, -3.6)).toBeGreaterThan(0.85);
    expect(at(up, 2.2, -3.2)).toBeGreaterThan(0.3);
  });

  it('raises shoulders more than the root of the neck', () => {
    expect(at(body.rises, 0, -3)).toBeCloseTo(0.3, 1);
    for (const u of [-2, 2]) expect(at(body.rises, u, -3.3)).toBeGreaterThan(0.95);
  });

  it('slides along the lower border and leaves it, and is stretched where it would come in', () => {
    const bottom = (field: Float32Array) => readField(grid, field, 180, FRAME.heightPx - 1);
    const { left, right, up, down } = body.goes;
    expect(bottom(up)).toBe(0);
    for (const goes of [left, right, down]) expect(bottom(goes)).toBeGreaterThan(0.3);
  });

  it('stands upright under a head that tilts, and lies with one that lies', () => {
    const upOf = (roll: number) => {
      const tilted = fitHeadPose(poseHead({ ...stand, roll }));
      const { upX, upY } = weighBody(grid, tilted, outside, FRAME)!;
      return Math.atan2(upX, -upY);
    };
    expect(upOf(0.3)).toBeCloseTo(0, 6);
    expect(upOf(-0.3)).toBeCloseTo(0, 6);
    expect(upOf(Math.PI / 2)).toBeGreaterThan(1);
    expect(upOf(-Math.PI / 2)).toBeLessThan(-1);
  });
});

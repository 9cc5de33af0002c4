import { describe, expect, it } from 'vitest';
import { mirrorLandmarks, mirrorPicture } from '../../../test/support/mirror.ts';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { type AxesPx, onAxes } from '../../math/axes.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { readFaceTone } from './face-tone.ts';

const IOD = 40;
const SIZE = 220;
const MIDDLE = SIZE / 2;

/** Skin that gets brighter by so many levels an IOD, across and up a face that is tilted. */
function lit(across: number, up: number, roll = 0): Picture {
  const plate = skinPlate(SIZE, SIZE);
  const [alongX, alongY] = [Math.cos(roll), Math.sin(roll)];
  const axes: AxesPx = { centreXPx: MIDDLE, centreYPx: MIDDLE, alongX, alongY };
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = onAxes(axes, (i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5);
    const brighter = (across * x + up * y) / IOD;
    for (let k = 0; k < 3; k++) {
      plate.rgba[4 * i + k] = Math.max(0, Math.min(255, plate.rgba[4 * i + k] + brighter));
    }
  }
  return plate;
}

function toneOf(plate: Picture, landmarks: Points3<'frame-px'>) {
  return readFaceTone(plate, landmarks, fitHeadPose(landmarks), []);
}

describe('readFaceTone', () => {
  it.each([-1, Math.PI])(
    'believes as much light from below a face that is tilted by %f as from below one that is not',
    (roll) => {
      const upright = poseHead({ iodPx: IOD, xPx: MIDDLE, yPx: MIDDLE });
      const lying = poseHead({ iodPx: IOD, xPx: MIDDLE, yPx: MIDDLE, roll });
      for (const [across, up] of [
        [0, -90],
        [40, 60],
        [-70, -70],
      ]) {
        const one = toneOf(lit(across, up), upright);
        const other = toneOf(lit(across, up, roll), lying);
        const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
        expect(cos * other.lightX - sin * other.lightY).toBeCloseTo(one.lightX, 1);
        expect(sin * other.lightX + cos * other.lightY).toBeCloseTo(one.lightY, 1);
      }
    },
  );

  it('tells how light the skin is beside either corner of the mouth', () => {
    const landmarks = poseHead({ iodPx: IOD, xPx: MIDDLE, yPx: MIDDLE });
    const even = toneOf(skinPlate(SIZE, SIZE), landmarks).cornerLuma;
    expect(even[0]).toBeCloseTo(even[1], -1);
    const [right, left] = toneOf(lit(-150, 0), landmarks).cornerLuma;
    expect(right).toBeGreaterThan(1.3 * left);
    expect(right).toBeGreaterThan(even[0]);
  });

  it('reads a mirror image as the picture, but for the side that its light comes from', () => {
    const landmarks = poseHead({ iodPx: IOD, xPx: MIDDLE - 7.3, yPx: MIDDLE, yaw: 0.2, roll: 0.1 });
    const plate = lit(30, 40);
    const { lightX, ...one } = toneOf(plate, landmarks);
    const { lightX: mirroredX, ...other } = toneOf(
      mirrorPicture(plate),
      mirrorLandmarks(landmarks, SIZE),
    );
    expect(mirroredX).toBeCloseTo(-lightX, 3);
    for (const key of ['highlightLuma', 'shadowLuma', 'chroma', 'grain', 'lightY'] as const) {
      expect(other[key], key).toBeCloseTo(one[key], 3);
    }
    expect(other.skin).toEqual(one.skin);
    expect(other.cornerLuma[0]).toBeCloseTo(one.cornerLuma[1], 1);
  });
});

import { describe, expect, it } from 'vitest';
import { mirrorLandmarks, mirrorPicture } from '../../../test/support/mirror.ts';
import { poseHead } from '../../../test/support/posed-head.ts';
import type { Picture } from '../../math/picture.ts';
import { createRandom } from '../../math/random.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { creaseStrength } from './crease-strength.ts';

const IOD = 80;
const X = 200;
const Y = 160;
const landmarks = poseHead({ iodPx: IOD, xPx: X, yPx: Y });
const pose = fitHeadPose(landmarks);

/** An eye that tells nothing but the size of its iris, IOD. */
const eyesWith = (radius: number) => [{ iris: { radiusPx: radius * IOD } }] as unknown as EyeLine[];
const ADULT = 0.09;

const SIDE = 400;

function smoothSkin(): Picture {
  const rgba = new Uint8Array(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) rgba.set([190, 150, 130, 255], 4 * i);
  return { widthPx: SIDE, heightPx: SIDE, rgba };
}

/** Skin with grain as strong as this share of its luma, where `where` says so. */
function grainy(amount: number, where: (up: number) => boolean): Picture {
  const plate = smoothSkin();
  const random = createRandom(7);
  // Patches of four pixels: the size of pores and fine lines, not of noise.
  for (let y = 0; y < SIDE; y += 4) {
    for (let x = 0; x < SIDE; x += 4) {
      const factor = 1 + amount * (2 * random() - 1);
      if (!where((Y - y) / IOD)) continue;
      for (let i = 0; i < 16; i++) {
        const at = 4 * ((y + (i >> 2)) * SIDE + x + (i & 3));
        for (let k = 0; k < 3; k++) plate.rgba[at + k] *= factor;
      }
    }
  }
  return plate;
}

const strength = (plate: Picture, radius = ADULT, style: 'photo' | 'drawing' = 'photo') =>
  creaseStrength(plate, landmarks, pose, eyesWith(radius), style, 0);

describe('creaseStrength', () => {
  it('grows with the liveliness of the skin', () => {
    const smooth = strength(smoothSkin());
    expect(smooth).toBeCloseTo(0.55);
    expect(strength(grainy(0.1, () => true))).toBeGreaterThan(0.9);
  });

  it('does not take a fringe, a hat or flowers for skin', () => {
    const covered = grainy(0.5, (up) => up > 0.35);
    expect(strength(covered)).toBeCloseTo(strength(smoothSkin()));
  });

  it('leaves children and drawings little of it', () => {
    const lively = grainy(0.1, () => true);
    expect(strength(lively, 0.13)).toBeLessThan(0.3 * strength(lively));
    expect(strength(lively, ADULT, 'drawing')).toBeLessThan(0.4 * strength(lively));
  });

  it('is the same in a mirror image, small heads included', () => {
    const plate = grainy(0.06, () => true);
    // Not on the border between two pixels, of which only one can be read.
    const small = poseHead({ iodPx: 46, xPx: X + 0.31, yPx: Y });
    const of = (picture: Picture, points: typeof small) =>
      creaseStrength(picture, points, fitHeadPose(points), eyesWith(ADULT), 'photo', 0);
    const mirrored = of(mirrorPicture(plate), mirrorLandmarks(small, SIDE));
    expect(mirrored).toBeCloseTo(of(plate, small), 4);
  });
});

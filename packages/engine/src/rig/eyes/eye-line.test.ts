import { expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { EYES } from '../../face/landmark-indices.ts';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { findEyeLine, placeEyeLine, squintOf } from './eye-line.ts';
import { fitRims } from './eye-rims.ts';
import { eyePlace } from './eye-shape.ts';

const IOD = 120;
const YAW = 0.75;
const [FAR, NEAR] = ['left', 'right'] as const;

/** A head whose lids are as far apart as `times` its own. */
function wideEyed(times: number): Points3<'frame-px'> {
  const landmarks = poseHead({ yaw: YAW, iodPx: IOD });
  for (const { corners, upper, lower } of EYES) {
    const level = (landmarks[3 * corners[0] + 1] + landmarks[3 * corners[1] + 1]) / 2;
    for (const i of [...upper, ...lower]) {
      landmarks[3 * i + 1] = level + times * (landmarks[3 * i + 1] - level);
    }
  }
  return landmarks;
}

/** Skin with white openings in it, a dark line around each. */
function withEyes(landmarks: Points3<'frame-px'>): Picture {
  const plate = skinPlate(320, 280);
  for (const side of ['right', 'left'] as const) {
    const eye = placeEyeLine(landmarks, side);
    for (let i = 0; i < 320 * 280; i++) {
      const [t, up] = eyePlace(eye, (i % 320) + 0.5, Math.floor(i / 320) + 0.5);
      const from = Math.hypot(t, up / (0.42 * eye.gapPx));
      if (from < 1.2) plate.rgba.fill(from < 1 ? 225 : 40, 4 * i, 4 * i + 3);
    }
  }
  return plate;
}

it.each([
  ['no', 1.6, false],
  ['a', 2.6, true],
])(
  'takes a far eye that is seen foreshortened for %s cartoon’s, as the near one is',
  (_, times, drawn) => {
    const landmarks = wideEyed(times);
    const plate = withEyes(landmarks);
    const far = placeEyeLine(landmarks, FAR);
    expect(far.halfWidthPx).toBeLessThan(0.8 * placeEyeLine(landmarks, NEAR).halfWidthPx);
    expect(far.gapPx).toBeGreaterThan(far.halfWidthPx);
    const { lower } = findEyeLine(landmarks, FAR, plate, IOD);
    expect(lower.values).toEqual(fitRims(plate, far, IOD, drawn).lower.values);
    expect(lower.values).not.toEqual(fitRims(plate, far, IOD, !drawn).lower.values);
  },
);

it.each([
  ['as far as it lies over the iris', 3, 4, 0.042],
  ['no further than it can have been raised', 8, 4, 0.05],
  ['not at all where it touches the iris', -3, 4, 0],
])('lets a lower lid sink %s', (_, lowerPx, irisPx, iod) => {
  const eye = placeEyeLine(poseHead({ iodPx: IOD }), 'right');
  const iris = { xPx: eye.centreXPx, yPx: eye.centreYPx, radiusPx: irisPx - 1 };
  expect(squintOf({ ...eye, lower: curveOf(() => lowerPx), iris }, IOD)).toBeCloseTo(iod, 3);
});

import { expect, test } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { curveOf } from '../../math/curve.ts';
import { bluntEnds, findMouthLine, type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

test('a place of the mouth is found again from where it lies, also on tilted and turned heads', () => {
  const flat = curveOf(() => 0);
  for (const [tilt, skew] of [
    [0, 0],
    [0.3, 0.2],
    [-0.5, -0.35],
  ] as const) {
    const mouth: MouthLine = {
      centreXPx: 120,
      centreYPx: 80,
      alongX: Math.cos(tilt),
      alongY: Math.sin(tilt),
      halfWidthPx: 40,
      skew,
      upper: flat,
      lower: flat,
      upperOuter: flat,
      lowerOuter: flat,
      gapPx: 0,
    };
    for (const s of [-1.2, -0.9, -0.2, 0, 0.5, 0.95]) {
      for (const up of [-12, 0, 7]) {
        const [again, height] = mouthPlace(mouth, ...mouthPoint(mouth, s, up));
        expect(again).toBeCloseTo(s, 9);
        expect(height).toBeCloseTo(up, 9);
      }
    }
  }
});

test('places along the lips of a turned head are those that they are seen from the front', () => {
  const placesOf = (yaw: number) => {
    const landmarks = poseHead({ yaw });
    const mouth = findMouthLine(landmarks, 60, skinPlate(320, 320));
    return [191, 80, 81, 82, 13, 312, 311, 310, 415].map(
      (i) => mouthPlace(mouth, landmarks[3 * i], landmarks[3 * i + 1])[0],
    );
  };
  const front = placesOf(0);
  for (const yaw of [0.3, 0.5, -0.5]) {
    const off = placesOf(yaw).map((s, i) => Math.abs(s - front[i]));
    // .02 and .04; .06 and .12 when the near half was drawn out towards its corner: it opened as a wedge.
    expect(off.reduce((sum, v) => sum + v) / off.length).toBeLessThan(0.06);
  }
});

test('the far end of an opening is blunt on a turned head only, and not where lips are shut', () => {
  const opening = (skew: number, shape: (t: number) => number, gapPx = 20): MouthLine => {
    const mouth = {
      centreXPx: 0,
      centreYPx: 0,
      alongX: 1,
      alongY: 0,
      halfWidthPx: 40,
      skew,
      gapPx,
    };
    const upper = curveOf(() => 0);
    const lower = curveOf((t) => -gapPx * shape(t));
    return { ...mouth, upper, lower, upperOuter: upper, lowerOuter: lower };
  };
  const even = (t: number) => 1 - t * t;
  expect(bluntEnds(opening(0, even))).toEqual([0, 0]);
  expect(bluntEnds(opening(0, (t) => 1 - t ** 8))).toEqual([0, 0]);
  const [right, left] = bluntEnds(opening(0, (t) => (t > 0 ? 1 - t ** 8 : 1 - t * t)));
  expect(right).toBe(0);
  expect(left).toBe(1);
  expect(bluntEnds(opening(0, even, 0))).toEqual([0, 0]);
});

import { expect, test } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { bluntEnds, type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

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

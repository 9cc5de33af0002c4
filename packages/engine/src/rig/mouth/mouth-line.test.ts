import { expect, test } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

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

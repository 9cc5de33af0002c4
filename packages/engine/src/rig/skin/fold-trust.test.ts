import { describe, expect, it } from 'vitest';
import { foldTrust01 } from './fold-trust.ts';

const at = (degrees: number, sign: -1 | 1) =>
  foldTrust01({ yawRadians: (degrees * Math.PI) / 180 }, sign);

describe('folds beside the nose', () => {
  it('are trusted wholly on faces that look at us', () => {
    for (const degrees of [-12, -5, 0, 5, 12]) {
      for (const sign of [-1, 1] as const) expect(at(degrees, sign)).toBe(1);
    }
  });

  it('fade as the head turns, sooner on the side that is turned away', () => {
    // A head that looks to the picture's left shows its left side.
    expect(at(-22, 1)).toBeGreaterThan(0.8);
    expect(at(-22, -1)).toBeLessThan(0.75);
    expect(at(-36, 1)).toBeCloseTo(0.65, 5);
    expect(at(-36, -1)).toBeLessThan(0.4);
    for (const degrees of [16, 20, 25, 30, 40]) {
      expect(at(degrees, 1)).toBeCloseTo(at(-degrees, -1), 9);
      expect(at(degrees, 1)).toBeLessThan(at(degrees, -1));
    }
  });
});

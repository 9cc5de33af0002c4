import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { MouthLine } from './mouth-line.ts';
import { readMouthRing, shapeRing } from './mouth-ring.ts';

const IOD = 100;

/** A shut mouth whose seam's middle stands `bend` IOD above its corners; lips are .15 and .1 thick. */
function mouth(bend: number): MouthLine {
  const seam = curveOf((s) => bend * IOD * (1 - s * s));
  return {
    centreXPx: 0,
    centreYPx: 0,
    alongX: 1,
    alongY: 0,
    halfWidthPx: 40,
    skew: 0,
    upper: seam,
    lower: seam,
    upperOuter: curveOf((s) => (bend + 0.1) * IOD * (1 - s * s)),
    lowerOuter: curveOf((s) => (bend - 0.15) * IOD * (1 - s * s)),
    gapPx: 0,
  };
}

describe('shapeRing', () => {
  it.each([0.04, -0.04])('straightens a seam that is bent by %f as the jaw drops', (bend) => {
    const ring = readMouthRing(mouth(bend), IOD, 0);
    const bentBy = (strength: number) =>
      bend + strength * (shapeRing(ring, 'AU26', 0, 0) - (shapeRing(ring, 'AU26', 1, 0) ?? 0));
    expect(Math.abs(bentBy(1))).toBeLessThan(0.2 * Math.abs(bend));
  });

  it('leaves to the smile what a smile has bent, and moves no straight mouth', () => {
    const grin = readMouthRing(mouth(-0.07), IOD, 0.4);
    const straight = readMouthRing(mouth(0), IOD, 0);
    for (const s of [0, 0.5, 1]) {
      expect(Math.abs(shapeRing(grin, 'AU26', s, 0))).toBeLessThan(0.006);
      expect(shapeRing(straight, 'AU26', s, 0)).toBeCloseTo(0, 9);
    }
  });

  it('thins lips towards their seam, a little, and leaves chin and nose where they are', () => {
    const ring = readMouthRing(mouth(0), IOD, 0);
    // A lower lip that gets thin or pale around an opening is what viewers name: it stays full.
    for (const rim of [-ring.lowerRed, ring.upperRed]) {
      const thinner = (-Math.sign(rim) * shapeRing(ring, 'AU18', 0, rim)) / Math.abs(rim);
      expect(thinner).toBeGreaterThan(0.03);
      expect(thinner).toBeLessThan(0.15);
    }
    expect(shapeRing(ring, 'AU18', 0, 0)).toBeCloseTo(0, 9);
    for (const h of [-0.6, 0.5]) expect(shapeRing(ring, 'AU18', 0, h)).toBeCloseTo(0, 9);
    expect(Math.abs(shapeRing(ring, 'AU26', 0, 0.5))).toBeLessThan(1e-3);
  });

  it('fills the sides of a lower lip that is full in its middle only, or it hangs from the ring as a point', () => {
    const redOf = (full: (s: number) => number) => {
      const shape = mouth(0);
      const lowerOuter = curveOf((s) => -0.15 * IOD * full(s));
      const ring = readMouthRing({ ...shape, lowerOuter }, IOD, 0);
      return (s: number) => {
        const rim = -0.15 * full(s);
        return -(rim + shapeRing(ring, 'AU18', s, rim)) / 0.15;
      };
    };
    const pointed = (s: number) => (1 - Math.abs(s)) ** 1.2;
    const red = redOf(pointed);
    for (const s of [-0.7, -0.5, 0.5, 0.7]) {
      expect(red(s)).toBeGreaterThan(pointed(s) + 0.2);
      expect(red(s)).toBeLessThan(1);
    }
    // One that is full throughout has what a ring needs.
    const square = redOf((s) => (1 - s ** 8) ** 0.5);
    expect(square(0.5)).toBeLessThan(1.05);
    expect(square(0)).toBeGreaterThan(0.85);
  });

  it('spreads full lips over the longer rim of a ring, and makes their sides no fuller for it', () => {
    const leftOf = (red: number, s: number) => {
      const lowerOuter = curveOf(() => -red * IOD);
      const ring = readMouthRing({ ...mouth(0), lowerOuter }, IOD, 0);
      return 1 - shapeRing(ring, 'AU18', s, -red) / red;
    };
    expect(leftOf(0.15, 0)).toBeGreaterThan(0.9);
    expect(leftOf(0.22, 0)).toBeLessThan(0.75);
    expect(leftOf(0.22, 0.95)).toBeLessThan(leftOf(0.15, 0.95));
  });

  it('thins lips that begin to smile, and not those of a smile', () => {
    for (const [bend, shown, least, most] of [
      [0, 0, 0.15, 0.3],
      [-0.12, 0.6, -1e-9, 1e-9],
    ] as const) {
      const ring = readMouthRing(mouth(bend), IOD, shown);
      for (const rim of [-ring.lowerRed, ring.upperRed]) {
        const thinner = (-Math.sign(rim) * shapeRing(ring, 'AU12', 0.3, rim)) / Math.abs(rim);
        expect(thinner).toBeGreaterThanOrEqual(least);
        expect(thinner).toBeLessThanOrEqual(most);
      }
    }
  });

  it('thins full lips of a smile by more, the lower one most at its sides, so that they keep their volume', () => {
    /** What is left of a lip of so much red at s. */
    const leftOf = (red: number, s: number) => {
      const lowerOuter = curveOf(() => -red * IOD);
      const ring = readMouthRing({ ...mouth(0), lowerOuter }, IOD, 0);
      return 1 + shapeRing(ring, 'AU12', s, -red) / -red;
    };
    // A smile widens a mouth by about a fifth.
    expect(1.2 * leftOf(0.22, 0)).toBeLessThan(0.85);
    expect(leftOf(0.22, 0.7)).toBeLessThan(leftOf(0.22, 0) - 0.06);
    expect(leftOf(0.22, 0.7)).toBeGreaterThan(0.45);
    // Those that are not full are thinned evenly.
    expect(leftOf(0.12, 0)).toBeCloseTo(0.78, 2);
    expect(leftOf(0.12, 0.7)).toBeCloseTo(0.78, 2);
  });

  it('presses lips thinner all along, never away, and leaves their seam', () => {
    const ring = readMouthRing(mouth(0), IOD, 0);
    for (const s of [0, 0.4, 0.8]) {
      for (const [rim, red] of [
        [-ring.lowerRed, ring.lowerRed],
        [ring.upperRed, ring.upperRed],
      ] as const) {
        const thinner = (-Math.sign(rim) * shapeRing(ring, 'AU24', s, rim)) / red;
        expect(thinner).toBeGreaterThan(0.2);
        expect(thinner).toBeLessThan(0.4);
      }
      expect(shapeRing(ring, 'AU24', s, 0)).toBeCloseTo(0, 9);
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { ActionUnit } from '../action-units.ts';
import { displaceLids, slopeLid } from './lid-displacement.ts';

describe('displaceLids', () => {
  const GAP = 0.13;
  const RANGE = {
    inward: 0,
    iris: 0,
    raise: 0.06,
    narrowing: GAP,
    smiling: GAP,
    squint: 0.04,
    droop: 1,
    reach: 0.24,
  };
  const rim = (t: number, gap = GAP) => ({
    upper: { t, aboveUpper: 0, aboveLower: gap, gap, ...RANGE },
    lower: { t, aboveUpper: -gap, aboveLower: 0, gap, ...RANGE },
  });
  const gapChange = (unit: ActionUnit, t = 0) =>
    displaceLids(unit, rim(t).upper, false) - displaceLids(unit, rim(t).lower, true);

  it('opens by 5 and closes by 6, 7 and 43', () => {
    expect(gapChange('AU5')).toBeGreaterThan(0.02);
    for (const unit of ['AU6', 'AU7', 'AU43'] as const) {
      expect(gapChange(unit)).toBeLessThan(-0.1 * GAP);
    }
  });

  it('lets a lower lid that is tightened sink by what a smile has raised it, and moves no upper one', () => {
    const { upper, lower } = rim(0);
    expect(-displaceLids('AU7', lower, true, true)).toBeCloseTo(-0.04, 3);
    expect(displaceLids('AU7', upper, false, true)).toBe(0);
    expect(displaceLids('AU7', { ...lower, squint: 0 }, true, true)).toBe(0);
  });

  it('meets in a blink, whatever the gap, mostly by the upper lid', () => {
    for (const gap of [0.05, 0.13, 0.3]) {
      const { upper, lower } = rim(0, gap);
      const down = displaceLids('AU43', upper, false);
      const up = displaceLids('AU43', lower, true);
      expect(gap + down - up).toBeLessThan(0.02 * gap + 1e-6);
      expect(-down).toBeGreaterThan(4 * up);
    }
  });

  it('stands still at the corners and beyond, and moves most in the middle', () => {
    for (const unit of ['AU5', 'AU6', 'AU7', 'AU41', 'AU43'] as const) {
      for (const lower of [false, true]) {
        const place = (t: number) => (lower ? rim(t).lower : rim(t).upper);
        if (unit !== 'AU41' && unit !== 'AU43') {
          expect(displaceLids(unit, place(1), lower)).toBeCloseTo(0, 9);
          expect(displaceLids(unit, place(-1.2), lower)).toBeCloseTo(0, 9);
        }
        expect(Math.abs(displaceLids(unit, place(0.9), lower))).toBeLessThanOrEqual(
          Math.abs(displaceLids(unit, place(0), lower)),
        );
      }
    }
  });

  it('fades away from the eye', () => {
    for (const unit of ['AU5', 'AU6', 'AU7', 'AU41', 'AU43'] as const) {
      const high = { t: 0, aboveUpper: 0.6, aboveLower: 0.73, gap: GAP, ...RANGE };
      const low = { t: 0, aboveUpper: -0.73, aboveLower: -0.6, gap: GAP, ...RANGE };
      expect(displaceLids(unit, high, false)).toBeCloseTo(0, 12);
      expect(displaceLids(unit, low, true)).toBeCloseTo(0, 12);
    }
  });

  it('narrows an eye by a share of its gap, and a smile does it mostly from below', () => {
    for (const unit of ['AU6', 'AU7'] as const) {
      const half = { ...rim(0).lower, narrowing: GAP / 2, smiling: GAP / 2 };
      expect(displaceLids(unit, half, true)).toBeCloseTo(
        displaceLids(unit, rim(0).lower, true) / 2,
        9,
      );
    }
    const fromAbove = -displaceLids('AU6', rim(0).upper, false);
    expect(fromAbove).toBeGreaterThanOrEqual(0);
    expect(displaceLids('AU6', rim(0).lower, true)).toBeGreaterThan(5 * fromAbove);
    const all = gapChange('AU6') + gapChange('AU7');
    expect(GAP + all).toBeGreaterThan(0.33 * GAP);
  });

  it('droops towards the temple, is drawn up next to the nose, and neither at the corners nor far in large eyes', () => {
    const at = (inward: number, gap = GAP) =>
      displaceLids('AU41', { ...rim(Math.abs(inward)).upper, inward, gap }, false);
    expect(at(-0.6)).toBeLessThan(-0.2 * GAP);
    expect(at(0)).toBeLessThan(0);
    expect(at(0.5)).toBeGreaterThan(0.08 * GAP);
    expect(at(0.97)).toBeCloseTo(0, 2);
    expect(at(0.5, 0.6)).toBeLessThan(2 * at(0.5));
    expect(displaceLids('AU41', rim(0).lower, true)).toBe(0);
  });

  it('opens least next to the inner corner', () => {
    const at = (inward: number) =>
      displaceLids('AU5', { ...rim(Math.abs(inward)).upper, inward }, false);
    expect(at(0.7)).toBeLessThan(0.8 * at(-0.7));
    expect(at(0.7)).toBeGreaterThan(0);
  });

  it('opens over the iris, wherever it looks, and hardly bares white beside it', () => {
    const at = (t: number, iris: number) => displaceLids('AU5', { ...rim(t).upper, iris }, false);
    for (const iris of [-0.4, 0, 0.4]) {
      const most = at(iris, iris);
      for (const off of [-0.15, 0.15]) expect(at(iris + off, iris)).toBeCloseTo(most, 9);
      for (let t = -1; t <= 1; t += 0.05) expect(at(t, iris)).toBeLessThanOrEqual(most);
    }
    expect(at(-0.5, 0.4)).toBeLessThan(0.6 * at(-0.5, -0.4));
  });

  it('carries the lashes on the upper lid without stretching them', () => {
    for (const unit of ['AU5', 'AU7', 'AU43'] as const) {
      const band = { ...rim(0).upper, aboveUpper: 0.02 };
      expect(displaceLids(unit, band, false)).toBe(displaceLids(unit, rim(0).upper, false));
    }
  });

  it('leaves all other units alone', () => {
    for (const unit of ['AU1', 'AU12', 'AU26'] as const) {
      expect(displaceLids(unit, rim(0).upper, false)).toBe(0);
      expect(displaceLids(unit, rim(0).lower, true)).toBe(0);
    }
  });

  it('slopes down to the nose for a frown, and up for brows that are drawn up, where no brow says so', () => {
    const at = (unit: 'AU1' | 'AU4', inward: number, more = {}) =>
      slopeLid(unit, { ...rim(Math.abs(inward)).upper, inward, ...more });
    expect(at('AU4', 0.6)).toBeLessThan(2 * at('AU4', -0.3));
    expect(at('AU4', -0.3)).toBeLessThan(0);
    expect(at('AU1', 0.6)).toBeGreaterThan(0);
    // A frown at full strength, 2, leaves a gap.
    expect(2 * at('AU4', 0.6)).toBeGreaterThan(-0.6 * GAP);
    // What lies above the lid stands still.
    expect(Math.abs(at('AU4', 0.6, { aboveUpper: 0.3 }))).toBe(0);
  });
});

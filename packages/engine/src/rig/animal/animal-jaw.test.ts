import { describe, expect, it } from 'vitest';
import type { Displacement } from '../unit-displacement.ts';
import { dropAnimalJaw } from './animal-jaw.ts';

/** Lifts of a layer at (s, h), IOD, for a mouth that is `half` a width. */
function lift(s: number, h: number, lower: boolean, half = 0.4, arch = 0, smiles = 0): number {
  const out: Displacement = { out: 0, up: 0 };
  dropAnimalJaw({ s, h }, { half, smiles }, arch, lower, out);
  return out.up;
}

const gap = (s: number, half?: number, arch?: number) =>
  lift(s, 0, false, half, arch) - lift(s, 0, true, half, arch);

describe('an animal’s jaw', () => {
  it('parts the lips most in the middle and not at all in the corners and beyond', () => {
    for (const half of [0.2, 0.4, 0.65]) {
      expect(gap(0, half)).toBeGreaterThan(0.12);
      for (let s = 0; s < 0.9; s += 0.05)
        expect(gap(s + 0.05, half)).toBeLessThanOrEqual(gap(s, half));
      for (const s of [1, 1.2, 2]) expect(gap(s, half)).toBeCloseTo(0, 6);
    }
  });

  it('opens short mouths less than long ones', () => {
    expect(gap(0, 0.2)).toBeLessThan(gap(0, 0.4));
  });

  it('takes the chin along as far as the lip, and lets the layers meet below it', () => {
    expect(lift(0, -0.28, true)).toBeCloseTo(lift(0, 0, true), 2);
    for (const s of [0, 0.5, 1, 1.5])
      for (const h of [-0.75, -0.9, -1.1])
        expect(lift(s, h, true)).toBeCloseTo(lift(s, h, false), 3);
    expect(lift(0, -1.1, true)).toBeCloseTo(0, 9);
  });

  it('leaves the layers one not far above the lips, where those of the eyes begin', () => {
    for (const s of [0, 0.4, 0.8])
      for (const h of [0.1, 0.2, 0.4])
        expect(Math.abs(lift(s, h, true) - lift(s, h, false))).toBeLessThan(0.02);
  });

  it('folds nothing below the lips', () => {
    for (const half of [0.2, 0.4, 0.65])
      for (let s = 0; s < 2; s += 0.1)
        for (let h = -1.2; h < 0; h += 0.02)
          expect((lift(s, h + 0.02, true, half) - lift(s, h, true, half)) / 0.02).toBeGreaterThan(
            -0.75,
          );
  });

  it('takes ends down with it, but those of a line that droops up: no crescent', () => {
    const ends = (smiles: number) => lift(1, 0, false, 0.5, 0, smiles);
    expect(ends(0)).toBeLessThan(-0.05);
    expect(ends(0.08)).toBeLessThan(ends(0));
    expect(ends(-0.08)).toBeGreaterThan(0.05);
    expect(lift(0, 0, true, 0.5, 0, -0.08)).toBeCloseTo(lift(0, 0, true, 0.5, 0, 0), 3);
  });

  it('rounds the lower lip where the upper ones meet in a point', () => {
    expect(lift(0, 0, true, 0.4, 0.08)).toBeLessThan(lift(0, 0, true, 0.4, 0) - 0.05);
    expect(lift(0, 0, false, 0.4, 0.08)).toBe(lift(0, 0, false, 0.4, 0));
  });
});

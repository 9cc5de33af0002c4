import { describe, expect, it } from 'vitest';
import { mouthT } from '../mouth/mouth-line.ts';
import type { Displacement } from '../unit-displacement.ts';
import { dropAnimalJaw, openingEnds } from './animal-jaw.ts';
import { pouch } from './animal-pouch.ts';

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
    for (const smiles of [0, -0.08])
      for (const half of [0.2, 0.4, 0.65])
        for (let s = 0; s < 2; s += 0.1)
          for (let h = -1.4; h < 0; h += 0.02) {
            const above = lift(s, h + 0.02, true, half, 0, smiles);
            expect((above - lift(s, h, true, half, 0, smiles)) / 0.02).toBeGreaterThan(-0.75);
          }
  });

  it('takes ends down with it, but those of a line that droops up: no crescent', () => {
    const ends = (smiles: number) => lift(1, 0, false, 0.5, 0, smiles);
    expect(ends(0)).toBeLessThan(-0.05);
    expect(ends(0.08)).toBeLessThan(ends(0));
    expect(ends(-0.08)).toBeGreaterThan(0.05);
    // As far as takes the arch of its lower lip down past a straight line.
    expect(lift(0, 0, true, 0.5, 0, -0.08)).toBeLessThan(lift(0, 0, true, 0.5) - 0.08);
  });

  it('draws in the ends of a line that droops, and opens it round: a broad slot says fear', () => {
    const out: Displacement = { out: 0, up: 0 };
    const outAt = (s: number, smiles: number) => {
      dropAnimalJaw({ s, h: 0 }, { half: 0.5, smiles }, 0, false, out);
      return out.out;
    };
    expect(outAt(1, 0)).toBeCloseTo(0, 9);
    expect(outAt(1, -0.08)).toBeLessThan(-0.1);
    // No place overtakes the next one on its way in.
    for (let s = 0; s < 2; s += 0.05) {
      expect(outAt(s + 0.05, -0.08) - outAt(s, -0.08)).toBeGreaterThan(-0.05 * 0.5);
    }
    expect(pouch(0.6, 0.6, 0.08)).toBeGreaterThan(pouch(0.6, 0.6));
    expect(pouch(0.8, 0.6, 0.08)).toBe(0);
  });

  it('raises the upper lip over a line that droops into an arch: cut straight, the opening is a slot', () => {
    const arch = (smiles: number) =>
      lift(0, 0, false, 0.6, 0, smiles) - lift(0.75, 0, false, 0.6, 0, smiles);
    expect(lift(0, 0, false, 0.6, 0, -0.08)).toBeGreaterThan(lift(0, 0, false, 0.6) + 0.04);
    expect(arch(-0.08)).toBeGreaterThan(0.02);
  });

  it('rounds the lower lip where the upper ones meet in a point', () => {
    expect(lift(0, 0, true, 0.4, 0.08)).toBeLessThan(lift(0, 0, true, 0.4, 0) - 0.05);
    expect(lift(0, 0, false, 0.4, 0.08)).toBe(lift(0, 0, false, 0.4, 0));
  });

  it('opens no wider than it is told', () => {
    const out: Displacement = { out: 0, up: 0 };
    const gapAt = (s: number, opening: number) => {
      const lifts = [false, true].map((lower) => {
        dropAnimalJaw({ s, h: 0, opening }, { half: 0.4, smiles: 0 }, 0, lower, out);
        return out.up;
      });
      return lifts[0] - lifts[1];
    };
    expect(gapAt(0.6, 1)).toBeCloseTo(0, 6);
    expect(gapAt(0.6, 0.6)).toBeCloseTo(gap(0.6), 9);
  });
});

describe('the ends of an opening', () => {
  it('are the corners of a mouth whose middle is its middle', () => {
    const { right, left } = openingEnds({ skew: 0 }, 0);
    expect(right).toBeCloseTo(1, 6);
    expect(left).toBeCloseTo(1, 6);
  });

  it('lie hardly further from the middle on the longer side, but on a head that is turned', () => {
    const mouth = { skew: 0.37 };
    const middle = mouthT(mouth, 0);
    const reach = (yaw: number) => {
      const { right, left } = openingEnds(mouth, yaw);
      return [middle - mouthT(mouth, -right), mouthT(mouth, left) - middle];
    };
    const [short, long] = reach(0);
    expect(short).toBeCloseTo(1 + middle, 6);
    expect(long / short).toBeCloseTo(1.1, 2);
    expect(reach(0.4)[1]).toBeGreaterThan(1.3 * long);
    expect(reach(0.4)[0]).toBeCloseTo(short, 6);
  });
});

import { describe, expect, it } from 'vitest';
import type { Displacement } from '../unit-displacement.ts';
import { ANIMAL_REACH, breadthOf, displaceAnimal } from './animal-displacement.ts';

const HALF_MOUTH = 0.4;
const MOUTH_V = -1.2;

/** How far AU15 lifts a point of the mouth's line, or `h` over it, IOD. */
function lift(s: number, h = 0, v = MOUTH_V + h): number {
  const out: Displacement = { out: 0, up: 0 };
  displaceAnimal('AU15', s * HALF_MOUTH, v, { s, h }, breadthOf(HALF_MOUTH, 0), false, out);
  return out.up;
}

describe('AU15 of animals', () => {
  it('bends the line down towards its ends, which lie beyond the corners found', () => {
    expect(lift(0)).toBeGreaterThan(0);
    for (let s = 0.2; s < 1.4; s += 0.1) expect(lift(s + 0.1)).toBeLessThan(lift(s));
    expect(lift(1.45)).toBeLessThan(-0.2);
  });

  it('dies out before the end of what animals move, without a step', () => {
    const [maxA, minV] = ANIMAL_REACH;
    expect(Math.abs(lift(1.45, -0.4, minV))).toBe(0);
    expect(Math.abs(lift(maxA / HALF_MOUTH))).toBe(0);
    for (let v = minV; v < MOUTH_V; v += 0.02) {
      const step = lift(1.45, v + 0.02 - MOUTH_V) - lift(1.45, v - MOUTH_V);
      expect(Math.abs(step)).toBeLessThan(0.8 * 0.02);
    }
  });
});

describe('AU10 of animals whose mouth is known', () => {
  const muzzle = breadthOf(HALF_MOUTH, 1);
  const curl = (s: number, h: number, lower: boolean) => {
    const out: Displacement = { out: 0, up: 0 };
    displaceAnimal('AU10', s * HALF_MOUTH, MOUTH_V + h, { s, h }, muzzle, lower, out);
    return out.up;
  };

  it('lifts the upper lip off the lower one, beside the middle and not beyond the ends', () => {
    const gap = (s: number) => curl(s, 0, false) - curl(s, 0, true);
    expect(gap(0.6)).toBeGreaterThan(0.05);
    expect(gap(0.6)).toBeGreaterThan(1.5 * gap(0));
    for (const s of [1, 1.3, 2]) expect(gap(s)).toBe(0);
  });

  it('leaves the layers one not far above the lips, where those of the eyes begin', () => {
    for (const h of [0.1, 0.2, 0.4]) expect(curl(0.6, h, true)).toBe(curl(0.6, h, false));
  });
});

describe('AU12 of animals', () => {
  it('dies out before the end of what animals move, where the chart has corners near to it', () => {
    const [maxA, minV] = ANIMAL_REACH;
    const rise = (a: number, v: number) => {
      const out: Displacement = { out: 0, up: 0 };
      displaceAnimal('AU12', a, v, { s: 1, h: 0 }, breadthOf(HALF_MOUTH, 1), false, out);
      return out;
    };
    expect(rise(HALF_MOUTH, MOUTH_V).up).toBeGreaterThan(0.1);
    for (const { out, up } of [rise(maxA, MOUTH_V), rise(HALF_MOUTH, minV)]) {
      expect(out).toBe(0);
      expect(up).toBe(0);
    }
  });
});

describe('a long line that smiles or droops in the picture', () => {
  const end = (unit: 'AU12' | 'AU15', half: number, smile: number) => {
    const out: Displacement = { out: 0, up: 0 };
    displaceAnimal(unit, half, MOUTH_V, { s: 1, h: 0 }, breadthOf(half, 1, smile), false, out);
    return out.up;
  };

  it('gives it up for the opposite', () => {
    expect(end('AU15', 0.5, 0.1)).toBeLessThan(end('AU15', 0.5, 0) - 0.03);
    // What droops rises to the level at least that a straight line has.
    expect(end('AU12', 0.5, -0.04)).toBeGreaterThan(0.03);
    expect(end('AU12', 0.5, -0.1)).toBeGreaterThan(0.1);
  });

  it('does nothing more where it agrees', () => {
    expect(end('AU12', 0.5, 0.1)).toBe(end('AU12', 0.5, 0));
    expect(end('AU12', 0.21, 0.1)).toBe(end('AU12', 0.21, 0));
  });

  it('is not needed for a smile to undo the arch of short lips under a nose', () => {
    expect(end('AU12', 0.21, -0.08)).toBeGreaterThan(end('AU12', 0.21, 0) + 0.03);
    expect(breadthOf(0.5, 1, -0.08).arch).toBe(0);
    expect(breadthOf(0.21, 0, -0.08).arch).toBe(0);
  });
});

describe('a broad line that droops, as an ape’s', () => {
  const HALF = 0.6;
  const move = (
    unit: 'AU9' | 'AU10' | 'AU12',
    s: number,
    h: number,
    lower: boolean,
    smile: number,
  ) => {
    const out: Displacement = { out: 0, up: 0 };
    const muzzle = breadthOf(HALF, 1, smile);
    displaceAnimal(unit, s * HALF, MOUTH_V + h, { s, h }, muzzle, lower, out);
    return out.up;
  };
  const upper = (unit: 'AU9' | 'AU10' | 'AU12', s: number, smile: number, h = 0) =>
    move(unit, s, h, false, smile);
  const gap = (s: number, smile: number, h = 0) =>
    upper('AU12', s, smile, h) - move('AU12', s, h, true, smile);

  it('hangs open in joy, where others smile shut, and turns up no V', () => {
    expect(gap(0, -0.09)).toBeGreaterThan(0.07);
    expect(gap(0, 0)).toBe(0);
    for (const s of [0.85, 1, 1.5]) expect(gap(s, -0.09)).toBeCloseTo(0, 9);
    expect(upper('AU12', 1, -0.09)).toBeLessThan(0.75 * upper('AU12', 1, 0));
    // It comes up past straight all the same, as joy drives it to twice that.
    expect(2 * upper('AU12', 1, -0.09)).toBeGreaterThan(0.09 + 0.1);
  });

  it('leaves its layers one not far above the lips, where those of the eyes begin', () => {
    for (const h of [0.1, 0.2, 0.4]) expect(gap(0.3, -0.09, h)).toBeCloseTo(0, 9);
  });

  it('folds nothing below the lips', () => {
    for (let h = -1.2; h < 0; h += 0.02) {
      const step = move('AU12', 0, h + 0.02, true, -0.09) - move('AU12', 0, h, true, -0.09);
      expect((2.1 * step) / 0.02).toBeGreaterThan(-0.75);
    }
  });

  it('sneers below the nostril, not at its end', () => {
    expect(upper('AU10', 0.75, -0.09)).toBeLessThan(0.75 * upper('AU10', 0.75, 0));
    expect(upper('AU10', 0.75, -0.09)).toBeLessThan(0.9 * upper('AU10', 0.4, -0.09));
    expect(upper('AU9', 0.5, -0.09, 0.2)).toBeLessThan(upper('AU9', 0.5, 0, 0.2) - 0.01);
  });
});

it('smiles less with short lips: what is so small would be a person’s mouth', () => {
  const corner = (half: number, known01: number) => {
    const out: Displacement = { out: 0, up: 0 };
    const muzzle = breadthOf(half, known01);
    displaceAnimal(
      'AU12',
      muzzle.corners,
      MOUTH_V,
      { s: muzzle.corners / half, h: 0 },
      muzzle,
      false,
      out,
    );
    return out.up;
  };
  expect(corner(0.22, 1) / corner(0.42, 1)).toBeLessThan(0.88);
});

it('draws drooping mouths down little, and those that smile far', () => {
  const end = (smile: number) => {
    const out: Displacement = { out: 0, up: 0 };
    const place = { s: 1, h: 0 };
    displaceAnimal('AU15', 0.5, MOUTH_V, place, breadthOf(0.5, 1, smile), false, out);
    return out.up;
  };
  expect(end(-0.1)).toBeLessThan(-0.05);
  expect(end(-0.1)).toBeGreaterThan(0.5 * end(-0.02));
  expect(end(0.08)).toBeLessThan(3 * end(-0.1));
});

describe('AU12 of animals', () => {
  const corner = (half: number) => {
    const out: Displacement = { out: 0, up: 0 };
    displaceAnimal('AU12', half, MOUTH_V, { s: 1, h: 0 }, breadthOf(half, 1), false, out);
    return out.up;
  };

  it('lifts the corners of a broad mouth further: its arc is as round', () => {
    expect(corner(0.4)).toBeCloseTo(corner(0.44), 2);
    expect(corner(0.64) / corner(0.44)).toBeCloseTo(0.64 / 0.44, 1);
  });
});

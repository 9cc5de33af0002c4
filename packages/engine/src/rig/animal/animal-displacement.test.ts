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
    expect(end('AU12', 0.5, -0.1)).toBeGreaterThan(end('AU12', 0.5, 0) + 0.03);
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

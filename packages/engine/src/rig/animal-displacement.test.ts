import { describe, expect, it } from 'vitest';
import { ANIMAL_REACH, breadthOf, displaceAnimal } from './animal-displacement.ts';
import type { Displacement } from './unit-displacement.ts';

const HALF_MOUTH = 0.4;
const MOUTH_V = -1.2;

/** How far AU15 lifts a point of the mouth's line, or `h` over it, IOD. */
function lift(s: number, h = 0, v = MOUTH_V + h): number {
  const out: Displacement = { out: 0, up: 0 };
  displaceAnimal('AU15', s * HALF_MOUTH, v, { s, h }, breadthOf(HALF_MOUTH, 0), out);
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

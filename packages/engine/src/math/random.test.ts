import { describe, expect, it } from 'vitest';
import { createRandom, mixSeeds, smoothNoise } from './random.ts';

describe('createRandom', () => {
  it('gives these numbers for this seed on every machine', () => {
    const random = createRandom(2026);
    const again = createRandom(2026 + 2 ** 32);
    const first = [random(), random(), random()];
    expect(first).toEqual([again(), again(), again()]);
    expect(first.map((v) => Math.round(v * 1e6))).toMatchInlineSnapshot(`
      [
        455408,
        308496,
        661157,
      ]
    `);
  });

  it('stays in [0, 1), with the mean and spread of even numbers', () => {
    const random = createRandom(3);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < 20_000; i++) {
      const v = random();
      expect(v >= 0 && v < 1).toBe(true);
      sum += v;
      squares += v * v;
    }
    const mean = sum / 20_000;
    expect(mean).toBeCloseTo(0.5, 1);
    expect(squares / 20_000 - mean * mean).toBeCloseTo(1 / 12, 2);
  });

  it('gives other numbers to a neighbouring seed', () => {
    const [a, b] = [createRandom(1), createRandom(2)];
    let same = 0;
    for (let i = 0; i < 100; i++) if (Math.abs(a() - b()) < 0.005) same++;
    expect(same).toBeLessThan(10);
  });
});

describe('mixSeeds', () => {
  it('makes whole numbers of 32 bits that differ where either part differs', () => {
    const seen = new Set<number>();
    for (let a = 0; a < 40; a++) {
      for (let b = 0; b < 40; b++) {
        const seed = mixSeeds(a, b);
        expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
        seen.add(seed);
      }
    }
    expect(seen.size).toBe(1600);
  });
});

describe('smoothNoise', () => {
  const times = Array.from({ length: 4000 }, (_, i) => -20 + i * 0.01);

  it('stays in [-1, 1] and uses most of that room', () => {
    const values = times.map((t) => smoothNoise(9, t));
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...values)).toBeGreaterThan(0.7);
    expect(Math.min(...values)).toBeLessThan(-0.7);
  });

  it('has no jump and no kink, also where one lattice step ends', () => {
    let steepest = 0;
    let sharpest = 0;
    for (const t of times) {
      const [a, b, c] = [t - 0.01, t, t + 0.01].map((x) => smoothNoise(9, x));
      steepest = Math.max(steepest, Math.abs(c - a) / 0.02);
      sharpest = Math.max(sharpest, Math.abs(a - 2 * b + c) / 1e-4);
    }
    // A quintic step of height 2: slope at most 15/8, curvature at most 10/√3, per unit height.
    expect(steepest).toBeLessThan(2 * 1.9);
    expect(sharpest).toBeLessThan(2 * 5.9);
  });

  it('is the same at the same time and another for another seed', () => {
    expect(smoothNoise(4, 3.3)).toBe(smoothNoise(4, 3.3));
    const apart = times.map((t) => Math.abs(smoothNoise(4, t) - smoothNoise(5, t)));
    expect(Math.max(...apart)).toBeGreaterThan(0.5);
  });
});

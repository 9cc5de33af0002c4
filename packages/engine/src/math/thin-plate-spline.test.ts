import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { fitThinPlateSpline, solveInPlace } from './thin-plate-spline.ts';

/** 30 scattered samples of a bent surface with two values each. */
function scatter(noise = 0) {
  const random = createRandom(11);
  const points: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < 30; i++) {
    const x = 400 * random();
    const y = 300 * random();
    points.push(x, y);
    const n = noise * (random() - 0.5);
    values.push(Math.sin(x / 90) * 20 + n, 0.2 * x + y * y * 1e-3 + n);
  }
  return { points, values };
}

function worstMiss(points: number[], values: number[], stiffness: number): number {
  const spline = fitThinPlateSpline(points, values, 2, stiffness);
  const out = new Float64Array(2);
  let worst = 0;
  for (let i = 0; i < points.length / 2; i++) {
    spline.evaluate(points[2 * i], points[2 * i + 1], out, 0);
    for (let k = 0; k < 2; k++) worst = Math.max(worst, Math.abs(out[k] - values[2 * i + k]));
  }
  return worst;
}

/** Mean squared second difference along a line: how much a spline bends. */
function bending(points: number[], values: number[], stiffness: number): number {
  const spline = fitThinPlateSpline(points, values, 2, stiffness);
  const line = new Float64Array(2 * 41);
  for (let i = 0; i <= 40; i++) spline.evaluate(10 * i, 150, line, 2 * i);
  let sum = 0;
  for (let i = 1; i < 40; i++) sum += (line[2 * i - 2] - 2 * line[2 * i] + line[2 * i + 2]) ** 2;
  return sum;
}

describe('fitThinPlateSpline', () => {
  it('passes through every sample without stiffness', () => {
    const { points, values } = scatter();
    expect(worstMiss(points, values, 0)).toBeLessThan(1e-6);
  });

  it('misses more and bends less the stiffer it is', () => {
    const { points, values } = scatter(12);
    const misses = [0, 0.01, 0.1, 1].map((s) => worstMiss(points, values, s));
    const bends = [0, 0.01, 0.1, 1].map((s) => bending(points, values, s));
    for (let i = 1; i < 4; i++) {
      expect(misses[i]).toBeGreaterThan(misses[i - 1]);
      expect(bends[i]).toBeLessThan(bends[i - 1]);
    }
  });

  it('gives a plane back as a plane, however stiff, and far outside its samples', () => {
    const { points } = scatter();
    const plane = (x: number, y: number) => 3 - 0.4 * x + 0.25 * y;
    const values = [];
    for (let i = 0; i < points.length; i += 2) values.push(plane(points[i], points[i + 1]));
    for (const stiffness of [0, 0.5, 40]) {
      const spline = fitThinPlateSpline(points, values, 1, stiffness);
      const out = new Float64Array(1);
      for (const [x, y] of [
        [12, 250],
        [-900, 1400],
      ]) {
        spline.evaluate(x, y, out, 0);
        expect(out[0]).toBeCloseTo(plane(x, y), 5);
      }
    }
  });

  it('does not depend on where the samples lie or on their unit', () => {
    const { points, values } = scatter();
    const far = points.map((p) => 1e4 + 0.01 * p);
    const a = fitThinPlateSpline(points, values, 2, 0.05);
    const b = fitThinPlateSpline(far, values, 2, 0.05);
    const at = new Float64Array(4);
    a.evaluate(123, 77, at, 0);
    b.evaluate(1e4 + 1.23, 1e4 + 0.77, at, 2);
    expect(at[2]).toBeCloseTo(at[0], 6);
    expect(at[3]).toBeCloseTo(at[1], 6);
  });

  it.each([
    ['on one line', [0, 0, 1, 1, 2, 2, 5, 5], 4],
    ['all in one place', [3, 3, 3, 3, 3, 3], 3],
    ['two of them in one place', [0, 0, 4, 0, 0, 4, 4, 0], 4],
  ])('refuses samples %s', (_, points, count) => {
    const values = Array.from({ length: count }, (_unused, i) => i);
    expect(() => fitThinPlateSpline(points, values, 1, 0)).toThrow(RangeError);
  });
});

describe('solveInPlace', () => {
  it('solves a system that needs its rows swapped', () => {
    const matrix = Float64Array.of(0, 2, 1, 1, 1, 1, 2, 0, -1);
    const right = Float64Array.of(7, 6, -1);
    solveInPlace(matrix, right, 3, 1);
    for (const [i, value] of [1, 2, 3].entries()) expect(right[i]).toBeCloseTo(value, 12);
  });

  it('refuses a singular system', () => {
    const singular = Float64Array.of(1, 2, 2, 4);
    expect(() => solveInPlace(singular, Float64Array.of(1, 1), 2, 1)).toThrow(/degenerate/);
  });
});

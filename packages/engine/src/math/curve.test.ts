import { describe, expect, it } from 'vitest';
import { curveOf, curveThrough, readCurve, smoothCurve } from './curve.ts';

describe('curveThrough', () => {
  it('goes through its points, however unevenly they lie', () => {
    const ts = [-1, -0.8, -0.1, 0, 0.55, 1];
    const ys = [0, 3, 5, 4.5, 2, 0];
    const curve = curveThrough(ts, ys);
    // The samples are .05 apart: points on a sample are met, others to the chord's error.
    ts.forEach((t, i) => {
      expect(readCurve(curve, t)).toBeCloseTo(ys[i], 5);
    });
  });

  it('gives a line back as a line', () => {
    const curve = curveThrough([-1, -0.3, 0.4, 1], [2, 2.7, 3.4, 4]);
    for (let t = -1; t <= 1; t += 0.07) expect(readCurve(curve, t)).toBeCloseTo(3 + t, 5);
  });

  it('stays near points that form an arch: overshoot below .15 of its height', () => {
    const ts = [-1, -0.9, 0, 0.9, 1];
    const curve = curveThrough(ts, [0, 1, 1, 1, 0]);
    for (const v of curve.values) expect(v > -0.15 && v < 1.15).toBe(true);
  });

  it('holds its end values where the points do not reach the ends', () => {
    const curve = curveThrough([-0.5, 0, 0.5], [7, 1, 9]);
    expect(readCurve(curve, -1)).toBe(7);
    expect(readCurve(curve, -0.6)).toBe(7);
    expect(readCurve(curve, 1)).toBe(9);
  });
});

describe('readCurve', () => {
  it('reads between samples and holds the ends outside', () => {
    const curve = curveOf((t) => t * t);
    for (let t = -1; t <= 1; t += 0.013) {
      expect(Math.abs(readCurve(curve, t) - t * t)).toBeLessThan(1e-3);
    }
    expect(readCurve(curve, -5)).toBe(1);
    expect(readCurve(curve, 5)).toBe(1);
  });
});

describe('smoothCurve', () => {
  it('leaves ends and straight lines alone, and takes zigzags away', () => {
    const line = curveOf((t) => 4 - 2 * t);
    smoothCurve(line, 5).values.forEach((v, i) => {
      expect(v).toBeCloseTo(line.values[i], 5);
    });
    const zigzag = { values: Float32Array.from({ length: 41 }, (_, i) => (i % 2 ? 1 : -1)) };
    const calm = smoothCurve(zigzag, 3);
    expect(calm.values[0]).toBe(-1);
    expect(calm.values[40]).toBe(-1);
    expect(Math.abs(calm.values[20])).toBeLessThan(1e-6);
    expect(zigzag.values[20]).toBe(-1);
  });

  it('changes nothing in no passes', () => {
    const curve = curveOf((t) => Math.sin(9 * t));
    expect(smoothCurve(curve, 0).values).toEqual(curve.values);
  });
});

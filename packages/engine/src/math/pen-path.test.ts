import { describe, expect, it } from 'vitest';
import { penReader } from './pen-path.ts';

const line = (xs: number[], ys: number[], radii: number[]) =>
  penReader({
    xs: Float64Array.from(xs),
    ys: Float64Array.from(ys),
    radii: Float64Array.from(radii),
  });

describe('penReader', () => {
  it('covers what lies within the radius, half of a pixel on its edge, and nothing beyond', () => {
    const read = line([0, 10, 20], [0, 10, 0], [3, 3, 3]);
    expect(read(5, 5)).toBe(1);
    const edge = 3 * Math.SQRT1_2;
    expect(read(5 - edge, 5 + edge)).toBeCloseTo(0.5);
    expect(read(5 - 4, 5 + 4)).toBe(0);
    expect(read(10, 0)).toBe(0);
  });

  it('has round ends', () => {
    const read = line([0, 10], [0, 0], [4, 4]);
    expect(read(-3, 0)).toBe(1);
    expect(read(-3.9, 2)).toBeLessThan(0.2);
    expect(read(14.6, 0)).toBe(0);
  });

  it('goes over from one breadth to the next', () => {
    const read = line([0, 100], [0, 0], [1, 9]);
    expect(read(50, 5)).toBeCloseTo(0.5, 1);
    expect(read(25, 5)).toBe(0);
    expect(read(75, 5)).toBe(1);
  });
});

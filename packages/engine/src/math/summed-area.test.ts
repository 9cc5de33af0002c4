import { describe, expect, it } from 'vitest';
import { meansOf, summedArea } from './summed-area.ts';

const PLANE = { values: Float32Array.from([1, 2, 3, 4, 5, 6]), widthPx: 3, heightPx: 2 };

describe('summedArea', () => {
  it('has the sum over every rectangle from the top left corner, of squares too', () => {
    expect([...summedArea(PLANE)]).toEqual([0, 0, 0, 0, 0, 1, 3, 6, 0, 5, 12, 21]);
    expect(summedArea(PLANE, 2).at(-1)).toBe(91);
  });
});

describe('meansOf', () => {
  const means = meansOf(PLANE);

  it('is the mean over a rectangle', () => {
    expect(means.over(2, 1, 1, 1)).toBe((2 + 3 + 5 + 6) / 4);
  });

  it('is cut at the border, and of one pixel at least', () => {
    expect(means.over(1.5, 1, 50, 50)).toBe(3.5);
    expect(means.over(1, 0, 0, 0)).toBe(2);
    expect(means.over(90, 90, 1, 1)).toBe(6);
  });
});

import { describe, expect, it } from 'vitest';
import { luma601, luma709, lumaAt } from './luma.ts';

describe('luma', () => {
  it.each([luma601, luma709])('of a grey is its level: %o', (luma) => {
    for (const level of [0, 1, 100, 255]) expect(luma(level, level, level)).toBeCloseTo(level, 10);
  });

  it('gives green most by Rec. 709, red and blue more by Rec. 601', () => {
    expect(luma709(0, 255, 0)).toBeGreaterThan(luma601(0, 255, 0));
    expect(luma709(255, 0, 0)).toBeLessThan(luma601(255, 0, 0));
    expect(luma709(0, 0, 255)).toBeLessThan(luma601(0, 0, 255));
  });

  it('is read from the pixel that holds a place, and beyond the border from the nearest', () => {
    const rgba = Uint8Array.of(10, 10, 10, 255, 90, 90, 90, 255);
    const picture = { rgba, widthPx: 2, heightPx: 1 };
    const levels = [-5, 0, 0.99, 1, 1.99, 2, 50].map((x) => Math.round(lumaAt(picture, x, 3)));
    expect(levels).toEqual([10, 10, 10, 90, 90, 90, 90]);
  });
});

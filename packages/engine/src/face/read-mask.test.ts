import { describe, expect, it } from 'vitest';
import { readMask } from './read-mask.ts';

describe('readMask', () => {
  it('reads the stretched area, and nothing outside it', () => {
    const mask = {
      alpha: Uint8Array.of(0, 255, 0, 255),
      widthPx: 2,
      heightPx: 2,
      areaPx: { xPx: 10, yPx: 10, widthPx: 40, heightPx: 40 },
    };
    expect(readMask(mask, 20, 30)).toBeCloseTo(0, 0);
    expect(readMask(mask, 40, 30)).toBeGreaterThan(250);
    expect(readMask(mask, 30, 30)).toBeGreaterThan(100);
    expect(readMask(mask, 30, 30)).toBeLessThan(155);
    expect(readMask(mask, -60, 30)).toBe(0);
    expect(readMask(mask, 30, 300)).toBe(0);
  });
});

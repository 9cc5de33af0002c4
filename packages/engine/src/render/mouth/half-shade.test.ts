import { describe, expect, it } from 'vitest';
import { halfShade01, halfShadeLight } from './half-shade.ts';

describe('half shade', () => {
  it('lies where a narrow gap is half inside the mouth, and nowhere in a wide one', () => {
    expect(halfShade01(0.5, 0.05)).toBe(1);
    expect(halfShade01(0, 0.05)).toBe(0);
    expect(halfShade01(1, 0.05)).toBe(0);
    expect(halfShade01(0.5, 0.2)).toBe(0);
  });

  it('is redder than what it falls on, and grey in a grey picture', () => {
    const [r, g, b] = [0, 1, 2].map((k) => halfShadeLight(k, 1, 1));
    expect(r).toBeGreaterThan(1.2 * g);
    expect(r).toBeGreaterThan(1.2 * b);
    const grey = [0, 1, 2].map((k) => halfShadeLight(k, 1, 0));
    expect(new Set(grey).size).toBe(1);
    expect(grey[0]).toBeLessThan(0.9);
  });
});

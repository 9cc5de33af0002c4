import { describe, expect, it } from 'vitest';
import { cracksInDark } from './cracks-in-dark.ts';

describe('cracksInDark', () => {
  it('is seen on black, less on what is half lit, and not on what is lit as skin is or more', () => {
    expect(cracksInDark(0.1, 0, 200)).toBeGreaterThan(5);
    expect(cracksInDark(0.1, 100, 200)).toBeCloseTo(cracksInDark(0.1, 0, 200) / 2, 6);
    expect(cracksInDark(0.1, 200, 200)).toBe(0);
    expect(cracksInDark(0.1, 230, 200)).toBe(0);
  });

  it('is as dark beside a crack as it is light on it, so that the whole gets no lighter', () => {
    expect(cracksInDark(-0.08, 20, 180)).toBeCloseTo(-cracksInDark(0.08, 20, 180), 9);
  });
});

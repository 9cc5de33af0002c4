import { describe, expect, it } from 'vitest';
import { cavityLight, tongueCrown } from './paint-muzzle.ts';

/** A gap of the lips, IOD. */
const WIDE = 0.4;

describe('the inside of an animal’s mouth', () => {
  it('is darkest at its back, and lighter on its floor and cheeks: no flat hole', () => {
    expect(cavityLight(0, 0, WIDE)).toBeGreaterThan(2 * cavityLight(0.8, 0, WIDE));
    expect(cavityLight(0.8, 1, WIDE)).toBeGreaterThan(1.3 * cavityLight(0.8, 0, WIDE));
    expect(cavityLight(0.8, -1, WIDE)).toBe(cavityLight(0.8, 1, WIDE));
    for (let h = 0; h < 1; h += 0.05) {
      expect(cavityLight(h + 0.05, 0, WIDE)).toBeLessThanOrEqual(cavityLight(h, 0, WIDE));
    }
  });

  it('is dark between lips that are hardly apart: no sliver of flesh', () => {
    expect(cavityLight(0, 0, 0.08)).toBeLessThan(0.6 * cavityLight(0, 0, WIDE));
  });

  it('has a tongue whose back is a mound and no bar', () => {
    expect(tongueCrown(0)).toBe(1);
    expect(tongueCrown(1)).toBe(0);
    expect(tongueCrown(0.7)).toBeLessThan(0.65);
  });
});

import { describe, expect, it } from 'vitest';
import { PLAIN_MOUTH } from '../../../test/support/mouth-colours.ts';
import { lumaOf } from '../../rig/skin/face-tone.ts';
import { atEnds01, endRimOf, lineEnds, liningOf, ring01 } from './line-ends.ts';

const SKIN = lumaOf([215, 175, 155]);

describe('the ends of a ring', () => {
  it('are those of a jaw that drops and of lips that are apart', () => {
    expect(ring01(0, 0.4)).toBe(0);
    expect(ring01(1, 0.05)).toBe(0);
    expect(ring01(1, 0.4)).toBe(1);
    expect(atEnds01(0.3, 1)).toBe(0);
    expect(atEnds01(-0.9, 1)).toBe(1);
    expect(atEnds01(0.9, 0.5)).toBe(0.5);
  });

  it('are lined next to the rims and the corner, and dark farther inside', () => {
    const lining = liningOf(PLAIN_MOUTH, SKIN);
    const red = (above: number, fromCorner: number) => {
      const colour = [20, 10, 9];
      lineEnds({ side: 0.9, above, below: 0.2, fromCorner }, 1, lining, colour);
      return colour[0];
    };
    expect(red(0, 0.2)).toBeGreaterThan(5 * 20);
    expect(red(0.2, 0)).toBeGreaterThan(5 * 20);
    expect(red(0.06, 0.2)).toBeLessThan(0.6 * red(0, 0.2));
    expect(red(0.2, 0.2)).toBeLessThan(1.1 * 20);
  });

  it('are darker than the skin around them, however pale the lips are', () => {
    const stubble = lumaOf([99, 64, 48]);
    const dark = liningOf(PLAIN_MOUTH, stubble);
    expect(lumaOf(dark)).toBeLessThan(0.61 * stubble);
    const [r, g] = liningOf(PLAIN_MOUTH, SKIN);
    expect(lumaOf(liningOf(PLAIN_MOUTH, SKIN))).toBeGreaterThan(1.2 * lumaOf(dark));
    expect(dark[0] / dark[1]).toBeCloseTo(r / g, 6);
  });

  it('have rims of the lips that are no lighter than the skin beside them lets them be', () => {
    const [lit, shaded] = [SKIN, 30].map((luma) => lumaOf(endRimOf(PLAIN_MOUTH, luma)));
    expect(lit).toBeLessThan(0.81 * lumaOf(PLAIN_MOUTH.innerLip));
    expect(lit).toBeGreaterThan(0.6 * lumaOf(PLAIN_MOUTH.innerLip));
    expect(shaded).toBeLessThan(0.61 * 30);
  });
});

import { describe, expect, it } from 'vitest';
import { PLAIN_MOUTH } from '../../../test/support/mouth-colours.ts';
import type { MouthColours } from './mouth-colours.ts';
import { type MouthOpening, shadeFlesh } from './mouth-flesh.ts';

const WIDE: MouthOpening = { gapIod: 0.4, flat: false };

/** Red in a mouth at a height above the lower lip, IOD; side -1..1. */
function red(opening: MouthOpening, above: number, side = 0): number {
  const out = [0, 0, 0];
  const { gapIod } = opening;
  const fromCorner = 0.35 * (1 - Math.abs(side));
  shadeFlesh({ side, above, below: gapIod - above, fromCorner }, opening, PLAIN_MOUTH, out);
  for (const v of out) expect(v >= 0 && v <= 255).toBe(true);
  return out[0];
}

describe('shadeFlesh', () => {
  it('is dark in the throat, above a tongue that is lit on its front', () => {
    const throat = red(WIDE, 0.3);
    expect(throat).toBeLessThan(1.35 * PLAIN_MOUTH.cavity[0]);
    expect(red(WIDE, 0.09)).toBeGreaterThan(2.5 * throat);
    expect(red(WIDE, 0.09)).toBeGreaterThan(1.3 * red(WIDE, 0.18));
  });

  it('is as dark in the throat as its colours say', () => {
    const out = [0, 0, 0];
    const place = { side: 0, above: 0.27, below: 0.13, fromCorner: 0.35 };
    const reds = [40, 24, 8].map((throatRed) => {
      shadeFlesh(place, WIDE, { ...PLAIN_MOUTH, throat: [throatRed, 5, 5] }, out);
      return out[0];
    });
    expect(reds[1]).toBeLessThan(0.75 * reds[0]);
    expect(reds[2]).toBeLessThan(0.65 * reds[1]);
  });

  it('is nearly as dark beside the throat as in it: no lit wall stands in a narrow opening', () => {
    const round: MouthOpening = { gapIod: 0.17, flat: false };
    for (const side of [-0.6, -0.3, 0, 0.3, 0.6])
      expect(red(round, 0.13, side)).toBeLessThan(1.3 * PLAIN_MOUTH.cavity[0]);
  });

  it('shows the tongue in the middle, and none of it between lips that hardly part', () => {
    expect(red(WIDE, 0.08)).toBeGreaterThan(1.5 * red(WIDE, 0.08, 0.85));
    const slight: MouthOpening = { gapIod: 0.08, flat: false };
    expect(red(slight, 0.04)).toBeLessThan(0.65 * red(WIDE, 0.09));
  });

  it('shows less of the wet side of lips that hardly part', () => {
    const slight: MouthOpening = { gapIod: 0.05, flat: false };
    expect(red(slight, 0.004)).toBeLessThan(0.75 * red(WIDE, 0.004));
  });

  it('is darkest in the middle: the roof is no lighter than the back of the tongue', () => {
    for (const side of [0, 0.3, 0.5]) {
      const back = Math.min(...[0.2, 0.22, 0.24, 0.26].map((above) => red(WIDE, above, side)));
      for (const above of [0.3, 0.34]) {
        expect(red(WIDE, above, side)).toBeLessThan(1.25 * back);
      }
    }
  });

  it('is in shade right behind the lower lip, which stands out from it', () => {
    expect(red(WIDE, 0.03)).toBeLessThan(0.88 * red(WIDE, 0.09));
    expect(red(WIDE, 0)).toBeGreaterThan(1.05 * red(WIDE, 0.03));
  });

  it('has a shade behind the lower lip as red as the throat, not the tongue made grey', () => {
    const red = { ...PLAIN_MOUTH, throat: [60, 0, 0] as const };
    const out = [0, 0, 0];
    const at = (of: MouthColours) => {
      shadeFlesh({ side: 0, above: 0.035, below: 0.365, fromCorner: 0.35 }, WIDE, of, out);
      return out[0] / out[1];
    };
    expect(at(red)).toBeGreaterThan(1.2 * at(PLAIN_MOUTH));
  });

  it('is the same on both sides, and has no step in it', () => {
    for (let above = 0; above < 0.4; above += 0.004) {
      expect(red(WIDE, above, -0.4)).toBeCloseTo(red(WIDE, above, 0.4), 9);
      expect(Math.abs(red(WIDE, above + 0.004, 0.2) - red(WIDE, above, 0.2))).toBeLessThan(16);
    }
  });

  it('is two plain colours in a drawing', () => {
    const drawn: MouthOpening = { ...WIDE, flat: true };
    const shades = new Set([0.02, 0.05, 0.1, 0.3, 0.35].map((above) => red(drawn, above)));
    expect(shades.size).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { MouthLine } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { type OwnTeethNow, type OwnTeethPlace, placeOwnTeeth } from './place-own-teeth.ts';

/** A grin from x = 100 to 200 at y = 100, 20 px high in its middle, teeth down to half of that. */
const mouth: MouthLine = {
  centreXPx: 150,
  centreYPx: 100,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 50,
  skew: 0,
  upper: curveOf((s) => 10 * (1 - s * s)),
  lower: curveOf((s) => -10 * (1 - s * s)),
  upperOuter: curveOf((s) => 18 * (1 - s * s)),
  lowerOuter: curveOf((s) => -18 * (1 - s * s)),
  gapPx: 20,
};
const END = 0.6;
const rig = {
  mouth,
  ownTeeth: { share01: 0.5, colour: [220, 210, 200], edge: curveOf(() => 0), ends: [END, END] },
  pose: { iodPx: 100 },
} as unknown as Rig;
const GONE: OwnTeethNow = { rest01: 0, risePx: 0, rimPx: 1 };

/** Reads a place on the row, at s and px above the mouth's axis. */
function at(s: number, up: number, now = GONE): OwnTeethPlace {
  const out = { xPx: 0, yPx: 0, share01: 0, light: 0 };
  placeOwnTeeth(rig, now, 150 + 50 * s, 100 - up, out);
  return out;
}

describe('placeOwnTeeth', () => {
  it('reads the row where it is', () => {
    const { xPx, yPx, share01, light } = at(0.2, 4);
    expect([xPx, yPx]).toEqual([160, 96]);
    expect(share01).toBe(1);
    expect(light).toBe(1);
    expect(at(0.2, -6).share01).toBe(0);
  });

  it('goes on where corners hid the row, mirrored and darker, without a step', () => {
    const past = at(0.8, 5);
    expect(past.xPx).toBeCloseTo(150 + 50 * 0.4, 3);
    expect(past.share01).toBeGreaterThan(0.9);
    expect(past.light).toBeLessThan(0.75);
    // Also beyond the picture's own corner, but not for long.
    expect(at(1.02, 10).share01).toBeGreaterThan(0.2);
    expect(at(1.02, 10).light).toBeLessThan(0.25);
    expect(at(1.3, 12).share01).toBe(0);
    for (let s = 0.4; s < 1.2; s += 0.005) {
      const [here, next] = [at(s, 5), at(s + 0.005, 5)];
      expect(Math.abs(next.xPx - here.xPx)).toBeLessThan(1.5);
      expect(Math.abs(next.share01 - here.share01)).toBeLessThan(0.2);
      expect(Math.abs(next.light - here.light)).toBeLessThan(0.05);
    }
  });

  it('leaves the mouth as the picture has it until it moves', () => {
    for (const s of [-0.9, -0.3, 0.5, 0.95]) {
      const { xPx, yPx, light } = at(s, 0.5, { ...GONE, rest01: 1 });
      expect(xPx).toBeCloseTo(150 + 50 * s, 9);
      expect(yPx).toBe(99.5);
      expect(light).toBe(1);
    }
  });
});

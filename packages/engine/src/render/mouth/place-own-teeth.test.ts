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
const rig = {
  mouth,
  ownTeeth: { share01: 0.5, colour: [220, 210, 200], edge: curveOf(() => 0) },
  pose: { iodPx: 100 },
} as unknown as Rig;
const GONE: OwnTeethNow = { rest01: 0, risePx: 0, rimPx: 1 };

/** Reads a place on the row, at s and px above the mouth's axis. */
function at(s: number, up: number, now = GONE): OwnTeethPlace {
  const out = { xPx: 0, yPx: 0, share01: 0 };
  placeOwnTeeth(rig, now, 150 + 50 * s, 100 - up, out);
  return out;
}

describe('placeOwnTeeth', () => {
  it('reads the row where it is', () => {
    const { xPx, yPx, share01 } = at(0.2, 4);
    expect([xPx, yPx]).toEqual([160, 96]);
    expect(share01).toBe(1);
    expect(at(0.2, -6).share01).toBe(0);
  });

  it('shows beyond the last crown what the picture shows there, and nothing beyond its corners', () => {
    const { xPx, yPx, share01 } = at(0.9, 1);
    expect(xPx).toBeCloseTo(195, 6);
    expect(yPx).toBeCloseTo(99, 0);
    expect(share01).toBeGreaterThan(0.5);
    expect(at(1.05, 1).share01).toBe(0);
  });

  it('leaves the mouth as the picture has it until it moves', () => {
    for (const s of [-0.9, -0.3, 0.5, 0.95]) {
      const { xPx, yPx } = at(s, 0.5, { ...GONE, rest01: 1 });
      expect(xPx).toBeCloseTo(150 + 50 * s, 9);
      expect(yPx).toBe(99.5);
    }
  });
});

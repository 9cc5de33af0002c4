import { describe, expect, it } from 'vitest';
import { curveOf, type SampledCurve } from '../../math/curve.ts';
import { createLayerDraft, readBox } from '../field-box.ts';
import { planGrid } from '../plate-grid.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import type { MouthLine } from './mouth-line.ts';
import { straightenAtRest } from './seam-at-rest.ts';

const IOD = 100;
const HALF = 40;
const axes = { centreXPx: 150, centreYPx: 150, alongX: 1, alongY: 0, halfWidthPx: HALF };
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: 300, heightPx: 300 });
const faceWeight = new Float32Array(grid.columns * grid.rows).fill(1);

/** What lifts a mouth whose line at rest is `seam`, px at s along it, in the middle of its gap. */
function lifts(seam: SampledCurve, tiltIod = 0) {
  const mouth: MouthLine = {
    ...axes,
    skew: 0,
    upper: curveOf((s) => 6 * (1 - s * s)),
    lower: curveOf((s) => -6 * (1 - s * s)),
    upperOuter: curveOf(() => 14),
    lowerOuter: curveOf(() => -16),
    gapPx: 12,
  };
  const none = curveOf(() => 0);
  const rest: MouthAtRest = {
    ...{ ...axes, seam, upperThick: none, lowerThick: none, drawnThin01: 1 },
    move: () => {},
  };
  const box = straightenAtRest(
    { grid, mouth, rest, faceWeight, iodPx: IOD, tiltIod },
    createLayerDraft(grid),
  );
  return (s: number, up = 0) => -readBox(grid, box, 1, 150 + s * HALF, 150 - up);
}

describe('straightenAtRest', () => {
  it('lays a line that hangs through flat, its corners down and its middle up', () => {
    const hanging = curveOf((s) => -5 * (1 - s * s));
    const lift = lifts(hanging);
    expect(lift(0)).toBeGreaterThan(1);
    expect(lift(0.95)).toBeLessThan(-1);
    const middle = -5 + lift(0);
    const corners = lift(-1);
    expect((middle - corners) / IOD).toBeGreaterThan(0.005);
    expect((middle - corners) / IOD).toBeLessThan(0.03);
    // The line that runs on beyond the corner comes down with it.
    expect(lift(1.15)).toBeLessThan(lift(0.95));
  });

  it('leaves a line its bend as far as a head that looks down shows one', () => {
    const hanging = curveOf((s) => -5 * (1 - Math.abs(s) ** 2.4));
    const lift = lifts(hanging, 0.06);
    for (const s of [-0.95, -0.5, 0, 0.5, 0.95]) expect(Math.abs(lift(s))).toBeLessThan(0.2);
    expect(lifts(hanging, 0.03)(0)).toBeGreaterThan(0.1);
    expect(lifts(hanging, 0.03)(0)).toBeLessThan(0.8 * lifts(hanging)(0));
  });

  it('moves hardly anything of a mouth that lies at rest', () => {
    const lift = lifts(curveOf((s) => 2 * (1 - Math.abs(s) ** 2.4)));
    for (const s of [-1.2, -1, -0.5, 0, 0.5, 1, 1.2]) expect(Math.abs(lift(s))).toBeLessThan(0.15);
  });

  it('fades above and below the lips', () => {
    const lift = lifts(curveOf((s) => -5 * (1 - s * s)));
    for (const up of [-80, 70]) expect(Math.abs(lift(0, up))).toBeLessThan(0.1 * lift(0));
  });
});

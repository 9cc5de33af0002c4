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

/** A line whose middle lies so far over its corners, px, dipping between the wings of the upper lip. */
const levelLine = (middle: number) =>
  curveOf((s) => (middle + 0.9) * (1 - Math.abs(s) ** 3.2) - 0.9 * Math.exp(-0.5 * (s / 0.2) ** 2));

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
    const hanging = levelLine(-5);
    const lift = lifts(hanging, 0.06);
    for (const s of [-0.95, -0.5, 0, 0.5, 0.95]) expect(Math.abs(lift(s))).toBeLessThan(0.2);
    expect(lifts(hanging, 0.03)(0)).toBeGreaterThan(0.1);
    expect(lifts(hanging, 0.03)(0)).toBeLessThan(0.8 * lifts(hanging)(0));
  });

  it('moves hardly anything of a mouth that lies at rest', () => {
    const lift = lifts(levelLine(1.5));
    for (const s of [-1.2, -1, -0.5, 0, 0.5, 1, 1.2]) expect(Math.abs(lift(s))).toBeLessThan(0.15);
  });

  it('makes no even arch of a line, but one that is flat between wings and dips in its middle', () => {
    const arch = curveOf((s) => 6 * (1 - s * s));
    const lift = lifts(arch);
    const at = (s: number) => 6 * (1 - s * s) + lift(s);
    const [middle, wing, corner] = [at(0), (at(0.45) + at(-0.45)) / 2, (at(1) + at(-1)) / 2];
    // .5 of the arch is left at its wings where it was even; here they lie over the middle.
    expect(wing - middle).toBeGreaterThan(0.3);
    expect((middle - corner) / IOD).toBeLessThan(0.02);
  });

  it('fades above and below the lips', () => {
    const lift = lifts(curveOf((s) => -5 * (1 - s * s)));
    for (const up of [-80, 70]) expect(Math.abs(lift(0, up))).toBeLessThan(0.1 * lift(0));
  });
});

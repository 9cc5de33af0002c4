import { describe, expect, it } from 'vitest';
import { openLips, poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { readCurve } from '../../math/curve.ts';
import { addChange } from '../skin/pixel-change.ts';
import { findMouthLine, mouthPoint } from './mouth-line.ts';
import { evenSeamEnds } from './seam-ends.ts';

const SIZE = 480;
const IOD = 120;
const LIP = [170, 90, 85] as const;
const TOOTH = [240, 235, 225] as const;
const DARK = [40, 20, 18] as const;

/** A mouth of red skin whose opening holds teeth and gaps in turns, before and after. */
function grin() {
  const landmarks = openLips(poseHead({ iodPx: IOD, xPx: 240, yPx: 170 }), 0.12 * IOD);
  const plate = skinPlate(SIZE, SIZE);
  const mouth = findMouthLine(landmarks, IOD, plate);
  for (let i = 0; i < SIZE * SIZE; i++) plate.rgba.set(LIP, 4 * i);
  const indexAt = (s: number, h: number) => {
    const [x, y] = mouthPoint(mouth, s, h);
    return 4 * (Math.floor(y) * SIZE + Math.floor(x));
  };
  for (let s = -1; s <= 1; s += 0.004)
    for (let h = readCurve(mouth.lower, s); h <= readCurve(mouth.upper, s); h += 0.4)
      plate.rgba.set(Math.floor((s + 1) / 0.04) % 2 ? TOOTH : DARK, indexAt(s, h));
  const out = plate.rgba.slice();
  const change = evenSeamEnds({ plate, mouth, iodPx: IOD });
  addChange(change, 1, out);
  /** Greens from one share of half the mouth to another, so many px off the upper rim. */
  const row = (rgba: Uint8Array, from: number, to: number, off: number) =>
    Array.from({ length: 40 }, (_, i) => {
      const s = from + ((to - from) * i) / 39;
      return rgba[indexAt(s, readCurve(mouth.upper, s) + off) + 1];
    });
  return { mouth, plate, out, change, row };
}

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

describe('the ends of a grin that shuts', () => {
  it('are one line, no row of teeth and gaps', () => {
    const { plate, out, row } = grin();
    for (const [from, to] of [
      [0.75, 0.9],
      [-0.9, -0.75],
    ]) {
      expect(spread(row(plate.rgba, from, to, -1.5))).toBeGreaterThan(150);
      expect(spread(row(out, from, to, -1.5))).toBeLessThan(40);
    }
  });

  it('are no brighter inside than the lip beside them', () => {
    const { out, row } = grin();
    expect(Math.max(...row(out, 0.78, 0.9, -2))).toBeLessThan(LIP[1]);
  });

  it('leave the middle of the mouth and the lips away from it as they are', () => {
    const { plate, out, row } = grin();
    expect(row(out, -0.35, 0.35, -2)).toEqual(row(plate.rgba, -0.35, 0.35, -2));
    expect(row(out, 0.6, 0.9, 0.06 * IOD)).toEqual(row(plate.rgba, 0.6, 0.9, 0.06 * IOD));
  });

  it('are given in the order of pixels', () => {
    const { pixels } = grin().change;
    expect(pixels.length).toBeGreaterThan(100);
    expect([...pixels]).toEqual([...pixels].sort((a, b) => a - b));
  });
});

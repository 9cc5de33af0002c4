import { describe, expect, it } from 'vitest';
import { bareFace } from '../../../test/support/bare-face.ts';
import { poseHead } from '../../../test/support/posed-head.ts';
import { LOWER_INNER_LIP, UPPER_INNER_LIP, UPPER_OUTER_LIP } from '../../face/landmark-indices.ts';
import { readCurve } from '../../math/curve.ts';
import type { Points3 } from '../../math/points.ts';
import { SILENT_BASIS } from '../basis.ts';
import { createLayerDraft, readBox } from '../field-box.ts';
import { placeNodes } from '../node-places.ts';
import { mouthPoint } from './mouth-line.ts';
import { shutMouthBasis } from './shut-mouth.ts';

const IOD = 90;

/** Draws the upper lip's inner rim up by so much in its middle, IOD, and its red out to a thickness. */
function raiseUpperLip(landmarks: Points3<'frame-px'>, raised: number, upperRed = 0.08): void {
  UPPER_INNER_LIP.forEach((index, i) => {
    landmarks[3 * index + 1] -= raised * IOD * (1 - ((i - 5) / 5) ** 2);
    landmarks[3 * UPPER_OUTER_LIP[i] + 1] = landmarks[3 * index + 1] - upperRed * IOD;
  });
}

/** A face whose lower lip hangs `gap` IOD below the upper one, and what shuts it. */
function mouth(gap: number, roll = 0, raised = 0, upperRed?: number) {
  const landmarks = poseHead({ iodPx: IOD, xPx: 180, yPx: 150, roll });
  if (raised > 0) raiseUpperLip(landmarks, raised, upperRed);
  LOWER_INNER_LIP.forEach((index, i) => {
    const by = gap * IOD * (1 - ((i - 5) / 5) ** 2);
    landmarks[3 * index] = landmarks[3 * UPPER_INNER_LIP[i]] - by * Math.sin(roll);
    landmarks[3 * index + 1] = landmarks[3 * UPPER_INNER_LIP[i] + 1] + by * Math.cos(roll);
  });
  const face = bareFace(landmarks, 360);
  const basis = shutMouthBasis(face, placeNodes(face), createLayerDraft(face.grid));
  /** What a place of either layer goes up by, px. */
  const lift = (s: number, heightPx: number, lower: boolean) => {
    const [x, y] = mouthPoint(face.mouth, s, heightPx);
    const read = (component: 0 | 1) =>
      readBox(face.grid, basis.upper, component, x, y) +
      (lower ? readBox(face.grid, basis.lowerMinusUpper, component, x, y) : 0);
    return read(0) * face.mouth.alongY - read(1) * face.mouth.alongX;
  };
  return { line: face.mouth, basis, lift };
}

describe('shutMouthBasis', () => {
  it.each([
    [0.1, 0],
    [0.25, 0],
    [0.25, 0.5],
  ])('brings lips that are %s IOD apart together, tilted by %s', (gap, roll) => {
    const { line, lift } = mouth(gap, roll);
    for (const s of [-0.5, 0, 0.5]) {
      const [top, low] = [readCurve(line.upper, s), readCurve(line.lower, s)];
      const left = top + lift(s, top, false) - low - lift(s, low, true);
      expect(Math.abs(left)).toBeLessThan(0.12 * (top - low));
      // The lower lip and the jaw go most of the way.
      expect(lift(s, low, true)).toBeGreaterThan(-1.5 * lift(s, top, false));
      expect(lift(s, top, false)).toBeLessThan(0);
    }
  });

  it('draws down an upper lip that was drawn up, or shut lips would be an arch; a full one is arched by itself', () => {
    const drawnUp = mouth(0.15, 0, 0.14);
    const full = mouth(0.15, 0, 0.14, 0.16);
    const share = ({ line, lift }: typeof full) => {
      const [top, low] = [readCurve(line.upper, 0), readCurve(line.lower, 0)];
      const [down, up] = [-lift(0, top, false), lift(0, low, true)];
      expect(down + up).toBeGreaterThan(0.9 * (top - low));
      return down / (down + up);
    };
    expect(share(drawnUp)).toBeGreaterThan(0.5);
    expect(share(full)).toBeLessThan(0.45);
  });

  it('moves nothing beyond the corners, and the layers as one below the lower lip', () => {
    const { line, lift } = mouth(0.2);
    for (const s of [-1.1, 1.1]) expect(lift(s, 0, true)).toBe(0);
    const chin = readCurve(line.lower, 0) - 0.5 * IOD;
    expect(lift(0, chin, true)).toBeCloseTo(lift(0, chin, false), 1);
    expect(lift(0, chin, true)).toBeGreaterThan(1);
  });

  it('moves nothing of a mouth that is shut', () => {
    expect(mouth(0).basis).toBe(SILENT_BASIS);
  });
});

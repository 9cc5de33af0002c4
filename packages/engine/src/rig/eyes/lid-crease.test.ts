import { describe, expect, it } from 'vitest';
import { almondEye } from '../../../test/support/almond-eye.ts';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { BrowBand } from './brow-band.ts';
import { findLidCrease, UNSEEN_CREASE_IOD } from './lid-crease.ts';

const SIDE_PX = 300;
const IOD_PX = 100;
const EYES = [almondEye('right', 100, 150), almondEye('left', 200, 150)];
const brows = (lowerPx: number): BrowBand[] =>
  EYES.map(({ side }) => ({
    side,
    middlePx: 0,
    halfLengthPx: 36,
    lower: curveOf(() => lowerPx),
    upper: curveOf(() => lowerPx + 10),
  }));

/** Skin on which a dark line of 3 px runs so far above each upper rim, px, by eye; none at 0. */
function face(...creasesPx: readonly [number, number]): Picture {
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX).fill(255);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const k = x < 150 ? 0 : 1;
      const t = (x + 0.5 - EYES[k].centreXPx) / 20;
      const above = 150 - y - 0.5 - 6 * Math.max(0, 1 - t * t);
      const dark = creasesPx[k] > 0 && Math.abs(above - creasesPx[k]) < 1.5;
      // Lashes are darker.
      const luma = Math.abs(above) < 1.5 ? 40 : dark ? 150 : 190;
      rgba.fill(luma, 4 * (y * SIDE_PX + x), 4 * (y * SIDE_PX + x) + 3);
    }
  }
  return { widthPx: SIDE_PX, heightPx: SIDE_PX, rgba };
}

describe('findLidCrease', () => {
  it('finds the line in which both lids fold', () => {
    expect(findLidCrease(face(8, 8), EYES, brows(26), IOD_PX)).toBeCloseTo(0.08, 1);
    expect(findLidCrease(face(8, 8), EYES, brows(26), IOD_PX)).toBeGreaterThan(0.07);
    expect(findLidCrease(face(12, 12), EYES, brows(26), IOD_PX)).toBeGreaterThan(0.11);
  });

  it('takes it to lie low on plain skin, under low brows, and where lines are no pair', () => {
    expect(findLidCrease(face(0, 0), EYES, brows(26), IOD_PX)).toBe(UNSEEN_CREASE_IOD);
    expect(findLidCrease(face(8, 8), EYES, brows(12), IOD_PX)).toBe(UNSEEN_CREASE_IOD);
    expect(findLidCrease(face(5, 13), EYES, brows(26), IOD_PX)).toBe(UNSEEN_CREASE_IOD);
  });
});

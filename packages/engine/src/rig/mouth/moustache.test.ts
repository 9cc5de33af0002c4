import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { onAxes } from '../../math/axes.ts';
import { readCurve } from '../../math/curve.ts';
import { strengthIndex } from '../action-units.ts';
import { readBox } from '../field-box.ts';
import { buildRig } from '../rig.ts';
import type { FaceTone } from '../skin/face-tone.ts';
import { openingProfile } from '../unit-displacement.ts';
import { findMoustache, moustacheShare, partsBelowHair } from './moustache.ts';
import { mouthPoint } from './mouth-line.ts';

const IOD = 80;
const X = 200;
const Y = 160;
const landmarks = poseHead({ iodPx: IOD, xPx: X, yPx: Y });
const level = { centreXPx: X, centreYPx: Y, alongX: 1, alongY: 0 };
const tone = { skin: [196, 150, 128] } as unknown as FaceTone;

/** Axes of a mouth on a head that is tilted clockwise. */
const tilted = (roll: number) => ({ ...level, alongX: Math.cos(roll), alongY: Math.sin(roll) });

/** Skin that is darker in a box of the face: x to the subject's left, y up, IOD. */
function shaded(x0: number, x1: number, y0: number, y1: number, factor: number, roll = 0) {
  const plate = skinPlate(400, 400);
  for (let i = 0; i < 400 * 400; i++) {
    const [along, up] = onAxes(tilted(roll), i % 400, Math.floor(i / 400));
    const x = along / IOD;
    const y = up / IOD;
    if (x < x0 || x > x1 || y < y0 || y > y1) continue;
    for (let k = 0; k < 3; k++) plate.rgba[4 * i + k] *= factor;
  }
  return plate;
}

const bare = skinPlate(400, 400);
const bearded = shaded(-0.5, 0.5, -1.02, -0.7, 0.3);

describe('findMoustache', () => {
  it('finds dark hair over the lip, and none on bare skin, in stubble or in half a shadow', () => {
    expect(findMoustache(bearded, landmarks, level, IOD, tone)).toBe(1);
    expect(findMoustache(bare, landmarks, level, IOD, tone)).toBe(0);
    expect(findMoustache(shaded(-0.5, 0.5, -1.02, -0.7, 0.8), landmarks, level, IOD, tone)).toBe(0);
    expect(findMoustache(shaded(-2, 0, -2, 2, 0.3), landmarks, level, IOD, tone)).toBe(0);
  });

  it.each([-1.2, 1.2, Math.PI])(
    'is told from the red of the lip on a head tilted by %f',
    (roll) => {
      const lying = poseHead({ iodPx: IOD, xPx: X, yPx: Y, roll });
      const hair = shaded(-0.5, 0.5, -0.925, -0.7, 0.3, roll);
      const lips = shaded(-0.5, 0.5, -1.3, -0.925, 0.3, roll);
      expect(findMoustache(hair, lying, tilted(roll), IOD, tone)).toBe(1);
      expect(findMoustache(lips, lying, tilted(roll), IOD, tone)).toBe(0);
    },
  );
});

describe('a moustache', () => {
  it('is hardly drawn in by a pucker and does not part with the lips; the cheek moves on', () => {
    const above = { s: 0.5, h: 0.12 };
    expect(moustacheShare('AU18', 1, 0.3, above).out).toBeLessThan(0.4);
    expect(moustacheShare('AU25', 1, 0, above).up).toBeLessThan(0.4);
    expect(moustacheShare('AU26', 1, 0.45, { s: 1.1, h: -0.1 }).up).toBeLessThan(0.4);
    expect(moustacheShare('AU18', 1, 1, above).out).toBe(1);
    expect(moustacheShare('AU18', 1, 0.3, { s: 0.5, h: -0.2 }).out).toBe(1);
    expect(moustacheShare('AU18', 0, 0.3, above)).toEqual({ out: 1, lipOut: 1, up: 1 });
    expect(moustacheShare('AU1', 1, 0.3, above)).toEqual({ out: 1, lipOut: 1, up: 1 });
  });

  it('keeps the lower lip as broad as the hair over it, and the chin free', () => {
    expect(moustacheShare('AU18', 1, 0.3, { s: 0.5, h: -0.1 }).lipOut).toBeLessThan(0.4);
    expect(moustacheShare('AU18', 1, 0.3, { s: 0.5, h: -0.6 }).lipOut).toBe(1);
  });

  it('lets lips part as a round opening within its ends, as bare lips do from corner to corner', () => {
    const drop = (moustache01: number, s: number) =>
      openingProfile(partsBelowHair(moustache01, s), 1.3);
    expect(drop(0, 0.5)).toBe(openingProfile(0.5, 1.3));
    expect(drop(1, 0.5)).toBeGreaterThan(1.05 * drop(0, 0.5));
    expect(drop(1, 0.9)).toBe(0);
    expect(drop(1, 0)).toBe(1);
  });

  it('keeps its breadth in the rig where one is found', () => {
    const breadth = (plate: typeof bare) => {
      const rig = buildRig({
        plate,
        landmarks,
        mask: undefined,
        style: 'photo',
        foundBy: 'first-pass',
      });
      const { upper } = rig.bases.units[strengthIndex('AU18', 'left')];
      const c = Math.round((X + 0.33 * IOD - rig.grid.originXPx) / rig.grid.cellPx) - upper!.column;
      const r = Math.round((Y + 0.9 * IOD - rig.grid.originYPx) / rig.grid.cellPx) - upper!.row;
      return Math.abs(upper!.values[2 * (r * upper!.columns + c)]);
    };
    expect(breadth(bearded)).toBeLessThan(0.6 * breadth(bare));
  });

  it('is not torn beside the corners as the jaw drops: there both layers go as one', () => {
    const rigs = [bearded, bare].map((plate) =>
      buildRig({ plate, landmarks, mask: undefined, style: 'photo', foundBy: 'first-pass' }),
    );
    for (const [index, { bases, grid, mouth }] of rigs.entries()) {
      const { lowerMinusUpper } = bases.units[strengthIndex('AU26', 'left')];
      const apartAt = (s: number, up: number) => {
        const seam = readCurve(mouth.upper, Math.min(1, s));
        const [x, y] = mouthPoint(mouth, s, seam + up * IOD);
        return readBox(grid, lowerMinusUpper, 1, x, y) / IOD;
      };
      expect(apartAt(0, 0)).toBeGreaterThan(0.1);
      for (const s of [1.12, 1.25, 1.4]) {
        for (const up of [-0.1, 0, 0.1]) {
          expect(Math.abs(apartAt(s, up)), `${index} at ${s}, ${up}`).toBeLessThan(0.004);
        }
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../test/support/posed-head.ts';
import { createFaceState } from '../expression/face-state.ts';
import { readCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import { relaxFolds } from '../render/relax-folds.ts';
import { fillClosedLips } from './closed-lips.ts';
import { findMouthLine, type MouthLine, mouthPoint } from './mouth-line.ts';
import type { Rig } from './rig.ts';

const SIZE = 480;
const IOD = 120;
const SKIN = [205, 160, 140] as const;
const RED = [170, 90, 85] as const;
const DARK = [40, 20, 18] as const;
const LOWER_LIP = [
  14, 87, 317, 178, 402, 88, 318, 17, 84, 314, 181, 405, 95, 324, 146, 375, 91, 321,
];

function landmarksOf(open: number) {
  const landmarks = poseHead({ iodPx: IOD, xPx: 240, yPx: 170 });
  for (const index of LOWER_LIP) landmarks[3 * index + 1] += open * IOD;
  return landmarks;
}

/** A mouth whose upper lip is red along its inner half only, with the mouth's dark on both rims. */
function thinLips(open: number): { plate: Picture; mouth: MouthLine } {
  const plate = skinPlate(SIZE, SIZE);
  const mouth = findMouthLine(landmarksOf(open), IOD, plate);
  for (let i = 0; i < SIZE * SIZE; i++) plate.rgba.set(SKIN, 4 * i);
  const paint = (s: number, h: number, colour: readonly number[]) => {
    const [x, y] = mouthPoint(mouth, s, h);
    plate.rgba.set(colour, 4 * (Math.floor(y) * SIZE + Math.floor(x)));
  };
  for (let s = -1; s <= 1; s += 0.004) {
    const [top, bottom] = [readCurve(mouth.upper, s), readCurve(mouth.lower, s)];
    const [over, under] = [readCurve(mouth.upperOuter, s), readCurve(mouth.lowerOuter, s)];
    for (let h = under; h <= bottom; h += 0.4) paint(s, h, RED);
    for (let h = top; h <= (top + over) / 2; h += 0.4) paint(s, h, RED);
    for (let h = bottom - 3; h <= top + 3; h += 0.4) paint(s, h, DARK);
  }
  return { plate, mouth };
}

function closed(shut: number) {
  const { plate, mouth } = thinLips(0.12);
  const closedLips = fillClosedLips({ plate, mouth, iodPx: IOD });
  const out = plate.rgba.slice();
  const state = createFaceState();
  state.shutMouth01 = shut;
  relaxFolds({ plate, ownFolds: [], closedLips } as unknown as Rig, state, out);
  const at = (rgba: ArrayLike<number>, s: number, h: number) => {
    const [x, y] = mouthPoint(mouth, s, h);
    const i = 4 * (Math.floor(y) * SIZE + Math.floor(x));
    return [rgba[i], rgba[i + 1], rgba[i + 2]] as const;
  };
  return {
    mouth,
    out,
    plate,
    before: (s: number, h: number) => at(plate.rgba, s, h),
    after: (s: number, h: number) => at(out, s, h),
  };
}

describe('lips that close from an open smile', () => {
  it('are red up to the upper lip’s outer rim, and not above it', () => {
    const { mouth, before, after } = closed(1);
    for (const s of [-0.5, 0, 0.5]) {
      const [top, over] = [readCurve(mouth.upper, s), readCurve(mouth.upperOuter, s)];
      const place = top + 0.7 * (over - top);
      expect(before(s, place)[1]).toBe(SKIN[1]);
      expect(after(s, place)[1]).toBeLessThan(SKIN[1] - 25);
      expect(after(s, top + 1.35 * (over - top) + 2)).toEqual(SKIN);
    }
  });

  it('lose the dark of the mouth from their rims', () => {
    const { mouth, before, after } = closed(1);
    for (const s of [-0.6, 0, 0.6]) {
      for (const place of [readCurve(mouth.upper, s) + 1.5, readCurve(mouth.lower, s) - 1.5]) {
        expect(before(s, place)[1]).toBe(DARK[1]);
        expect(after(s, place)[1]).toBeGreaterThan(DARK[1] + 15);
      }
    }
  });

  it('leave the picture as it is while the mouth is open', () => {
    const { out, plate } = closed(0);
    expect(out).toEqual(plate.rgba);
  });

  it('are nothing where the mouth is shut', () => {
    const { plate, mouth } = thinLips(0.12);
    expect(fillClosedLips({ plate, mouth: { ...mouth, gapPx: 0 }, iodPx: IOD })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import {
  describeAnimalEye,
  displaceAnimalLids,
  eyeDistance,
  LID_ENDS,
  widenEye,
} from './animal-eyes.ts';
import type { EyeLine } from './eye-shape.ts';

const IOD = 100;
const HALF = 28;
const round = (sign: number) => curveOf((t) => sign * HALF * Math.sqrt(Math.max(0, 1 - t * t)));
const LINE: EyeLine = {
  side: 'left',
  centreXPx: 80,
  centreYPx: 80,
  alongX: 1,
  alongY: 0,
  halfWidthPx: HALF,
  upper: round(1),
  lower: round(-1),
  gapPx: 2 * HALF,
  browGapPx: HALF,
  iris: { xPx: 80, yPx: 80, radiusPx: 0.9 * HALF },
  open01: 1,
};

/** A light iris with a dark pupil of the given half width; none for 0. */
function eyePicture(pupilHalfPx: number): Picture {
  const rgba = new Uint8Array(4 * 160 * 160).fill(255);
  for (let i = 0; i < 160 * 160; i++) {
    const x = (i % 160) + 0.5 - 80;
    const y = Math.floor(i / 160) + 0.5 - 80;
    const pupil = pupilHalfPx > 0 && Math.hypot(x / pupilHalfPx, y / (2 * pupilHalfPx)) < 1;
    rgba.fill(pupil ? 15 : 130, 4 * i, 4 * i + 3);
  }
  return { widthPx: 160, heightPx: 160, rgba };
}

describe('widenEye', () => {
  const moved = new Float64Array(2);

  it('lets the whole eye grow alike, and nothing far from it', () => {
    const eye = describeAnimalEye(eyePicture(0), LINE);
    expect(eye.pupil).toBeUndefined();
    for (const share of [0.3, 0.9]) {
      widenEye(eye, 80 + share * HALF, 80, IOD, moved);
      const grown = moved[0]! / (share * HALF);
      widenEye(eye, 80, 80 - share * HALF, IOD, moved);
      expect(moved[1]! / (-share * HALF)).toBeCloseTo(grown, 6);
      expect(grown).toBeGreaterThan(0.1);
      expect(grown).toBeLessThan(0.4);
    }
    widenEye(eye, 80 + 2.5 * HALF, 80, IOD, moved);
    expect([...moved]).toEqual([0, 0]);
  });

  it('opens a narrow pupil, but none that is wide already', () => {
    const narrow = describeAnimalEye(eyePicture(5), LINE);
    expect(narrow.pupil?.xPx).toBeCloseTo(80, 0);
    widenEye(narrow, 85, 80, IOD, moved);
    const opened = moved[0]!;
    const wide = describeAnimalEye(eyePicture(26), LINE);
    widenEye(wide, 85, 80, IOD, moved);
    expect(opened).toBeGreaterThan(1.8 * moved[0]!);
  });

  it('folds nowhere', () => {
    const eye = describeAnimalEye(eyePicture(5), LINE);
    const at = (x: number, y: number) => {
      widenEye(eye, x, y, IOD, moved);
      return [x + moved[0]!, y + moved[1]!] as const;
    };
    for (let y = 10; y < 150; y += 3) {
      for (let x = 10; x < 150; x += 3) {
        const [ax, ay] = at(x, y);
        const [bx, by] = at(x + 0.5, y);
        const [cx, cy] = at(x, y + 0.5);
        expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
      }
    }
  });
});

describe('displaceAnimalLids', () => {
  const lid = (o: number) => {
    const top = readCurve(LINE.upper, o) / IOD;
    return { outwards: o, aboveUpper: 0, aboveLower: 2 * top, gap: 2 * top, widest: 0.56 };
  };
  const upper = (unit: 'AU4' | 'AU1' | 'AU43', o: number) =>
    displaceAnimalLids(unit, lid(o), false);

  it('brings the inner half down in anger, the outer half in sorrow', () => {
    expect(upper('AU4', -0.6)).toBeLessThan(3 * upper('AU4', 0.6));
    expect(upper('AU1', 0.6)).toBeLessThan(3 * upper('AU1', -0.6));
  });

  it('narrows a round eye to a lens: the rim at the sides comes down nearly as far', () => {
    expect(upper('AU43', 0)).toBeLessThan(-0.3);
    const share = upper('AU43', 0.8) / upper('AU43', 0);
    expect(share).toBeGreaterThan(0.4);
  });

  it('ends softly past the corners', () => {
    for (const unit of ['AU4', 'AU1', 'AU43'] as const) {
      expect(displaceAnimalLids(unit, lid(LID_ENDS), false)).toBeCloseTo(0, 6);
    }
  });
});

it('eyeDistance is 1 on the outline', () => {
  const eye = describeAnimalEye(eyePicture(0), LINE);
  expect(eyeDistance(eye, 80 + HALF, 80)).toBeCloseTo(1, 1);
  expect(eyeDistance(eye, 80, 80 - HALF)).toBeCloseTo(1, 1);
});

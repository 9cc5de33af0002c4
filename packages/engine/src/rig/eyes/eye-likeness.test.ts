import { describe, expect, it } from 'vitest';
import { almondEye } from '../../../test/support/almond-eye.ts';
import { readCurve } from '../../math/curve.ts';
import { eyeLikeness, seenAmong } from './eye-likeness.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

const SIZE = 200;
const EYES = [almondEye('right', 60, 100), almondEye('left', 140, 100)] as const;
const SKIN = [230, 190, 165];

type Paint = (x: number, y: number) => readonly number[];

/** A picture of what `right` and `left` paint on either half. */
function picture(right: Paint, left: Paint) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    rgba.set((x < SIZE / 2 ? right : left)(x + 0.5, y + 0.5), 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** White, iris and lid line of an eye on skin. */
const eyeOf =
  (eye: EyeLine, iris: readonly number[] = [70, 45, 30], skin: readonly number[] = SKIN): Paint =>
  (x, y) => {
    const [t, up] = eyePlace(eye, x, y);
    const top = readCurve(eye.upper, t) - up;
    if (Math.abs(t) > 1 || top < -3 || up < readCurve(eye.lower, t)) return skin;
    if (top < 0) return skin.map((v) => v / 3);
    const away = Math.hypot(x - eye.iris.xPx, y - eye.iris.yPx);
    return away < eye.iris.radiusPx ? iris : skin.map((v) => 0.85 * v);
  };
const strands: Paint = (x, y) =>
  (x + 0.2 * y) % 9 < 4 ? [120, 90, 60] : [210, 180, 130 + (y % 3)];
/** Lenses with a light in their middle. */
const mirroring: Paint = (x, y) =>
  Math.hypot((x % 80) - 60, y - 100) < 11 ? [120, 170, 190] : [40, 45, 60];

describe('eyeLikeness', () => {
  it('knows eyes on either side of a face, and bright ones in coloured light', () => {
    const shown = picture(eyeOf(EYES[0]), eyeOf(EYES[1]));
    for (const eye of EYES) expect(eyeLikeness(shown, eye)).toBeGreaterThan(0.5);
    const green = eyeOf(EYES[0], [40, 210, 160], [240, 60, 70]);
    expect(eyeLikeness(picture(green, green), EYES[0])).toBeGreaterThan(0.5);
  });

  it('is little of hair and of what a lens mirrors', () => {
    for (const paint of [strands, mirroring]) {
      expect(eyeLikeness(picture(paint, paint), EYES[0])).toBeLessThan(0.2);
    }
  });
});

it('says nothing against an eye where nothing at all is seen', () => {
  const plain = picture(
    () => SKIN,
    () => SKIN,
  );
  expect(eyeLikeness(plain, EYES[0])).toBe(1);
});

describe('seenAmong', () => {
  it('sees the eye beside hair, and neither behind glasses of which one lens is plain', () => {
    expect(seenAmong(picture(eyeOf(EYES[0]), strands), EYES)).toEqual([true, false]);
    expect(seenAmong(picture(eyeOf(EYES[0]), eyeOf(EYES[1])), EYES)).toEqual([true, true]);
    expect(seenAmong(picture(mirroring, mirroring), EYES)).toEqual([false, false]);
  });

  it('sees none of no eyes', () => {
    expect(seenAmong(picture(strands, strands), [])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { TONE } from '../../../test/support/toned-face.ts';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import type { FaceTone, Rgb } from '../skin/face-tone.ts';
import { isMouthCovered, weighCover } from './covered-mouth.ts';
import { findMouthLine, mouthPlace } from './mouth-line.ts';

const IOD = 60;
const SIZE = 320;
const EYES_Y = 140;
const NO_LIPS: Pick<FaceTone, 'lip' | 'mouthSkin'> = {
  lip: TONE.mouthSkin,
  mouthSkin: TONE.mouthSkin,
};
const landmarks = poseHead({ iodPx: IOD, xPx: SIZE / 2, yPx: EYES_Y });
const { iodPx } = fitHeadPose(landmarks);
const blank = paint(() => TONE.skin);
const mouth = {
  ...findMouthLine(landmarks, iodPx, blank),
  upper: curveOf(() => 0),
  lower: curveOf(() => 0),
  gapPx: 0,
};

type Paint = (s: number, upIod: number, belowEyesIod: number) => Rgb;

/** A picture of it. @param colour by where a place stands against the mouth and the eyes, see mouthPlace */
function paint(colour: Paint, place?: typeof mouth): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [s, up] = place ? mouthPlace(place, x + 0.5, y + 0.5) : [9, 9];
      rgba.set(colour(s, up / IOD, (y - EYES_Y) / IOD), 4 * (y * SIZE + x));
    }
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const dark = (colour: Rgb, share: number): Rgb => [
  colour[0] * share,
  colour[1] * share,
  colour[2] * share,
];
const lineAt = (up: number) => 1 - 0.4 * Math.exp(-0.5 * (up / 0.012) ** 2);

const LIPS: Paint = (s, up) =>
  Math.abs(s) > 1 || up > 0.1 || up < -0.14 ? TONE.skin : dark(TONE.lip, lineAt(up));

const isCovered = (colour: Paint, tone = NO_LIPS, place = mouth) =>
  isMouthCovered(paint(colour, mouth), landmarks, place, tone, iodPx);

describe('isMouthCovered', () => {
  it('leaves bare mouths alone, also where lips are no redder than skin', () => {
    expect(isCovered(LIPS, { lip: TONE.lip, mouthSkin: TONE.mouthSkin })).toBe(false);
    expect(isCovered((_s, up) => dark(TONE.skin, lineAt(up)))).toBe(false);
  });

  it('knows a fist or a scarf of the skin’s colour by the line that is not there', () => {
    expect(isCovered(() => TONE.skin)).toBe(true);
    // A line that is seen half of the way: a hand over one side.
    expect(isCovered((s, up) => dark(TONE.skin, s < 0 ? lineAt(up) : 1))).toBe(true);
  });

  it('takes a full beard for what it is: lips are seen in it, though no line', () => {
    expect(isCovered(() => TONE.skin, { lip: TONE.lip, mouthSkin: TONE.mouthSkin })).toBe(false);
  });

  it('takes an open mouth for one', () => {
    expect(isCovered(() => TONE.skin, NO_LIPS, { ...mouth, gapPx: 0.2 * IOD })).toBe(false);
  });

  it.each([
    ['blue', [150, 195, 220]],
    ['black', [26, 28, 34]],
    ['white', [240, 240, 238]],
  ] as const)('knows a %s mask by its one colour, whatever its folds are', (_, cloth) => {
    const masked: Paint = (_s, up, below) =>
      below > 0.2 ? dark(cloth, lineAt(up)) : dark(TONE.skin, 1);
    expect(isCovered(masked)).toBe(true);
    expect(isCovered(masked, NO_LIPS, { ...mouth, gapPx: 0.1 * IOD })).toBe(true);
    // Light that changes below the eyes is no cloth.
    expect(isCovered((_s, up, below) => dark(TONE.skin, below > 0.2 ? 0.5 * lineAt(up) : 1))).toBe(
      false,
    );
  });

  it('knows red cloth whose folds have a colour of their own, though one runs where lips would meet', () => {
    const scarf = (folds: number): Paint => {
      return (s, up, below) => {
        if (below < 0.2) return TONE.skin;
        const [r, g, b] = dark([120, 40, 40], s < 0.35 ? lineAt(up) : 1);
        return [r, g * (s > 1 ? folds : 1), b];
      };
    };
    const tone = { lip: TONE.lip, mouthSkin: TONE.lip };
    expect(isCovered(scarf(1.15), tone)).toBe(true);
    // Under a beard of that colour the line is seen all along.
    const bearded: Paint = (s, up, below) =>
      dark(scarf(1.15)(s, up, below), s < 0.35 ? 1 : lineAt(up));
    expect(
      isCovered((s, up, below) => (below < 0.2 ? TONE.skin : bearded(s, up, below)), tone),
    ).toBe(false);
  });
});

it('what covers a mouth hardly follows the face; eyes and brows do', () => {
  const weights = {
    faceWeight: Float32Array.of(1, 1, 0.5, 1),
    jawBeyond: Float32Array.of(0, 0, 1, 1),
  } as unknown as Parameters<typeof weighCover>[0];
  const { faceWeight, jawBeyond } = weighCover(weights, Float32Array.of(0.3, 0, -1.1, -1.6));
  expect([...faceWeight]).toEqual([1, 1, 0.125, 0.25]);
  expect([...jawBeyond!]).toEqual([0, 0, 0.25, 0.25]);
});

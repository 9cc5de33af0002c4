import { expect, test } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { wholeOf } from '../math/points.ts';
import { faceFromPoints } from './face-from-points.ts';
import { trustMask } from './person-mask.ts';

const SIZE = { widthPx: 600, heightPx: 600 };
const PICTURE: Picture = { rgba: new Uint8Array(4 * 600 * 600).fill(255), ...SIZE };
const NOBODY = { alpha: new Uint8Array(1), widthPx: 1, heightPx: 1, areaPx: wholeOf(SIZE) };
/** Eyes and mouth about the middle of the picture. */
const POINTS = [
  [-60, -40],
  [60, -40],
  [0, 70],
] as const;

/** How much of the picture the oval of a face covers that is turned about the middle. */
function ovalCovers(degrees: number): number {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  const points = POINTS.flatMap(([x, y]) => [300 + cos! * x - sin! * y, 300 + sin! * x + cos! * y]);
  const { alpha } = trustMask(PICTURE, NOBODY, faceFromPoints(points, SIZE), false);
  return alpha.reduce((sum, a) => sum + a, 0) / (255 * alpha.length);
}

test.each([30, 45, 90, 135, 180])(
  'the oval of a head that no model knows is as large when it is turned by %i degrees',
  (degrees) => {
    expect(ovalCovers(degrees) / ovalCovers(0)).toBeCloseTo(1, 2);
  },
);

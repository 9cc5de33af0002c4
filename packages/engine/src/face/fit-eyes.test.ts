import { describe, expect, test } from 'vitest';
import { at, flips } from '../../test/support/mesh-flips.ts';
import { farthestApart, mirrorLandmarks, mirrorPicture } from '../../test/support/mirror.ts';
import type { Picture } from '../math/picture.ts';
import { createPyramid } from './crop.ts';
import { faceFromPoints } from './face-from-points.ts';
import { fitAnimalEyes, showsEyes } from './fit-eyes.ts';

const SIZE = { widthPx: 400, heightPx: 400 };
const FACE = faceFromPoints([140, 150, 260, 150, 200, 270], SIZE);

/** A light picture with two dark discs. */
function discs(rightRadius: number, leftRadius: number): Picture {
  const rgba = new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx);
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const dark =
        Math.hypot(x - 143, y - 146) < rightRadius || Math.hypot(x - 257, y - 146) < leftRadius;
      rgba.set(dark ? [20, 30, 10, 255] : [200, 170, 140, 255], 4 * (y * SIZE.widthPx + x));
    }
  }
  return { rgba, ...SIZE };
}

/** Of each pixel where it begins in RGBA, and its place. */
function* pixelsOf({ widthPx, heightPx }: typeof SIZE) {
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) yield [4 * (y * widthPx + x), { x, y }] as const;
}

describe('fitAnimalEyes', () => {
  test('lays the lids and the iris on round eyes', () => {
    const fitted = fitAnimalEyes(discs(24, 24), FACE).landmarks;
    for (const [corner, upper, lower, iris, x] of [
      [33, 159, 145, 468, 143],
      [263, 386, 374, 473, 257],
    ] as const) {
      for (const vertex of [corner, upper, lower]) {
        const [px, py] = at(fitted, vertex);
        expect(Math.abs(Math.hypot(px - x, py - 146) - 24), `vertex ${vertex}`).toBeLessThan(5);
      }
      expect(Math.hypot(at(fitted, iris)[0] - x, at(fitted, iris)[1] - 146)).toBeLessThan(3);
    }
  });

  test('finds eyes beside which models of people lay them', () => {
    // A dark spot of the coat lies where the models see each eye.
    const picture = discs(13, 13);
    const spots = [
      [124, 154],
      [238, 154],
    ] as const;
    for (const [i, { x, y }] of pixelsOf(SIZE)) {
      const isSpot = spots.some(([sx, sy]) => Math.hypot(x - sx, y - sy) < 9);
      if (isSpot) picture.rgba.set([110, 93, 77, 255], i);
    }
    const irisOf = (points: readonly number[]) =>
      at(fitAnimalEyes(picture, faceFromPoints(points, SIZE)).landmarks, 468);
    const [x, y] = irisOf([131, 150, 245, 150, 195, 270]);
    expect(Math.hypot(x - 143, y - 146)).toBeLessThan(3);
  });

  test('changes nothing where both eyes would lie far off: it is something else that is seen there', () => {
    const face = faceFromPoints([126, 158, 240, 158, 183, 270], SIZE);
    expect(fitAnimalEyes(discs(14, 14), face).landmarks).toEqual(face.landmarks);
  });

  test('takes no fur beside an eye along, however clear a rim that has', () => {
    // A pale ring around each eye and a dark stripe around that, from above the eye to far below it.
    const picture = discs(15, 15);
    for (let y = 0; y < SIZE.heightPx; y++) {
      for (let x = 0; x < SIZE.widthPx; x++) {
        const aside = Math.min(Math.abs(x - 143), Math.abs(x - 257));
        const off = Math.hypot(aside, y - 146);
        const stripe = Math.hypot(aside, y - 154) < 33;
        if (off < 15 || !stripe) continue;
        const tone = off < 22 ? [250, 225, 190, 255] : [120, 95, 75, 255];
        picture.rgba.set(tone, 4 * (y * SIZE.widthPx + x));
      }
    }
    const fitted = fitAnimalEyes(picture, FACE).landmarks;
    expect(at(fitted, 145)[1] - at(fitted, 159)[1]).toBeLessThan(40);
    expect(Math.abs(at(fitted, 468)[1] - 146)).toBeLessThan(5);
  });

  test('lays both eyes at once: the mirror image of a face has the mirrored eyes', () => {
    const [picture, { widthPx }] = [discs(24, 30), SIZE];
    const fitted = fitAnimalEyes(picture, FACE).landmarks;
    const landmarks = mirrorLandmarks(FACE.landmarks, widthPx);
    const mirrored = fitAnimalEyes(mirrorPicture(picture), { ...FACE, landmarks }).landmarks;
    expect(farthestApart(mirrorLandmarks(mirrored, widthPx), fitted)).toBeLessThan(0.1);
  });

  test('turns no triangle of the mesh over', () => {
    expect(flips(FACE.landmarks, fitAnimalEyes(discs(24, 24), FACE).landmarks)).toBe(0);
  });

  test('keeps the mouth where it is', () => {
    const fitted = fitAnimalEyes(discs(24, 24), FACE).landmarks;
    expect(Math.abs(at(fitted, 13)[1] - at(FACE.landmarks, 13)[1])).toBeLessThan(3);
  });

  test.each([
    ['no eyes are to be seen', 0, 0],
    ['only one eye is clear', 24, 0],
    ['the eyes differ too much', 12.5, 34],
  ])('changes nothing where %s', (_, right, left) => {
    expect(fitAnimalEyes(discs(right, left), FACE).landmarks).toEqual(FACE.landmarks);
    expect(showsEyes(createPyramid(discs(right, left)), FACE.landmarks)).toBe(false);
  });

  test('sees two eyes of about one size', () => {
    expect(showsEyes(createPyramid(discs(24, 22)), FACE.landmarks)).toBe(true);
  });
});

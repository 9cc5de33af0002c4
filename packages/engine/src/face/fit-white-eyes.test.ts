import { describe, expect, test } from 'vitest';
import { at, flips } from '../../test/support/mesh-flips.ts';
import { farthestApart, mirrorLandmarks, mirrorPicture } from '../../test/support/mirror.ts';
import type { Picture } from '../math/picture.ts';
import { createPyramid } from './crop.ts';
import { faceFromPoints } from './face-from-points.ts';
import { fitWhiteEyes } from './fit-white-eyes.ts';

const SIZE = { widthPx: 400, heightPx: 400 };
const FACE = faceFromPoints([140, 150, 260, 150, 200, 270], SIZE);
const EYES = [140, 260] as const;
/** A character's eye: the upper half of a disc on a straight lower lid, its iris cut off by that. */
const LID_Y = 168;
const RADIUS = 38;
const IRIS = { above: 4, radius: 22 };
const SKIN = [224, 168, 130, 255];

function character(radii: readonly [number, number], around = SKIN): Picture {
  const rgba = new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx);
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      let colour = around;
      EYES.forEach((middle, i) => {
        if (y >= LID_Y || Math.hypot(x - middle, y - LID_Y) >= radii[i]!) return;
        const inIris = Math.hypot(x - middle, y - LID_Y + IRIS.above) < IRIS.radius;
        colour = inIris ? [60, 40, 35, 255] : [250, 248, 246, 255];
      });
      rgba.set(colour, 4 * (y * SIZE.widthPx + x));
    }
  }
  return { rgba, ...SIZE };
}

const fit = (picture: Picture) => fitWhiteEyes(createPyramid(picture), FACE.landmarks);

describe('fitWhiteEyes', () => {
  test("lays lids, corners and irises on a character's eyes", () => {
    const fitted = fit(character([RADIUS, RADIUS]))!;
    for (const [i, corners, upper, lower, iris] of [
      [0, [33, 133], 159, 145, 468],
      [1, [362, 263], 386, 374, 473],
    ] as const) {
      const middle = EYES[i];
      const [left, right] = corners.map((vertex) => at(fitted, vertex)) as [number, number][];
      expect(Math.abs(left![0] - (middle - RADIUS))).toBeLessThan(2.5);
      expect(Math.abs(right![0] - (middle + RADIUS))).toBeLessThan(2.5);
      const [lidX, lidY] = at(fitted, upper);
      expect(Math.abs(Math.hypot(lidX - middle, lidY - LID_Y) - RADIUS)).toBeLessThan(2);
      expect(Math.abs(at(fitted, lower)[1] - LID_Y)).toBeLessThan(2);
      const [irisX, irisY] = at(fitted, iris);
      expect(Math.hypot(irisX - middle, irisY - LID_Y + IRIS.above)).toBeLessThan(2);
      const [rimX, rimY] = at(fitted, iris + 1);
      expect(Math.abs(Math.hypot(rimX - irisX, rimY - irisY) - IRIS.radius)).toBeLessThan(1.5);
    }
  });

  test('lays both eyes at once: the mirror image of a face has the mirrored eyes', () => {
    const picture = character([RADIUS, RADIUS - 4]);
    const landmarks = mirrorLandmarks(FACE.landmarks, SIZE.widthPx);
    const mirrored = fitWhiteEyes(createPyramid(mirrorPicture(picture)), landmarks)!;
    const back = mirrorLandmarks(mirrored, SIZE.widthPx);
    expect(farthestApart(back, fit(picture)!)).toBeLessThan(0.1);
  });

  test('turns no triangle over and keeps the mouth', () => {
    const fitted = fit(character([RADIUS, RADIUS]))!;
    expect(flips(FACE.landmarks, fitted)).toBe(0);
    expect(Math.abs(at(fitted, 13)[1] - at(FACE.landmarks, 13)[1])).toBeLessThan(2);
  });

  test.each([
    ['no white is to be seen', character([0, 0])],
    ['only one eye is white', character([RADIUS, 0])],
    ['the eyes are of unlike sizes', character([RADIUS, 29])],
    ['the skin is as white as the eyes', character([RADIUS, RADIUS], [250, 248, 246, 255])],
  ])('changes nothing where %s', (_, picture) => {
    expect(fit(picture)).toBeUndefined();
  });

  test('changes nothing where the eyes are as large as the model says', () => {
    const fitted = fit(character([RADIUS, RADIUS]))!;
    expect(
      fitWhiteEyes(createPyramid(character([RADIUS, RADIUS])), fitted as typeof FACE.landmarks),
    ).toBeUndefined();
  });
});

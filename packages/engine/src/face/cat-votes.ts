import { turnedAbout } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import { catWindows } from './cat-windows.ts';
import { createPyramid } from './crop.ts';
import type { Face } from './face.ts';
import type { HaarCascade } from './haar-cascade.ts';
import { LEFT_IRIS, RIGHT_IRIS } from './landmark-indices.ts';

/** The window of a face with these eyes: how many times their distance its side is. */
const SIDE_IOD = 1 / 0.44;
/** How far the window's middle lies below the eyes, parts of its side. */
const EYES_ABOVE_MIDDLE = 0.08;
/** How much smaller and larger windows are looked at, and in which steps: models lay eyes of animals too near or too far apart. */
const SMALLEST = 0.6;
const LARGEST = 1.75;
const SIZE_STEP = 1.08;
/** Windows lie no further aside of the face's own than this, IOD. */
const ASIDE_IOD = 0.45;
/** Tilts against the line of the eyes, radians. */
const ROLLS_RADIANS = [0, 0.2, -0.2];

/**
 * In how many windows, of many sizes and tilts at the place of a face, the cascade sees a cat's face. For faces that the
 * models found: of cats 25 and more (a shiba and a capuchin have as many), of people 17 at most, but for a
 * smooth painted one.
 */
export function catVotes(picture: Picture, face: Face, cascade: HaarCascade): number {
  const pyramid = createPyramid(picture);
  const [rightX, leftX] = [RIGHT_IRIS, LEFT_IRIS].map((vertex) => face.landmarks[3 * vertex]!);
  const [rightY, leftY] = [RIGHT_IRIS, LEFT_IRIS].map((vertex) => face.landmarks[3 * vertex + 1]!);
  const iodPx = Math.hypot(leftX! - rightX!, leftY! - rightY!);
  const rollRadians = Math.atan2(leftY! - rightY!, leftX! - rightX!);
  let votes = 0;
  for (const tilt of ROLLS_RADIANS) {
    const roll = rollRadians + tilt;
    for (let part = SMALLEST; part <= LARGEST; part *= SIZE_STEP) {
      const sidePx = part * SIDE_IOD * iodPx;
      const scale = sidePx / cascade.sidePx;
      const half = Math.round(cascade.sidePx / 2 + (ASIDE_IOD * iodPx) / scale);
      const below = EYES_ABOVE_MIDDLE * sidePx;
      const middle = [
        (rightX! + leftX!) / 2 - Math.sin(roll) * below,
        (rightY! + leftY!) / 2 + Math.cos(roll) * below,
      ] as const;
      const size = { widthPx: 2 * half, heightPx: 2 * half };
      const toImage = turnedAbout(middle, roll, scale, [half, half]);
      votes += catWindows(pyramid, cascade, size, toImage).length / 2;
    }
  }
  return votes;
}

import { apply, turnedAbout } from '../math/affine.ts';
import { coatTones } from './coat-tones.ts';
import type { Pyramid } from './crop.ts';
import { EYE_CROP, EYE_CROP_IOD_PX, EYE_CROP_PX, FROM_GUESS } from './eye-ellipses.ts';
import { findEyeMiddles } from './eye-outline.ts';

type Point = readonly [x: number, y: number];

/** Two eyes of one face, image px. */
export interface EyePair {
  /** The one on the picture's left. */
  readonly right: Point;
  readonly left: Point;
  /** What speaks for the weaker one, levels; 0 where they lie as guessed. */
  readonly worth: number;
}

/** An animal's eyes near where they are guessed: shapes around which it gets brighter. */
export function findAnimalEyes(
  pyramid: Pyramid,
  guessed: readonly [Point, Point],
  shifts = FROM_GUESS,
): EyePair {
  const [[rightX, rightY], [leftX, leftY]] = guessed;
  const roll = Math.atan2(leftY - rightY, leftX - rightX);
  const scale = Math.hypot(leftX - rightX, leftY - rightY) / EYE_CROP_IOD_PX;
  const crops = guessed.map((guess) => {
    const toImage = turnedAbout(guess, roll, scale, [EYE_CROP_PX / 2, EYE_CROP_PX / 2]);
    return { toImage, tones: coatTones(pyramid, toImage, EYE_CROP) };
  });
  const middles = findEyeMiddles(crops[0]!.tones, crops[1]!.tones, shifts);
  if (!middles) return { right: guessed[0], left: guessed[1], worth: 0 };
  const [right, left] = middles.map(({ x, y }, i) => apply(crops[i]!.toImage, x, y));
  return { right: right!, left: left!, worth: Math.min(middles[0].worth, middles[1].worth) };
}

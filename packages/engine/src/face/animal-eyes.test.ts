import { describe, expect, it } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { findAnimalEyes } from './animal-eyes.ts';
import { createPyramid } from './crop.ts';

const SIDE_PX = 300;
/** Eyes as they are drawn; the guesses below are a tenth of their distance off. */
const RIGHT = [100, 120] as const;
const LEFT = [200, 120] as const;
const GUESS = [
  [108, 127],
  [192, 125],
] as const;

/** Dark discs on a coat of one tone. */
function eyes(coat: number, eye: number, ...at: readonly (readonly [number, number])[]): Picture {
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const tone = at.some(([cx, cy]) => Math.hypot(x - cx, y - cy) < 17) ? eye : coat;
      rgba.set([tone, tone, tone, 255], 4 * (y * SIDE_PX + x));
    }
  }
  return { rgba, widthPx: SIDE_PX, heightPx: SIDE_PX };
}

describe('findAnimalEyes', () => {
  it('finds both near where they are guessed', () => {
    const { right, left, worth } = findAnimalEyes(createPyramid(eyes(200, 30, RIGHT, LEFT)), GUESS);
    expect(Math.hypot(right[0] - RIGHT[0], right[1] - RIGHT[1])).toBeLessThan(4);
    expect(Math.hypot(left[0] - LEFT[0], left[1] - LEFT[1])).toBeLessThan(4);
    expect(worth).toBeGreaterThan(5);
  });

  it('says more of plain eyes than of faint ones', () => {
    const worthOf = (eye: number) =>
      findAnimalEyes(createPyramid(eyes(200, eye, RIGHT, LEFT)), GUESS).worth;
    expect(worthOf(30)).toBeGreaterThan(1.3 * worthOf(160));
  });

  it.each([
    ['one eye alone is seen', eyes(200, 30, RIGHT)],
    ['none is', eyes(200, 30)],
  ])('stays with the guess where %s', (_, picture) => {
    expect(findAnimalEyes(createPyramid(picture), GUESS)).toEqual({
      right: GUESS[0],
      left: GUESS[1],
      worth: 0,
    });
  });
});

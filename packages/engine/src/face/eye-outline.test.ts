import { describe, expect, it } from 'vitest';
import { EYE_CROP_PX } from './eye-ellipses.ts';
import { findEyeOutlines, meanRadius } from './eye-outline.ts';

/** Tones around the middle of a crop, levels: rings, each up to a radius, px, then the coat. */
function eyeCrop(rings: readonly (readonly [toPx: number, tone: number])[], coat: number) {
  return Float32Array.from({ length: EYE_CROP_PX * EYE_CROP_PX }, (_, i) => {
    const x = (i % EYE_CROP_PX) + 0.5 - EYE_CROP_PX / 2;
    const y = Math.floor(i / EYE_CROP_PX) + 0.5 - EYE_CROP_PX / 2;
    const r = Math.hypot(x, y);
    return rings.find(([toPx]) => r < toPx)?.[1] ?? coat;
  });
}

function radiiOf(...crop: Parameters<typeof eyeCrop>): number[] | undefined {
  const tones = eyeCrop(...crop);
  const eye = { tones, standing: tones };
  return findEyeOutlines(eye, eye)?.map(meanRadius);
}

const PUPIL = [5, 20] as const;

describe('findEyeOutlines', () => {
  it.each([
    ['a dark eye in a pale coat', [[16, 30]], 180, 16],
    ['a pale eye with a dark rim', [PUPIL, [15, 110], [18, 25]], 180, 18],
    ['a pale eye between broad dark lids', [PUPIL, [12, 110], [18, 25]], 180, 18],
    ['a bright eye in a dark mask', [PUPIL, [13, 110], [28, 25]], 180, 13],
    [
      'a large dark eye in which a window mirrors',
      [
        [9, 110],
        [25, 25],
      ],
      180,
      25,
    ],
    ['a bright eye in a black coat', [PUPIL, [14, 110]], 30, 14],
    [
      'a bright eye with a large pupil in a black coat',
      [
        [11, 15],
        [17, 90],
      ],
      35,
      17,
    ],
  ] as const)('finds the rim of %s', (_, rings, coat, radius) => {
    const radii = radiiOf(rings, coat);
    expect(radii).toHaveLength(2);
    for (const found of radii!) expect(Math.abs(found - radius)).toBeLessThan(2);
  });

  it('does not take pale fur around a dark eye for the eye', () => {
    for (const found of radiiOf(
      [
        [15, 30],
        [27, 200],
      ],
      150,
    )!) {
      expect(Math.abs(found - 15)).toBeLessThan(2);
    }
  });

  it('finds nothing in plain fur', () => {
    expect(radiiOf([], 150)).toBeUndefined();
    expect(radiiOf([], 30)).toBeUndefined();
  });
});

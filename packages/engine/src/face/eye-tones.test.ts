import { describe, expect, it } from 'vitest';
import { scaling } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import { createPyramid } from './crop.ts';
import { EYE_CROP_PX } from './eye-ellipses.ts';
import { findEyeOutlines, meanRadius } from './eye-outline.ts';
import { readEyeTones } from './eye-tones.ts';

type Colour = readonly [r: number, g: number, b: number];

const PUPIL_PX = 6;
const IRIS_PX = 18;

/** An eye in the middle of a coat, as large as the crop in which it is looked at. */
function eye(coat: (x: number) => Colour, iris: Colour): Picture {
  const rgba = new Uint8Array(4 * EYE_CROP_PX * EYE_CROP_PX);
  for (let y = 0; y < EYE_CROP_PX; y++) {
    for (let x = 0; x < EYE_CROP_PX; x++) {
      const away = Math.hypot(x - EYE_CROP_PX / 2, y - EYE_CROP_PX / 2);
      const colour = away < PUPIL_PX ? [12, 12, 12] : away < IRIS_PX ? iris : coat(x);
      rgba.set([...colour, 255], 4 * (y * EYE_CROP_PX + x));
    }
  }
  return { rgba, widthPx: EYE_CROP_PX, heightPx: EYE_CROP_PX };
}

function radiusOf(picture: Picture): number | undefined {
  const tones = readEyeTones(createPyramid(picture), scaling(1, 1));
  const outlines = findEyeOutlines(tones, tones);
  return outlines && meanRadius(outlines[0]);
}

describe('readEyeTones', () => {
  it.each([
    ['a yellow eye in a grey coat', [95, 95, 95], [150, 110, 40]],
    ['an amber eye in a dark coat', [80, 80, 85], [160, 100, 30]],
    ['a blue eye in a brown coat', [120, 90, 70], [80, 95, 120]],
  ] as const)('lets %s stand out, as light as it is', (_, coat, iris) => {
    const radius = radiusOf(eye(() => coat, iris));
    expect(Math.abs(radius! - IRIS_PX)).toBeLessThan(2.5);
  });

  it('leaves a pupil alone where the iris has the colour and tone of the coat', () => {
    const radius = radiusOf(eye(() => [95, 95, 95], [95, 95, 95]));
    expect(Math.abs(radius! - PUPIL_PX)).toBeLessThan(4);
  });

  it('takes the colours of a coat of several colours for its own', () => {
    const patches = (x: number): Colour => (x < EYE_CROP_PX / 3 ? [190, 120, 60] : [200, 200, 200]);
    const { tones, standing } = readEyeTones(
      createPyramid(eye(patches, [40, 35, 30])),
      scaling(1, 1),
    );
    const patch = EYE_CROP_PX * (EYE_CROP_PX / 2) + 4;
    expect(standing[patch]).toBeGreaterThan(0.9 * tones[patch]!);
  });
});

import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { flatSkinAt, isFlatSkin } from './flat-skin.ts';

const SIZE = 200;
const IOD = 60;

/** Landmarks strewn evenly over the picture. */
const landmarks = new Float32Array(3 * 478).map((_, i) => {
  const point = Math.floor(i / 3);
  return [20 + ((point * 37) % 160), 20 + ((point * 53) % 160), 0][i % 3];
}) as Points3<'frame-px'>;

function draw(light: (x: number, y: number) => number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const share = light(i % SIZE, Math.floor(i / SIZE));
    rgba.set([220 * share, 180 * share, 150 * share], 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

describe('isFlatSkin', () => {
  it('holds for one colour, lines and spots on it included', () => {
    expect(
      isFlatSkin(
        draw(() => 1),
        landmarks,
        IOD,
      ),
    ).toBe(true);
    expect(
      isFlatSkin(
        draw((x, y) => (y % 50 < 4 || x % 60 < 3 ? 0.1 : 1)),
        landmarks,
        IOD,
      ),
    ).toBe(true);
  });

  it('does not hold where light falls off, or where there is grain', () => {
    expect(
      isFlatSkin(
        draw((x) => 1 - 0.5 * (x / SIZE)),
        landmarks,
        IOD,
      ),
    ).toBe(false);
    expect(
      isFlatSkin(
        draw((x, y) => 0.95 + (((x * 7 + y * 13) % 11) / 11) * 0.05),
        landmarks,
        IOD,
      ),
    ).toBe(false);
  });
});

describe('flatSkinAt', () => {
  const mouth = {
    ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: 25, skew: 0 },
    ...{ upper: curveOf(() => 3), lower: curveOf(() => -3), gapPx: 6 },
  } as unknown as MouthLine;

  it('is the skin around a mouth that is much larger than its rims, its edges left aside', () => {
    const plate = draw(() => 1);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const high = Math.abs(Math.floor(i / SIZE) - 100);
      if (high < 16) plate.rgba.set([255, 255, 255], 4 * i);
      else if (high < 20) plate.rgba.set([40, 20, 10], 4 * i);
    }
    expect(flatSkinAt(plate, mouth, IOD)).toEqual([220, 180, 150]);
  });

  it('is the beard that a mouth stands on', () => {
    const plate = draw((_, y) => (y > 60 ? 0.5 : 1));
    expect(flatSkinAt(plate, mouth, IOD)).toEqual([110, 90, 75]);
  });
});

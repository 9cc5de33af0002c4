import { describe, expect, test } from 'vitest';
import { compose, rotation, scaling, translation } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import { createPyramid, cropPicture, cutOut } from './crop.ts';

function picture(
  widthPx: number,
  heightPx: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): Picture {
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) rgba.set([...colour(x, y), 255], 4 * (y * widthPx + x));
  }
  return { rgba, widthPx, heightPx };
}

const ramp = picture(16, 16, (x, y) => [10 * x, 10 * y, 99]);
const plain = { scale: 1, offset: 0, outside: 'edge' } as const;

describe('cropPicture', () => {
  test('the identity gives the picture back', () => {
    const out = cropPicture(createPyramid(ramp), {
      ...plain,
      widthPx: 16,
      heightPx: 16,
      toImage: [1, 0, 0, 0, 1, 0],
    });
    for (let i = 0; i < 256; i++) {
      expect([...out.subarray(3 * i, 3 * i + 3)]).toEqual([
        ...ramp.rgba.subarray(4 * i, 4 * i + 3),
      ]);
    }
  });

  test('scales values and interpolates between pixel centres', () => {
    const out = cropPicture(createPyramid(ramp), {
      widthPx: 1,
      heightPx: 1,
      toImage: [1, 0, 3.25, 0, 1, 6],
      scale: 2,
      offset: -1,
      outside: 'edge',
    });
    expect(out[0]).toBeCloseTo(2 * 32.5 - 1, 4);
    expect(out[1]).toBeCloseTo(2 * 60 - 1, 4);
  });

  test('repeats the edge, or shows black, beyond the picture', () => {
    const beyond = { widthPx: 1, heightPx: 1, toImage: [1, 0, 40, 0, 1, 40] } as const;
    expect([...cropPicture(createPyramid(ramp), { ...plain, ...beyond })]).toEqual([150, 150, 99]);
    expect([
      ...cropPicture(createPyramid(ramp), { ...plain, ...beyond, outside: 'black', offset: -1 }),
    ]).toEqual([-1, -1, -1]);
  });

  test('a quarter turn moves the corners', () => {
    const toImage = compose(translation(8, 8), compose(rotation(Math.PI / 2), translation(-8, -8)));
    const out = cropPicture(createPyramid(ramp), { ...plain, widthPx: 16, heightPx: 16, toImage });
    // The crop's first pixel comes from the picture's top right one.
    expect(out[0]).toBeCloseTo(150, 3);
    expect(out[1]).toBeCloseTo(0, 3);
  });

  test.each([2, 3, 5.3, 8, 16])('a checkerboard shrunk %s times is even grey', (shrink) => {
    const board = picture(128, 128, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
    const size = Math.floor(128 / shrink);
    const out = cropPicture(createPyramid(board), {
      ...plain,
      widthPx: size,
      heightPx: size,
      toImage: scaling(shrink, shrink),
    });
    for (const value of out) expect(Math.abs(value - 127.5)).toBeLessThan(20);
  });

  test.each([
    [17, 31],
    [64, 64],
    [101, 5],
  ])('keeps positions through the halvings of a %s × %s picture', (widthPx, heightPx) => {
    const slope = picture(widthPx, heightPx, (x) => [(255 * x) / widthPx, 0, 0]);
    const out = cropPicture(createPyramid(slope), {
      ...plain,
      widthPx: 4,
      heightPx: 1,
      toImage: scaling(widthPx / 4, heightPx),
    });
    for (let i = 0; i < 4; i++) {
      const wanted = 255 * ((i + 0.5) / 4 - 0.5 / widthPx);
      expect(Math.abs(out[3 * i]! - wanted)).toBeLessThan(8);
    }
  });
});

describe('cutOut', () => {
  test('gives the pixels of a rectangle, as far as it lies on the picture', () => {
    const rgba = Uint8Array.from({ length: 4 * 6 * 5 }, (_, i) => i >> 2);
    const area = { xPx: 3.6, yPx: -2, widthPx: 9, heightPx: 4.2 };
    const { part, xPx, yPx } = cutOut({ rgba, widthPx: 6, heightPx: 5 }, area);
    expect([xPx, yPx, part.widthPx, part.heightPx]).toEqual([4, 0, 2, 2]);
    expect([...part.rgba].filter((_, i) => i % 4 === 0)).toEqual([4, 5, 10, 11]);
  });
});

import { describe, expect, it, test } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { wholeOf } from '../math/points.ts';
import { faceFromPoints } from './face-from-points.ts';
import { trustMask } from './person-mask.ts';
import { readMask } from './read-mask.ts';

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

describe('trustMask of an animal', () => {
  /** A brown head on grey, seen from before. */
  const isHead = (x: number, y: number) => Math.hypot((x - 300) / 150, (y - 300) / 160) < 1;
  const rgba = new Uint8Array(4 * 600 * 600);
  for (let i = 0; i < 600 * 600; i++) {
    const colour = isHead(i % 600, Math.floor(i / 600)) ? [170, 110, 60] : [120, 130, 150];
    rgba.set([...colour, 255], 4 * i);
  }
  const picture: Picture = { rgba, ...SIZE };
  const face = faceFromPoints(
    POINTS.flatMap(([x, y]) => [300 + x, 300 + y]),
    SIZE,
  );
  /** What a model says that knows the head, but not a stripe beside it of `stripePx`, and a place beyond. */
  function modelled(stripePx: number) {
    const alpha = new Uint8Array(256 * 256);
    for (let i = 0; i < alpha.length; i++) {
      const [x, y] = [((i % 256) + 0.5) * (600 / 256), (Math.floor(i / 256) + 0.5) * (600 / 256)];
      alpha[i] = isHead(x, y) ? 255 : 0;
      if (!isHead(x, y) && isHead(x - stripePx, y)) alpha[i] = 128;
      if (x > 560 && y > 560) alpha[i] = 255;
    }
    return { alpha, widthPx: 256, heightPx: 256, areaPx: wholeOf(SIZE) };
  }

  it('settles what the model leaves in doubt by colours, and believes it elsewhere', () => {
    const settled = trustMask(picture, modelled(40), face, true);
    expect(readMask(settled, 300, 300)).toBeGreaterThan(250);
    expect(readMask(settled, 470, 300)).toBeLessThan(30);
    expect(readMask(settled, 590, 590)).toBeGreaterThan(250);
  });

  it('goes by colours alone where the model is in doubt about much', () => {
    const found = trustMask(picture, modelled(110), face, true);
    expect(readMask(found, 300, 300)).toBeGreaterThan(250);
    expect(readMask(found, 500, 300)).toBeLessThan(30);
    expect(readMask(found, 590, 590)).toBeLessThan(30);
  });
});

import { expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { keepCastDown, shutTogether } from './between-lids.ts';
import type { EyeLine } from './eye-shape.ts';

const SIZE = 100;

/** An eye as the landmarks see it around (x, 50): half open. */
function eyeAt(x: number, side: EyeLine['side']): EyeLine {
  return {
    ...{ side, centreXPx: x, centreYPx: 50, alongX: 1, alongY: 0, halfWidthPx: 12 },
    upper: curveOf((t) => 5 * (1 - t * t)),
    lower: curveOf(() => -1),
    ...{ gapPx: 6, browGapPx: 12, open01: 0.8 },
    iris: { xPx: x, yPx: 50, radiusPx: 5 },
  };
}

/** Skin in whose eyes, 24 px broad, there is `ballLuma` beside something dark. */
function faceWith(ballLuma: number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const between = y > 43 && y < 52;
    rgba.fill(between ? (x % 25 < 10 ? ballLuma : 20) : 180, 4 * i, 4 * i + 3);
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

it.each([
  ['leaves eyes as they are in whose shade the white is seen', 110, 0.8],
  ['keeps lids down between which there are lashes alone', 60, 0],
])('%s', (_, ballLuma, open01) => {
  const eyes = [eyeAt(25, 'right'), eyeAt(75, 'left')];
  const kept = keepCastDown(faceWith(ballLuma), eyes, 50);
  expect(kept.map((eye) => eye.open01)).toEqual([open01, open01]);
});

it.each([
  ['shuts a slit beside a shut eye', 4.5, 0, [0, 0]],
  ['leaves the open eye beside one that winks', 6, 0, [0, 0.8]],
  ['leaves two slits', 4.5, 0.3, [0.3, 0.8]],
])('%s', (_, gapPx, right01, open01) => {
  const eyes = [
    { ...eyeAt(25, 'right'), gapPx: 1, open01: right01 },
    { ...eyeAt(75, 'left'), gapPx },
  ];
  expect(shutTogether(eyes).map((eye) => eye.open01)).toEqual(open01);
});

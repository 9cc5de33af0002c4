import { expect, test } from 'vitest';
import { forEachAroundMouth } from './around-mouth.ts';
import { type MouthLine, mouthPlace } from './mouth-line.ts';

const TILT = 0.3;
const mouth = {
  ...{ centreXPx: 12, centreYPx: 5, halfWidthPx: 8, skew: 0.1 },
  ...{ alongX: Math.cos(TILT), alongY: Math.sin(TILT) },
} as MouthLine;

test('visits each pixel of the square that lies on the plate once, with its place in the mouth', () => {
  const plate = { widthPx: 16, heightPx: 20 };
  const seen: number[] = [];
  forEachAroundMouth(plate, mouth, 6, (pixel, s, up) => {
    seen.push(pixel);
    const [x, y] = [pixel % plate.widthPx, Math.floor(pixel / plate.widthPx)];
    expect([s, up]).toEqual(mouthPlace(mouth, x + 0.5, y + 0.5));
  });
  // Columns 6 to 15, and rows 0 to 10.
  expect(seen).toHaveLength(10 * 11);
  expect(new Set(seen).size).toBe(seen.length);
  expect([seen[0], seen[seen.length - 1]]).toEqual([6, 10 * plate.widthPx + 15]);
});

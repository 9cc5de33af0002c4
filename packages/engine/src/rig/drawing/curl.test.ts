import { describe, expect, it } from 'vitest';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { penOfCurl } from './curl.ts';

const SIZE = 200;
const IOD = 100;
const SKIN = [200, 150, 120] as const;
const INK = [30, 20, 20] as const;
const RED = [190, 30, 40] as const;
const mouth = {
  ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: 30, skew: 0 },
} as unknown as MouthLine;

type Ink = (x: number, up: number) => readonly number[] | undefined;

/** What is drawn on flat skin; x and up are px from the middle of the mouth. */
function penOf(ink: Ink) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  const piece = new Set<number>();
  for (let i = 0; i < SIZE * SIZE; i++) {
    const colour = ink((i % SIZE) + 0.5 - 100, 100 - Math.floor(i / SIZE) - 0.5);
    if (colour) piece.add(i);
    rgba.set(colour ?? SKIN, 4 * i);
  }
  const plate: Picture = { rgba, widthPx: SIZE, heightPx: SIZE };
  return penOfCurl(plate, mouth, piece, SKIN, IOD);
}

/** Two bows one above the other, open to the left. */
const kiss =
  (colour: readonly number[], half = 3): Ink =>
  (x, up) =>
    [-10, 10].some((middle) => x > -4 && Math.abs(Math.hypot(x, up - middle) - 10) < half)
      ? colour
      : undefined;

describe('penOfCurl', () => {
  it('reads the breadth, the colour and the middle of a kiss', () => {
    const pen = penOf((x, up) => kiss(INK)(x - 6, up - 4));
    expect(pen?.colour).toEqual(INK);
    // Both bows share a stretch in their middle.
    expect(pen?.halfPx).toBeGreaterThan(2.5);
    expect(pen?.halfPx).toBeLessThan(4);
    expect(pen?.ys[0]).toBeCloseTo(4, 0);
    const middle = ((pen?.xs[0] ?? 0) + (pen?.xs.at(-1) ?? 0)) / 2;
    expect(Math.abs(middle - 10.5)).toBeLessThan(1);
  });

  it('takes no line, no thick shape, and nothing of two colours for one', () => {
    const smile: Ink = (x, up) =>
      Math.abs(x) < 28 && Math.abs(up + 10 - 0.012 * x * x) < 3 ? INK : undefined;
    expect(penOf(smile)).toBeUndefined();
    expect(penOf((x, up) => (Math.hypot(x, up) < 18 ? INK : undefined))).toBeUndefined();
    expect(penOf((x, up) => kiss(up > 0 ? INK : RED)(x, up))).toBeUndefined();
    expect(penOf(kiss([170, 125, 100]))).toBeUndefined();
  });
});

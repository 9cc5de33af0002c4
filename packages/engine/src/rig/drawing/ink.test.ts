import { describe, expect, it } from 'vitest';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { readInk } from './ink.ts';

const SIDE_PX = 120;
const SKIN = [230, 180, 150] as const;
const LANDMARKS = new Float32Array(3 * 478) as Points3<'frame-px'>;
LANDMARKS.set([45, 60, 0], 3 * 129);
LANDMARKS.set([75, 60, 0], 3 * 358);
LANDMARKS.set([60, 50, 0], 3 * 4);
LANDMARKS.set([60, 65, 0], 3 * 2);

/** Skin with a line of a colour under the nose. */
function drawing(line: readonly number[]): Picture {
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX).fill(255);
  for (let i = 0; i < SIDE_PX * SIDE_PX; i++) {
    const x = i % SIDE_PX;
    const y = Math.floor(i / SIDE_PX);
    const onLine = x > 48 && x < 72 && y >= 62 && y < 64;
    rgba.set(onLine ? line : SKIN, 4 * i);
  }
  return { widthPx: SIDE_PX, heightPx: SIDE_PX, rgba };
}

describe('readInk', () => {
  it('is the colour of the line that the nose is drawn with', () => {
    expect(readInk(drawing([60, 25, 20]), LANDMARKS, 80, { skin: SKIN })).toEqual([60, 25, 20]);
  });

  it('is nothing where the nose has only shade', () => {
    expect(readInk(drawing([200, 150, 125]), LANDMARKS, 80, { skin: SKIN })).toBeUndefined();
  });
});

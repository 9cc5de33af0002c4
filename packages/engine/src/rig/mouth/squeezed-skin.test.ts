import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { addChange } from '../skin/pixel-change.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import type { MouthLine } from './mouth-line.ts';
import { softenSqueezed } from './squeezed-skin.ts';

const SIZE = 160;
const IOD = 60;
const none = curveOf(() => 0);
const mouth: MouthLine = {
  ...{ centreXPx: 80, centreYPx: 70, alongX: 1, alongY: 0, halfWidthPx: 28, skew: 0 },
  upper: curveOf((s) => 4 * (1 - s * s)),
  lower: curveOf((s) => -4 * (1 - s * s)),
  upperOuter: curveOf((s) => 8 * (1 - s * s)),
  lowerOuter: curveOf((s) => -9 * (1 - s * s)),
  gapPx: 8,
};

/** Skin with crisp lines, level ones or upright ones. */
function lined(level: boolean): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const across = level ? Math.floor(i / SIZE) : i % SIZE;
    rgba.set(across % 4 < 2 ? [200, 160, 140, 255] : [180, 140, 120, 255], 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** Squeezes all heights to a share of them. */
function squeezedTo(share: number): MouthAtRest {
  return {
    ...{ ...mouth, seam: none, upperThick: none, lowerThick: none, drawnThin01: 1 },
    move(x, y, _, out) {
      out[0] = x;
      out[1] = 70 + share * (y - 70);
    },
  };
}

/** How far lines below the mouth stand out of their skin afterwards, levels of green. */
function contrastAt(plate: Picture, share: number, y0 = 90) {
  const rest = squeezedTo(share);
  const rgba = plate.rgba.slice();
  addChange(softenSqueezed({ plate, mouth, rest, iodPx: IOD, edgePx: 3.5 }), 1, rgba);
  let [low, high] = [255, 0];
  for (let y = y0; y < y0 + 4; y++) {
    for (let x = 78; x < 82; x++) {
      const green = rgba[4 * (y * SIZE + x) + 1];
      [low, high] = [Math.min(low, green), Math.max(high, green)];
    }
  }
  return high - low;
}

describe('softenSqueezed', () => {
  it('softens what lies across the way in which skin is pushed together', () => {
    expect(contrastAt(lined(true), 0.6)).toBeLessThan(8);
    expect(contrastAt(lined(true), 0.6)).toBeLessThan(contrastAt(lined(true), 0.85));
  });

  it('keeps what lies along it, and all of skin that is not pushed together', () => {
    expect(contrastAt(lined(false), 0.6)).toBeGreaterThan(18);
    expect(contrastAt(lined(true), 1)).toBe(20);
  });

  it('keeps what lies between the lips', () => {
    expect(contrastAt(lined(true), 0.6, 68)).toBe(20);
  });
});

import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from './mouth-line.ts';
import { shutOverSkin } from './skin-between.ts';

const SIZE = 120;
const IOD = 60;
const [SKIN, LINE, TEETH, LIP] = [210, 50, 225, 150];

/** Open by 12 px around (60, 60), as the network sees it, with a lower lip of 6 px. */
const OPEN: MouthLine = {
  ...{ centreXPx: 60, centreYPx: 60, alongX: 1, alongY: 0, halfWidthPx: 24, skew: 0 },
  upper: curveOf((s) => 6 * (1 - s * s)),
  lower: curveOf((s) => -6 * (1 - s * s)),
  upperOuter: curveOf((s) => 10 * (1 - s * s)),
  lowerOuter: curveOf((s) => -12 * (1 - s * s)),
  gapPx: 12,
};

/** A face with a line along its upper rim and `below` it, by its height in the mouth and its place. */
function faceWith(below: (up: number, x: number) => number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = (i % SIZE) + 0.5 - 60;
    const up = 60 - Math.floor(i / SIZE) - 0.5;
    const rim = readCurve(OPEN.upper, x / 24);
    const onMouth = Math.abs(x) < 24;
    const luma =
      onMouth && Math.abs(up - rim) < 1.5 ? LINE : onMouth && up < rim ? below(up, x) : SKIN;
    rgba.fill(luma, 4 * i, 4 * i + 3);
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

describe('shutOverSkin', () => {
  it('shuts a mouth that is a line with a mark in the skin under it, along that line', () => {
    const face = faceWith((up, x) => (Math.abs(x) < 4 && up < -4 && up > -9 ? LINE : SKIN));
    const { upper, lower, lowerOuter, gapPx } = shutOverSkin(face, OPEN, IOD);
    expect(gapPx).toBe(0);
    expect(lower).toEqual(upper);
    for (const s of [-0.5, 0, 0.5]) {
      expect(Math.abs(readCurve(upper, s) - readCurve(OPEN.upper, s))).toBeLessThan(1);
      const lip = readCurve(OPEN.lower, s) - readCurve(OPEN.lowerOuter, s);
      expect(readCurve(lower, s) - readCurve(lowerOuter, s)).toBeCloseTo(lip, 0);
    }
  });

  it('leaves teeth over a lip that is a little darker', () => {
    const grin = faceWith((up, x) => (up > readCurve(OPEN.lower, x / 24) ? TEETH : LIP));
    expect(shutOverSkin(grin, OPEN, IOD)).toBe(OPEN);
  });

  it('leaves an open mouth without a line above it', () => {
    const plain = faceWith(() => SKIN);
    plain.rgba.fill(SKIN);
    expect(shutOverSkin(plain, OPEN, IOD)).toBe(OPEN);
  });
});

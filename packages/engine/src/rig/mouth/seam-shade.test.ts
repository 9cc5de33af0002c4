import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../../math/curve.ts';
import type { MouthLine } from './mouth-line.ts';
import { readSeamShade } from './seam-shade.ts';

const IOD = 100;
const SIZE = 200;
const LIP = 180;
const mouth: MouthLine = {
  centreXPx: 100,
  centreYPx: 100,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 40,
  skew: 0,
  upper: curveOf(() => 0),
  lower: curveOf(() => 0),
  upperOuter: curveOf((s) => 8 * (1 - s * s)),
  lowerOuter: curveOf((s) => -10 * (1 - s * s)),
  gapPx: 0,
};

/** Lips with a line of this luma over the left half of the picture. */
function lips(line: number) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(LIP);
  for (let y = 99; y < 101; y++) rgba.fill(line, 4 * y * SIZE, 4 * (y * SIZE + SIZE / 2));
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

describe('readSeamShade', () => {
  it('says where the line of a shut mouth is dark, and how dark, and where there is none', () => {
    for (const line of [60, 120]) {
      const shade = readSeamShade(lips(line), mouth, IOD)!;
      expect(readCurve(shade, -0.7)).toBeCloseTo(1 - line / LIP, 1);
      expect(readCurve(shade, 0.7)).toBeLessThan(0.02);
    }
  });

  it('takes no line from lips that are lighter between them, and none where they are apart', () => {
    for (const value of readSeamShade(lips(250), mouth, IOD)!.values) expect(value).toBe(0);
    expect(readSeamShade(lips(60), { ...mouth, gapPx: 12 }, IOD)).toBeUndefined();
  });
});

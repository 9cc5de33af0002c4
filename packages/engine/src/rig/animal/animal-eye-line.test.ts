import { describe, expect, it } from 'vitest';
import { readCurve } from '../../math/curve.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { layOutEyeLines } from './animal-eye-line.ts';

/** Points of an ellipse whose longer axis falls to the picture's right by `tilt`. */
function ellipse(x: number, y: number, half: number, high: number, tilt: number) {
  return Array.from({ length: 16 }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / 16;
    const u = half * Math.cos(angle);
    const v = high * Math.sin(angle);
    return [
      x + u * Math.cos(tilt) - v * Math.sin(tilt),
      y + u * Math.sin(tilt) + v * Math.cos(tilt),
    ];
  });
}

const at = (side: 'right' | 'left', x: number, y: number) =>
  ({ side, centreXPx: x, centreYPx: y }) as EyeLine;

describe('layOutEyeLines', () => {
  it('lays mirrored axes through eyes that slant alike', () => {
    const [right, left] = layOutEyeLines(
      [at('right', 100, 100), at('left', 200, 100)],
      [ellipse(100, 100, 30, 15, 0.3), ellipse(200, 100, 30, 15, -0.3)],
    );
    expect(right.alongX).toBeCloseTo(left.alongX, 5);
    expect(right.alongY).toBeCloseTo(-left.alongY, 5);
    expect(Math.atan2(right.alongY, right.alongX)).toBeGreaterThan(0.22);
    expect(Math.atan2(right.alongY, right.alongX)).toBeLessThan(0.34);
  });

  it('keeps round eyes level with the line that joins them, however the head is tilted', () => {
    const roll = 0.5;
    const [x, y] = [100 + 100 * Math.cos(roll), 100 + 100 * Math.sin(roll)];
    for (const line of layOutEyeLines(
      [at('right', 100, 100), at('left', x, y)],
      // The slants that a fit of circles finds are chance, and not mirror images.
      [ellipse(100, 100, 25, 24.5, 0.9), ellipse(x, y, 25, 24.5, 1.4)],
    )) {
      expect(Math.abs(Math.atan2(line.alongY, line.alongX) - roll)).toBeLessThan(0.12);
    }
  });

  it('bounds the eye above and below: rims meet in the corners and enclose the outline', () => {
    const [line] = layOutEyeLines(
      [at('right', 100, 100), at('left', 200, 100)],
      [ellipse(100, 100, 30, 20, 0), ellipse(200, 100, 30, 20, 0)],
    );
    expect(line.halfWidthPx).toBeGreaterThan(27);
    expect(line.halfWidthPx).toBeLessThan(30.5);
    expect(readCurve(line.upper, 0)).toBeGreaterThan(17);
    expect(readCurve(line.lower, 0)).toBeLessThan(-17);
    for (const t of [-1, 1]) {
      expect(readCurve(line.upper, t)).toBeCloseTo(readCurve(line.lower, t), 5);
    }
    expect(line.gapPx).toBeGreaterThan(35);
  });
});

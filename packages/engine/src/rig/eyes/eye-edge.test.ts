import { expect, it } from 'vitest';
import { overIris } from './eye-edge.ts';
import type { EyeLine } from './eye-shape.ts';

it.each([0, 40, 90, 180])('an iris covers the same part of an eye turned by %d°', (degrees) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const eye = {
    ...{ centreXPx: 100, centreYPx: 80, alongX: cos, alongY: sin, halfWidthPx: 20 },
    // A fifth of half the eye towards its end.
    iris: { xPx: 100 + 4 * cos, yPx: 80 + 4 * sin, radiusPx: 10 },
  } as EyeLine;
  const covered = [-1, -0.24, -0.2, 0, 0.6, 0.64, 1].filter((t) => overIris(eye, t));
  expect(covered).toEqual([-0.2, 0, 0.6]);
  expect(overIris(eye, 0.7, 1.1)).toBe(true);
});

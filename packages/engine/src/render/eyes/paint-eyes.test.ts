import { expect, it } from 'vitest';
import { ballFeatherPx } from './paint-eyes.ts';

it('is as soft at the rims as the picture is, within limits', () => {
  const sharp = ballFeatherPx(100, 2);
  expect(ballFeatherPx(100, 5)).toBeGreaterThan(1.5 * sharp);
  expect(ballFeatherPx(100, 50)).toBeCloseTo(ballFeatherPx(100, 100), 6);
  // Small faces, whose rims are not to be broader than their eyes, and no line of half a pixel.
  expect(ballFeatherPx(30, 2)).toBeGreaterThanOrEqual(1);
  expect(ballFeatherPx(30, 8)).toBeLessThan(1.5);
});

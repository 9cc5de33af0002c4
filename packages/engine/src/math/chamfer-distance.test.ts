import { expect, it } from 'vitest';
import { distanceToArea } from './chamfer-distance.ts';

it('is 0 in the area, and within 8 % of the true distance elsewhere, in every direction', () => {
  const side = 41;
  const area = new Float32Array(side * side);
  area[20 * side + 20] = 1;
  const distance = distanceToArea(area, side, side);
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      const exact = Math.hypot(r - 20, c - 20);
      expect(Math.abs(distance[r * side + c]! - exact)).toBeLessThanOrEqual(0.083 * exact);
    }
  }
});

it('is far everywhere where the area is empty', () => {
  expect(Math.min(...distanceToArea(new Float32Array(12), 4, 3))).toBeGreaterThan(1000);
});

import { describe, expect, it } from 'vitest';
import { averageCells } from './average-cells.ts';
import { createRandom } from './random.ts';

/** The mean over a square, cell by cell. */
function plainly(field: Float32Array, columns: number, rows: number, radius: number): number[] {
  return Array.from(field, (_, i) => {
    const [c, r] = [i % columns, Math.floor(i / columns)];
    let sum = 0;
    let count = 0;
    for (let y = Math.max(0, r - radius); y <= Math.min(rows - 1, r + radius); y++) {
      for (let x = Math.max(0, c - radius); x <= Math.min(columns - 1, c + radius); x++) {
        sum += field[y * columns + x]!;
        count++;
      }
    }
    return sum / count;
  });
}

describe('averageCells', () => {
  it.each([
    [9, 7, 1],
    [9, 7, 3],
    [4, 30, 5],
    [30, 4, 12],
    [1, 1, 2],
  ])('is the mean of what lies inside, %i x %i cells, radius %i', (columns, rows, radius) => {
    const random = createRandom(7);
    const field = Float32Array.from({ length: columns * rows }, () => random());
    const expected = plainly(field, columns, rows, radius);
    averageCells(field, columns, rows, radius);
    expected.forEach((v, i) => {
      expect(field[i]).toBeCloseTo(v, 5);
    });
  });
});

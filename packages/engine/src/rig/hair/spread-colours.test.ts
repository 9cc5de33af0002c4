import { expect, it } from 'vitest';
import { spreadColours } from './spread-colours.ts';

it('keeps colours where they are known, and goes over from one to the other between them', () => {
  const [columns, rows] = [17, 5];
  const colours = new Float32Array(3 * columns * rows);
  const known = new Float32Array(columns * rows);
  for (let r = 0; r < rows; r++) {
    known[r * columns] = 1;
    known[r * columns + columns - 1] = 1;
    colours.set([200, 100, 50], 3 * (r * columns + columns - 1));
  }
  const spread = spreadColours(columns, rows, colours, known);
  const reds = Array.from({ length: columns }, (_, c) => spread[3 * (2 * columns + c)]);
  expect(reds[0]).toBe(0);
  expect(reds[columns - 1]).toBe(200);
  expect(reds[8]).toBeGreaterThan(20);
  expect(reds[8]).toBeLessThan(180);
  for (let c = 1; c < columns; c++) expect(reds[c]).toBeGreaterThanOrEqual(reds[c - 1] - 1e-3);
});

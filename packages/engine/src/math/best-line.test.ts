import { describe, expect, it } from 'vitest';
import { findBestLine } from './best-line.ts';

const COLUMNS = 12;
const ROWS = 9;
const RULES = { mostSteps: 1, stepCost: (moved: number) => 0.01 * moved };

/** Gains of 1 along a row for each column, and nothing elsewhere. */
function gainsAlong(rows: readonly number[]): Float64Array {
  const gains = new Float64Array(COLUMNS * ROWS);
  rows.forEach((row, column) => {
    gains[column * ROWS + row] = 1;
  });
  return gains;
}

describe('findBestLine', () => {
  const slope = [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8];

  it('follows what gains most as fast as it may', () => {
    const line = findBestLine(gainsAlong(slope), COLUMNS, ROWS, RULES);
    expect([...line.rows]).toEqual(slope);
    expect([...line.gains]).toEqual(slope.map(() => 1));
  });

  it('passes by what it could only reach by a leap', () => {
    const leap = slope.map(() => 2);
    leap[6] = 8;
    const line = findBestLine(gainsAlong(leap), COLUMNS, ROWS, RULES);
    expect([...line.rows]).toEqual(slope.map(() => 2));
    expect(line.gains[6]).toBe(0);
  });

  it('does not leave a long line for one great gain', () => {
    const gains = gainsAlong(slope.map(() => 1));
    gains[6 * ROWS + 7] = 50;
    const free = findBestLine(gains, COLUMNS, ROWS, { ...RULES, most: 50 });
    expect(free.rows[6]).toBe(7);
    expect(findBestLine(gains, COLUMNS, ROWS, { ...RULES, most: 2 }).rows[6]).toBe(1);
  });

  it('comes back to where it began if it is closed', () => {
    const gains = gainsAlong(slope);
    const { rows } = findBestLine(gains, COLUMNS, ROWS, { ...RULES, closed: true });
    expect(Math.abs(rows[0] - rows[COLUMNS - 1])).toBeLessThanOrEqual(1);
    const open = findBestLine(gains, COLUMNS, ROWS, RULES).rows;
    expect(Math.abs(open[0] - open[COLUMNS - 1])).toBeGreaterThan(1);
  });
});

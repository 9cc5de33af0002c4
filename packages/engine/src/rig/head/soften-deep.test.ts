import { describe, expect, it } from 'vitest';
import { softenDeep } from './soften-deep.ts';

const [COLUMNS, ROWS] = [40, 30];
const REACH = 14;

/** Ground up to column 12; what ran on from there has stripes of 0 and 1, what is beyond is 9. */
function drawn() {
  const ground = new Float32Array(COLUMNS * ROWS);
  const colours = new Float32Array(3 * COLUMNS * ROWS);
  for (let i = 0; i < ground.length; i++) {
    const column = i % COLUMNS;
    ground[i] = column <= 12 ? 1 : 0;
    colours[3 * i] = column > 12 + REACH ? 9 : Math.floor(i / COLUMNS) % 4 < 2 ? 0 : 1;
  }
  return { ground, colours, soft: softenDeep(colours, ground, COLUMNS, ROWS, REACH) };
}

/** How much the stripes stand out in a column. */
function contrast(colours: Float32Array, column: number): number {
  const values: number[] = [];
  for (let r = 8; r < ROWS - 8; r++) values.push(colours[3 * (r * COLUMNS + column)]!);
  return Math.max(...values) - Math.min(...values);
}

describe('softenDeep', () => {
  const { ground, colours, soft } = drawn();

  it('leaves the ground and what lies close behind its end', () => {
    for (let i = 0; i < ground.length; i++) {
      if (i % COLUMNS <= 14) expect(soft[3 * i]).toBe(colours[3 * i]);
    }
  });

  it('softens more the deeper it lies, and takes in nothing from beyond the reach', () => {
    const seen = [14, 18, 22, 25].map((column) => contrast(soft, column));
    expect(seen[1]).toBeLessThan(seen[0]!);
    expect(seen[2]).toBeLessThan(seen[1]!);
    expect(seen[3]).toBeLessThan(0.5);
    for (let i = 0; i < ground.length; i++) {
      if (i % COLUMNS <= 12 + REACH) expect(soft[3 * i]).toBeLessThanOrEqual(1);
      else expect(soft[3 * i]).toBe(9);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import {
  blurField,
  nodesAround,
  type PlateGrid,
  planGrid,
  readField,
  sampleSmoothField,
} from './plate-grid.ts';

const grid: PlateGrid = { columns: 30, rows: 22, cellPx: 4, originXPx: 10, originYPx: -6 };

function noise(seed: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length: grid.columns * grid.rows }, () => random() - 0.5);
}

describe('planGrid', () => {
  it.each([
    [720, 720],
    [301, 97],
    [40, 1080],
    [2, 2],
  ])('covers %s × %s px with cells of at least 2 px', (widthPx, heightPx) => {
    const area = { xPx: 7, yPx: 3, widthPx, heightPx };
    const { columns, rows, cellPx, originXPx, originYPx } = planGrid(area);
    expect([originXPx, originYPx]).toEqual([7, 3]);
    expect(cellPx).toBeGreaterThanOrEqual(2);
    expect((columns - 1) * cellPx).toBeGreaterThanOrEqual(widthPx);
    expect((rows - 1) * cellPx).toBeGreaterThanOrEqual(heightPx);
    expect((columns - 2) * cellPx).toBeLessThan(widthPx);
    expect(Math.max(columns, rows)).toBeLessThanOrEqual(512);
  });
});

describe('nodesAround', () => {
  it.each([
    ['in the middle', 60, 30, 11, 6],
    ['on a node', 50, 34, 8, 4],
    ['across the borders', 12, 76, 30, 20],
    ['beyond them', 500, -300, 9, 9],
  ])('has every node within it and none further than the next, %s', (_, xPx, yPx, wide, high) => {
    const span = nodesAround(grid, xPx, yPx, wide, high);
    for (let r = 0; r < grid.rows; r++) {
      for (let c = 0; c < grid.columns; c++) {
        const beside = Math.abs(10 + 4 * c - xPx) - wide;
        const above = Math.abs(-6 + 4 * r - yPx) - high;
        const inSpan =
          c >= span.firstColumn && c <= span.lastColumn && r >= span.firstRow && r <= span.lastRow;
        if (beside <= 0 && above <= 0) expect(inSpan).toBe(true);
        if (beside >= 4 || above >= 4) expect(inSpan).toBe(false);
      }
    }
  });
});

describe('sampleSmoothField', () => {
  it.each([1, 3, 4])('gives linear functions exactly, a stride of %s cells apart', (stride) => {
    const [a, b] = sampleSmoothField(grid, 2, stride, (x, y, out, offset) => {
      out[offset] = 2 * x - y;
      out[offset + 1] = 5;
    });
    for (let r = 0; r < grid.rows; r++) {
      for (let c = 0; c < grid.columns; c++) {
        const i = r * grid.columns + c;
        expect(a[i]).toBeCloseTo(2 * (10 + 4 * c) - (-6 + 4 * r), 3);
        expect(b[i]).toBe(5);
      }
    }
  });

  it('asks only at every stride', () => {
    let asked = 0;
    sampleSmoothField(grid, 1, 4, () => {
      asked++;
    });
    expect(asked).toBe((Math.ceil(29 / 4) + 1) * (Math.ceil(21 / 4) + 1));
  });
});

describe('readField', () => {
  it('gives nodes exactly, means between them, and the edge outside', () => {
    const field = noise(1);
    expect(readField(grid, field, 10 + 4 * 7, -6 + 4 * 5)).toBeCloseTo(field[5 * 30 + 7], 6);
    const four = [0, 1, 30, 31].map((k) => field[5 * 30 + 7 + k]);
    expect(readField(grid, field, 40, 16)).toBeCloseTo(four.reduce((a, b) => a + b) / 4, 6);
    expect(readField(grid, field, -999, -999)).toBeCloseTo(field[0], 6);
    const end = field[field.length - 1];
    expect(Math.abs(readField(grid, field, 999, 999) - end)).toBeLessThan(0.01);
  });
});

describe('blurField', () => {
  it.each([1, 2, 5])('keeps constants, also at the edges, at a radius of %s', (radius) => {
    const field = new Float32Array(grid.columns * grid.rows).fill(3.25);
    blurField(grid, field, radius);
    for (const v of field) expect(v).toBeCloseTo(3.25, 5);
  });

  it('keeps the range, calms the noise, and more so the wider', () => {
    const energy = (radius: number) => {
      const field = noise(2);
      blurField(grid, field, radius);
      for (const v of field) expect(Math.abs(v)).toBeLessThanOrEqual(0.5);
      return field.reduce((sum, v) => sum + v * v, 0);
    };
    const energies = [0, 1, 2, 4].map(energy);
    for (let i = 1; i < 4; i++) expect(energies[i]).toBeLessThan(0.7 * energies[i - 1]);
  });

  it('keeps the sum of a spot away from the edges, and its place', () => {
    const field = new Float32Array(grid.columns * grid.rows);
    field[11 * 30 + 15] = 1;
    blurField(grid, field, 2);
    let sum = 0;
    let x = 0;
    field.forEach((v, i) => {
      sum += v;
      x += v * (i % 30);
    });
    expect(sum).toBeCloseTo(1, 5);
    expect(x / sum).toBeCloseTo(15, 4);
    expect(field[11 * 30 + 13]).toBeCloseTo(field[11 * 30 + 17], 6);
    expect(field[9 * 30 + 15]).toBeCloseTo(field[11 * 30 + 13], 6);
  });

  it('changes nothing at a radius of 0', () => {
    const field = noise(3);
    blurField(grid, field, 0);
    expect(field).toEqual(noise(3));
  });
});

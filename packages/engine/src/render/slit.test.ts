import { describe, expect, it } from 'vitest';
import type { PlateGrid } from '../rig/plate-grid.ts';
import { readPair } from '../rig/plate-grid.ts';
import { coverLower, moveSlit, rimAt, slitRect } from './slit.ts';

const SIZE = 120;
const grid: PlateGrid = { columns: 31, rows: 31, cellPx: 4, originXPx: 0, originYPx: 0 };
const all = { xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE };

/** A field that moves everything alike. */
function shift(dx: number, dy: number): Float32Array {
  return new Float32Array(2 * 31 * 31).map((_, i) => (i % 2 ? dy : dx));
}

/** A rim from (25, 60) to (95, 60), bent upwards by `bend` px. */
function rim(bend = 0, tilt = 0): Float32Array {
  const points = new Float32Array(2 * 49);
  for (let i = 0; i < 49; i++) {
    const t = -1 + i / 24;
    points.set([60 + 35 * t, 60 + tilt * 35 * t - bend * (1 - t * t)], 2 * i);
  }
  return points;
}

function coverageOf(slit: ReturnType<typeof moveSlit>, softPx = 1): Uint8Array {
  const coverage = new Uint8Array(SIZE * SIZE).fill(7);
  coverLower(slit, all, SIZE, softPx, coverage);
  return coverage;
}

describe('moveSlit', () => {
  it('opens by as much as its layers part', () => {
    const slit = moveSlit(grid, shift(0, -3), shift(0, 5), rim(), rim());
    expect(slit.gapPx).toBeCloseTo(8, 3);
    expect(rimAt(slit, slit.top, 0)).toBeCloseTo(4, 3);
    expect(rimAt(slit, slit.bottom, 0)).toBeCloseTo(-4, 3);
    expect(slit.endPx - slit.startPx).toBeCloseTo(70, 3);
  });

  it('is shut where they meet and negative where they overlap', () => {
    expect(moveSlit(grid, shift(0, 0), shift(0, 0), rim(), rim()).gapPx).toBeCloseTo(0, 4);
    expect(moveSlit(grid, shift(0, 2), shift(0, 0), rim(), rim()).gapPx).toBeCloseTo(-2, 3);
  });

  it('goes along and turns with the face', () => {
    const slit = moveSlit(grid, shift(6, -4), shift(6, -4), rim(5, 0.4), rim(-5, 0.4));
    expect([slit.centreXPx, slit.centreYPx]).toEqual([
      expect.closeTo(66, 3),
      expect.closeTo(56, 3),
    ]);
    expect(slit.alongY / slit.alongX).toBeCloseTo(0.4, 4);
    expect(slit.gapPx).toBeGreaterThan(7);
    expect(slit.gapPx).toBeLessThan(10);
    // Outside the corners a rim keeps the corner's height.
    expect(rimAt(slit, slit.top, 500)).toBeCloseTo(rimAt(slit, slit.top, slit.endPx), 6);
  });
});

describe('coverLower', () => {
  it('covers all below the slit and nothing above it', () => {
    const coverage = coverageOf(moveSlit(grid, shift(0, -4), shift(0, 4), rim(), rim()), 2);
    for (let y = 0; y < SIZE; y++) {
      const row = coverage.subarray(y * SIZE, (y + 1) * SIZE);
      if (y > 66) expect(new Set(row)).toEqual(new Set([255]));
      if (y < 54) expect(new Set(row)).toEqual(new Set([0]));
    }
  });

  it('reaches into the opening by no more than its feather', () => {
    const coverage = coverageOf(moveSlit(grid, shift(0, -10), shift(0, 10), rim(), rim()), 2);
    for (let y = 52; y < 66; y++) expect(coverage[y * SIZE + 60]).toBe(0);
    expect(coverage[72 * SIZE + 60]).toBe(255);
  });

  it('falls monotonically upwards in every column, over about the feather', () => {
    const coverage = coverageOf(moveSlit(grid, shift(0, 0), shift(0, 0), rim(8), rim(8)), 3);
    for (let x = 0; x < SIZE; x++) {
      let between = 0;
      for (let y = 1; y < SIZE; y++) {
        const [above, here] = [coverage[(y - 1) * SIZE + x], coverage[y * SIZE + x]];
        expect(here).toBeGreaterThanOrEqual(above);
        if (here > 0 && here < 255) between++;
      }
      expect(between).toBeLessThanOrEqual(5);
    }
  });

  it('runs through the middle of rims that cross', () => {
    const coverage = coverageOf(moveSlit(grid, shift(0, 3), shift(0, -3), rim(), rim()), 1);
    expect(coverage[58 * SIZE + 60]).toBe(0);
    expect(coverage[61 * SIZE + 60]).toBe(255);
  });

  it('writes its rectangle only', () => {
    const coverage = new Uint8Array(SIZE * SIZE).fill(7);
    const slit = moveSlit(grid, shift(0, 0), shift(0, 0), rim(), rim());
    coverLower(slit, { xPx: 30, yPx: 50, widthPx: 10, heightPx: 20 }, SIZE, 1, coverage);
    coverage.forEach((v, i) => {
      const inside = i % SIZE >= 30 && i % SIZE < 40 && i >= 50 * SIZE && i < 70 * SIZE;
      if (inside) expect(v).not.toBe(7);
      else expect(v).toBe(7);
    });
  });

  it('leaves out what lies beyond where its layers differ: another slit may be there', () => {
    const slit = moveSlit(grid, shift(0, 0), shift(0, 0), rim(), rim());
    const coverage = new Uint8Array(SIZE * SIZE).fill(7);
    coverLower(slit, all, SIZE, 1, coverage, { besidePx: 8, belowPx: 20 });
    const plain = coverageOf(slit);
    coverage.forEach((v, i) => {
      const x = i % SIZE;
      const y = Math.floor(i / SIZE);
      if (y > 83 || x < 16 || x > 104) expect(v).toBe(0);
      else if (y < 78 && x > 18 && x < 101) expect(v).toBe(plain[i]);
    });
  });
});

it('readPair reads nodes exactly and means between them', () => {
  const field = new Float32Array(2 * 31 * 31).map((_, i) => i % 101);
  const out = new Float64Array(2);
  readPair(grid, field, 4 * 7, 4 * 9, out);
  const i = 2 * (9 * 31 + 7);
  expect([...out]).toEqual([field[i], field[i + 1]]);
  readPair(grid, shift(3, -2), 33.3, 47.1, out);
  expect(out[0]).toBeCloseTo(3, 9);
  expect(out[1]).toBeCloseTo(-2, 9);
});

it('slitRect holds its box and stays within bounds', () => {
  const axes = { centreXPx: 60, centreYPx: 60, alongX: Math.cos(0.3), alongY: Math.sin(0.3) };
  const rect = slitRect(axes, -30, 30, -10, 15, all);
  for (const x of [-30, 30]) {
    for (const y of [-10, 15]) {
      const px = 60 + x * axes.alongX + y * axes.alongY;
      const py = 60 + x * axes.alongY - y * axes.alongX;
      expect(px >= rect.xPx && px <= rect.xPx + rect.widthPx).toBe(true);
      expect(py >= rect.yPx && py <= rect.yPx + rect.heightPx).toBe(true);
    }
  }
  expect(slitRect(axes, -900, 900, -900, 900, all)).toEqual(all);
  expect(slitRect({ ...axes, centreXPx: -500 }, -5, 5, -5, 5, all).widthPx).toBe(0);
});

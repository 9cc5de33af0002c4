import { beforeAll, describe, expect, it } from 'vitest';
import {
  createRandom,
  fillWithNoise,
  fillWithShares,
  gridOver,
  largestDifference,
} from '../../../test/support/kernel-frames.ts';
import { loadKernels } from '../../platform/node/load-kernels.ts';
import { createFlowGrid } from '../invert-flow.ts';
import type { CreateKernels } from './kernels.ts';
import { createTypeScriptKernels } from './kernels-reference.ts';

let createWasm: CreateKernels;
beforeAll(async () => {
  createWasm = await loadKernels();
  // Or the comparison below would hold the twin against itself.
  expect(createWasm).not.toBe(createTypeScriptKernels);
});

describe('WASM kernels against their TypeScript twin', () => {
  it.each([
    [64, 48, 8, 0],
    [62, 50, 4, 0],
    [34, 90, 2, 0],
    [58, 46, 7, -3.5],
    [6, 4, 8, 0],
    [2, 10, 4, 0],
  ])('agree within one level: %s × %s, %s px cells, origin %s', (width, height, cellPx, origin) => {
    const random = createRandom(width + cellPx);
    const [a, b] = [createTypeScriptKernels(width, height), createWasm(width, height)];
    fillWithShares(a, random);
    fillWithNoise(a.coverage, random);
    for (let i = 0; i < a.coverage.length; i += 3) a.coverage[i] = i % 2 ? 0 : 255;
    b.plate.set(a.plate);
    b.ground.set(a.ground);
    b.coverage.set(a.coverage);
    // Some cells rest, some move a little, some point outside the plate.
    const reach = [0, 0, 3, 40];
    const grid = gridOver(
      a,
      cellPx,
      (x, y) => {
        const by = reach[Math.floor(random() * reach.length)]!;
        const away = () => (random() - 0.5) * by;
        return [x + away(), y + away(), by ? 0.6 + random() : 1, by ? random() - 0.5 : 0];
      },
      origin,
    );
    const rect = { xPx: 1, yPx: 1, widthPx: width - 1, heightPx: height - 2 };
    for (const masked of [false, true]) {
      for (const kernels of [a, b]) {
        kernels.reset();
        kernels.warp(grid, rect, masked);
      }
      expect(largestDifference(a.frame, b.frame)).toBeLessThanOrEqual(1);
    }
    expect(largestDifference(a.frame, a.plate)).toBeGreaterThan(20);
    b.frame.set(a.frame);
    expect(largestDifference(a.toI420(), b.toI420())).toBe(0);
  });

  it('find where nodes come from like the twin, on smooth maps, stretched ones and near folds', () => {
    const grid = { columns: 41, rows: 37, cellPx: 3.5, originXPx: 7, originYPx: 2.5 };
    const box = { column0: 2, row0: 3, column1: 39, row1: 36 };
    const wasm = createWasm(160, 144);
    const random = createRandom(5);
    for (const sizePx of [0.4, 4, 11, 26]) {
      const [phase, turns] = [6 * random(), 0.05 + 0.1 * random()];
      const displacement = new Float32Array(2 * grid.columns * grid.rows).map((_, i) => {
        const [c, r] = [(i >> 1) % grid.columns, Math.floor((i >> 1) / grid.columns)];
        if (c < 9) return 0;
        return sizePx * Math.sin(phase + turns * (i % 2 ? c + 2 * r : r - c));
      });
      const logGain = displacement.map((d) => 0.02 * d).filter((_, i) => i % 2 === 0);
      const flows = [wasm, createTypeScriptKernels(160, 144)].map((kernels) => {
        const flow = createFlowGrid(grid, box);
        kernels.invertFlow(grid, displacement, logGain, 0.2, box, flow);
        return flow.cells;
      });
      let apart = 0;
      flows[0].forEach((value, i) => {
        if (Math.abs(value - flows[1][i]) > (i % 4 < 2 ? 0.01 : 0.002)) apart += 1;
      });
      // Where the map folds a node has several sources, and rounding decides between them.
      expect(apart / flows[0].length, `${sizePx} px`).toBeLessThan(sizePx > 20 ? 0.02 : 1e-9);
      expect(flows[0].every(Number.isFinite)).toBe(true);
    }
  });

  it('refuse grids that their memory has no room for', () => {
    const grid = { columns: 64, rows: 64, cellPx: 0.5, originXPx: 0, originYPx: 0 };
    const box = { column0: 0, row0: 0, column1: 64, row1: 64 };
    const field = new Float32Array(2 * 64 * 64);
    const flow = createFlowGrid(grid, box);
    expect(() =>
      createWasm(32, 32).invertFlow(grid, field, field.subarray(0, 4096), 0, box, flow),
    ).toThrow(/finer than 2 px/);
  });

  it('keep one memory for each frame size', () => {
    const [small, large] = [createWasm(8, 8), createWasm(512, 512)];
    small.plate.fill(9);
    large.plate.fill(200);
    small.reset();
    expect(new Set(small.frame)).toEqual(new Set([9, 255]));
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../platform/node/load-kernels.ts';
import { createFlowGrid } from '../invert-flow.ts';
import type { CreateKernels, FlowGrid, Kernels } from './kernels.ts';
import { createTypeScriptKernels } from './kernels-reference.ts';

let createWasm: CreateKernels;
beforeAll(async () => {
  createWasm = await loadKernels();
  // Or the comparison below would hold the twin against itself.
  expect(createWasm).not.toBe(createTypeScriptKernels);
});

/** Numbers in 0..1, the same at every run (Park and Miller's generator). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function fillWithNoise(buffer: Uint8Array, random: () => number): void {
  for (let i = 0; i < buffer.length; i += 1) buffer[i] = Math.floor(random() * 256);
}

function fillWithNoisePicture(rgba: Uint8Array, random: () => number): void {
  fillWithNoise(rgba, random);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
}

/** Some of it whole, some of it shares, some nothing: colours times alpha, over a noisy ground. */
function fillWithShares({ plate, ground }: Kernels, random: () => number): void {
  fillWithNoise(ground, random);
  for (let i = 0; i < plate.length; i += 4) {
    const part = (i >> 6) % 3;
    const alpha = part === 0 ? 255 : part === 1 ? 0 : Math.floor(random() * 256);
    plate[i + 3] = alpha;
    for (let k = 0; k < 3; k += 1) plate[i + k] = Math.floor(random() * (alpha + 1));
  }
}

/** The plate over the ground, pixel by pixel. */
function laidOver({ plate, ground }: Kernels): Uint8Array {
  return plate.map((value, i) => {
    if (i % 4 === 3) return 255;
    const behind = 255 - plate[i - (i % 4) + 3]!;
    return value + Math.round((behind * ground[i]!) / 255);
  });
}

type Cell = [number, number, number, number];

function gridOver(
  kernels: Kernels,
  cellPx: number,
  cell: (xPx: number, yPx: number) => Cell,
  originPx = 0,
): FlowGrid {
  const columns = Math.ceil((kernels.widthPx - originPx) / cellPx) + 1;
  const rows = Math.ceil((kernels.heightPx - originPx) / cellPx) + 1;
  const cells = new Float32Array(4 * columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const values = cell(originPx + column * cellPx, originPx + row * cellPx);
      cells.set(values, 4 * (row * columns + column));
    }
  }
  return { cells, columns, rows, cellPx, originXPx: originPx, originYPx: originPx };
}

const whole = (kernels: Kernels) => ({
  xPx: 0,
  yPx: 0,
  widthPx: kernels.widthPx,
  heightPx: kernels.heightPx,
});

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i += 1) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

const twins = [
  ['TypeScript', () => createTypeScriptKernels],
  ['WASM', () => createWasm],
] as const;

describe.each(twins)('%s kernels', (_, create) => {
  const noisy = (widthPx: number, heightPx: number, seed = 1) => {
    const kernels = create()(widthPx, heightPx);
    fillWithNoisePicture(kernels.plate, createRandom(seed));
    return kernels;
  };

  it.each([8, 4, 6, 7.3])(
    'give the plate back exactly where nothing moves (%s px cells)',
    (cellPx) => {
      const kernels = noisy(62, 46);
      kernels.warp(
        gridOver(kernels, cellPx, (x, y) => [x, y, 1, 0]),
        whole(kernels),
        false,
      );
      expect(largestDifference(kernels.frame, kernels.plate)).toBe(0);
    },
  );

  it.each([8, 7.3])(
    'lay shares over the ground exactly where nothing moves (%s px cells)',
    (cellPx) => {
      for (const masked of [false, true]) {
        const kernels = create()(62, 46);
        fillWithShares(kernels, createRandom(3));
        kernels.coverage.fill(255);
        const expected = laidOver(kernels);
        const grid = gridOver(kernels, cellPx, (x, y) => [x, y, 1, 0]);
        kernels.warp(grid, whole(kernels), masked);
        expect(largestDifference(kernels.frame, expected)).toBe(0);
        kernels.frame.fill(0);
        kernels.reset();
        expect(largestDifference(kernels.frame, expected)).toBe(0);
      }
    },
  );

  it('leave the ground where it is when all before it moves', () => {
    const kernels = create()(64, 48);
    fillWithNoise(kernels.ground, createRandom(5));
    // The left half is the subject's, and goes to the left; what was behind its edge is seen.
    for (let i = 0; i < 64 * 48; i += 1) {
      if (i % 64 < 32) kernels.plate.set([90, 120, 30, 255], 4 * i);
    }
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x + 6, y, 1.5, 0.2]),
      whole(kernels),
      false,
    );
    for (let y = 0; y < 48; y += 1) {
      for (let x = 28; x < 64; x += 1) {
        const at = 4 * (64 * y + x);
        const shown = kernels.frame.subarray(at, at + 3);
        expect([...shown]).toEqual([...kernels.ground.subarray(at, at + 3)]);
      }
      expect(kernels.frame[4 * (64 * y + 20) + 1]).toBe(180);
    }
  });

  it('show nothing of an outline between things of the same colour', () => {
    const kernels = create()(64, 64);
    const grey = [120, 120, 120, 255];
    for (let i = 0; i < 64 * 64; i += 1) {
      // Its edge crosses three columns to a row; pixels that it cuts are covered in part.
      const [x, y] = [i % 64, Math.floor(i / 64)];
      const covered = Math.min(1, Math.max(0, 32 + (y - 32) / 3 - x));
      kernels.plate.set(
        grey.map((level) => Math.round(level * covered)),
        4 * i,
      );
      kernels.ground.set(grey, 4 * i);
    }
    for (const off of [0.25, 0.5, 0.75]) {
      kernels.warp(
        gridOver(kernels, 8, (x, y) => [x + off, y + 0.3, 1, 0]),
        whole(kernels),
        false,
      );
      const levels = kernels.frame.filter((_, i) => i % 4 === 0);
      expect(Math.max(...levels)).toBeLessThan(122);
      expect(Math.min(...levels)).toBeGreaterThan(118);
    }
  });

  it('move the picture by whole pixels exactly, with edges replicated', () => {
    const kernels = noisy(40, 32);
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x + 3, y - 2, 1, 0]),
      whole(kernels),
      false,
    );
    const expected = new Uint8Array(kernels.plate.length);
    for (let y = 0; y < 32; y += 1) {
      for (let x = 0; x < 40; x += 1) {
        const from = 4 * (Math.max(y - 2, 0) * 40 + Math.min(x + 3, 39));
        expected.set(kernels.plate.subarray(from, from + 4), 4 * (y * 40 + x));
      }
    }
    expect(largestDifference(kernels.frame, expected)).toBe(0);
  });

  it('reproduce a ramp between its pixels', () => {
    const kernels = create()(48, 16);
    for (let i = 0; i < 48 * 16; i += 1) kernels.plate.fill(4 * (i % 48), 4 * i, 4 * i + 4);
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x + 0.25, y, 1, 0]),
      whole(kernels),
      false,
    );
    // 4 levels a pixel, a quarter of a pixel: one level brighter, away from the borders.
    for (let x = 2; x < 44; x += 1) expect(kernels.frame[4 * (5 * 48 + x)]).toBe(4 * x + 1);
  });

  it('keep a constant colour constant and make every pixel opaque', () => {
    const kernels = create()(32, 24);
    for (let i = 0; i < 32 * 24; i += 1) kernels.plate.set([200, 100, 50, 255], 4 * i);
    const random = createRandom(5);
    const far = (at: number) => at + (random() - 0.5) * 90;
    kernels.warp(
      gridOver(kernels, 4, (x, y) => [far(x), far(y), 1, 0]),
      whole(kernels),
      false,
    );
    expect(largestDifference(kernels.frame, kernels.plate)).toBe(0);
  });

  it('apply gain and warmth to the colours and clamp them', () => {
    const kernels = create()(8, 8);
    for (let i = 0; i < 64; i += 1) kernels.plate.set([100, 100, 100, 255], 4 * i);
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x, y, 1.5, 0.1]),
      whole(kernels),
      false,
    );
    expect([...kernels.frame.subarray(0, 4)]).toEqual([165, 150, 135, 255]);
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x, y, 4, 0]),
      whole(kernels),
      false,
    );
    expect([...kernels.frame.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  });

  it('touch nothing outside the rectangle', () => {
    const kernels = noisy(30, 22);
    kernels.frame.fill(7);
    const rect = { xPx: 5, yPx: 3, widthPx: 11, heightPx: 9 };
    kernels.warp(
      gridOver(kernels, 8, (x, y) => [x + 1.3, y + 0.7, 1, 0]),
      rect,
      false,
    );
    for (let y = 0; y < 22; y += 1) {
      for (let x = 0; x < 30; x += 1) {
        const inside = x >= 5 && x < 16 && y >= 3 && y < 12;
        const alpha = kernels.frame[4 * (y * 30 + x) + 3];
        expect(alpha, `${x},${y}`).toBe(inside ? 255 : 7);
      }
    }
  });

  it('blend by coverage and leave pixels of coverage 0 alone', () => {
    const kernels = create()(16, 8);
    kernels.plate.fill(200);
    kernels.frame.fill(100);
    kernels.coverage.fill(0);
    kernels.coverage.set([0, 51, 128, 255]);
    for (const shift of [0, 0.4]) {
      kernels.frame.fill(100);
      const grid = gridOver(kernels, 8, (x, y) => [x + shift, y, 1, 0]);
      kernels.warp(grid, whole(kernels), true);
      const reds = [0, 1, 2, 3, 4].map((x) => kernels.frame[4 * x]);
      expect(reds).toEqual([100, 120, 150, 200, 100]);
    }
  });

  it('reset the frame to the plate', () => {
    const kernels = noisy(20, 10);
    kernels.frame.fill(0);
    kernels.reset();
    expect(largestDifference(kernels.frame, kernels.plate)).toBe(0);
  });

  it.each([
    { xPx: 3, yPx: 2, widthPx: 7, heightPx: 5 },
    { xPx: 8, yPx: 0, widthPx: 14, heightPx: 9 },
    { xPx: 1, yPx: 13, widthPx: 21, heightPx: 1 },
  ])('reset and convert a part of the frame: %o', (rect) => {
    const kernels = noisy(22, 14);
    kernels.reset();
    const before = kernels.toI420().slice();
    const { xPx, yPx, widthPx, heightPx } = rect;
    for (let y = yPx; y < yPx + heightPx; y++) {
      kernels.frame.fill(99, 4 * (22 * y + xPx), 4 * (22 * y + xPx + widthPx));
    }
    const part = kernels.toI420(rect).slice();
    expect(largestDifference(part, before)).toBeGreaterThan(20);
    expect(largestDifference(part, kernels.toI420())).toBe(0);
    // Rows above are not asked for, and stay as they were.
    const above = 4 * 22 * yPx;
    kernels.frame.fill(7, 0, above);
    kernels.reset(rect);
    const below = kernels.frame.subarray(above);
    expect(largestDifference(below, kernels.plate.subarray(above))).toBe(0);
    expect(new Set(kernels.frame.subarray(0, above))).toEqual(new Set(yPx ? [7] : []));
  });

  // R'G'B' → limited-range Y'CbCr of BT.709-6: 75 % bars are not needed, the corners decide.
  it.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['grey', [128, 128, 128], [126, 128, 128]],
    ['red', [255, 0, 0], [63, 102, 240]],
    ['green', [0, 255, 0], [173, 42, 26]],
    ['blue', [0, 0, 255], [32, 240, 118]],
  ] as const)('write %s as BT.709 in limited range', (_name, rgb, yuv) => {
    for (const [widthPx, heightPx] of [
      [8, 4],
      [10, 6],
      [2, 2],
    ] as const) {
      const kernels = create()(widthPx, heightPx);
      for (let i = 0; i < widthPx * heightPx; i += 1) kernels.frame.set([...rgb, 255], 4 * i);
      const i420 = kernels.toI420();
      const luma = widthPx * heightPx;
      expect(i420.length).toBe((luma * 3) / 2);
      expect(new Set(i420.subarray(0, luma))).toEqual(new Set([yuv[0]]));
      expect(new Set(i420.subarray(luma, luma * 1.25))).toEqual(new Set([yuv[1]]));
      expect(new Set(i420.subarray(luma * 1.25))).toEqual(new Set([yuv[2]]));
    }
  });

  it('refuse a rectangle that leaves the frame', () => {
    const kernels = create()(16, 16);
    const grid = gridOver(kernels, 8, (x, y) => [x, y, 1, 0]);
    const outside = { xPx: 8, yPx: 0, widthPx: 9, heightPx: 4 };
    expect(() => kernels.warp(grid, outside, false)).toThrow(RangeError);
    const fractional = { xPx: 0.5, yPx: 0, widthPx: 4, heightPx: 4 };
    expect(() => kernels.warp(grid, fractional, false)).toThrow(RangeError);
  });
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

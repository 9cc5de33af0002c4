import { beforeAll, describe, expect, it } from 'vitest';
import {
  createRandom,
  fillWithNoise,
  fillWithNoisePicture,
  fillWithShares,
  gridOver,
  laidOver,
  largestDifference,
  whole,
} from '../../../test/support/kernel-frames.ts';
import { loadKernels } from '../../platform/node/load-kernels.ts';
import type { CreateKernels } from './kernels.ts';
import { createTypeScriptKernels } from './kernels-reference.ts';

let createWasm: CreateKernels;
beforeAll(async () => {
  createWasm = await loadKernels();
  // Or the twin would be tested twice, and the fast kernels not at all.
  expect(createWasm).not.toBe(createTypeScriptKernels);
});

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
    // What is not asked for stays as it was, also right beside it.
    kernels.frame.fill(7);
    kernels.reset(rect);
    const expected = kernels.plate.map((value, i) => {
      const [x, y] = [(i >> 2) % 22, Math.floor((i >> 2) / 22)];
      const inside = x >= xPx && x < xPx + widthPx && y >= yPx && y < yPx + heightPx;
      return inside ? value : 7;
    });
    expect(largestDifference(kernels.frame, expected)).toBe(0);
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

import { expect } from 'vitest';
import type { FlowGrid, Kernels } from '../../src/render/kernels/kernels.ts';

/** Numbers in 0..1, the same at every run (Park and Miller's generator). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function fillWithNoise(buffer: Uint8Array, random: () => number): void {
  for (let i = 0; i < buffer.length; i += 1) buffer[i] = Math.floor(random() * 256);
}

export function fillWithNoisePicture(rgba: Uint8Array, random: () => number): void {
  fillWithNoise(rgba, random);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
}

/** Some of it whole, some of it shares, some nothing: colours times alpha, over a noisy ground. */
export function fillWithShares({ plate, ground }: Kernels, random: () => number): void {
  fillWithNoise(ground, random);
  for (let i = 0; i < plate.length; i += 4) {
    const part = (i >> 6) % 3;
    const alpha = part === 0 ? 255 : part === 1 ? 0 : Math.floor(random() * 256);
    plate[i + 3] = alpha;
    for (let k = 0; k < 3; k += 1) plate[i + k] = Math.floor(random() * (alpha + 1));
  }
}

/** The plate over the ground, pixel by pixel. */
export function laidOver({ plate, ground }: Kernels): Uint8Array {
  return plate.map((value, i) => {
    if (i % 4 === 3) return 255;
    const behind = 255 - plate[i - (i % 4) + 3]!;
    return value + Math.round((behind * ground[i]!) / 255);
  });
}

export type Cell = [number, number, number, number];

export function gridOver(
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

export const whole = (kernels: Kernels) => ({
  xPx: 0,
  yPx: 0,
  widthPx: kernels.widthPx,
  heightPx: kernels.heightPx,
});

export function largestDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i += 1) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

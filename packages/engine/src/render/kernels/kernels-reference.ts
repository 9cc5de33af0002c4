import { invertFlow } from '../invert-flow.ts';
import { cubicWeight, OUTLINE_SLOPE, SLOPE, softness01 } from '../sample-cubic.ts';
import { assertWarpArguments, type CreateKernels, edgesOf, type FlowGrid } from './kernels.ts';

// The readable twin of kernels/assembly: what the WASM kernels do, one pixel at a time. It is the
// specification that the tests hold them to, and the fallback where WASM SIMD is missing.

/**
 * Integer RGB → BT.709 limited range, scaled by 2^15 (ITU-R BT.709-6, 3.2-3.5). The chroma
 * rows sum to 0, so that greys have no colour.
 */
export const I420_COEFFICIENTS = {
  y: [5983, 20127, 2032],
  u: [-3298, -11094, 14392],
  v: [14392, -13072, -1320],
} as const;

/** A cell whose positions are this close to its own pixels is copied: far below one level. */
export const IDENTITY_TOLERANCE_PX = 1 / 4096;

/** Kernels in plain TypeScript. */
export const createTypeScriptKernels: CreateKernels = (widthPx, heightPx) => {
  const plate = new Uint8Array(4 * widthPx * heightPx);
  const ground = new Uint8Array(4 * widthPx * heightPx);
  const frame = new Uint8Array(4 * widthPx * heightPx);
  const coverage = new Uint8Array(widthPx * heightPx);
  const i420 = new Uint8Array((widthPx * heightPx * 3) / 2);
  const colour = new Float64Array(4);
  const softer = new Float64Array(4);

  const read = (sourceX: number, sourceY: number, slope: number, out: Float64Array) => {
    const left = Math.floor(sourceX - 0.5);
    const top = Math.floor(sourceY - 0.5);
    const wx = cubicWeights(sourceX - 0.5 - left, slope);
    const wy = cubicWeights(sourceY - 0.5 - top, slope);
    out.fill(0);
    for (let j = 0; j < 4; j += 1) {
      const y = Math.min(Math.max(top - 1 + j, 0), heightPx - 1);
      for (let i = 0; i < 4; i += 1) {
        const x = Math.min(Math.max(left - 1 + i, 0), widthPx - 1);
        const weight = wx[i]! * wy[j]!;
        const at = 4 * (y * widthPx + x);
        for (let k = 0; k < 4; k += 1) out[k]! += weight * plate[at + k]!;
      }
    }
  };
  const sample = (sourceX: number, sourceY: number) => {
    read(sourceX, sourceY, SLOPE, colour);
    const soft = softness01(colour[3]!);
    if (soft === 0) return;
    read(sourceX, sourceY, OUTLINE_SLOPE, softer);
    for (let k = 0; k < 4; k += 1) colour[k]! += soft * (softer[k]! - colour[k]!);
  };

  return {
    widthPx,
    heightPx,
    plate,
    ground,
    frame,
    coverage,
    warp(grid, rect, masked) {
      assertWarpArguments(grid, rect, widthPx, heightPx);
      for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y += 1) {
        for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x += 1) {
          const cover = masked ? coverage[y * widthPx + x]! : 255;
          if (cover === 0) continue;
          const [sourceX, sourceY, gain, warmth] = interpolate(grid, x + 0.5, y + 0.5);
          sample(sourceX, sourceY);
          colour[0]! *= gain * (1 + warmth);
          colour[1]! *= gain;
          colour[2]! *= gain * (1 - warmth);
          // Where alpha overshoots, so does what it leaves of the ground: together they are as they should be.
          const behind = 1 - colour[3]! / 255;
          const at = 4 * (y * widthPx + x);
          for (let channel = 0; channel < 3; channel += 1) {
            const value = toByte(colour[channel]! + behind * ground[at + channel]!);
            const under = frame[at + channel]!;
            frame[at + channel] = toByte(under + ((value - under) * cover) / 255);
          }
          frame[at + 3] = 255;
        }
      }
    },
    invertFlow,
    reset(rect) {
      const [x0, y0, x1, y1] = edgesOf(rect, widthPx, heightPx, 1);
      for (let y = y0; y < y1; y += 1) {
        for (let at = 4 * (y * widthPx + x0); at < 4 * (y * widthPx + x1); at += 4) {
          const behind = 1 - plate[at + 3]! / 255;
          for (let channel = 0; channel < 3; channel += 1) {
            frame[at + channel] = toByte(plate[at + channel]! + behind * ground[at + channel]!);
          }
          frame[at + 3] = 255;
        }
      }
    },
    toI420(rect) {
      writeI420(frame, widthPx, heightPx, edgesOf(rect, widthPx, heightPx, 2), i420);
      return i420;
    },
  };
};

/** Weights of the four taps at −1, 0, 1, 2 for a position `f` in 0..1 between the middle two. */
function cubicWeights(f: number, slope: number): [number, number, number, number] {
  const weight = (d: number) => cubicWeight(d, slope);
  return [weight(f + 1), weight(f), weight(1 - f), weight(2 - f)];
}

function interpolate(grid: FlowGrid, xPx: number, yPx: number): [number, number, number, number] {
  const u = (xPx - grid.originXPx) / grid.cellPx;
  const v = (yPx - grid.originYPx) / grid.cellPx;
  const column = Math.min(Math.max(Math.floor(u), 0), grid.columns - 2);
  const row = Math.min(Math.max(Math.floor(v), 0), grid.rows - 2);
  const fu = u - column;
  const fv = v - row;
  const at = 4 * (row * grid.columns + column);
  const below = at + 4 * grid.columns;
  const cell = (k: number) => {
    const leftSide = grid.cells[at + k]! * (1 - fv) + grid.cells[below + k]! * fv;
    const rightSide = grid.cells[at + 4 + k]! * (1 - fv) + grid.cells[below + 4 + k]! * fv;
    return leftSide * (1 - fu) + rightSide * fu;
  };
  return [cell(0), cell(1), cell(2), cell(3)];
}

function toByte(value: number): number {
  return Math.min(Math.max(Math.floor(value + 0.5), 0), 255);
}

function writeI420(
  frame: Uint8Array,
  widthPx: number,
  heightPx: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  out: Uint8Array,
): void {
  const { y: cy, u: cu, v: cv } = I420_COEFFICIENTS;
  const chromaWidth = widthPx / 2;
  const uStart = widthPx * heightPx;
  const vStart = uStart + (chromaWidth * heightPx) / 2;
  for (let y = y0; y < y1; y += 1) {
    for (let pixel = y * widthPx + x0; pixel < y * widthPx + x1; pixel += 1) {
      const at = 4 * pixel;
      const luma = cy[0] * frame[at]! + cy[1] * frame[at + 1]! + cy[2] * frame[at + 2]!;
      out[pixel] = 16 + ((luma + 16384) >> 15);
    }
  }
  for (let y = y0; y < y1; y += 2) {
    for (let x = x0; x < x1; x += 2) {
      const at = 4 * (y * widthPx + x);
      const below = at + 4 * widthPx;
      const sum = (k: number) =>
        frame[at + k]! + frame[at + 4 + k]! + frame[below + k]! + frame[below + 4 + k]!;
      const [r, g, b] = [sum(0), sum(1), sum(2)];
      const to = (y / 2) * chromaWidth + x / 2;
      out[uStart + to] = 128 + ((cu[0] * r + cu[1] * g + cu[2] * b + 65536) >> 17);
      out[vStart + to] = 128 + ((cv[0] * r + cv[1] * g + cv[2] * b + 65536) >> 17);
    }
  }
}

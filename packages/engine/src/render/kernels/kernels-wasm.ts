import { assertWarpArguments, type CreateKernels, edgesOf, type Kernels } from './kernels.ts';

/** What kernels/build/kernels.wasm exports; addresses and sizes in bytes. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBufferLike; grow(pages: number): number };
  readonly MEMORY_BASE: { readonly value: number };
  warp(
    plate: number,
    frame: number,
    coverage: number,
    widthPx: number,
    heightPx: number,
    cells: number,
    columns: number,
    rows: number,
    cellPx: number,
    originXPx: number,
    originYPx: number,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    scratch: number,
    ground: number,
  ): void;
  invertFlow(
    displacement: number,
    logGain: number,
    columns: number,
    rows: number,
    cellPx: number,
    originXPx: number,
    originYPx: number,
    warmth: number,
    column0: number,
    row0: number,
    column1: number,
    row1: number,
    cells: number,
  ): void;
  overlay(
    plate: number,
    ground: number,
    frame: number,
    widthPx: number,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ): void;
  toI420(
    frame: number,
    out: number,
    widthPx: number,
    heightPx: number,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ): void;
}

const PAGE_BYTES = 65_536;
/** The finest grid that the buffers have room for. */
const FINEST_CELL_PX = 2;
const TOO_FINE = `a grid finer than ${FINEST_CELL_PX} px a cell is not supported`;
/** The sampler reads 16 bytes at a time; buffers are kept this far apart. */
const ALIGN_BYTES = 64;

/**
 * Kernels in WASM SIMD. `instantiate` gives a fresh instance of the module for every frame size
 * (a platform's work: Node reads the file, a browser fetches it), so that each has its own memory.
 */
export function createWasmKernels(instantiate: () => KernelExports): CreateKernels {
  return (widthPx, heightPx) => layOut(instantiate(), widthPx, heightPx);
}

function layOut(wasm: KernelExports, widthPx: number, heightPx: number): Kernels {
  const pixels = widthPx * heightPx;
  const columns = Math.ceil(widthPx / FINEST_CELL_PX) + 4;
  const nodes = columns * (Math.ceil(heightPx / FINEST_CELL_PX) + 4);
  let end = wasm.MEMORY_BASE.value;
  const take = (bytes: number): number => {
    const start = Math.ceil(end / ALIGN_BYTES) * ALIGN_BYTES;
    end = start + bytes;
    return start;
  };
  const plateAt = take(4 * pixels);
  const groundAt = take(4 * pixels);
  const frameAt = take(4 * pixels);
  const coverageAt = take(pixels);
  const i420At = take((pixels * 3) / 2);
  const cellsAt = take(16 * nodes);
  const displacementAt = take(8 * nodes);
  const logGainAt = take(4 * nodes);
  const scratchAt = take(24 * (widthPx + 4) + 32 * columns);
  const missing = end + ALIGN_BYTES - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / PAGE_BYTES));

  // The memory never grows again, so these views stay valid.
  const { buffer } = wasm.memory;
  const plate = new Uint8Array(buffer, plateAt, 4 * pixels);
  const ground = new Uint8Array(buffer, groundAt, 4 * pixels);
  const frame = new Uint8Array(buffer, frameAt, 4 * pixels);
  const coverage = new Uint8Array(buffer, coverageAt, pixels);
  const i420 = new Uint8Array(buffer, i420At, (pixels * 3) / 2);
  const cells = new Float32Array(buffer, cellsAt, 4 * nodes);
  const displacements = new Float32Array(buffer, displacementAt, 2 * nodes);
  const logGains = new Float32Array(buffer, logGainAt, nodes);

  return {
    widthPx,
    heightPx,
    plate,
    ground,
    frame,
    coverage,
    warp(grid, rect, masked) {
      assertWarpArguments(grid, rect, widthPx, heightPx);
      const length = 4 * grid.columns * grid.rows;
      if (length > cells.length || grid.columns > columns) {
        throw new RangeError(`warp: ${TOO_FINE}`);
      }
      cells.set(grid.cells.length === length ? grid.cells : grid.cells.subarray(0, length));
      wasm.warp(
        plateAt,
        frameAt,
        masked ? coverageAt : 0,
        widthPx,
        heightPx,
        cellsAt,
        grid.columns,
        grid.rows,
        grid.cellPx,
        grid.originXPx,
        grid.originYPx,
        rect.xPx,
        rect.yPx,
        rect.xPx + rect.widthPx,
        rect.yPx + rect.heightPx,
        scratchAt,
        groundAt,
      );
    },
    invertFlow(grid, displacement, logGain, warmth, box, out) {
      if (logGain.length > nodes || out.columns > columns) {
        throw new RangeError(`invertFlow: ${TOO_FINE}`);
      }
      displacements.set(displacement);
      logGains.set(logGain);
      wasm.invertFlow(
        displacementAt,
        logGainAt,
        grid.columns,
        grid.rows,
        grid.cellPx,
        grid.originXPx,
        grid.originYPx,
        warmth,
        box.column0,
        box.row0,
        box.column1,
        box.row1,
        cellsAt,
      );
      out.cells.set(cells.subarray(0, out.cells.length));
    },
    reset(rect) {
      wasm.overlay(plateAt, groundAt, frameAt, widthPx, ...edgesOf(rect, widthPx, heightPx, 1));
    },
    toI420(rect) {
      const edges = edgesOf(rect, widthPx, heightPx, 2);
      wasm.toI420(frameAt, i420At, widthPx, heightPx, ...edges);
      return i420;
    },
  };
}

import type { RectPx } from '../../math/points.ts';
import type { PlateGrid } from '../../rig/plate-grid.ts';

/** A rectangle of grid nodes, half open. */
export interface NodeBox {
  readonly column0: number;
  readonly row0: number;
  readonly column1: number;
  readonly row1: number;
}

/**
 * Where each pixel of a frame comes from, on a coarse grid.
 *
 * `cells`: f32[4·columns·rows], for the node (c, r) at frame px
 * (originXPx + c·cellPx, originYPx + r·cellPx):
 *   [sourceX px, sourceY px, gain, warmth]. Source positions address the plate in frame px with
 *   pixel centres at .5. `gain` multiplies the colour (1 = unchanged), `warmth` shifts it:
 *   R·gain·(1+warmth), G·gain, B·gain·(1−warmth). Between nodes everything is bilinear. Outside
 *   the grid its edge nodes' DISPLACEMENT does not extend: callers keep `rect` inside the grid.
 */
export interface FlowGrid {
  readonly cells: Float32Array;
  readonly columns: number;
  readonly rows: number;
  readonly cellPx: number;
  readonly originXPx: number;
  readonly originYPx: number;
}

/** The pixel kernels of one frame size; WASM and TypeScript give the same bytes within one level. */
export interface Kernels {
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * The plate, u8[4·W·H]: written by the caller, read by `warp`. Its alpha is the share of a pixel
   * that belongs to whom the picture shows, and its colours are multiplied by it.
   */
  readonly plate: Uint8Array;
  /** What stands still behind the plate, u8[4·W·H]: seen where the plate's alpha is below 255. */
  readonly ground: Uint8Array;
  /** The frame under construction, u8[4·W·H]. `warp` and the painters write it. */
  readonly frame: Uint8Array;
  /**
   * Coverage, u8[W·H]: `warp` with `masked` blends its result over the frame by coverage/255
   * and skips pixels of coverage 0.
   */
  readonly coverage: Uint8Array;
  /**
   * Samples the plate bicubically (slope -1, and -1/2 where alpha is partial: see softness01; edges
   * replicated) at the grid's positions and lays it over the ground of the pixel itself, inside
   * `rect` (whole pixels, inside the frame). Where the position is the pixel's own centre and gain
   * is 1, the plate's pixel over the ground's comes back exactly. Gain and warmth do not change the
   * alpha. The frame's is 255.
   */
  warp(grid: FlowGrid, rect: RectPx, masked: boolean): void;
  /**
   * Finds where the nodes of `box` come from: see invertFlow, whose positions these are within a
   * hundredth of what counts as found.
   */
  invertFlow(
    grid: PlateGrid,
    displacement: Float32Array,
    logGain: Float32Array,
    warmth: number,
    box: NodeBox,
    out: FlowGrid,
  ): void;
  /**
   * Lays the plate over the ground, unmoved, into the frame; where a rectangle of whole pixels is
   * given, only there.
   */
  reset(rect?: RectPx): void;
  /**
   * Frame → I420, BT.709, limited range, u8[W·H·3/2] (Y, then U, then V; chroma is the mean of
   * 2×2 pixels). Width and height are even. Where a rectangle of whole pixels is given, only it is
   * converted, and the rest is as it was. The result is a view that the next call overwrites.
   */
  toI420(rect?: RectPx): Uint8Array;
}

/** Makes the kernels for one frame size. */
export type CreateKernels = (widthPx: number, heightPx: number) => Kernels;

/**
 * Left, top, right and bottom of a rectangle inside a frame, by default the whole of it, at
 * multiples of `step` pixels.
 */
export function edgesOf(
  rect: RectPx | undefined,
  widthPx: number,
  heightPx: number,
  step: 1 | 2,
): [x0: number, y0: number, x1: number, y1: number] {
  if (!rect) return [0, 0, widthPx, heightPx];
  const down = (px: number) => step * Math.floor(Math.max(0, px) / step);
  const up = (px: number, end: number) => Math.min(end, step * Math.ceil(px / step));
  const right = up(rect.xPx + rect.widthPx, widthPx);
  return [down(rect.xPx), down(rect.yPx), right, up(rect.yPx + rect.heightPx, heightPx)];
}

/**
 * Throws where `rect` is not made of whole pixels inside the frame, or the grid has no cell: a
 * caller's mistake, that would otherwise read or write outside the buffers.
 */
export function assertWarpArguments(
  grid: FlowGrid,
  rect: RectPx,
  widthPx: number,
  heightPx: number,
): void {
  const { xPx, yPx } = rect;
  const whole = [xPx, yPx, rect.widthPx, rect.heightPx].every(Number.isInteger);
  const inside =
    xPx >= 0 && yPx >= 0 && xPx + rect.widthPx <= widthPx && yPx + rect.heightPx <= heightPx;
  if (!whole || !inside || rect.widthPx < 0 || rect.heightPx < 0) {
    throw new RangeError(`warp: ${JSON.stringify(rect)} is not inside ${widthPx} × ${heightPx}`);
  }
  if (grid.columns < 2 || grid.rows < 2 || !(grid.cellPx > 0)) {
    throw new RangeError(`warp: a grid of ${grid.columns} × ${grid.rows} nodes has no cell`);
  }
  if (grid.cells.length < 4 * grid.columns * grid.rows) {
    throw new RangeError('warp: the grid has fewer cells than columns × rows');
  }
}

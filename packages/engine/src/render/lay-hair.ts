import type { FaceState } from '../expression/face-state.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';
import type { HairLayer } from '../rig/hair/hair-layer.ts';
import type { Rig } from '../rig/rig.ts';
import { turnHead } from './displacement-field.ts';
import { createFlowGrid } from './invert-flow.ts';
import type { FlowGrid, Kernels, NodeBox } from './kernels/kernels.ts';
import { nodeRect } from './slit-plan.ts';

/** What laying hair over a frame needs from frame to frame. */
export interface HairStage {
  /** The layer, u8[4·W·H] of `place`, with nothing around it: pixels beside it are sampled, too. */
  readonly rgba: Uint8Array;
  readonly place: RectPx;
  readonly field: Float32Array;
  readonly noGain: Float32Array;
  readonly box: NodeBox;
  readonly flow: FlowGrid;
  readonly rect: RectPx;
  /** u8[columns·rows] of the grid's cells: 1 where the layer, or what is sampled beside it, is. */
  readonly near: Uint8Array;
  /** Buffers of `place` and `rect`. */
  readonly plateBefore: Uint8Array;
  readonly groundBefore: Uint8Array;
}

/** What is sampled beside a layer ends so many cells of the grid from it. */
const MARGIN_CELLS = 3;
/** A head moves hair by no more than this, IOD. */
const REACH_IOD = 0.5;

/** Plans it. @param bounds pixels of the frame that may move */
export function stageHair(rig: Rig, layer: HairLayer, bounds: RectPx): HairStage {
  const { grid } = rig;
  const reach = REACH_IOD * rig.pose.iodPx;
  const column = (px: number) => (px - grid.originXPx) / grid.cellPx;
  const row = (px: number) => (px - grid.originYPx) / grid.cellPx;
  const { rect } = layer;
  const box = {
    column0: Math.max(0, Math.floor(column(rect.xPx - reach))),
    row0: Math.max(0, Math.floor(row(rect.yPx - reach))),
    column1: Math.min(grid.columns, Math.ceil(column(rect.xPx + rect.widthPx + reach)) + 1),
    row1: Math.min(grid.rows, Math.ceil(row(rect.yPx + rect.heightPx + reach)) + 1),
  };
  const moved = nodeRect(grid, box, bounds);
  const { place, rgba } = withMargin(layer, Math.ceil(MARGIN_CELLS * grid.cellPx), rig.plate);
  return {
    rgba,
    place,
    field: new Float32Array(2 * grid.columns * grid.rows),
    noGain: new Float32Array(grid.columns * grid.rows),
    box,
    flow: createFlowGrid(grid, box),
    rect: moved,
    near: cellsNear(rig, layer),
    plateBefore: new Uint8Array(rgba.length),
    groundBefore: new Uint8Array(4 * moved.widthPx * moved.heightPx),
  };
}

/** A layer with so many empty pixels around it as its plate has room for. */
function withMargin({ rect, rgba }: HairLayer, marginPx: number, plate: Picture) {
  const xPx = Math.max(0, rect.xPx - marginPx);
  const yPx = Math.max(0, rect.yPx - marginPx);
  const place = {
    xPx,
    yPx,
    widthPx: Math.min(plate.widthPx, rect.xPx + rect.widthPx + marginPx) - xPx,
    heightPx: Math.min(plate.heightPx, rect.yPx + rect.heightPx + marginPx) - yPx,
  };
  const padded = new Uint8Array(4 * place.widthPx * place.heightPx);
  const inside = { ...rect, xPx: rect.xPx - xPx, yPx: rect.yPx - yPx };
  pasteRect(rgba, inside, padded, place.widthPx);
  return { place, rgba: padded };
}

/** Cells of the grid that hold some of the layer, and those beside them. */
function cellsNear({ grid }: Rig, { rect, rgba }: HairLayer): Uint8Array {
  const near = new Uint8Array(grid.columns * grid.rows);
  for (let y = 0, at = 3; y < rect.heightPx; y++) {
    for (let x = 0; x < rect.widthPx; x++, at += 4) {
      if (rgba[at] === 0) continue;
      const c = Math.floor((rect.xPx + x - grid.originXPx) / grid.cellPx);
      const r = Math.floor((rect.yPx + y - grid.originYPx) / grid.cellPx);
      for (let j = Math.max(0, r - 1); j <= Math.min(grid.rows - 1, r + 1); j++) {
        for (let i = Math.max(0, c - 1); i <= Math.min(grid.columns - 1, c + 1); i++) {
          near[j * grid.columns + i] = 1;
        }
      }
    }
  }
  return near;
}

/**
 * Lays what hangs before the face over the frame: it goes with the head and not with the skin behind
 * it. The plate is the layer meanwhile, and the ground the frame.
 */
export function layHair(rig: Rig, state: FaceState, stage: HairStage, out: Kernels): void {
  const { rgba, place, field, noGain, box, flow, rect } = stage;
  field.fill(0);
  turnHead(rig, state, [field], box);
  out.invertFlow(rig.grid, field, noGain, 0, box, flow);
  coverNear(rig, stage, out);
  copyRect(out.plate, out.widthPx, place, stage.plateBefore);
  copyRect(out.ground, out.widthPx, rect, stage.groundBefore);
  pasteRect(rgba, place, out.plate, out.widthPx);
  moveRect(out.frame, out.ground, out.widthPx, rect);
  out.warp(flow, rect, true);
  pasteRect(stage.plateBefore, place, out.plate, out.widthPx);
  pasteRect(stage.groundBefore, rect, out.ground, out.widthPx);
}

/** Covers the pixels that come from where the layer is: nothing else need be sampled. */
function coverNear({ grid }: Rig, { near, flow, box, rect }: HairStage, out: Kernels): void {
  const { coverage, widthPx } = out;
  const { cellPx } = grid;
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    const start = y * widthPx + rect.xPx;
    coverage.fill(0, start, start + rect.widthPx);
  }
  const columns = box.column1 - box.column0;
  const rows = box.row1 - box.row0;
  for (let r = 0; r < rows - 1; r++) {
    const y0 = Math.max(rect.yPx, Math.floor(flow.originYPx + r * cellPx));
    const y1 = Math.min(rect.yPx + rect.heightPx, Math.ceil(flow.originYPx + (r + 1) * cellPx));
    for (let k = 0; k < columns - 1; k++) {
      const from = 4 * (r * columns + k);
      const c = Math.floor((flow.cells[from] - grid.originXPx) / cellPx + 0.5);
      const s = Math.floor((flow.cells[from + 1] - grid.originYPx) / cellPx + 0.5);
      if (c < 0 || s < 0 || c >= grid.columns || s >= grid.rows || !near[s * grid.columns + c])
        continue;
      const x0 = Math.max(rect.xPx, Math.floor(flow.originXPx + k * cellPx));
      const x1 = Math.min(rect.xPx + rect.widthPx, Math.ceil(flow.originXPx + (k + 1) * cellPx));
      for (let y = y0; y < y1; y++) coverage.fill(255, y * widthPx + x0, y * widthPx + x1);
    }
  }
}

function copyRect(from: Uint8Array, widthPx: number, rect: RectPx, to: Uint8Array): void {
  const length = 4 * rect.widthPx;
  for (let y = 0; y < rect.heightPx; y++) {
    const at = 4 * ((rect.yPx + y) * widthPx + rect.xPx);
    to.set(from.subarray(at, at + length), y * length);
  }
}

function pasteRect(from: Uint8Array, rect: RectPx, to: Uint8Array, widthPx: number): void {
  const length = 4 * rect.widthPx;
  for (let y = 0; y < rect.heightPx; y++) {
    to.set(from.subarray(y * length, (y + 1) * length), 4 * ((rect.yPx + y) * widthPx + rect.xPx));
  }
}

/** Copies a rectangle from one picture of a frame's size to another. */
export function moveRect(from: Uint8Array, to: Uint8Array, widthPx: number, rect: RectPx): void {
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    const at = 4 * (y * widthPx + rect.xPx);
    to.set(from.subarray(at, at + 4 * rect.widthPx), at);
  }
}

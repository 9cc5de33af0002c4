import { boxMeanLine } from '../math/box-mean.ts';
import { clamp } from '../math/easing.ts';
import type { RectPx } from '../math/points.ts';

/**
 * The coarse grid over the moving part of a frame on which fields live. Node (c, r) lies at frame
 * px (originXPx + c·cellPx, originYPx + r·cellPx); fields are f32[columns·rows], row by row.
 */
export interface PlateGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cellPx: number;
  readonly originXPx: number;
  readonly originYPx: number;
}

/** Where a node of the grid lies, by its index, frame px. Two functions, so that nothing is allocated. */
export function nodeXPx(grid: PlateGrid, node: number): number {
  return grid.originXPx + (node % grid.columns) * grid.cellPx;
}
export function nodeYPx(grid: PlateGrid, node: number): number {
  return grid.originYPx + Math.floor(node / grid.columns) * grid.cellPx;
}

/** Nodes along the longer side of the grid: a lid gap of .13 IOD then spans about six cells. */
const NODES_ACROSS = 184;

/** The grid that covers `area` with cells as fine as NODES_ACROSS allows, at least 2 px. */
export function planGrid(area: RectPx): PlateGrid {
  const longest = Math.max(area.widthPx, area.heightPx);
  const cellPx = Math.max(2, Math.ceil((longest / NODES_ACROSS) * 2) / 2);
  return {
    columns: Math.ceil(area.widthPx / cellPx) + 1,
    rows: Math.ceil(area.heightPx / cellPx) + 1,
    cellPx,
    originXPx: area.xPx,
    originYPx: area.yPx,
  };
}

/** Columns and rows of a box of nodes, both ends included; none while a first one > its last. */
export interface NodeSpan {
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/**
 * The nodes of a grid within half a width and height of a place, frame px, and the next ones around
 * them: rounding leaves none out.
 */
export function nodesAround(
  grid: PlateGrid,
  xPx: number,
  yPx: number,
  halfWidthPx: number,
  halfHeightPx: number,
): NodeSpan {
  const x = xPx - grid.originXPx;
  const y = yPx - grid.originYPx;
  return {
    firstColumn: Math.max(0, Math.floor((x - halfWidthPx) / grid.cellPx)),
    lastColumn: Math.min(grid.columns - 1, Math.ceil((x + halfWidthPx) / grid.cellPx)),
    firstRow: Math.max(0, Math.floor((y - halfHeightPx) / grid.cellPx)),
    lastRow: Math.min(grid.rows - 1, Math.ceil((y + halfHeightPx) / grid.cellPx)),
  };
}

/** A field from a function of frame px that is smooth over `stride` cells: evaluated there only. */
export function sampleSmoothField(
  grid: PlateGrid,
  components: number,
  stride: number,
  evaluate: (xPx: number, yPx: number, out: Float32Array, offset: number) => void,
): Float32Array[] {
  const cols = Math.ceil((grid.columns - 1) / stride) + 1;
  const rows = Math.ceil((grid.rows - 1) / stride) + 1;
  const coarse = new Float32Array(cols * rows * components);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      evaluate(
        grid.originXPx + c * stride * grid.cellPx,
        grid.originYPx + r * stride * grid.cellPx,
        coarse,
        (r * cols + c) * components,
      );
    }
  }
  const fields = Array.from(
    { length: components },
    () => new Float32Array(grid.columns * grid.rows),
  );
  for (let r = 0; r < grid.rows; r++) {
    const y = r / stride;
    const r0 = Math.min(rows - 2, Math.floor(y));
    const fy = y - r0;
    for (let c = 0; c < grid.columns; c++) {
      const x = c / stride;
      const c0 = Math.min(cols - 2, Math.floor(x));
      const fx = x - c0;
      const at = (r0 * cols + c0) * components;
      for (let k = 0; k < components; k++) {
        const top = coarse[at + k] * (1 - fx) + coarse[at + components + k] * fx;
        const below = at + cols * components;
        const low = coarse[below + k] * (1 - fx) + coarse[below + components + k] * fx;
        fields[k][r * grid.columns + c] = top * (1 - fy) + low * fy;
      }
    }
  }
  return fields;
}

/** Reads a field bilinearly at frame px; outside the grid the edge value. */
export function readField(grid: PlateGrid, field: Float32Array, xPx: number, yPx: number): number {
  const gx = Math.max(0, Math.min(grid.columns - 1.001, (xPx - grid.originXPx) / grid.cellPx));
  const gy = Math.max(0, Math.min(grid.rows - 1.001, (yPx - grid.originYPx) / grid.cellPx));
  const c = Math.floor(gx);
  const r = Math.floor(gy);
  const fx = gx - c;
  const fy = gy - r;
  const i = r * grid.columns + c;
  return (
    (field[i] * (1 - fx) + field[i + 1] * fx) * (1 - fy) +
    (field[i + grid.columns] * (1 - fx) + field[i + grid.columns + 1] * fx) * fy
  );
}

/** Two components of a field at a source position, bilinear. */
export function readPair(
  grid: PlateGrid,
  pairs: Float32Array,
  xPx: number,
  yPx: number,
  out: Float64Array,
): void {
  const gx = clamp((xPx - grid.originXPx) / grid.cellPx, 0, grid.columns - 1.001);
  const gy = clamp((yPx - grid.originYPx) / grid.cellPx, 0, grid.rows - 1.001);
  const c = Math.floor(gx);
  const r = Math.floor(gy);
  const fx = gx - c;
  const fy = gy - r;
  const i = 2 * (r * grid.columns + c);
  const j = i + 2 * grid.columns;
  for (let k = 0; k < 2; k++) {
    out[k] =
      (pairs[i + k] * (1 - fx) + pairs[i + 2 + k] * fx) * (1 - fy) +
      (pairs[j + k] * (1 - fx) + pairs[j + 2 + k] * fx) * fy;
  }
}

/** Where a field carries a place, px. */
export function carriedBy(
  grid: PlateGrid,
  field: Float32Array,
  xPx: number,
  yPx: number,
): [xPx: number, yPx: number] {
  const moved = new Float64Array(2);
  readPair(grid, field, xPx, yPx, moved);
  return [xPx + moved[0], yPx + moved[1]];
}

/** Three box blurs in both directions (about a Gaussian), in place. `radius` in cells, whole. */
export function blurField(grid: PlateGrid, field: Float32Array, radius: number): void {
  if (radius < 1) return;
  const line = new Float32Array(Math.max(grid.columns, grid.rows));
  for (let pass = 0; pass < 3; pass++) {
    for (let r = 0; r < grid.rows; r++) {
      boxMeanLine(field, r * grid.columns, 1, grid.columns, radius, line);
    }
    for (let c = 0; c < grid.columns; c++) {
      boxMeanLine(field, c, grid.columns, grid.rows, radius, line);
    }
  }
}

/** One binomial pass in both directions, in place. */
export function smoothOnce(grid: PlateGrid, field: Float32Array): void {
  const before = field.slice();
  const { columns } = grid;
  for (let r = 1; r < grid.rows - 1; r++) {
    for (let c = 1; c < columns - 1; c++) {
      const i = r * columns + c;
      const rows = (k: number) =>
        0.25 * before[k - columns] + 0.5 * before[k] + 0.25 * before[k + columns];
      field[i] = 0.25 * rows(i - 1) + 0.5 * rows(i) + 0.25 * rows(i + 1);
    }
  }
}

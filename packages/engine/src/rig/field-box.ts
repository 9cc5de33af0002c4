import type { PlateGrid } from './plate-grid.ts';

/** A box of grid nodes with one or two numbers each: f32[components·columns·rows], interleaved. */
export interface FieldBox {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/**
 * Both layers of one basis under construction, f32[2·N] each over the whole grid. One draft serves
 * all bases, one after another: `takeBoxes` empties it again.
 */
export interface LayerDraft {
  readonly upper: Float32Array;
  readonly lower: Float32Array;
  /** Rows that may hold something, both ends included; none while first > last. */
  firstRow: number;
  lastRow: number;
}

/** Displacements smaller than this are not stored, px. */
const SILENT_PX = 0.004;

export function createLayerDraft(grid: PlateGrid): LayerDraft {
  const length = 2 * grid.columns * grid.rows;
  return {
    upper: new Float32Array(length),
    lower: new Float32Array(length),
    firstRow: grid.rows,
    lastRow: -1,
  };
}

/** Must be called for every row that is written. */
export function touchRow(draft: LayerDraft, row: number): void {
  if (row < draft.firstRow) draft.firstRow = row;
  if (row > draft.lastRow) draft.lastRow = row;
}

/** The boxes in which the draft is not silent: the upper layer, and the lower one minus it. */
export function takeBoxes(
  grid: PlateGrid,
  draft: LayerDraft,
): { readonly upper: FieldBox | undefined; readonly lowerMinusUpper: FieldBox | undefined } {
  const { upper, lower, firstRow, lastRow } = draft;
  const start = 2 * firstRow * grid.columns;
  const end = 2 * (lastRow + 1) * grid.columns;
  for (let i = start; i < end; i++) lower[i] -= upper[i];
  const boxes = {
    upper: cropField(grid, upper, 2, SILENT_PX, firstRow, lastRow),
    lowerMinusUpper: cropField(grid, lower, 2, SILENT_PX, firstRow, lastRow),
  };
  if (start < end) {
    upper.fill(0, start, end);
    lower.fill(0, start, end);
  }
  draft.firstRow = grid.rows;
  draft.lastRow = -1;
  return boxes;
}

/**
 * The box in which a field of one or two components is not silent; undefined where it is nowhere.
 * Only the given rows are looked at, both ends included.
 */
export function cropField(
  grid: PlateGrid,
  field: Float32Array,
  components: 1 | 2,
  silent: number,
  firstRow: number,
  lastRow: number,
): FieldBox | undefined {
  let c0 = grid.columns;
  let c1 = -1;
  let r0 = grid.rows;
  let r1 = -1;
  for (let r = firstRow; r <= lastRow; r++) {
    for (let c = 0; c < grid.columns; c++) {
      const i = components * (r * grid.columns + c);
      // With one component, both indices are the same.
      if (Math.abs(field[i]) < silent && Math.abs(field[i + components - 1]) < silent) continue;
      if (c < c0) c0 = c;
      if (c > c1) c1 = c;
      if (r < r0) r0 = r;
      r1 = r;
    }
  }
  if (c1 < 0) return undefined;
  const columns = c1 - c0 + 1;
  const rows = r1 - r0 + 1;
  const values = new Float32Array(components * columns * rows);
  for (let r = 0; r < rows; r++) {
    const from = components * ((r + r0) * grid.columns + c0);
    values.set(field.subarray(from, from + components * columns), components * r * columns);
  }
  return { column: c0, row: r0, columns, rows, values };
}

/** Adds a box of two components, times `strength`, to a field over the whole grid. */
export function addBox(
  field: Float32Array,
  columns: number,
  box: FieldBox,
  strength: number,
): void {
  const width = 2 * box.columns;
  for (let r = 0; r < box.rows; r++) {
    let to = 2 * ((r + box.row) * columns + box.column);
    let from = r * width;
    const end = from + width;
    while (from < end) field[to++] += strength * box.values[from++];
  }
}

/** One component of a field of two, read bilinearly at frame px; 0 outside its box. */
export function readBox(
  grid: PlateGrid,
  box: FieldBox | undefined,
  component: 0 | 1,
  xPx: number,
  yPx: number,
): number {
  if (!box) return 0;
  const gx = (xPx - grid.originXPx) / grid.cellPx - box.column;
  const gy = (yPx - grid.originYPx) / grid.cellPx - box.row;
  const c = Math.floor(gx);
  const r = Math.floor(gy);
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= box.columns || row >= box.rows
      ? 0
      : box.values[2 * (row * box.columns + column) + component];
  const top = at(c, r) + (gx - c) * (at(c + 1, r) - at(c, r));
  const low = at(c, r + 1) + (gx - c) * (at(c + 1, r + 1) - at(c, r + 1));
  return top + (gy - r) * (low - top);
}

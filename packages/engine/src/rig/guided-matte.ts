import { clamp } from '../math/easing.ts';

/** A picture and what belongs to its subject, on cells that cover it. */
export interface MatteCells {
  readonly columns: number;
  readonly rows: number;
  /** f32[3·N], 0..1. */
  readonly colours: Float32Array;
}

/** Variance of colours, 0..1 squared, below which a window tells nothing but its mean. */
const LEAST_VARIANCE = 0.0006;

/**
 * Lays the edges of a soft mask on those of the picture: within a window the mask is taken for a
 * linear function of the colours (guided filter: He, Sun and Tang 2010).
 *
 * @param rough f32[N], 0..1
 * @param wanted where a result is needed; elsewhere it is what `rough` says
 * @param radius of the windows, cells
 * @returns f32[4·N]: what the three colours are multiplied by, and what is added to their sum
 */
export function guideMatte(
  { columns, rows, colours }: MatteCells,
  rough: Float32Array,
  wanted: Uint8Array,
  radius: number,
): Float32Array {
  const count = columns * rows;
  // Means of r, g, b, p; rp, gp, bp; rr, rg, rb, gg, gb, bb.
  const plane = () => new Float32Array(count);
  const [mr, mg, mb, mp] = [plane(), plane(), plane(), plane()];
  const [rp, gp, bp] = [plane(), plane(), plane()];
  const [rr, rg, rb] = [plane(), plane(), plane()];
  const [gg, gb, bb] = [plane(), plane(), plane()];
  for (let i = 0; i < count; i++) {
    const r = colours[3 * i]!;
    const g = colours[3 * i + 1]!;
    const b = colours[3 * i + 2]!;
    const p = rough[i]!;
    mr[i] = r;
    mg[i] = g;
    mb[i] = b;
    mp[i] = p;
    rp[i] = r * p;
    gp[i] = g * p;
    bp[i] = b * p;
    rr[i] = r * r;
    rg[i] = r * g;
    rb[i] = r * b;
    gg[i] = g * g;
    gb[i] = g * b;
    bb[i] = b * b;
  }
  for (const mean of [mr, mg, mb, mp, rp, gp, bp, rr, rg, rb, gg, gb, bb]) {
    averageCells(mean, columns, rows, radius);
  }
  const [fr, fg, fb, add] = [rp, gp, bp, mp];
  for (let i = 0; i < count; i++) {
    const p = mp[i]!;
    if (!wanted[i]) {
      fr[i] = 0;
      fg[i] = 0;
      fb[i] = 0;
      continue;
    }
    const r = mr[i]!;
    const g = mg[i]!;
    const b = mb[i]!;
    const cr = rp[i]! - r * p;
    const cg = gp[i]! - g * p;
    const cb = bp[i]! - b * p;
    const a00 = rr[i]! - r * r + LEAST_VARIANCE;
    const a01 = rg[i]! - r * g;
    const a02 = rb[i]! - r * b;
    const a11 = gg[i]! - g * g + LEAST_VARIANCE;
    const a12 = gb[i]! - g * b;
    const a22 = bb[i]! - b * b + LEAST_VARIANCE;
    const i00 = a11 * a22 - a12 * a12;
    const i01 = a02 * a12 - a01 * a22;
    const i02 = a01 * a12 - a02 * a11;
    const det = a00 * i00 + a01 * i01 + a02 * i02;
    const i11 = a00 * a22 - a02 * a02;
    const i12 = a01 * a02 - a00 * a12;
    const i22 = a00 * a11 - a01 * a01;
    const x = (i00 * cr + i01 * cg + i02 * cb) / det;
    const y = (i01 * cr + i11 * cg + i12 * cb) / det;
    const z = (i02 * cr + i12 * cg + i22 * cb) / det;
    fr[i] = x;
    fg[i] = y;
    fb[i] = z;
    add[i] = p - x * r - y * g - z * b;
  }
  const linear = new Float32Array(4 * count);
  for (const [k, factor] of [fr, fg, fb, add].entries()) {
    averageCells(factor, columns, rows, radius);
    for (let i = 0; i < count; i++) linear[4 * i + k] = factor[i]!;
  }
  return linear;
}

/** The colours of cells, 0..255, at a place in cells. */
export function readColours(
  { columns, rows, colours }: MatteCells,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const column = clamp(x - 0.5, 0, columns - 1.001);
  const row = clamp(y - 0.5, 0, rows - 1.001);
  const c = Math.floor(column);
  const r = Math.floor(row);
  const i = 3 * (r * columns + c);
  const j = i + 3 * columns;
  for (let k = 0; k < 3; k++) {
    const upper = colours[i + k]! + (column - c) * (colours[i + 3 + k]! - colours[i + k]!);
    const lower = colours[j + k]! + (column - c) * (colours[j + 3 + k]! - colours[j + k]!);
    out[k] = 255 * (upper + (row - r) * (lower - upper));
  }
}

/** Mean over squares of 2·radius + 1 cells, those at the border cut off; in place. */
export function averageCells(
  field: Float32Array,
  columns: number,
  rows: number,
  radius: number,
): void {
  const across = windowShares(columns, radius);
  const line = new Float32Array(columns);
  for (let r = 0; r < rows; r++) {
    const start = r * columns;
    line.set(field.subarray(start, start + columns));
    let sum = 0;
    const begun = Math.min(radius, columns);
    for (let c = 0; c < begun; c++) sum += line[c]!;
    // Both ends of the window are in the row between these.
    const from = Math.min(radius + 1, columns);
    const to = Math.max(from, columns - radius);
    let c = 0;
    for (; c < from; c++) {
      if (c + radius < columns) sum += line[c + radius]!;
      field[start + c] = sum * across[c]!;
    }
    for (; c < to; c++) {
      sum += line[c + radius]! - line[c - radius - 1]!;
      field[start + c] = sum * across[c]!;
    }
    for (; c < columns; c++) {
      sum -= line[c - radius - 1]!;
      field[start + c] = sum * across[c]!;
    }
  }
  // Down the columns, all of a row at once: that is how they lie in memory.
  const down = windowShares(rows, radius);
  const sums = new Float64Array(columns);
  const source = field.slice();
  for (let r = 0; r < Math.min(radius, rows); r++) {
    for (let c = 0; c < columns; c++) sums[c]! += source[r * columns + c]!;
  }
  for (let r = 0; r < rows; r++) {
    const here = r * columns;
    const entering = (r + radius) * columns;
    const leaving = (r - radius - 1) * columns;
    const share = down[r]!;
    if (r + radius < rows) for (let c = 0; c < columns; c++) sums[c]! += source[entering + c]!;
    if (r > radius) for (let c = 0; c < columns; c++) sums[c]! -= source[leaving + c]!;
    for (let c = 0; c < columns; c++) field[here + c] = sums[c]! * share;
  }
}

/** One over the number of cells in a window around each of a line. */
function windowShares(length: number, radius: number): Float64Array {
  const shares = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    shares[i] = 1 / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
  return shares;
}

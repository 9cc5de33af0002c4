import { averageCells } from '../../math/average-cells.ts';
import { clamp } from '../../math/easing.ts';

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

import { distanceToArea } from '../math/chamfer-distance.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import { averageCells, type MatteCells } from './guided-matte.ts';

/** Where no ground lies opposite, it has the mean colour of what lies within this part of the reach. */
const MEAN_SHARE = 0.75;
/** Share of the ground among those cells from which their colour is known. */
const LEAST_GROUND = 0.01;

/** Numbers of a cell in `behind`: offset to what lies opposite, its share, mean colour, known. */
export const BEHIND = 7;

/** How the ground goes on behind a subject. */
export interface CarriedGround {
  /** f32[N]: distance to the nearest cell that is ground beyond doubt, cells; smooth. */
  readonly depth: Float32Array;
  /**
   * f32[BEHIND·N], where the depth is within reach: cells to go in x and y to what lies opposite,
   * as in a mirror along the outline; how much of it counts, 0..1; mean red, green and blue of the
   * ground around, 0..255, for the rest; 1 where the ground is known at all, else 0.
   */
  readonly behind: Float32Array;
}

/**
 * Carries the ground on behind the subject: mirrored along the outline and stretched, which keeps
 * its grain and goes on where it ends, and where nothing can be mirrored in its mean colours.
 *
 * @param ground f32[N]: 1 on cells that are ground beyond doubt, else 0
 * @param reach cells, as far as which it is wanted
 * @param mirror how far beyond the edge a place behind it is taken from, against how far behind it
 *   lies: a whole mirror would bring things that lie apart from the subject next to it
 */
export function carryGround(
  cells: MatteCells,
  ground: Float32Array,
  reach: number,
  mirror: number,
): CarriedGround {
  const { columns, rows, colours } = cells;
  const depth = distanceToArea(ground, columns, rows);
  averageCells(depth, columns, rows, 1);
  averageCells(depth, columns, rows, 1);
  const radius = Math.max(1, Math.round(MEAN_SHARE * reach));
  const planes = [ground.slice()];
  for (let k = 0; k < 3; k++) {
    const plane = new Float32Array(ground.length);
    for (let i = 0; i < plane.length; i++) plane[i] = ground[i]! * colours[3 * i + k]!;
    planes.push(plane);
  }
  for (const plane of planes) {
    averageCells(plane, columns, rows, radius);
    averageCells(plane, columns, rows, radius);
  }
  const [weight, red, green, blue] = planes as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const behind = new Float32Array(BEHIND * columns * rows);
  for (let r = 0; r < rows; r++) {
    const above = Math.max(0, r - 1) * columns;
    const below = Math.min(rows - 1, r + 1) * columns;
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (depth[i]! > reach) continue;
      const dx = depth[r * columns + Math.min(columns - 1, c + 1)]! - depth[i - (c > 0 ? 1 : 0)]!;
      const dy = depth[below + c]! - depth[above + c]!;
      const length = Math.max(1e-6, Math.hypot(dx, dy));
      const x = (-(1 + mirror) * depth[i]! * dx) / length;
      const y = (-(1 + mirror) * depth[i]! * dy) / length;
      const column = Math.round(c + x);
      const row = Math.round(r + y);
      const inside = column >= 0 && row >= 0 && column < columns && row < rows;
      const known = weight[i]! > LEAST_GROUND;
      const at = BEHIND * i;
      behind[at] = x;
      behind[at + 1] = y;
      behind[at + 2] =
        inside && ground[row * columns + column]! > 0 ? smoothstep(0.2, 0.8, length) : 0;
      if (depth[i] === 0) behind[at + 2] = 1;
      behind[at + 3] = known ? (255 * red[i]!) / weight[i]! : 0;
      behind[at + 4] = known ? (255 * green[i]!) / weight[i]! : 0;
      behind[at + 5] = known ? (255 * blue[i]!) / weight[i]! : 0;
      behind[at + 6] = known ? 1 : 0;
    }
  }
  return { depth, behind };
}

/** The ground at a pixel, red, green and blue, from what `carryGround` says of its place. */
export function mirrorPixel(
  rgba: Uint8Array,
  widthPx: number,
  heightPx: number,
  xPx: number,
  yPx: number,
  share: number,
  mean: Float32Array,
  out: Float64Array,
): void {
  const x = clamp(xPx, 0, widthPx - 1.001);
  const y = clamp(yPx, 0, heightPx - 1.001);
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const i = 4 * (y0 * widthPx + x0);
  const j = i + 4 * widthPx;
  for (let k = 0; k < 3; k++) {
    const upper = rgba[i + k]! * (1 - fx) + rgba[i + 4 + k]! * fx;
    const lower = rgba[j + k]! * (1 - fx) + rgba[j + 4 + k]! * fx;
    out[k] = share * (upper * (1 - fy) + lower * fy) + (1 - share) * mean[3 + k]!;
  }
}

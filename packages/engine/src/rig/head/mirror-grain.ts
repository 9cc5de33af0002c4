import { averageCells } from '../../math/average-cells.ts';
import { distanceToArea } from '../../math/chamfer-distance.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type MatteCells, readColours } from './guided-matte.ts';
import type { OutlinePlace } from './trace-outline.ts';

/** How far beyond the edge a place behind it is taken from, against how far behind it lies. */
const MIRROR = 0.35;
/** Radius within which colours are a place's own, IOD: what goes up and down faster is grain. */
const SMOOTH_IOD = 0.06;
/** Share of the ground within the reach from which there is any. */
const LEAST_GROUND = 0.01;
/** Grain counts whole far below this many levels, half at it, and less above: edges are no grain. */
const GRAIN_LEVELS = 10;

/** Numbers of a cell in `opposite`: offset to what lies opposite, its share, known. */
const OPPOSITE = 4;

/** Where the ground's grain is taken from behind a subject. */
export interface MirroredGrain {
  readonly cells: MatteCells;
  /** Pixels along a cell. */
  readonly step: number;
  /** f32[N]: distance to the nearest cell that is ground beyond doubt, cells; smooth. */
  readonly depth: Float32Array;
  /**
   * f32[OPPOSITE·N], where the depth is within reach: cells to go in x and y to what lies opposite,
   * as in a mirror along the outline; how much of it counts, 0..1; 1 where there is ground around.
   */
  readonly opposite: Float32Array;
  /** The ground's colours without their grain. */
  readonly smooth: MatteCells;
}

/**
 * Mirrors the ground along the outline and stretches it, so that its grain goes on where it ends.
 *
 * @param ground f32[N]: 1 on cells that are ground beyond doubt, else 0
 * @param reach cells, as far as which it is wanted
 */
export function mirrorGrain(
  cells: MatteCells,
  step: number,
  ground: Float32Array,
  reach: number,
  cellsPerIod: number,
): MirroredGrain {
  const { columns, rows } = cells;
  const depth = distanceToArea(ground, columns, rows);
  averageCells(depth, columns, rows, 1);
  averageCells(depth, columns, rows, 1);
  const around = ground.slice();
  averageCells(around, columns, rows, Math.round(reach));
  const opposite = new Float32Array(OPPOSITE * columns * rows);
  for (let r = 0; r < rows; r++) {
    const above = Math.max(0, r - 1) * columns;
    const below = Math.min(rows - 1, r + 1) * columns;
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (depth[i]! > reach) continue;
      const dx = depth[r * columns + Math.min(columns - 1, c + 1)]! - depth[i - (c > 0 ? 1 : 0)]!;
      const dy = depth[below + c]! - depth[above + c]!;
      const length = Math.max(1e-6, Math.hypot(dx, dy));
      const x = (-(1 + MIRROR) * depth[i]! * dx) / length;
      const y = (-(1 + MIRROR) * depth[i]! * dy) / length;
      const column = Math.round(c + x);
      const row = Math.round(r + y);
      const inside = column >= 0 && row >= 0 && column < columns && row < rows;
      const at = OPPOSITE * i;
      opposite[at] = x;
      opposite[at + 1] = y;
      opposite[at + 2] =
        inside && ground[row * columns + column]! > 0 ? smoothstep(0.2, 0.8, length) : 0;
      opposite[at + 3] = around[i]! > LEAST_GROUND ? 1 : 0;
    }
  }
  const radius = Math.max(1, Math.round(SMOOTH_IOD * cellsPerIod));
  return { cells, step, depth, opposite, smooth: smoothGround(cells, ground, radius) };
}

/** Mean colours of the ground alone around each cell. */
function smoothGround(cells: MatteCells, ground: Float32Array, radius: number): MatteCells {
  const { columns, rows } = cells;
  const weight = ground.slice();
  averageCells(weight, columns, rows, radius);
  const colours = new Float32Array(3 * weight.length);
  const plane = new Float32Array(weight.length);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < plane.length; i++) plane[i] = ground[i]! * cells.colours[3 * i + k]!;
    averageCells(plane, columns, rows, radius);
    for (let i = 0; i < plane.length; i++) {
      colours[3 * i + k] = plane[i]! / Math.max(1e-6, weight[i]!);
    }
  }
  return { columns, rows, colours };
}

/** What lies opposite a place: see MirroredGrain. */
export function readOpposite(
  { opposite, cells: { columns } }: MirroredGrain,
  { cell, shares }: OutlinePlace,
  out: Float64Array,
): void {
  const i = OPPOSITE * cell;
  const j = i + OPPOSITE * columns;
  for (let k = 0; k < OPPOSITE; k++) {
    out[k] =
      shares[0]! * opposite[i + k]! +
      shares[1]! * opposite[i + OPPOSITE + k]! +
      shares[2]! * opposite[j + k]! +
      shares[3]! * opposite[j + OPPOSITE + k]!;
  }
}

/** Adds the grain of what lies opposite a pixel to a colour, 0..255. */
export function addGrain(
  { step, smooth }: MirroredGrain,
  { rgba, widthPx, heightPx }: Picture,
  xPx: number,
  yPx: number,
  opposite: Float64Array,
  colour: Float64Array,
): void {
  const share = opposite[2]!;
  if (share === 0) return;
  const x = Math.round(clamp(xPx + opposite[0]! * step, 0, widthPx - 1));
  const y = Math.round(clamp(yPx + opposite[1]! * step, 0, heightPx - 1));
  readColours(smooth, (x + 0.5) / step, (y + 0.5) / step, plain);
  const at = 4 * (y * widthPx + x);
  for (let k = 0; k < 3; k++) {
    const grain = rgba[at + k]! - plain[k]!;
    colour[k]! += (share * grain) / (1 + (grain / GRAIN_LEVELS) ** 2);
  }
}

const plain = new Float64Array(3);

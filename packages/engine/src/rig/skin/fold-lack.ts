import { averageCells } from '../../math/average-cells.ts';
import type { Picture } from '../../math/picture.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import type { BandNode } from './fold-bands.ts';
import { LOG_LEVELS } from './pixel-change.ts';

/** What pixels of a box lack to what is wanted, ln, for each colour. */
export interface Lack {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly colours: readonly Float32Array[];
}

/**
 * Reads it in the box around the nodes of a band.
 * @param wanted ln of red, green and blue (plus DARKEST) at the nodes of the grid
 * @param alongPx how far beyond the nodes it will be read
 */
export function measureLack(
  { widthPx, heightPx, rgba }: Picture,
  grid: PlateGrid,
  nodes: readonly BandNode[],
  wanted: readonly Float32Array[],
  alongPx: number,
): Lack {
  const margin = grid.cellPx + alongPx + 2;
  const xs = nodes.map((node) => node.xPx);
  const ys = nodes.map((node) => node.yPx);
  const x0 = Math.max(0, Math.ceil(grid.originXPx), Math.floor(Math.min(...xs) - margin));
  const y0 = Math.max(0, Math.ceil(grid.originYPx), Math.floor(Math.min(...ys) - margin));
  const gridX1 = Math.floor(grid.originXPx + (grid.columns - 1) * grid.cellPx);
  const gridY1 = Math.floor(grid.originYPx + (grid.rows - 1) * grid.cellPx);
  const x1 = Math.min(widthPx, gridX1, Math.ceil(Math.max(...xs) + margin));
  const y1 = Math.min(heightPx, gridY1, Math.ceil(Math.max(...ys) + margin));
  const colours = wanted.map(() => new Float32Array((x1 - x0) * (y1 - y0)));
  // No closure for each colour: V8 would compile it anew for every fold.
  for (const [j, out] of colours.entries()) {
    const field = wanted[j];
    let i = 0;
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++, i++) {
        out[i] =
          readField(grid, field, x + 0.5, y + 0.5) - LOG_LEVELS[rgba[4 * (y * widthPx + x) + j]];
      }
    }
  }
  return { x0, y0, x1, y1, colours };
}

/** The same without what is finer than a radius, px. */
export function smoothLack(lack: Lack, radiusPx: number): Lack {
  const width = lack.x1 - lack.x0;
  const colours = lack.colours.map((field) => {
    const mean = field.slice();
    for (let pass = 0; pass < 2; pass++) averageCells(mean, width, lack.y1 - lack.y0, radiusPx);
    return mean;
  });
  return { ...lack, colours };
}

/** Bilinear, at px counted from the middle of the first pixel; edges replicated. */
export function readLack(
  { x0, y0, x1, y1, colours }: Lack,
  j: number,
  x: number,
  y: number,
): number {
  const width = x1 - x0;
  const qx = Math.max(0, Math.min(width - 1.001, x - x0));
  const qy = Math.max(0, Math.min(y1 - y0 - 1.001, y - y0));
  const c = Math.floor(qx);
  const r = Math.floor(qy);
  const fx = qx - c;
  const fy = qy - r;
  const field = colours[j];
  const i = r * width + c;
  return (
    (field[i] + (field[i + 1] - field[i]) * fx) * (1 - fy) +
    (field[i + width] + (field[i + width + 1] - field[i + width]) * fx) * fy
  );
}

/** The node to the left of and above a pixel, whose cell it lies in. */
export function nodeOf({ columns, cellPx, originXPx, originYPx }: PlateGrid, x: number, y: number) {
  const column = Math.floor((x + 0.5 - originXPx) / cellPx);
  return Math.floor((y + 0.5 - originYPx) / cellPx) * columns + column;
}

import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import { DARKEST } from './pixel-change.ts';

/** ln of red, green and blue around each node that belongs to the face. */
export type LogColours = readonly [Float32Array, Float32Array, Float32Array];

/** Reads ln of the colours around the nodes of the face: means over about a cell. */
export function readLogColours(
  plate: Picture,
  grid: PlateGrid,
  faceWeight: Float32Array,
): LogColours {
  const count = grid.columns * grid.rows;
  const out: LogColours = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ];
  const half = Math.max(1, Math.round(grid.cellPx / 2));
  for (let i = 0; i < count; i++) {
    if (faceWeight[i] === 0) continue;
    const x = Math.round(nodeXPx(grid, i));
    const y = Math.round(nodeYPx(grid, i));
    const x0 = clamp(x - half, 0, plate.widthPx - 1);
    const x1 = clamp(x + half, x0 + 1, plate.widthPx);
    const y0 = clamp(y - half, 0, plate.heightPx - 1);
    const y1 = clamp(y + half, y0 + 1, plate.heightPx);
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let py = y0; py < y1; py++) {
      for (let at = 4 * (py * plate.widthPx + x0); at < 4 * (py * plate.widthPx + x1); at += 4) {
        red += plate.rgba[at];
        green += plate.rgba[at + 1];
        blue += plate.rgba[at + 2];
      }
    }
    const area = (x1 - x0) * (y1 - y0);
    out[0][i] = Math.log(red / area + DARKEST);
    out[1][i] = Math.log(green / area + DARKEST);
    out[2][i] = Math.log(blue / area + DARKEST);
  }
  return out;
}

import type { PersonMask } from '../../face/face.ts';
import { readMask } from '../../face/read-mask.ts';
import { distanceToArea } from '../../math/chamfer-distance.ts';
import type { PlateGrid } from '../plate-grid.ts';

/** Distance of nodes to the person's outline, cells; 0 inside. */
export function distanceOutside(grid: PlateGrid, mask: PersonMask): Float32Array {
  const inside = new Float32Array(grid.columns * grid.rows);
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++) {
      const x = grid.originXPx + c * grid.cellPx;
      const y = grid.originYPx + r * grid.cellPx;
      inside[r * grid.columns + c] = readMask(mask, x, y) > 110 ? 1 : 0;
    }
  }
  return distanceToArea(inside, grid.columns, grid.rows);
}

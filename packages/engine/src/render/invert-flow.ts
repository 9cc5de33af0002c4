import type { PlateGrid } from '../rig/plate-grid.ts';
import type { FlowGrid, NodeBox } from './kernels/kernels.ts';

/** Newton steps from the first start; two bring smooth faces below .05 px, the third the lids of a blink. */
const STEPS = 3;
/** Index of the last step from the second start, which follows step STEPS: eight more steps move on from there. */
const LAST_STEP = 12;
/** A position is good, and ends the search, when it is off by less than this, frame px. */
const GOOD_PX = 0.04;
/** Determinant of the map's derivative below which it folds or nearly does: a Newton step would leap. */
const LEAST_DETERMINANT = 0.15;

/** A flow grid for a box of nodes, at rest. */
export function createFlowGrid(grid: PlateGrid, box: NodeBox): FlowGrid {
  const columns = box.column1 - box.column0;
  const rows = box.row1 - box.row0;
  return {
    cells: new Float32Array(4 * columns * rows),
    columns,
    rows,
    cellPx: grid.cellPx,
    originXPx: grid.originXPx + box.column0 * grid.cellPx,
    originYPx: grid.originYPx + box.row0 * grid.cellPx,
  };
}

/**
 * Inverts source → frame displacements: for each node of the frame, the source position p with
 * p + d(p) = node, by Newton's method with bilinear d (half the error at a time where the map folds).
 * Where no step is good it keeps the position that was off least: any other choice would be a speck
 * that comes and goes.
 * kernels/assembly/invert-flow.ts is its fast twin, which films are drawn with.
 * @param displacement f32[2·N] over the whole grid
 * @param warmth colour shift per unit of darkening: shaded skin is warmer
 */
export function invertFlow(
  grid: PlateGrid,
  displacement: Float32Array,
  logGain: Float32Array,
  warmth: number,
  box: NodeBox,
  out: FlowGrid,
): void {
  const { columns, rows, cellPx } = grid;
  const inverseCell = 1 / cellPx;
  const goodCells2 = (GOOD_PX * inverseCell) ** 2;
  const maxC = columns - 1.001;
  const maxR = rows - 1.001;
  const width = box.column1 - box.column0;
  let to = 0;
  for (let r = box.row0; r < box.row1; r++) {
    for (let c = box.column0; c < box.column1; c++, to += 4) {
      const node = r * columns + c;
      // Positions in cells.
      let px = c - displacement[2 * node] * inverseCell;
      let py = r - displacement[2 * node + 1] * inverseCell;
      const rest = displacement[2 * node] === 0 && displacement[2 * node + 1] === 0;
      let best = Number.POSITIVE_INFINITY;
      let bestX = px;
      let bestY = py;
      for (let step = 0; step <= LAST_STEP && !rest; step++) {
        if (step === STEPS + 1) {
          // Newton jumps to and fro over skin that is stretched much, a lid in a blink: starting from
          // where the node above came from, it stays on the right side of the stretch.
          if (r === box.row0) break;
          px = (out.cells[to - 4 * width] - grid.originXPx) * inverseCell;
          py = (out.cells[to - 4 * width + 1] - grid.originYPx) * inverseCell;
        }
        const qx = px < 0 ? 0 : px > maxC ? maxC : px;
        const qy = py < 0 ? 0 : py > maxR ? maxR : py;
        const ic = qx | 0;
        const ir = qy | 0;
        const fx = qx - ic;
        const fy = qy - ir;
        const i = 2 * (ir * columns + ic);
        const j = i + 2 * columns;
        const ax = displacement[i];
        const ay = displacement[i + 1];
        const bx = displacement[i + 2];
        const by = displacement[i + 3];
        const cx = displacement[j];
        const cy = displacement[j + 1];
        const ex = displacement[j + 2];
        const ey = displacement[j + 3];
        const dx = ((ax + (bx - ax) * fx) * (1 - fy) + (cx + (ex - cx) * fx) * fy) * inverseCell;
        const dy = ((ay + (by - ay) * fx) * (1 - fy) + (cy + (ey - cy) * fx) * fy) * inverseCell;
        const errorX = px + dx - c;
        const errorY = py + dy - r;
        const error2 = errorX * errorX + errorY * errorY;
        if (error2 < best) {
          best = error2;
          bestX = px;
          bestY = py;
        }
        if (error2 < goodCells2) break;
        if (step === STEPS) continue;
        const xx = 1 + ((bx - ax) * (1 - fy) + (ex - cx) * fy) * inverseCell;
        const xy = ((cx - ax) * (1 - fx) + (ex - bx) * fx) * inverseCell;
        const yx = ((by - ay) * (1 - fy) + (ey - cy) * fy) * inverseCell;
        const yy = 1 + ((cy - ay) * (1 - fx) + (ey - by) * fx) * inverseCell;
        const det = xx * yy - xy * yx;
        if (det < LEAST_DETERMINANT) {
          px -= 0.5 * errorX;
          py -= 0.5 * errorY;
        } else {
          px -= (yy * errorX - xy * errorY) / det;
          py -= (xx * errorY - yx * errorX) / det;
        }
      }
      px = bestX;
      py = bestY;
      const qx = px < 0 ? 0 : px > maxC ? maxC : px;
      const qy = py < 0 ? 0 : py > maxR ? maxR : py;
      const ic = qx | 0;
      const ir = qy | 0;
      const fx = qx - ic;
      const fy = qy - ir;
      const i = ir * columns + ic;
      const shade =
        (logGain[i] + (logGain[i + 1] - logGain[i]) * fx) * (1 - fy) +
        (logGain[i + columns] + (logGain[i + columns + 1] - logGain[i + columns]) * fx) * fy;
      out.cells[to] = grid.originXPx + px * cellPx;
      out.cells[to + 1] = grid.originYPx + py * cellPx;
      out.cells[to + 2] = shade === 0 ? 1 : Math.exp(shade);
      // A furrow is redder than the skin around it: what shades one warms, what fills one cools.
      out.cells[to + 3] = -shade * warmth;
    }
  }
}

import { type PlateGrid, smoothOnce } from '../plate-grid.ts';
import type { BandNode } from './fold-bands.ts';
import { type Lack, readLack } from './fold-lack.ts';

/** Places to either side at which a fold is read along its way. */
export const ALONG_STEPS = 3;
/** Directions tried to either side of a band's own, and their step in radians. */
const TURNS = 4;
const TURN_STEP = 0.15;

/**
 * Which way folds run at the nodes, vectors x and y: of the directions around the band's own, that
 * in which averages along parallel lines differ most from what is wanted; evened out over nodes.
 */
export function findTurns(
  grid: PlateGrid,
  nodes: readonly BandNode[],
  lack: Lack,
  alongPx: number,
): [Float32Array, Float32Array] {
  const x = new Float32Array(grid.columns * grid.rows);
  const y = new Float32Array(x.length);
  for (const node of nodes) {
    // Along a fold is across it, turned by a right angle.
    const base = Math.atan2(node.acrossXPx, -node.acrossYPx);
    let best = -1;
    for (let turn = -TURNS; turn <= TURNS; turn++) {
      const dx = Math.cos(base + turn * TURN_STEP);
      const dy = Math.sin(base + turn * TURN_STEP);
      let energy = 0;
      for (let line = -2; line <= 2; line++) {
        const offset = (line * grid.cellPx) / 2;
        let sum = 0;
        for (let k = -ALONG_STEPS; k <= ALONG_STEPS; k++) {
          const d = (alongPx * k) / ALONG_STEPS;
          const px = node.xPx + d * dx - offset * dy - 0.5;
          sum += readLack(lack, 1, px, node.yPx + d * dy + offset * dx - 0.5);
        }
        energy += sum * sum;
      }
      // The band's own direction where there is no line to follow.
      energy *= 1 - 0.05 * Math.abs(turn);
      if (energy <= best) continue;
      best = energy;
      x[node.index] = dx;
      y[node.index] = dy;
    }
  }
  smoothOnce(grid, x);
  smoothOnce(grid, y);
  return [x, y];
}

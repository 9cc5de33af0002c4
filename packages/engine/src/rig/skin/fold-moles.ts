import { mix, smoothstep } from '../../math/easing.ts';
import type { PlateGrid } from '../plate-grid.ts';
import { type Lack, nodeOf, readLack } from './fold-lack.ts';

/**
 * A dark spot lacks this much more, ln of green, not at all and wholly, than what lies so far from it
 * along a fold, straight on or where it bends, IOD: a mole. The bends are tried so closely that none
 * misses the core of a fold, which may be a pixel broad: taken for moles, such cores stay as scars.
 */
const MOLE_DEPTH = [0.06, 0.12] as const;
/** … and by this part of what lies there more: deep folds differ more along them. */
const MOLE_IN_FOLD = 0.5;
const MOLE_BENDS = Array.from({ length: 11 }, (_, i) => (i - 5) / 10);
/** Nearer to a corner of the mouth than the first a dark place is a line that runs on from there across the fold; free from the second, IOD. */
const OFF_CORNER_IOD = [0.16, 0.24] as const;
/** Where the places lie that a mole is told from, IOD. */
const AWAY_IOD = 0.09;

/** What is asked to tell a mole. */
export interface MoleInput {
  readonly grid: PlateGrid;
  readonly iodPx: number;
  /** Which way folds run at the nodes. */
  readonly turns: readonly [x: Float32Array, y: Float32Array];
  /** Corners of the mouth, frame px. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

/**
 * The same without moles and other dark spots: what lacks much more than places on either side of it
 * along the fold do, lacks what they lack.
 */
export function withoutMoles(lack: Lack, { grid, iodPx, turns, corners }: MoleInput): Lack {
  const awayPx = AWAY_IOD * iodPx;
  const { x0, y0, x1, y1 } = lack;
  const colours = lack.colours.map((field) => field.slice());
  for (let y = y0, i = 0; y < y1; y++) {
    for (let x = x0; x < x1; x++, i++) {
      const own = lack.colours[1][i];
      if (own < MOLE_DEPTH[0]) continue;
      const node = nodeOf(grid, x, y);
      const dx = turns[0][node];
      const dy = turns[1][node];
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      let most = Number.NEGATIVE_INFINITY;
      let mostX = x;
      let mostY = y;
      for (const way of [-awayPx / length, awayPx / length]) {
        for (const bend of MOLE_BENDS) {
          const px = x + way * (dx - bend * dy);
          const py = y + way * (dy + bend * dx);
          const there = readLack(lack, 1, px, py);
          if (there <= most) continue;
          most = there;
          mostX = px;
          mostY = py;
        }
      }
      const stands = smoothstep(...MOLE_DEPTH, own - most - MOLE_IN_FOLD * Math.max(0, most));
      if (stands === 0) continue;
      const off = Math.min(...corners.map(([cx, cy]) => Math.hypot(x + 0.5 - cx, y + 0.5 - cy)));
      const mole01 = stands * smoothstep(...OFF_CORNER_IOD, off / iodPx);
      if (mole01 === 0) continue;
      for (let j = 0; j < 3; j++) {
        colours[j][i] = mix(colours[j][i], readLack(lack, j, mostX, mostY), mole01);
      }
    }
  }
  return { ...lack, colours };
}

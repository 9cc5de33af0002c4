import { smoothstep } from '../../math/easing.ts';
import type { PenPath } from '../../math/pen-path.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { rimAt, type Slit } from '../slit.ts';
import { inkPaths } from './ink-paths.ts';

/** Breadth of the line on the lower lip's rim against the upper one's: pens press less there. */
const LOWER_LINE = 0.62;
/** The line is drawn from the first opening on, fully from the second, IOD. */
const DRAWN_FROM_IOD = [0.012, 0.05] as const;
const POINTS = 97;

/**
 * Draws the line of a drawing's lips around their opening: what they carry with them of
 * the line that shut them is torn in two, and of no even breadth.
 */
export function inkRims(rig: Pick<Rig, 'seamInk' | 'pose'>, slit: Slit, out: Kernels): void {
  const ink = rig.seamInk;
  if (!ink) return;
  const { iodPx } = rig.pose;
  const drawn01 = smoothstep(...DRAWN_FROM_IOD, slit.gapPx / iodPx);
  if (drawn01 === 0) return;
  const upperPx = Math.max(0.6, ink.halfIod * iodPx);
  const lowerPx = LOWER_LINE * upperPx;
  const upper = lineOf(slit, slit.top, upperPx, 0);
  // It covers all that the lip carries of the old line.
  const lower = lineOf(slit, slit.bottom, lowerPx, lowerPx - upperPx);
  inkPaths(slit, [upper, lower], ink.colour, drawn01, out);
}

/** A rim as a line, shifted up by `shift` px but at its ends. */
function lineOf(slit: Slit, rim: Slit['top'], radiusPx: number, shift: number): PenPath {
  const stepPx = (slit.endPx - slit.startPx) / (POINTS - 1);
  const xs = Float64Array.from({ length: POINTS }, (_, k) => slit.startPx + k * stepPx);
  const ys = xs.map((x, k) => {
    const q = (2 * k) / (POINTS - 1) - 1;
    return rimAt(slit, rim, x) + shift * (1 - q ** 8);
  });
  return { xs, ys, radii: new Float64Array(POINTS).fill(radiusPx) };
}

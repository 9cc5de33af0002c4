import type { FaceState } from '../expression/face-state.ts';
import { clamp, mix, smoothstep } from '../math/easing.ts';
import type { Rig } from '../rig/rig.ts';
import type { Kernels } from './kernels.ts';
import { DRAWN_AGAIN, lipsParted } from './relax-folds.ts';
import { rimAt, type Slit, slitRect } from './slit.ts';

/** Breadth of the line on the lower lip's rim against the upper one's: pens press less there. */
const LOWER_LINE = 0.62;
/** The line is drawn from the first opening on, fully from the second, IOD. */
const DRAWN_FROM_IOD = [0.012, 0.05] as const;

/** A stroke gets thinner towards the corners of its opening, share of half its length, the wider that is, IOD. */
const TAPERS_AT = [0.35, 1] as const;
const WIDE_IOD = [0.02, 0.12] as const;
const MOST_TAPERED = 0.75;

/**
 * Draws the line of a drawing's mouth around its opening: what the parted lips carry with them of
 * the line that shut them is torn in two, and of no even breadth.
 */
export function inkRims(rig: Rig, state: FaceState, slit: Slit, out: Kernels): void {
  const ink = rig.seamInk;
  if (!ink) return;
  const { iodPx } = rig.pose;
  const drawn = rig.strokeFill
    ? smoothstep(0, DRAWN_AGAIN, lipsParted(state))
    : smoothstep(...DRAWN_FROM_IOD, slit.gapPx / iodPx);
  if (drawn === 0) return;
  const upperPx = Math.max(0.6, ink.halfIod * iodPx);
  const margin = upperPx + 2;
  const bounds = { xPx: 0, yPx: 0, widthPx: out.widthPx, heightPx: out.heightPx };
  const low = Math.min(...slit.bottom) - margin;
  const high = Math.max(...slit.top) + margin;
  const rect = slitRect(slit, slit.startPx - margin, slit.endPx + margin, low, high, bounds);
  const upper = lineOf(slit, slit.top, 0);
  // It covers all that the lip carries of the old line.
  const lower = lineOf(slit, slit.bottom, -(1 - LOWER_LINE) * upperPx);
  const reach = upperPx + 1;
  // Thick caps at the corners of a wide opening are knobs.
  const tapers = rig.strokeFill ? MOST_TAPERED * smoothstep(...WIDE_IOD, slit.gapPx / iodPx) : 0;
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const dy = y + 0.5 - slit.centreYPx;
      const along = dx * slit.alongX + dy * slit.alongY;
      const up = dx * slit.alongY - dy * slit.alongX;
      const penPx = upperPx * (1 - tapers * smoothstep(...TAPERS_AT, Math.abs(along) / slit.endPx));
      const top = penPx - distanceTo(upper, along, up, reach);
      const bottom = LOWER_LINE * penPx - distanceTo(lower, along, up, reach);
      const line = clamp(0.5 + Math.max(top, bottom), 0, 1);
      if (line === 0) continue;
      const i = 4 * (y * out.widthPx + x);
      for (let k = 0; k < 3; k++) {
        out.frame[i + k] = Math.round(mix(out.frame[i + k], ink.colour[k], drawn * line));
      }
    }
  }
}

/** Points along a rim and how far apart they lie on the slit's axis, px. */
interface Line {
  readonly startPx: number;
  readonly stepPx: number;
  readonly heights: Float64Array;
}

const LINE_POINTS = 97;

/** A rim as a polyline, shifted up by `shift` px but at its ends. */
function lineOf(slit: Slit, rim: Slit['top'], shift: number): Line {
  const stepPx = (slit.endPx - slit.startPx) / (LINE_POINTS - 1);
  const heights = Float64Array.from({ length: LINE_POINTS }, (_, k) => {
    const q = (2 * k) / (LINE_POINTS - 1) - 1;
    return rimAt(slit, rim, slit.startPx + k * stepPx) + shift * (1 - q ** 8);
  });
  return { startPx: slit.startPx, stepPx, heights };
}

/** Distance from a line, px; `reach` or more where it is not within reach. */
function distanceTo({ startPx, stepPx, heights }: Line, x: number, y: number, reach: number) {
  const last = heights.length - 2;
  const from = clamp(Math.floor((x - reach - startPx) / stepPx), 0, last);
  const to = clamp(Math.floor((x + reach - startPx) / stepPx), 0, last);
  let least = reach * reach;
  for (let k = from; k <= to; k++) {
    const dx = x - startPx - k * stepPx;
    const dy = y - heights[k];
    const rise = heights[k + 1] - heights[k];
    const f = clamp((dx * stepPx + dy * rise) / (stepPx * stepPx + rise * rise), 0, 1);
    least = Math.min(least, (dx - f * stepPx) ** 2 + (dy - f * rise) ** 2);
  }
  return Math.sqrt(least);
}

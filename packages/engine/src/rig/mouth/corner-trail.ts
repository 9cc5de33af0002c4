import { findBestLine } from '../../math/best-line.ts';
import { lumaAt } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import { DARKEST } from '../skin/pixel-change.ts';

/** The dark line that leads away from a corner of the mouth, whatever it is. */
export interface CornerTrail {
  /** How far it can be followed outwards, IOD. */
  readonly length: number;
  /** How much darker than the skin above and below it is beside the corner, ln. */
  readonly depth: number;
  /** Its height against the corner at a place outwards of it, both IOD. */
  heightAt(out: number): number;
}

/** How far a line is followed, IOD, in steps of this breadth; and up and down by as many rows. */
const FOLLOWED = 0.36;
const STEP = 0.01;
const ROWS = 18;
/** Skin is compared this far above and below, IOD. */
const BESIDE = [0.06, 0.09] as const;
/** What each row up or down costs, ln of brightness; and the most that a place gains. */
const STEP_COST = 0.02;
const MOST_GAIN = 0.5;
/** It is lost where it is fainter than this, ln, or than this share of its depth at the corner. */
const FAINT = 0.06;
const FAINT_SHARE = 0.3;
/** … over this many steps. Its depth at the corner is read over as many as the second. */
const GAP_STEPS = 2;
const DEPTH_STEPS = 4;

/** Frame px of a place beside the corner: px outwards along the mouth's line, and up. */
type PlaceBeside = (out: number, up: number) => [number, number];

/** Follows it. */
export function followCornerTrail(plate: Picture, place: PlaceBeside, iodPx: number): CornerTrail {
  const columns = Math.round(FOLLOWED / STEP);
  const rows = 2 * ROWS + 1;
  const gains = new Float64Array(columns * rows);
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      // It starts at the corner.
      const away = c < 3 && Math.abs(r - ROWS) > 2 + c ? -1 : 0;
      const dark = darkAt(plate, place, iodPx, (c + 0.5) * STEP, (r - ROWS) * STEP);
      gains[c * rows + r] = Math.max(0, dark) + away;
    }
  }
  const line = findBestLine(gains, columns, rows, {
    mostSteps: 1,
    stepCost: (moved) => STEP_COST * moved,
    most: MOST_GAIN,
  });
  const depth = mean([...line.gains.subarray(0, DEPTH_STEPS)]);
  const faint = Math.max(FAINT, FAINT_SHARE * depth);
  let steps = 0;
  for (let missed = 0, c = 0; c < columns && missed < GAP_STEPS; c++) {
    if (line.gains[c] < faint) missed++;
    else [steps, missed] = [c + 1, 0];
  }
  return {
    length: steps * STEP,
    depth,
    heightAt: (out) => {
      const q = Math.min(columns - 1, Math.max(0, out / STEP - 0.5));
      const c = Math.min(columns - 2, Math.floor(q));
      return STEP * (line.rows[c] + (line.rows[c + 1] - line.rows[c]) * (q - c) - ROWS);
    },
  };
}

// Functions of the module, not of followCornerTrail: V8 would compile them anew for each film.

/** How much darker a place is than the skin above and below it, ln. */
function darkAt(
  plate: Picture,
  place: PlaceBeside,
  iodPx: number,
  out: number,
  up: number,
): number {
  let here = logAt(plate, place, iodPx, out, up);
  here += logAt(plate, place, iodPx, out, up + STEP / 2);
  here += logAt(plate, place, iodPx, out, up - STEP / 2);
  return (
    Math.min(skinAt(plate, place, iodPx, out, up, -1), skinAt(plate, place, iodPx, out, up, 1)) -
    here / 3
  );
}

function skinAt(
  plate: Picture,
  place: PlaceBeside,
  iodPx: number,
  out: number,
  up: number,
  way: 1 | -1,
): number {
  let sum = 0;
  for (const off of BESIDE) sum += logAt(plate, place, iodPx, out, up + way * off);
  return sum / BESIDE.length;
}

function logAt(plate: Picture, place: PlaceBeside, iodPx: number, out: number, up: number): number {
  return Math.log(lumaAt(plate, ...place(out * iodPx, up * iodPx)) + DARKEST);
}

import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep, softRamp } from '../math/easing.ts';
import type { ActionUnit } from './action-units.ts';
import { type BrowBand, besideBrow, browLowerPx } from './brow-band.ts';
import type { EyeLine } from './eye-shape.ts';
import type { PlateGrid } from './plate-grid.ts';
import { BROW_PIECE } from './unit-displacement.ts';

/** Units that raise the brow; the lid's rim follows them only by what is not held. */
export const BROW_UNITS = new Set<ActionUnit>(['AU1', 'AU2']);
export const LID_HOLD = 0.85;
/** Units that move the brow: by less where little skin lies between it and the eye. */
export const BROW_TRAVEL_UNITS = new Set<ActionUnit>(['AU1', 'AU2', 'AU4']);
/** Distance from lid to brow that gives a brow its full way, IOD, and the least share of it. */
const FULL_BROW_GAP_IOD = 0.2;
const LEAST_TRAVEL = 0.72;
/** Skin between lid and brow over which a raised brow's stretch is spread at least, IOD. */
const LEAST_LID_ROOM_IOD = 0.085;

/** Share of its way that the brows of this face have. Both go as far as the closer one may. */
export function browTravel(eyes: readonly EyeLine[], iodPx: number): number {
  const gap = eyes.reduce((sum, eye) => sum + eye.browGapPx / eyes.length, 0) / iodPx;
  return clamp(gap / FULL_BROW_GAP_IOD, LEAST_TRAVEL, 1);
}

/** A place in the axes of an eye, px from the middle between its corners. */
export interface PlaceByEye {
  alongPx: number;
  upPx: number;
}

/** Writes where a node of the grid stands against an eye. */
export function placeByEye(grid: PlateGrid, eye: EyeLine, node: number, out: PlaceByEye): void {
  const x = grid.originXPx + (node % grid.columns) * grid.cellPx - eye.centreXPx;
  const y = grid.originYPx + Math.floor(node / grid.columns) * grid.cellPx - eye.centreYPx;
  out.alongPx = x * eye.alongX + y * eye.alongY;
  out.upPx = x * eye.alongY - y * eye.alongX;
}

/**
 * 1 on an eye and its lids' rims, 0 from the brow's lower edge upwards and beyond the corners: the
 * stretch of a raised brow is spread evenly over all the skin below it.
 */
export function lidHold(
  eye: EyeLine,
  brow: BrowBand,
  { alongPx, upPx }: PlaceByEye,
  iodPx: number,
): number {
  const along = alongPx / eye.halfWidthPx;
  const t = Math.abs(along);
  if (t >= 1.7) return 0;
  const above = (upPx - readCurve(eye.upper, along)) / iodPx;
  const below = (readCurve(eye.lower, 0) - upPx) / iodPx;
  const gap = browLowerPx(brow, along * eye.halfWidthPx) - readCurve(eye.upper, along);
  const room = Math.max(LEAST_LID_ROOM_IOD, gap / iodPx - 0.01);
  return (
    (1 - softRamp((above - 0.01) / room)) *
    (1 - smoothstep(0.95, 1.7, t)) *
    (1 - smoothstep(0.05, 0.25, below))
  );
}

/**
 * Height of a place for the brow's units: the hair of this face's brow counts as the piece that
 * goes up whole, wherever it lies, and the skin above and below by how far it is from the hair.
 */
export function heightByBrow(brow: BrowBand, { alongPx, upPx }: PlaceByEye, iodPx: number): number {
  const beside = besideBrow(brow, alongPx, upPx) / iodPx;
  return BROW_PIECE.v + beside + Math.sign(beside) * BROW_PIECE.half;
}

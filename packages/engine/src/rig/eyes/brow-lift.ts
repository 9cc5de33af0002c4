import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep, softRamp } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import { BROW_PIECE } from '../unit-displacement.ts';
import { type BrowBand, besideBrow, browLowerPx } from './brow-band.ts';
import type { EyeLine } from './eye-shape.ts';

/** Units that raise the brow; the lid's rim follows them only by what is not held. */
export const BROW_UNITS = new Set<ActionUnit>(['AU1', 'AU2']);
export const LID_HOLD = 0.93;
/** Skin between lid and brow's hair over which a brow has its full way up, IOD; without any, this. */
const FULL_RISE_ROOM_IOD = 0.22;
const LEAST_RISE = 0.33;
/**
 * Brows that are set high, or are raised in the picture, have less way left, IOD: faces at rest have .17 to .29 of
 * that skin. With all of it they would stand higher than brows can.
 */
const SET_HIGH_IOD = [0.26, 0.4] as const;
const HIGH_GIVES = 0.5;
/** Skin between lid and brow over which a raised brow's stretch is spread at least, IOD. */
const LEAST_LID_ROOM_IOD = 0.085;

/** Skin between an eye's upper rim and its brow's hair, px; t: -1..1 between the eye's corners. */
export function lidRoomPx(eye: EyeLine, brows: readonly BrowBand[], t = 0): number {
  const brow = brows.find((band) => band.side === eye.side);
  return brow ? browLowerPx(brow, t * eye.halfWidthPx) - readCurve(eye.upper, t) : eye.browGapPx;
}

/**
 * Share of its way that a unit raises the brows of this face: by less where little skin lies between
 * them and the eyes, and where much does. Both go as far, whichever is the closer one. 1 for other units.
 */
export function browRise(
  unit: ActionUnit,
  eyes: readonly EyeLine[],
  brows: readonly BrowBand[],
  iodPx: number,
): number {
  if (!BROW_UNITS.has(unit)) return 1;
  let room = 0;
  for (const eye of eyes) {
    room += Math.max(LEAST_LID_ROOM_IOD, lidRoomPx(eye, brows) / iodPx) / eyes.length;
  }
  const roomy = clamp(LEAST_RISE + ((1 - LEAST_RISE) * room) / FULL_RISE_ROOM_IOD, LEAST_RISE, 1);
  return roomy * (1 - HIGH_GIVES * smoothstep(...SET_HIGH_IOD, room));
}

/** A place in the axes of an eye, px from the middle between its corners. */
export interface PlaceByEye {
  alongPx: number;
  upPx: number;
}

/** Writes where a node of the grid stands against an eye. */
export function placeByEye(grid: PlateGrid, eye: EyeLine, node: number, out: PlaceByEye): void {
  const x = nodeXPx(grid, node) - eye.centreXPx;
  const y = nodeYPx(grid, node) - eye.centreYPx;
  out.alongPx = x * eye.alongX + y * eye.alongY;
  out.upPx = x * eye.alongY - y * eye.alongX;
}

/** Skin below a lid's crease is drawn out by this part of an even share: by less, rim and crease were a doubled line. */
const LID_STRETCH = 0.5;
/** A crease lies no higher than this part of the skin up to the brow: held further up, a far eye would not open. */
const HIGHEST_CREASE = 0.5;

/**
 * 1 on an eye and its lids' rims, 0 from the brow's lower edge upwards and beyond the corners: the
 * stretch of a raised brow is spread over the skin below it, and by less over the lid below its crease:
 * lids that are drawn out as far are broad rings around the eyes.
 * @param creaseIod the crease's height above the rim; 0: the stretch is even
 */
export function lidHold(
  eye: EyeLine,
  brow: BrowBand,
  { alongPx, upPx }: PlaceByEye,
  iodPx: number,
  creaseIod: number,
): number {
  const along = alongPx / eye.halfWidthPx;
  const t = Math.abs(along);
  if (t >= 1.7) return 0;
  const above = (upPx - readCurve(eye.upper, along)) / iodPx;
  const below = (readCurve(eye.lower, 0) - upPx) / iodPx;
  const gap = browLowerPx(brow, along * eye.halfWidthPx) - readCurve(eye.upper, along);
  const room = Math.max(LEAST_LID_ROOM_IOD, gap / iodPx - 0.01);
  const crease = Math.min(HIGHEST_CREASE, (creaseIod - 0.01) / room);
  return (
    (1 - softRamp(creased((above - 0.01) / room, crease))) *
    (1 - smoothstep(0.95, 1.7, t)) *
    (1 - smoothstep(0.05, 0.25, below))
  );
}

/** Height between rim and brow, 0..1, as the stretch has it where most of it lies above a crease. */
function creased(height: number, crease: number): number {
  if (crease <= 0) return height;
  if (height <= crease) return LID_STRETCH * height;
  const above = (height - crease) / (1 - crease);
  return mix(LID_STRETCH * crease, 1, above);
}

/**
 * Height of a place for the brow's units: the hair of this face's brow counts as the piece that
 * goes up whole, wherever it lies, and the skin above and below by how far it is from the hair.
 */
export function heightByBrow(brow: BrowBand, { alongPx, upPx }: PlaceByEye, iodPx: number): number {
  const beside = besideBrow(brow, alongPx, upPx) / iodPx;
  return BROW_PIECE.v + beside + Math.sign(beside) * BROW_PIECE.half;
}

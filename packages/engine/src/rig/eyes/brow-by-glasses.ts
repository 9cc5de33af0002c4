import { smoothstep } from '../../math/easing.ts';
import type { PlateGrid } from '../plate-grid.ts';
import { type BrowBand, browLowerPx, browUpperPx } from './brow-band.ts';
import { type PlaceByEye, placeByEye } from './brow-lift.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** Places along a brow at which its distance from a frame is told, shares of half its length. */
const ALONG = [-0.8, -0.4, 0, 0.4, 0.8] as const;
/** Skin between a frame and a brow's lower edge counts as no more than so many times as broad. */
const MOST_STRETCH = 2.5;
/**
 * How far hair goes as one piece, and not by its own distance: wholly, brows close to a frame would not rise at
 * all. One on which the frame lies, up to the second's distance of its middle, IOD, rises hair by hair.
 */
const AS_ONE = 0.7;
const LIES_ON_IOD = 0.05;
/** Beyond its ends, shares of half its length, a brow no longer says how far skin is from a frame. */
const BESIDE = [1, 1.4] as const;

/** How far a place outside the lenses is from the edge of a frame, IOD; 0 on it and in a lens. */
export type FromFrame = (xPx: number, yPx: number) => number;

/** One brow above a frame: its hair counts nearly as being as far from the frame as its middle is. */
export interface BrowByGlasses {
  readonly eye: EyeLine;
  readonly brow: BrowBand;
  readonly apartIod: number;
}

/** How far this eye's brow is from a frame, as one piece. */
export function placeBrow(eye: EyeLine, brow: BrowBand, fromFrame: FromFrame): BrowByGlasses {
  const apart = ALONG.map((u) => {
    const along = brow.middlePx + u * brow.halfLengthPx;
    const up = (browLowerPx(brow, along) + browUpperPx(brow, along)) / 2;
    return fromFrame(...eyePoint(eye, along / eye.halfWidthPx, up));
  });
  return { eye, brow, apartIod: apart.reduce((sum, d) => sum + d, 0) / apart.length };
}

const beside: PlaceByEye = { alongPx: 0, upPx: 0 };

/**
 * How far a node of the grid counts as being from a frame, IOD: a brow near it goes nearly as one piece. Held by each
 * hair's own distance its lower edge would stay where its upper one rises: it grew twice as thick.
 */
export function distanceByBrow(
  { eye, brow, apartIod }: BrowByGlasses,
  grid: PlateGrid,
  node: number,
  own: number,
  fromFrame: FromFrame,
  iodPx: number,
): number {
  placeByEye(grid, eye, node, beside);
  const { alongPx, upPx } = beside;
  const u = Math.abs(alongPx - brow.middlePx) / brow.halfLengthPx;
  if (u >= BESIDE[1] || upPx < 0) return own;
  const lowPx = browLowerPx(brow, alongPx);
  const highPx = browUpperPx(brow, alongPx);
  const t = alongPx / eye.halfWidthPx;
  const low = fromFrame(...eyePoint(eye, t, lowPx));
  const piece = Math.min(apartIod, MOST_STRETCH * low);
  const above = (upPx - highPx) / iodPx;
  const whole = above > 0 ? piece + above : upPx > lowPx ? piece : belowBrow(own, low, piece);
  return (
    own +
    (whole - own) * AS_ONE * smoothstep(0, LIES_ON_IOD, apartIod) * (1 - smoothstep(...BESIDE, u))
  );
}

/** Skin between the frame and the brow's lower edge. */
function belowBrow(own: number, low: number, piece: number): number {
  return low > 0 ? Math.min(1, own / low) * piece : 0;
}

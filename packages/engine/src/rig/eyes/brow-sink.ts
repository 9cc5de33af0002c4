import { curveThrough, readCurve, type SampledCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import { BROW_PIECE, SINK_SIGMA } from '../unit-displacement.ts';
import { type BrowBand, browLowerPx } from './brow-band.ts';
import { heightByBrow, lidRoomPx, type PlaceByEye } from './brow-lift.ts';
import type { EyeLine } from './eye-shape.ts';

/** Units that lower the brow. */
export const SINKING_UNITS = new Set<ActionUnit>(['AU4', 'AU9']);
/** Part of the brow's way that the upper lid's rim goes below it; the lower lid stays. */
const SUNK_LID_SHARE = 0.36;
/** Skin between lid and brow's hair over which a brow has its full way down, IOD: less is pushed over itself; and the least share of that way. */
const FULL_SINK_ROOM_IOD = 0.17;
const LEAST_SINK = 0.3;

/**
 * Share of its way that a brow comes down, along it: as far as the skin below gives way at each place,
 * so that a brow which lies low over its eye still comes down at its inner end. -1: the outer corner of
 * the eye, 1: the inner one; the same for both.
 */
export function browSink(
  eyes: readonly EyeLine[],
  brows: readonly BrowBand[],
  iodPx: number,
): SampledCurve {
  const places = [-1, 0, 1];
  const shares = places.map((inwards) => {
    let room = 0;
    for (const eye of eyes) {
      const t = inwards * inwardsOf(eye);
      room += lidRoomPx(eye, brows, t) / (iodPx * eyes.length);
    }
    return clamp(room / FULL_SINK_ROOM_IOD, LEAST_SINK, 1);
  });
  return curveThrough(places, shares);
}

/** 1 where a side's eye runs inwards along its own axis, -1 where it runs outwards: axes run to the picture's right. */
function inwardsOf(eye: EyeLine): 1 | -1 {
  return eye.side === 'right' ? 1 : -1;
}

/** A brow's share at a place by its eye: see browSink. */
export function sinkAt(sink: SampledCurve, eye: EyeLine, { alongPx }: PlaceByEye): number {
  return readCurve(sink, (inwardsOf(eye) * alongPx) / eye.halfWidthPx);
}

/** What lies between a lid that sinks and what stays is at least this high, IOD. */
const CORNER_GIVES_IOD = 0.15;
/** As good as out of reach, IOD. */
const FAR_BELOW_IOD = 1;
/** Height of the lower edge of what AU4 moves as one piece. */
const LOWER_EDGE = BROW_PIECE.v - BROW_PIECE.half;

/**
 * Height of a place for AU4. Over the eye the skin between brow and lid is pushed together evenly, which
 * is what keeps a brow that comes down far from being pushed over it; the upper lid gives way by a part,
 * the lower one stays.
 */
export function heightBelowSinking(
  eye: EyeLine,
  brow: BrowBand,
  place: PlaceByEye,
  iodPx: number,
): number {
  const height = heightByBrow(brow, place, iodPx);
  const along = place.alongPx / eye.halfWidthPx;
  const over = 1 - smoothstep(0.95, 1.7, Math.abs(along));
  const below = LOWER_EDGE - height;
  if (over === 0 || below <= 0) return height;
  const top = readCurve(eye.upper, along);
  // Where the lids meet, the skin below them gives way in the lower one's stead.
  const low = Math.min(top - CORNER_GIVES_IOD * iodPx, readCurve(eye.lower, along));
  const room = Math.max(1e-3, browLowerPx(brow, place.alongPx) - top);
  const share =
    place.upPx > top
      ? mix(SUNK_LID_SHARE, 1, clamp((place.upPx - top) / room, 0, 1))
      : SUNK_LID_SHARE * clamp((place.upPx - low) / (top - low), 0, 1);
  // The distance below a brow at which AU4's own bell has this share.
  const even = share > 0 ? SINK_SIGMA * Math.sqrt(-2 * Math.log(share)) : FAR_BELOW_IOD;
  return LOWER_EDGE - mix(below, Math.min(FAR_BELOW_IOD, even), over);
}

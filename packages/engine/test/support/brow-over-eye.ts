import { curveOf } from '../../src/math/curve.ts';
import type { BrowBand } from '../../src/rig/eyes/brow-band.ts';
import type { EyeLine } from '../../src/rig/eyes/eye-shape.ts';

export const IOD_PX = 100;
/** A left eye, of which the inner corner is the one on the picture's left. */
export const EYE: EyeLine = {
  side: 'left',
  centreXPx: 50,
  centreYPx: 0,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 22,
  upper: curveOf((t) => 8 * (1 - t * t)),
  lower: curveOf((t) => -6 * (1 - t * t)),
  gapPx: 14,
  browGapPx: 20,
  iris: { xPx: 50, yPx: 0, radiusPx: 10 },
  open01: 1,
};

/** Hair of 10 px, `roomPx` above the middle of the lid. */
export function brow(roomPx: number): BrowBand {
  return {
    side: 'left',
    middlePx: 0,
    halfLengthPx: 36,
    lower: curveOf(() => 8 + roomPx),
    upper: curveOf(() => 18 + roomPx),
  };
}

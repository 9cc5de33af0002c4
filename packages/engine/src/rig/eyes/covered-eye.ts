import { readCurve } from '../../math/curve.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** What lies between lids is darker than what lies above and below them by this, as a ratio … */
const DARKER = 1.15;
/** … along more than this part of an eye: of some hundred that are seen along .58 at least, under hair along .29. */
const COVERED_BELOW = 0.42;
/** Places along an eye that are looked at: its corners say little. */
const ENDS = 0.75;
const STEP = 0.05;
/** From the rims up and down, IOD: where lashes end, and where skin is looked for. */
const LASHES = { above: 0.035, below: 0.02 } as const;
const SKIN_ABOVE = [0.06, 0.08, 0.1, 0.12] as const;
const SKIN_BELOW = [0.05, 0.08, 0.11, 0.14] as const;
const DOWN = 0.01;

/** Is there no eye where the network takes one to be, but hair that hangs over it, and cheek? */
export function isEyeCovered(plate: Picture, eye: EyeLine, iodPx: number): boolean {
  let places = 0;
  let dark = 0;
  for (let t = -ENDS; t <= ENDS; t += STEP) {
    const lumaOver = (heightPx: number) => lumaAt(plate, ...eyePoint(eye, t, heightPx));
    const top = readCurve(eye.upper, t);
    const low = readCurve(eye.lower, t);
    let darkest = Number.POSITIVE_INFINITY;
    for (let h = low - LASHES.below * iodPx; h <= top + LASHES.above * iodPx; h += DOWN * iodPx) {
      darkest = Math.min(darkest, lumaOver(h));
    }
    const above = Math.max(...SKIN_ABOVE.map((up) => lumaOver(top + up * iodPx)));
    const below = Math.max(...SKIN_BELOW.map((down) => lumaOver(low - down * iodPx)));
    places++;
    if (Math.min(above, below) > DARKER * Math.max(1, darkest)) dark++;
  }
  return dark < COVERED_BELOW * places;
}

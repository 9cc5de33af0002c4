import { smoothstep } from '../../math/easing.ts';
import { DARKEST } from './pixel-change.ts';

/** Green level from which on skin is bleached by its light, and where it is wholly. */
const BLEACHED_FROM = Math.log(185 + DARKEST);
const BLEACHED = Math.log(228 + DARKEST);
/** What a shade loses there. */
const SHADE_LOST = 0.65;

/**
 * Part of a shade that is seen on skin: where the picture is nearly white its light has room to fall
 * without being seen, and a full shade would be a grey smudge.
 * @param lnGreen ln(green + DARKEST) of the skin
 */
export function shadeSeen01(lnGreen: number): number {
  return 1 - SHADE_LOST * smoothstep(BLEACHED_FROM, BLEACHED, lnGreen);
}

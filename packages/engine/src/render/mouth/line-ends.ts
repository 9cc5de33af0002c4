import { mix, smoothstep } from '../../math/easing.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import type { MouthColours } from './mouth-colours.ts';
import type { PlaceInMouth } from './mouth-flesh.ts';

/** Strengths of AU26 and gaps, IOD, over which the ends of an opening come to be those of a ring. */
const RING = [0.1, 0.5] as const;
const RING_GAP_IOD = [0.1, 0.2] as const;
/** Where a ring comes round to its corner, parts of the half: from the first on, wholly from the second. */
const ENDS = [0.5, 0.85] as const;
/** How much of the lips' inside is seen at the very rim there, how far it reaches inwards, IOD, and how late it falls off. */
const LINED = 0.9;
const LINED_IOD = 0.06;
const FALLS_OFF = 1.5;
/** Light on it between the hollow of the mouth and the wet rim of a lip, as it turns away from the light … */
const LIT = 0.7;
/** … on that rim itself … */
const RIM_LIT = 0.8;
/** … and at most against the skin beside it: beside a beard, or where only the lower lip is pale, it was a bright line. */
const MOST_OF_SKIN = 0.6;

/**
 * How much of a ring a mouth is, 0..1. The gaps beside the teeth of a smile are pointed, and dark.
 * @param drops strength of AU26
 */
export function ring01(drops: number, gapIod: number): number {
  return smoothstep(...RING, drops) * smoothstep(...RING_GAP_IOD, gapIod);
}

/** How far a place belongs to the ends of a ring, 0..1; `side` is -1..1 from corner to corner. */
export function atEnds01(side: number, ring: number): number {
  return ring * smoothstep(...ENDS, Math.abs(side));
}

/**
 * Colour of the inside of the lips at one end of a ring.
 * @param skinLuma of the skin beside that end
 */
export function liningOf({ cavity, innerLip }: MouthColours, skinLuma: number): Rgb {
  const lining = cavity.map((v, k) => mix(v, innerLip[k], LIT)) as unknown as Rgb;
  return litBeside(lining, 1, skinLuma);
}

/**
 * Colour of a lip's wet rim at one end of a ring, where it turns from the light: of the lip alone, since it
 * lies over the lip itself.
 * @param skinLuma of the skin beside that end
 */
export function endRimOf({ innerLip }: Pick<MouthColours, 'innerLip'>, skinLuma: number): Rgb {
  return litBeside(innerLip, RIM_LIT, skinLuma);
}

/** A colour in so much of the light, and no lighter than the skin beside it lets it be. */
function litBeside(colour: Rgb, light01: number, skinLuma: number): Rgb {
  const light = Math.min(light01, (MOST_OF_SKIN * skinLuma) / Math.max(1, lumaOf(colour)));
  return colour.map((v) => v * light) as unknown as Rgb;
}

/**
 * Lines the ends of a ring: the inside of the lips goes round there from the one to the other. A
 * dark that reaches the skin at its ends is a hole cut into the face.
 * @param ends01 see atEnds01
 * @param colour r, g, b, 0..255: what is there, changed in place
 */
export function lineEnds(
  { above, below, fromCorner }: PlaceInMouth,
  ends01: number,
  lining: Rgb,
  colour: number[],
): void {
  const away = Math.max(0, Math.min(above, below, fromCorner));
  const share = LINED * ends01 * Math.exp(-((away / LINED_IOD) ** FALLS_OFF));
  for (let k = 0; k < 3; k++) colour[k] = mix(colour[k], lining[k], share);
}

import { gaussian, mix, smoothstep } from '../../math/easing.ts';
import { FLAT_TONGUE, type MouthColours } from './mouth-colours.ts';

/** A mouth as it is open at one moment. */
export interface MouthOpening {
  /** Largest gap of the lips, IOD. */
  readonly gapIod: number;
  /** true: plain shapes, as in a drawing. */
  readonly flat: boolean;
}

/** A place between parted lips. Lengths are IOD. */
export interface PlaceInMouth {
  /** -1..1 between the corners. */
  side: number;
  /** Below the upper lip's rim and above the lower lip's. */
  below: number;
  above: number;
  /** From the nearer corner, along the slit. */
  fromCorner: number;
}

/** Height of the tongue's back above the lower lip, share of the gap. */
const TONGUE_HEIGHT = 0.45;
/** The tongue is seen from the first gap on, fully from the second, IOD. */
const TONGUE_FROM_IOD = 0.06;
const TONGUE_FULL_IOD = 0.14;
/** Where the throat is darkest, in heights of the tongue's back, and how far that reaches down and up. */
const DARKEST_AT = 1.4;
const DARKEST_BELOW = 0.42;
const DARKEST_ABOVE = 1.3;
/** In a narrow gap each lip shades the other's wet side: what is seen of it there, and the gaps in which, and lit, IOD. */
const WET_IN_NARROW = 0.35;
const WET_LIT_IOD = [0.05, 0.13] as const;
/** Half the breadth of the tongue's edge in a drawing, IOD. */
const FLAT_EDGE_IOD = 0.008;

/**
 * Colours the flesh of an open mouth, without its teeth: the wet inner side of the lips, the
 * tongue, and the dark of the throat behind it. Light comes in over the lower lip and dies away
 * towards the throat, the cheeks and the roof, which is what gives a mouth its depth.
 * Writes r, g, b into `out`, 0..255.
 */
export function shadeFlesh(
  place: PlaceInMouth,
  opening: MouthOpening,
  colours: MouthColours,
  out: number[],
): void {
  const { side, above, below, fromCorner } = place;
  const horizon = tongueHorizon(side, opening);
  const t = above / horizon;
  const { gapIod, flat } = opening;
  if (flat) {
    // Two plain colours with an edge between them.
    const tongue =
      smoothstep(horizon + FLAT_EDGE_IOD, horizon - FLAT_EDGE_IOD, above) *
      smoothstep(TONGUE_FROM_IOD, TONGUE_FULL_IOD, gapIod);
    for (let k = 0; k < 3; k++)
      out[k] = mix(colours.cavity[k], FLAT_TONGUE * colours.tongue[k], tongue);
    return;
  }
  // The wet rim turns away from the light towards the corners of a mouth that is open wide.
  const turned = smoothstep(0.45, 0.95, Math.abs(side)) * smoothstep(0.1, 0.2, gapIod);
  const lit = mix(WET_IN_NARROW, 1, smoothstep(...WET_LIT_IOD, above + below));
  const innerLip =
    lit * (0.6 * Math.exp(-above / 0.016) + 0.3 * Math.exp(-below / 0.018)) * (1 - 0.8 * turned);
  // The insides of the cheeks catch a little light next to the corners and low down, but the lower
  // lip stands out from shade: flesh that is lit up to it runs together with it.
  const walls = 0.1 * Math.exp(-above / 0.05) + 0.14 * Math.exp(-fromCorner / 0.04);
  const across = side * side;
  const present =
    (1 - smoothstep(0.8, 1.16, t)) *
    (1 - smoothstep(0.6, 0.95, Math.abs(side))) *
    smoothstep(TONGUE_FROM_IOD, TONGUE_FULL_IOD, gapIod);
  // A mound: brightest where its front turns up to the light, darker to its sides, in shade behind
  // the lip; its back sinks into the throat, or the roof would be lighter than what lies before it.
  const mound =
    (1 - 0.45 * across) *
    (1 - 0.84 * Math.exp(-above / 0.056)) *
    (1 - 0.12 * gaussian(side, 0.08) * smoothstep(0.1, 0.4, t));
  const back = 0.9 * smoothstep(0.62, 1.1, t);
  // Light comes in over tongue and cheeks: it is darkest in the middle, above the tongue's back.
  const depth = gaussian(t - DARKEST_AT, t < DARKEST_AT ? DARKEST_BELOW : DARKEST_ABOVE);
  const deep = gaussian(side, 0.62) * depth;
  // Spit on it: two soft glints beside the groove.
  const glint = 0.16 * gaussian(Math.abs(side) - 0.17, 0.08) * gaussian(t - 0.42, 0.12);
  for (let k = 0; k < 3; k++) {
    const hollow = mix(colours.cavity[k], colours.throat[k], deep);
    const behind = mix(hollow, colours.tongue[k], Math.min(0.5, walls));
    const glinting = (colours.tooth[k] - colours.tongue[k]) * glint;
    const shaded = mix(colours.throat[k], colours.tongue[k], mound);
    const tongue = mix(shaded, behind, back) + glinting;
    out[k] = mix(mix(behind, tongue, present), colours.innerLip[k], Math.min(0.9, innerLip));
  }
}

/** Height of the tongue's back above the lower lip, IOD. */
function tongueHorizon(side: number, { gapIod }: MouthOpening): number {
  return Math.max(0.01, TONGUE_HEIGHT * gapIod * (1 - 0.8 * side * side));
}

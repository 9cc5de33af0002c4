import { smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';

/** Where a point stands against one eye's lids, and how far these may go. Lengths are IOD. */
export interface LidPlace {
  /** -1..1 between the corners. */
  readonly t: number;
  /** -1 at the outer corner, 1 at the inner one. */
  readonly inward: number;
  /** Height above the upper rim and above the lower rim. */
  readonly aboveUpper: number;
  readonly aboveLower: number;
  /** Gap of the lids at t, ≥ 0. */
  readonly gap: number;
  /** Where the middle of the iris stands, as t. */
  readonly iris: number;
  /** What AU5 at strength 1 lifts the upper lid's middle by. */
  readonly raise: number;
  /** What the lower lid's motion is measured by: the largest gap, less on an eye that is narrow. */
  readonly narrowing: number;
  /** The same for what a smile narrows. */
  readonly smiling: number;
  /** How far a smile has tightened the lower lid: what AU7 lets go of at strength -1. */
  readonly squint: number;
  /** 0..1: how freely a drooping lid sinks: hardly on eyes that are narrow already. */
  readonly droop: number;
  /** How far the upper lid's motion reaches upwards: not into the brow. */
  readonly reach: number;
}

/** Lashes and lid line go with the rim unstretched up to this height above it, IOD. */
const LASH_BAND_IOD = 0.02;

/** Part of its gap that an upper lid comes down by to shut; the lower one comes up the rest and more. */
export const SHUT_DROP = 0.92;

/** Part of a shutting lid's way that its skin goes along at a height above the rim, both IOD. */
function followsRim01(aboveIod: number, reachIod: number): number {
  return 1 - smoothstep(LASH_BAND_IOD, reachIod, aboveIod);
}

/**
 * Height above the moved rim at which skin of a lid lies once that is shut, from its height above
 * the rim in the picture and from the gap there, all IOD.
 */
export function shutHeightIod(aboveIod: number, gapIod: number, reachIod: number): number {
  return aboveIod + SHUT_DROP * gapIod * (1 - followsRim01(aboveIod, reachIod));
}

/** Part of its rim's way that a place goes with the upper lid. */
function upperFadeOf({ aboveUpper, reach }: LidPlace): number {
  return aboveUpper >= 0
    ? followsRim01(aboveUpper, reach)
    : 1 - smoothstep(0.16, 0.34, -aboveUpper);
}

/** Half of an eye's width over which a raised lid goes up as one: the iris. */
const RAISED_WHOLE = 0.3;

/**
 * Share of a raised lid's motion: all over the iris, wherever the eye looks, and less and less to
 * both corners. A lid that went up beside the iris would bare white alone, and eyes would be round.
 */
function raiseProfile({ t, inward, iris }: LidPlace): number {
  const from = t < iris ? (iris - t) / (1 + iris) : (t - iris) / (1 - iris);
  return (1 - smoothstep(RAISED_WHOLE, 1, from)) * (1 - 0.35 * smoothstep(0.2, 1, inward));
}

/** Sorrow's lid hangs by this part of the gap at the temple, and rises by the other where inner brows draw it up. */
const HANGS = 0.32;
const DRAWN_UP = 0.13;

/** … of no larger gap than this, IOD. */
const MOST_GAP_IOD = 0.2;

/** How far the upper lid of a sad eye goes, IOD: its highest place moves towards the nose. */
function sorrow({ t, inward, droop, gap }: LidPlace): number {
  const hangs = (1 - 0.5 * t * t) * (1 - smoothstep(-0.75, 0.55, inward));
  const drawn = smoothstep(-0.1, 0.5, inward) * (1 - smoothstep(0.5, 1, inward));
  return DRAWN_UP * Math.min(MOST_GAP_IOD, gap) * drawn - HANGS * gap * droop * hangs;
}

/**
 * Where brows are hidden, lids say what these would: parts of the gap by which a frown brings the upper one down beside the nose,
 * and by which brows that are drawn up raise it there.
 */
const FROWNS = 0.2;
const DRAWN_UP_BY_BROW = 0.12;

/**
 * How far the upper lid of an eye whose brow is hidden goes with it, IOD, at strength 1 of a unit of the brows: in a
 * slope from the temple to the nose, as animators have it.
 */
export function slopeLid(unit: 'AU1' | 'AU4', lid: LidPlace): number {
  const gap = Math.min(MOST_GAP_IOD, lid.gap);
  const slope = smoothstep(-0.9, 0.7, lid.inward);
  const share = unit === 'AU4' ? -FROWNS * slope : DRAWN_UP_BY_BROW * slope;
  return share * gap * upperFadeOf(lid);
}

/**
 * Lid motion along the eye's own up axis, IOD, at strength 1. The upper lid belongs to the upper
 * layer, the lower lid to the lower one. A smile lifts the lower lid and hardly lowers the upper.
 * @param released true: of strengths below 0
 */
export function displaceLids(
  unit: ActionUnit,
  lid: LidPlace,
  lower: boolean,
  released = false,
): number {
  if (Math.abs(lid.t) >= 1) return 0;
  const upperFade = upperFadeOf(lid);
  const lowerFade =
    lid.aboveLower <= 0
      ? 1 - smoothstep(0, 0.3, -lid.aboveLower)
      : 1 - smoothstep(0.16, 0.34, lid.aboveLower);
  const t2 = lid.t * lid.t;
  // The inner corner is tied to the bone: the lids next to it open least.
  const tied = 1 - 0.45 * smoothstep(0.2, 1, lid.inward);
  const arch = (1 - t2) * tied;
  const flat = 1 - Math.abs(lid.t) ** 2.6;
  switch (unit) {
    case 'AU5':
      return lower ? 0 : lid.raise * raiseProfile(lid) * upperFade;
    case 'AU6':
      return lower
        ? 0.26 * lid.smiling * flat * lowerFade
        : -0.035 * lid.smiling * arch * upperFade;
    case 'AU7':
      if (released) return lower ? lid.squint * flat * lowerFade : 0;
      return lower
        ? 0.25 * lid.narrowing * flat * lowerFade
        : -0.1 * lid.narrowing * arch * upperFade;
    case 'AU41':
      // Heavier towards the temple, and drawn up beside the nose: what tells a sad lid from a sleepy one.
      return lower ? 0 : sorrow(lid) * upperFade;
    case 'AU43':
      return lower ? 0.1 * lid.gap * lowerFade : -SHUT_DROP * lid.gap * upperFade;
    default:
      return 0;
  }
}

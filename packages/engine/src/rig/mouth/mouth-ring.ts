import { curveOf, readCurve, type SampledCurve } from '../../math/curve.ts';
import { clamp, gaussian, smoothstep, softRamp } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import type { MouthLine } from './mouth-line.ts';

/**
 * What makes an opening mouth a ring on this very face. A mouth that hangs or curls up at its
 * corners is straight once the jaw has dropped or the lips are stretched: opened along its seam as
 * it lies, it would be a trapezoid or a grin. And lips that are drawn round the opening are thinner
 * in the middle and fuller at its sides than the same lips shut.
 */
export interface MouthRing {
  /** What straightens the seam at s, IOD, up; its mean over the mouth is 0. */
  readonly straighten: SampledCurve;
  /** 0..1: how far the corners hang at rest, which a smile takes away first. */
  readonly hangs01: number;
  /** 0..1: how far a smile thins these lips; those of a smile are as thin as it makes them. */
  readonly smileThins01: number;
  /** Thickness of the lips' red in their middle, IOD. */
  readonly lowerRed: number;
  readonly upperRed: number;
  /** What the red of the lower lip lacks at s of a ring's, IOD, ≥ 0. */
  readonly lowerLacks: SampledCurve;
}

/** Parts of the way to a straight seam that units at strength 1 take it. */
const STRAIGHTENS: Partial<Record<ActionUnit, number>> = { AU20: 0.5, AU24: 0.3, AU26: 0.85 };
/** … and what a smile takes of hanging corners, which ones hang, mean bend in IOD. */
const SMILE_STRAIGHTENS = 0.8;
const HANGING = [0.004, 0.018] as const;
/** A seam is bent by at most this much, IOD: what lies beyond is the network's mistake. */
const MOST_BENT_IOD = 0.06;
/** How far AU12 at strength 1 bends the seam, corners against the middle, IOD: see displaceByUnit. */
const SMILE_BENDS_IOD = 0.175;
const SMILE_BENDS_LATE = 1.9;
/** Beyond the corners the skin goes with them over this share of half the mouth. */
const BESIDE = 0.7;
/** Above and below the seam, IOD. */
const ABOVE_SIGMA = 0.15;
const BELOW_SIGMA = 0.24;

/**
 * Share of the red that goes in the middle of the lower and the upper lip, at strength 1. Lips that
 * round keep nearly all of it: seen small, a thin lower lip runs together with the tongue.
 */
const THINS: Partial<Record<ActionUnit, readonly [lower: number, upper: number]>> = {
  AU12: [0.22, 0.26],
  AU18: [0.08, 0.1],
  AU20: [0.2, 0.12],
  AU24: [0.3, 0.26],
};
/**
 * Lips keep their volume: full ones that are drawn wide get thinner by more, share of the red that goes besides,
 * and at their sides, where the corner that rises draws them out upwards, by so much more for each unit of
 * s². Thickness of the lower lip from which on and at which they are full, IOD.
 */
const FULL_THINS = [0.15, 0.1] as const;
const SIDES_THIN = 0.5;
const FULL_IOD = [0.15, 0.22] as const;
/** AU12 that the picture shows, from which on its lips are thinner already, and as thin as they get. */
const SMILE_HAS_THINNED = [0.1, 0.4] as const;
/** Where along the mouth lips that round are as thick as they were, |s|. */
const AS_THICK_AT = 0.85;
const MOST_FULLER = 0.25;
/**
 * … but full ones are spread over a ring's longer rim: shares of the red that go besides, lower and upper, and
 * thickness of the upper lip from which on and at which it is full, IOD. As thick as shut ones they were a spout.
 */
const FULL_SPREADS = [0.28, 0.18] as const;
const FULL_UPPER_IOD = [0.11, 0.18] as const;
/**
 * A ring's red is as thick at its sides as in its middle, or nearly: how late it falls off, an
 * exponent on |s|. Lips that are full in their middle only would hang from the opening as a point.
 */
const RINGS_RED = 3;
const LEAST_RED = 0.02;
/** The skin beyond the red gives way over this, IOD. */
const GIVES_WAY = 0.36;

/**
 * Reads the ring of a mouth.
 * @param smile AU12 that the picture shows and that is taken back before lips open
 */
export function readMouthRing(mouth: MouthLine, iodPx: number, smile: number): MouthRing {
  const bent = curveOf((s) => {
    const seam = (readCurve(mouth.upper, s) + readCurve(mouth.lower, s)) / 2 / iodPx;
    return seam + SMILE_BENDS_IOD * smile * (1 - Math.abs(s) ** SMILE_BENDS_LATE);
  });
  const lowerRedAt = (s: number) =>
    (readCurve(mouth.lower, s) - readCurve(mouth.lowerOuter, s)) / iodPx;
  const lowerRed = Math.max(0.04, lowerRedAt(0));
  const mean = bent.values.reduce((sum, v) => sum + v, 0) / bent.values.length;
  return {
    straighten: {
      values: bent.values.map((v) => clamp(mean - v, -MOST_BENT_IOD, MOST_BENT_IOD)),
    },
    hangs01: smoothstep(HANGING[0], HANGING[1], mean),
    smileThins01: 1 - smoothstep(...SMILE_HAS_THINNED, smile),
    lowerRed,
    lowerLacks: curveOf((s) => Math.max(0, ringsRed(lowerRed, s) - lowerRedAt(s))),
    upperRed: Math.max(0.03, (readCurve(mouth.upperOuter, 0) - readCurve(mouth.upper, 0)) / iodPx),
  };
}

/** true: the unit takes part in making the mouth a ring. */
export function isRingUnit(unit: ActionUnit): boolean {
  return unit === 'AU12' || STRAIGHTENS[unit] !== undefined || THINS[unit] !== undefined;
}

/**
 * What a unit at strength 1 moves a place up by to make the mouth a ring, IOD, in both layers.
 * @param s -1..1 between the corners, more outside
 * @param h height above the seam, IOD
 */
export function shapeRing(ring: MouthRing, unit: ActionUnit, s: number, h: number): number {
  const q = Math.abs(s);
  const straight = unit === 'AU12' ? SMILE_STRAIGHTENS * ring.hangs01 : (STRAIGHTENS[unit] ?? 0);
  const thins = THINS[unit];
  let up = 0;
  if (straight > 0) {
    const beside = 1 - smoothstep(1, 1 + BESIDE, q);
    up += straight * readCurve(ring.straighten, s) * beside * besideSeam(h);
  }
  if (thins && q < 1.25) {
    const red = h < 0 ? ring.lowerRed : ring.upperRed;
    const away = Math.abs(h);
    // Lips that are stretched to the sides are thinner throughout; those that round only in the middle.
    const [from, to] = h < 0 ? FULL_IOD : FULL_UPPER_IOD;
    const full01 = unit === 'AU18' ? smoothstep(from, to, red) : 0;
    const fuller = MOST_FULLER * (1 - full01);
    const along = unit === 'AU18' ? Math.max(-fuller, 1 - (q / AS_THICK_AT) ** 2) : 1;
    const ends = 1 - smoothstep(0.85, 1.25, q);
    const across = movesOverRed(away, red);
    const lip = h < 0 ? 0 : 1;
    const share =
      unit === 'AU12' ? smileThins(ring, lip, q) : thins[lip] + full01 * FULL_SPREADS[lip];
    up -= Math.sign(h) * share * red * along * ends * across;
    if (unit === 'AU18' && h < 0) {
      const lacks = readCurve(ring.lowerLacks, s);
      up -= lacks * movesOverRed(away, Math.max(LEAST_RED, ringsRed(red, s) - lacks));
    }
  }
  return up;
}

/** Share of the red that a smile takes of a lip at |s|. */
function smileThins(ring: MouthRing, lip: 0 | 1, q: number): number {
  const full01 = smoothstep(...FULL_IOD, ring.lowerRed);
  const most = (THINS.AU12?.[lip] ?? 0) + full01 * FULL_THINS[lip];
  const sides = lip === 0 ? 1 + SIDES_THIN * full01 * Math.min(1, q * q) : 1;
  return ring.smileThins01 * most * sides;
}

/** Red of a ring at s whose middle has so much, IOD. */
function ringsRed(middle: number, s: number): number {
  return middle * Math.sqrt(1 - Math.min(1, Math.abs(s)) ** RINGS_RED);
}

/** How far a place goes with a rim that moves, so far from the seam over red of this thickness, IOD. */
function movesOverRed(away: number, red: number): number {
  return softRamp(away / red) * (1 - smoothstep(0, GIVES_WAY, away - red));
}

function besideSeam(h: number): number {
  return gaussian(h, h > 0 ? ABOVE_SIGMA : BELOW_SIGMA);
}

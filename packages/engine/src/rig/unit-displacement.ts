import { gaussian, lobe, smoothstep, softRamp } from '../math/easing.ts';
import type { ActionUnit } from './action-units.ts';

/**
 * What each action unit moves, in the head frame of one side: `a` = distance outwards from the
 * midline, `v` = height, both in IOD, on a face at rest (see HEAD_ANCHORS). Figures: Waters 1987
 * for the shape of a muscle's pull, and published measurements of landmark motion at full
 * activation, rounded; tuned by looking at films.
 */
export interface Displacement {
  /** IOD, away from the midline. */
  out: number;
  /** IOD, towards the forehead. */
  up: number;
  /** IOD, away from what the face looks at; 0 if left out. */
  back?: number;
}

/** Where a point stands against the mouth's slit. */
export interface MouthPlace {
  /** |s|: 0 at the cupid's bow, 1 at the corners, more outside. */
  readonly s: number;
  /** Height above the slit, IOD; negative on the lower lip. */
  readonly h: number;
}

/** Lower-lip drop of AU26 at strength 1, IOD: 26 is about 45 % of a full jaw opening of .55. */
const JAW_DROP_IOD = 0.25;

/** How far below the slit skin goes with the lower lip as it drops, wholly and at all, IOD; and where the chin stays. */
const LIP_ON_JAW = [0.3, 0.65] as const;
const LIP_ALONE = [0.1, 0.36] as const;

/** A lobe with a flat top of ±`half`: what moves as one piece, a brow for instance. */
function plateau(d: number, half: number, below: number, above: number): number {
  const past = Math.abs(d) - half;
  return past <= 0 ? 1 : lobe(Math.sign(d) * past, below, above);
}

/** How far AU4 reaches below the brow, σ of its bell, IOD. */
export const SINK_SIGMA = 0.17;

/** Middle and half thickness of what a raised brow moves as one piece, IOD. */
export const BROW_PIECE = { v: 0.33, half: 0.1 } as const;

/**
 * Share of a raised brow's motion at a height: the brow goes as one piece, the forehead above it
 * gives way slowly, and so does the skin down to the eye, which is held by its own rule.
 */
function browPiece(v: number): number {
  return plateau(v - BROW_PIECE.v, BROW_PIECE.half, 0.14, 0.3);
}

/**
 * Shape of the mouth's opening along the slit: 1 in the middle, 0 at and outside the corners.
 * `roundness` above 1 for the jaw's oval, below 1 for lips that part from the middle outwards.
 */
export function openingProfile(s: number, roundness = 1): number {
  const q = Math.abs(s);
  return q >= 1 ? 0 : (1 - q * q) ** (1 / roundness);
}

/** Units that part the lips as an oval; the others do it from the middle outwards. */
const ROUNDNESS: Partial<Record<ActionUnit, number>> = { AU16: 1.1, AU25: 1.3, AU26: 1.3 };

/** Share of a cheek's motion that the wing of the nose next to it is kept from. */
const WING_KEPT = 0.75;

/**
 * What a cheek that rises takes along: not the wings of the nose, which end at a fold. Drawn up beside a
 * tip that stays they were a snout.
 */
function besideNose(a: number, v: number): number {
  const wing = (1 - smoothstep(0.27, 0.43, a)) * plateau(v + 0.55, 0.1, 0.08, 0.13);
  return 1 - WING_KEPT * wing;
}

/** Pull on a mouth corner: grows along the lip towards the corner, fades in the cheek. */
function cornerPull(a: number, v: number, exponent: number, below: number, above: number): number {
  const along = a < 0.4 ? (Math.max(0, a) / 0.4) ** exponent : gaussian(a - 0.4, 0.26);
  return along * lobe(v + 1.1, below, above);
}

/**
 * Share of a raised upper lip's motion along the mouth: its levators pull beside the midline, and the
 * lip rises as one arc. Squarely raised, or more beside the middle than in it, it is a zigzag.
 */
function levator(a: number): number {
  return plateau(a, 0.15, 0.34, 0.34);
}

/** Below the lower lip the skin gives way over this, IOD. */
const BELOW_LIP = 0.2;

/** A lobe whose lower flank begins below the lower lip: it goes as one piece, or it would swell. */
function lipPiece(d: number, red: number, above: number): number {
  return d >= 0 ? gaussian(d, above) : gaussian(Math.max(0, -d - red), BELOW_LIP);
}

/**
 * Share of the jaw's motion: 0 at the cheekbones and ears, 1 at the chin, 0 at the neck's foot. The
 * jaw turns about a hinge before the ears, and each place of its arch drops as far as it lies before
 * that: sides that dropped with the chin made a face long and square.
 */
function jawShare(a: number, v: number): number {
  const vertical = smoothstep(-0.82, -1.46, v);
  const lateral = 1 - smoothstep(0.28, 1.2, a) * 0.9;
  const neck = 1 - smoothstep(-1.95, -2.75, v);
  return vertical * lateral * neck;
}

/** The jaw's hinge: its height, and how far behind lips and chin it lies, IOD. */
const HINGE = { v: -0.4, behind: 1.6 } as const;

/** What turns about the jaw's hinge goes back by this much of its way down. */
function jawGoesBack(v: number): number {
  return Math.max(0, HINGE.v - v) / HINGE.behind;
}

/** How far a lip's own motion reaches past the slit, so that the field has no step there. */
function reach(h: number): number {
  return 1 - smoothstep(0.12, 0.42, h);
}

/**
 * Displacement of one unit at strength 1.
 * @param lower true: the layer of the lower lip, false: everything else. The two differ only
 *   between the mouth's corners, near the slit.
 * @param chinFollows01 part of the jaw's way that the chin goes
 * @param browV height for what moves the brow, if this face's brow is known: see heightByBrow.
 */
export function displaceByUnit(
  unit: ActionUnit,
  a: number,
  v: number,
  mouth: MouthPlace,
  lower: boolean,
  out: Displacement,
  browV = v,
  chinFollows01 = 1,
): void {
  out.out = 0;
  out.up = 0;
  out.back = 0;
  const p = openingProfile(mouth.s, ROUNDNESS[unit] ?? 0.75);
  // Strength of the slit as a boundary: what only one lip does is undone on the other.
  const cut = p * reach(lower ? mouth.h : -mouth.h);
  switch (unit) {
    case 'AU1': {
      const w = gaussian(a - 0.2, 0.29) * browPiece(browV);
      out.up = 0.135 * w;
      out.out = -0.02 * w * (a / 0.2) * (a < 0.2 ? 1 : 0.2 / a);
      return;
    }
    case 'AU2':
      // The tail goes with the arch: left behind, its hair would be drawn out.
      out.up = 0.145 * plateau(a - 0.78, 0.08, 0.28, 0.22) * browPiece(browV);
      return;
    case 'AU4': {
      // Hair keeps its shape: along the brow the motion changes slowly, across it not at all, and it
      // is the skin between the brows that gives way. Over the eye it gives way evenly: see heightBelowSinking.
      const w = plateau(browV - BROW_PIECE.v, BROW_PIECE.half, SINK_SIGMA, 0.26);
      out.out = -0.036 * softRamp(a / 0.16) * gaussian(Math.max(0, a - 0.4), 0.28) * w;
      out.up = -0.076 * plateau(a - 0.25, 0.1, 0.2, 0.3) * w;
      return;
    }
    case 'AU6': {
      const w = gaussian(a - 0.66, 0.3) * lobe(v + 0.46, 0.26, 0.2) * besideNose(a, v);
      // The ring muscle of the eye draws the brow's tail and the fold of the lid down a little, too.
      const tail = gaussian(a - 0.84, 0.17) * lobe(v - 0.2, 0.1, 0.14);
      out.up = 0.105 * w - 0.032 * tail;
      out.out = 0.025 * w - 0.01 * tail;
      return;
    }
    case 'AU9': {
      // The nose shortens as one piece: wings that rise beside a tip that stays let it hang between them,
      // a witch's. They go in a little: a shorter nose that got broader would be another person's. The skin of the
      // sides is pushed together below the inner corners of the eyes; the cheek next to it is pushed up
      // against the lower lid.
      const wing = gaussian(a - 0.3, 0.095) * lobe(v + 0.6, 0.13, 0.2);
      const foot = gaussian(a, 0.24) * lobe(v + 0.6, 0.2, 0.2);
      const side = gaussian(a - 0.2, 0.085) * gaussian(v + 0.3, 0.13);
      const cheek = gaussian(a - 0.43, 0.13) * lobe(v + 0.4, 0.18, 0.15) * besideNose(a, v);
      // The brow comes down along most of its length, and little: inner ends alone, or more of it, would be anger's.
      const brow = plateau(a - 0.3, 0.1, 0.19, 0.24) * browPiece(browV);
      // Both lips go up as one piece, and the skin below them, so that the lower one keeps its height.
      const lips = levator(a) * lipPiece(v + 1.14, 0.17, 0.18);
      out.up = 0.045 * wing + 0.03 * foot + 0.03 * side + 0.05 * cheek - 0.037 * brow + 0.03 * lips;
      out.out = -0.03 * brow * (a / (0.12 + a)) - 0.009 * wing;
      return;
    }
    case 'AU10': {
      // The lower lip goes along: shut lips stay shut.
      const lip = levator(a) * lipPiece(v + 0.97, 0.34, 0.13);
      const wing = gaussian(a - 0.32, 0.12) * gaussian(v + 0.6, 0.14);
      const cheek = gaussian(a - 0.5, 0.2) * gaussian(v + 0.55, 0.22) * besideNose(a, v);
      out.up = 0.105 * lip + 0.016 * wing + 0.04 * cheek;
      return;
    }
    case 'AU12': {
      const side = cornerPull(a, v, 1.25, 0.3, 0.34);
      const lift = cornerPull(a, v, 1.9, 0.24, 0.36) * besideNose(a, v);
      out.out = 0.115 * side;
      out.up = 0.175 * lift;
      return;
    }
    case 'AU15': {
      // One broad bend that flattens at the corner and goes on in the cheek: bent most at its very end
      // a mouth's line is a hook.
      const along = a < 0.46 ? smoothstep(0, 0.46, a) : gaussian(a - 0.46, 0.2);
      const w = along * lobe(v + 1.1, 0.24, 0.2);
      out.out = 0.02 * w;
      out.up = -0.105 * w;
      return;
    }
    case 'AU16': {
      const w = gaussian(a, 0.3) * lobe(v + 1.25, 0.22, 0.25);
      out.up = -0.07 * w * (lower ? 1 : 1 - cut);
      return;
    }
    case 'AU17': {
      const chin = gaussian(a, 0.3) * lobe(v + 1.56, 0.2, 0.2);
      const lip = gaussian(a, 0.26) * lobe(v + 1.2, 0.18, 0.2);
      out.up = 0.085 * chin + 0.055 * lip * (lower ? 1 : 0.75 + 0.25 * (1 - cut));
      return;
    }
    case 'AU18':
      out.out = -0.1 * cornerPull(a, v, 1.1, 0.3, 0.24);
      return;
    case 'AU20': {
      const w = cornerPull(a, v, 1.1, 0.3, 0.22);
      out.out = 0.14 * w;
      out.up = -0.012 * w;
      return;
    }
    case 'AU24': {
      const narrow = cornerPull(a, v, 1.1, 0.2, 0.18);
      const chin = gaussian(a, 0.3) * gaussian(v + 1.55, 0.18);
      const lip = gaussian(a, 0.34);
      // What makes the red thinner is in mouth-ring.ts: it is pressed, not hidden.
      out.out = -0.03 * narrow;
      out.up = lower
        ? 0.011 * lip * lobe(mouth.h, 0.2, 0.3) * p + 0.03 * chin
        : -0.009 * lip * lobe(mouth.h, 0.3, 0.16) * p + 0.03 * chin;
      return;
    }
    case 'AU25':
      out.up = lower
        ? -0.064 * p * lipPiece(mouth.h, 0.18, 0.3)
        : 0.033 * p * lobe(mouth.h, 0.3, 0.2);
      return;
    case 'AU26': {
      const j = chinFollows01 * jawShare(a, v);
      // Below the lip the jaw moves the chin, and under the chin nothing but the jaw's share.
      const [lipEnds, skinEnds] = chinFollows01 > 0 ? LIP_ON_JAW : LIP_ALONE;
      const lip = cut * (1 - smoothstep(lipEnds, skinEnds, -mouth.h));
      // A dropped jaw makes the mouth a ring: the upper lip is drawn up into a dome.
      const dome = 0.03 * openingProfile(mouth.s, 1.2) * lobe(mouth.h, 0.3, 0.16);
      const drop = JAW_DROP_IOD * (lower ? j + (1 - j) * lip : j * (1 - cut));
      out.up = (lower ? 0 : dome) - drop;
      out.back = drop * jawGoesBack(v);
      out.out = -0.05 * j * Math.min(1, a / 0.4) * gaussian(v + 1.25, 0.35);
      return;
    }
    case 'AU41':
      // The skin below the brow's outer half hangs onto the lid.
      out.up = -0.04 * gaussian(a - 0.72, 0.18) * lobe(v - 0.18, 0.1, 0.12);
      return;
    case 'AU5':
    case 'AU7':
    case 'AU43':
    case 'EAD101':
    case 'EAD103':
      return; // lids move along the eye's own axes: see displaceLids
  }
}

/**
 * Where a unit moves anything worth storing, IOD: largest a, lowest and highest v. Some 3.7 σ of
 * its lobes; outside them no more than about a thousandth of its motion is left, or the field would have
 * a step there. A jaw's sides end with the face.
 */
export const UNIT_REACH: Readonly<
  Record<ActionUnit, readonly [maxA: number, minV: number, maxV: number]>
> = {
  AU1: [1.3, -0.3, 1.6],
  AU2: [1.8, -0.3, 1.6],
  AU4: [1.6, -0.4, 1.6],
  AU5: [0, 0, 0],
  AU6: [1.8, -1.45, 0.75],
  AU7: [0, 0, 0],
  AU9: [1.4, -2.05, 1.6],
  AU10: [1.4, -2.05, 0.3],
  AU12: [1.4, -2.25, 0.3],
  AU15: [1.4, -2, -0.3],
  AU16: [1.15, -2.1, -0.3],
  AU17: [1.15, -2.35, -0.4],
  AU18: [1.4, -2.25, -0.2],
  AU20: [1.4, -2.25, -0.25],
  AU24: [1.4, -2.25, 0],
  AU25: [1.3, -2.3, 0.1],
  AU26: [2.5, -2.8, -0.5],
  AU41: [1.4, -0.2, 0.65],
  AU43: [0, 0, 0],
  EAD101: [0, 0, 0],
  EAD103: [0, 0, 0],
};

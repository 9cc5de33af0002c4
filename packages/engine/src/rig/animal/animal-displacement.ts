import { clamp, gaussian, lobe, mix, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import type { Displacement, MouthPlace } from '../unit-displacement.ts';
import { droopOf, lowerLipShare } from './animal-pouch.ts';

/**
 * What the units of forehead, cheeks and muzzle move on an animal, at (a, v) of the head frame, IOD
 * (see Displacement). Fur lies loose over broad muscles: every pull reaches further and is softer
 * than on a face of bare skin, so that no stripe of a coat kinks. The muzzle moves as one.
 *
 * @param muzzle how broad the mouth is: corners are pulled where they are
 */
export function displaceAnimal(
  unit: ActionUnit,
  a: number,
  v: number,
  mouth: MouthPlace,
  muzzle: MuzzleBreadth,
  lower: boolean,
  out: Displacement,
): void {
  out.out = 0;
  out.up = 0;
  switch (unit) {
    case 'AU1': {
      // Sorrow's brows slant: what rises in the middle falls at the sides.
      const w = lobe(v - 0.46, 0.2, 0.5);
      out.up = (0.17 * gaussian(a - 0.18, 0.34) - 0.06 * gaussian(a - 0.95, 0.3)) * w;
      return;
    }
    case 'AU2':
      out.up = 0.1 * gaussian(a - 0.75, 0.36) * lobe(v - 0.45, 0.2, 0.5);
      return;
    case 'AU4': {
      const w = lobe(v - 0.42, 0.3, 0.6);
      out.up = -0.1 * gaussian(a - 0.25, 0.45) * w;
      out.out = -0.035 * (a / (0.3 + a)) * gaussian(a - 0.4, 0.4) * w;
      return;
    }
    case 'AU6': {
      const w = gaussian(a - 0.66, 0.36) * lobe(v + 0.55, 0.36, 0.3);
      out.up = 0.09 * w;
      out.out = 0.02 * w;
      return;
    }
    case 'AU9': {
      const nose = gaussian(a, 0.3) * lobe(v + 0.66, 0.26, 0.36);
      const pads = gaussian(a - 0.32, 0.22) * lobe(v + 0.92, 0.24, 0.28);
      const brow = gaussian(a - 0.2, 0.4) * lobe(v - 0.4, 0.28, 0.5);
      out.up = 0.06 * nose + padsRise(muzzle) * pads - 0.05 * brow;
      out.out = 0.02 * pads;
      return;
    }
    case 'AU10': {
      const pads = gaussian(a - 0.32, 0.24) * lobe(v + 0.98, 0.22, 0.4);
      const curl = muzzle.known01 * curledLip(mouth, muzzle, lower);
      out.up = mix(0.11 * pads, 0, muzzle.known01) + lipCurls(muzzle) * curl;
      out.out = 0.025 * mix(pads, curl, muzzle.known01);
      return;
    }
    case 'AU12': {
      const w = within(a, v) * cornerShare(mouth, muzzle) * lobe(mouth.h, 0.34, 0.44);
      out.up = (smileRises(muzzle) + Math.max(0, -muzzle.smiles) + ARCH_GOES * muzzle.arch) * w;
      out.out = 0.05 * w;
      if (lower) {
        const { half, smiles } = muzzle;
        out.up -= PLAY_DROPS * droopOf(smiles) * lowerLipShare(mouth.s, mouth.h, half, smiles);
      }
      return;
    }
    case 'AU15': {
      const w = within(a, v) * lobe(mouth.h, 0.46, 0.42);
      out.up =
        (0.04 * gaussian(mouth.s * muzzle.half, 0.2) - muzzle.frowns * endShare(mouth, muzzle)) * w;
      return;
    }
    default:
      return;
  }
}

/**
 * 0 from the end of what is moved at all on. Heads with short chins reach it not far below the mouth, and
 * slender ones beside its corners.
 */
function within(a: number, v: number): number {
  return smoothstep(MIN_V, MIN_V + 0.6, v) * smoothstep(MAX_A, MAX_A - 0.9, a);
}

/** Half breadths of an animal's mouth, IOD: s = 1, the corners that rise, the ends that sink. */
export interface MuzzleBreadth {
  readonly half: number;
  readonly corners: number;
  readonly ends: number;
  /** How far beyond them that is felt, σ. */
  readonly beyond: number;
  /** What a long line shows of a smile already: how high its ends lie over its middle, IOD. */
  readonly smiles: number;
  /** How far the ends of a short line hang below its middle, the arch under a cat's nose, IOD. */
  readonly arch: number;
  /** How far its ends come down at AU15's strength 1, IOD. */
  readonly frowns: number;
  /** How surely the line between the lips is known: see findMuzzle. */
  readonly known01: number;
}

/** How far the ends of a line come down that is not known, that droops and that smiles, IOD. */
const FROWN = 0.3;
const DROOPING_FROWNS = 0.12;
const SMILING_FROWNS = 0.46;
/** Ends this much over (below) a line's middle make it smile (droop) wholly, IOD. */
const DROOPS_TO_SMILES = [-0.08, 0.02] as const;
/** Frowns are felt this far beyond the ends, σ, IOD: a smile drawn on the cheek goes down, too. */
const FROWN_BEYOND = 0.27;

/** How far corners this far from the middle rise at AU12's strength 1, and broader ones further, IOD. */
const SMILE_RISES = 0.15;
const SMILE_AT = 0.44;
/**
 * Lines that droop rise by no more than this besides: an ape's joy is its play face, a mouth that hangs open by
 * this under an upper lip that stays where it is. Turned up into a grin, a broad muzzle is folded to a V. IOD.
 */
const PLAY_RISES = 0.08;
const PLAY_DROPS = 0.1;
/** Lines that are short rise by this part less, those up to the first half wholly, IOD: what is so small is a person's mouth on a muzzle. */
const SHORT_RISES_LESS = 0.18;
const SHORT_LINE = [0.28, 0.38] as const;
/** Narrower than this no smile is drawn: short lips go up with the pads that they hang from. */
const LEAST_SMILE = 0.36;
/** Lines end about here. */
const LEAST_END = 0.36;
const MOST_END = 0.62;

/** Short lips hang from the pads in an arch, which says nothing: lines count from these halves on, IOD. */
const LONG_LINE = [0.34, 0.44] as const;
/** Part of the arch of a short line that a smile undoes at AU12's strength 1: it is driven to twice that. */
const ARCH_GOES = 0.8;
/** Corners' rise at AU12's strength 1, IOD, besides what they lose of a droop or an arch. */
function smileRises({ half, smiles, known01 }: MuzzleBreadth): number {
  const short01 = known01 * (1 - smoothstep(...SHORT_LINE, half));
  const own = SMILE_RISES * Math.max(1, half / SMILE_AT) * (1 - SHORT_RISES_LESS * short01);
  return mix(own, PLAY_RISES, droopOf(smiles));
}

/** Part of its own smile or droop that a line gives up for the opposite. */
const OWN_GOES = 0.7;

/**
 * @param known01 see findMuzzle: the mesh's mouth is a person's, and an animal's goes further
 * @param smile how high the line's ends lie over its middle, IOD
 */
export function breadthOf(half: number, known01: number, smile = 0): MuzzleBreadth {
  const ends = mix(ENDS * half, clamp(1.08 * half, LEAST_END, MOST_END), known01);
  const corners = mix(half, Math.max(half, LEAST_SMILE), known01);
  return {
    half,
    corners,
    ends,
    beyond: mix(0.36, 0.24, known01),
    known01,
    // Drooping mouths drawn down further look like a person's frown; smiling ones must stop smiling.
    frowns: mix(
      FROWN,
      mix(DROOPING_FROWNS, SMILING_FROWNS, smoothstep(...DROOPS_TO_SMILES, smile)),
      known01,
    ),
    smiles: OWN_GOES * known01 * smoothstep(...LONG_LINE, half) * clamp(smile, -0.14, 0.14),
    arch: known01 * (1 - smoothstep(...LONG_LINE, half)) * clamp(-smile, 0, 0.14),
  };
}

/** How far a curled lip rises over its half of the mouth, IOD, and how much of it the lower one takes. */
const LIP_CURLS = 0.13;
const LOWER_FOLLOWS = 0.25;
/**
 * Where it rises most, part of the way to the line's end, and how far to either side, σ, IOD. A line that droops, bare
 * and broad as an ape's, curls less, below the nostril and more broadly: at its end it would be a bent hook.
 */
const CURL_AT = 0.68;
const CURL_SIGMA = 0.17;
const DROOPING_CURL = { rises: 0.055, at: 0.42, sigma: 0.25 } as const;

/** How far a wrinkled nose lifts the pads beside it at AU9's strength 1, IOD; those of a line that droops less. */
const PADS_RISE = 0.06;
const DROOPING_PADS_RISE = 0.025;

function padsRise({ smiles }: MuzzleBreadth): number {
  return mix(PADS_RISE, DROOPING_PADS_RISE, droopOf(smiles));
}

function lipCurls({ smiles }: MuzzleBreadth): number {
  return mix(LIP_CURLS, DROOPING_CURL.rises, droopOf(smiles));
}

/** Share of a curl: the half of the upper lip beside the nose rises off the lower one. */
function curledLip(
  { s, h }: MouthPlace,
  { half, ends, smiles }: MuzzleBreadth,
  lower: boolean,
): number {
  const droops01 = droopOf(smiles);
  const at = mix(CURL_AT, DROOPING_CURL.at, droops01) * ends;
  const sigma = mix(CURL_SIGMA, DROOPING_CURL.sigma, droops01);
  const across = gaussian(Math.max(0, Math.abs(s * half - at) - 0.1 * ends), sigma);
  // Not far above the slit the layers are one again: those of the eyes begin there.
  const parts = (s < 1 ? (1 - s * s) ** 0.7 : 0) * (1 - smoothstep(0.015, 0.1, h));
  const follows = lower ? 1 - (1 - LOWER_FOLLOWS) * parts : 1;
  return across * follows * lobe(h - 0.04, 0.15, 0.22);
}

/** Grows along the lips to a corner and fades out in the cheek. */
function cornerShare(mouth: MouthPlace, { half, corners, beyond }: MuzzleBreadth): number {
  const s = (mouth.s * half) / corners;
  return s < 1 ? s * s * (2 - s * s) : gaussian((s - 1) * corners, beyond);
}

/** Grows over a whole half of the muzzle: the line's ends lie in the fur beyond the corners. */
function endShare({ s }: MouthPlace, { half, ends }: MuzzleBreadth): number {
  const x = s * half;
  return smoothstep(0.07 * ends, ends, x) * gaussian(Math.max(0, x - ends), FROWN_BEYOND);
}

const MAX_A = 2;
const MIN_V = -2.2;

/** Where an animal's mouth ends, in half widths of what is found of it. */
const ENDS = 1.45;

/** Units that an animal moves in its own way; the others are as on people. */
export const ANIMAL_UNITS: ReadonlySet<ActionUnit> = new Set<ActionUnit>([
  'AU1',
  'AU2',
  'AU4',
  'AU6',
  'AU9',
  'AU10',
  'AU12',
  'AU15',
]);

/** Where they move anything worth storing, IOD: largest a, lowest and highest v. */
export const ANIMAL_REACH: readonly [maxA: number, minV: number, maxV: number] = [
  MAX_A,
  MIN_V,
  2.4,
];

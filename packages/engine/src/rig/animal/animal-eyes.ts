import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import { type EyeLine, eyePlace } from '../eyes/eye-shape.ts';

/** An animal's eye as a piece: what widens it and what holds it in shape. */
export interface AnimalEye {
  readonly line: EyeLine;
  /** Middle of the opening and half its height, frame px. */
  readonly middleXPx: number;
  readonly middleYPx: number;
  readonly halfHeightPx: number;
  /** How far the inner corners lie below the level of the outer ones; the same for both eyes. */
  readonly slantRadians: number;
  /** How far the upper lid rises when the eye opens wide, parts of half its height; as both eyes do. */
  readonly rises: number;
}

/** Both eyes of a face, the right one first. */
export function describeAnimalEyes([right, left]: readonly [EyeLine, EyeLine]): readonly [
  AnimalEye,
  AnimalEye,
] {
  const roll = Math.atan2(left.centreYPx - right.centreYPx, left.centreXPx - right.centreXPx);
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  // Turned back before it is an angle: a difference of two may be a whole turn off on a head upside down.
  const slantOf = ({ alongX, alongY }: EyeLine) =>
    Math.atan2(alongY * cos - alongX * sin, alongX * cos + alongY * sin);
  const slantRadians = (slantOf(right) - slantOf(left)) / 2;
  const eyes = [describe(right, slantRadians), describe(left, slantRadians)] as const;
  // What is seen from aside looks rounder than it is.
  const rises = risesBy(
    Math.max(...eyes.map(({ line, halfHeightPx }) => line.halfWidthPx / halfHeightPx)),
  );
  return [
    { ...eyes[0], rises },
    { ...eyes[1], rises },
  ];
}

function describe(line: EyeLine, slantRadians: number): Omit<AnimalEye, 'rises'> {
  const top = readCurve(line.upper, 0);
  const low = readCurve(line.lower, 0);
  const up = (top + low) / 2;
  const middleXPx = line.centreXPx + up * line.alongY;
  const middleYPx = line.centreYPx - up * line.alongX;
  const halfHeightPx = Math.max(1, (top - low) / 2);
  return { line, middleXPx, middleYPx, halfHeightPx, slantRadians };
}

/** A far eye looks narrower than the near one; so much narrower still moves its side wholly. */
const FAR_FREE = 1.2;
const FAR_LEAST = 0.45;

/**
 * How much a side of the face moves, 0..1, by how narrow its eye looks against the other: what lies
 * on the far side of a turned head is foreshortened, and would bulge out over the outline.
 */
export function sideShare(own: AnimalEye, other: AnimalEye): number {
  const ratio = own.line.halfWidthPx / Math.max(1e-3, other.line.halfWidthPx);
  return clamp(FAR_FREE * ratio * ratio, FAR_LEAST, 1);
}

/** 0 in the eye's middle, 1 on its outline, more outside (as an ellipse). */
export function eyeDistance(eye: AnimalEye, xPx: number, yPx: number): number {
  const { line } = eye;
  const dx = xPx - eye.middleXPx;
  const dy = yPx - eye.middleYPx;
  const along = (dx * line.alongX + dy * line.alongY) / line.halfWidthPx;
  const up = (dx * line.alongY - dy * line.alongX) / eye.halfHeightPx;
  return Math.sqrt(along * along + up * up);
}

/**
 * How far a wide eye's upper lid rises (AU5 at strength 1), parts of the eye's half height: a slit
 * has room up to the round ball behind it, a round eye hardly any. The ball never grows.
 */
const ROUND_RISES = 0.06;
const RISES_BY_ROOM = 0.44;
const MOST_RISES = 0.27;
/** How far the lower lid sinks and the corners go apart, parts of what the upper one rises. */
const LOWER_SINKS = 0.42;
const CORNERS_PART = 0.2;
const FELT_FROM = 1.05;
const FELT_TO = 2.3;

/** @param roundness half width over half height of an eye's opening */
function risesBy(roundness: number): number {
  return Math.min(MOST_RISES, ROUND_RISES + RISES_BY_ROOM * Math.max(0, roundness - 1));
}

/** Motion of a point when an animal's eye opens wide, px: its rim and what lies around it. */
export function widenEye(eye: AnimalEye, xPx: number, yPx: number, out: Float64Array): void {
  const share = 1 - smoothstep(FELT_FROM, FELT_TO, eyeDistance(eye, xPx, yPx));
  const { line } = eye;
  const dx = xPx - eye.middleXPx;
  const dy = yPx - eye.middleYPx;
  const along = dx * line.alongX + dy * line.alongY;
  const up = dx * line.alongY - dy * line.alongX;
  const rises = share * eye.rises;
  const goes = CORNERS_PART * rises * along;
  const lifts = (up > 0 ? 1 : LOWER_SINKS) * rises * up;
  out[0] = goes * line.alongX + lifts * line.alongY;
  out[1] = goes * line.alongY - lifts * line.alongX;
}

/** Sorrow takes no more of a slant than this one's share, radians: turned further, outer corners are pulled down. */
const MOST_SLANT_LOST = 0.29;
/** Nor do contentment and disgust take more than this one's: an eye that is seen from aside would fold at its inner corner. */
const MOST_SLANT_EASED = 0.38;

/**
 * How far a brow unit turns an eye's opening about its middle, radians; inner corner down: > 0.
 * Slanting eyes turn further out of their slant and less into it.
 */
export function lidTurn(unit: ActionUnit, slantRadians: number): number {
  const slant = Math.max(0, slantRadians);
  if (unit === 'AU4') return Math.max(0, 0.14 - 0.4 * slant);
  if (unit === 'AU1') return -0.16 - 0.34 * Math.min(slant, MOST_SLANT_LOST);
  // Contented and squeamish eyes lose the slant that looks like anger.
  const eased = Math.min(slant, MOST_SLANT_EASED);
  if (unit === 'AU6') return -0.04 - 0.8 * eased;
  if (unit === 'AU43') return -1.6 * eased;
  return 0;
}

/** Motion of a point when an eye's opening turns, px. The ball does not turn with it. */
export function turnEye(
  eye: AnimalEye,
  xPx: number,
  yPx: number,
  radians: number,
  out: Float64Array,
): void {
  const share = 1 - smoothstep(FELT_FROM, FELT_TO, eyeDistance(eye, xPx, yPx));
  const angle = (eye.line.side === 'right' ? 1 : -1) * radians * share;
  const dx = xPx - eye.middleXPx;
  const dy = yPx - eye.middleYPx;
  out[0] = -angle * dy;
  out[1] = angle * dx;
}

/** How far a unit moves the corners along the eye's up axis, in parts of the largest gap. */
const CORNERS: Partial<Readonly<Record<ActionUnit, LidMotion>>> = {
  AU1: { inner: 0.04, outer: -0.13 },
  AU4: { inner: -0.07, outer: 0.02 },
  AU6: { inner: 0.16, outer: 0.02 },
};
/** Contented eyes lift their inner corners out of a slant of this, radians; level ones do not. */
const SLANTED = 0.35;
/** Slanting eyes narrow by this part less in contentment: as slits they would look sly. */
const SLANTED_EASES = 0.16;

/**
 * Hardly any animal's eyes hang at their outer corners: an outline that does, by so many radians, took the dark of a coat beside the nose along.
 * Its lid rises by this part less, or it would shut the eye, which lies low in that outline.
 */
const HANGING = [0.08, 0.25] as const;
const HANGING_EASES = 0.45;

/** How much of a cheek's push an eye's lower lid takes, 0..1; `seen` as from `sideShare`. */
export function squintShare({ slantRadians }: AnimalEye, seen: number): number {
  const eases =
    SLANTED_EASES * smoothstep(0, SLANTED, slantRadians) +
    HANGING_EASES * smoothstep(...HANGING, -slantRadians);
  return (1 - eases) * (0.5 + 0.5 * seen);
}

/** How far around a corner that is felt, σ in half widths. */
const CORNER_SIGMA = 0.55;

/** Whether a unit moves an eye's corners. */
export function movesCorners(unit: ActionUnit): boolean {
  return CORNERS[unit] !== undefined;
}

/**
 * Motion of a point when a unit pulls at an eye's corners, px. The corner goes with the half of the
 * lid next to it: a lid that sinks past a corner that stays would leave it as a thorn.
 */
export function moveCorners(
  { line, slantRadians }: AnimalEye,
  unit: ActionUnit,
  xPx: number,
  yPx: number,
  iodPx: number,
  out: Float64Array,
): void {
  const { inner, outer } = CORNERS[unit] ?? { inner: 0, outer: 0 };
  const slanted = unit === 'AU6' ? smoothstep(0, SLANTED, slantRadians) : 1;
  const [t, upPx] = eyePlace(line, xPx, yPx);
  const up = upPx / line.halfWidthPx;
  const outwards = line.side === 'left' ? t : -t;
  const near = (d: number) => gaussian(d, CORNER_SIGMA) * gaussian(up, CORNER_SIGMA);
  const share = slanted * inner * near(outwards + 1) + outer * near(outwards - 1);
  const lift = share * line.open01 * Math.min(line.gapPx, LARGEST_GAP * iodPx);
  out[0] = lift * line.alongY;
  out[1] = -lift * line.alongX;
}

/** Lids move as far out as this, in half widths of the eye. */
export const LID_ENDS = 1.2;

/** Corners of an outline are steep: lids move by gaps that are evened out over this, half widths. */
export const LID_SOFTNESS = 0.18;

/** Where a point stands against an animal's lids. */
export interface AnimalLidPlace {
  /** -1 at the inner corner, 1 at the outer one. */
  readonly outwards: number;
  /** Height above the upper and above the lower rim, and the lids' gap here and at most, IOD. */
  readonly aboveUpper: number;
  readonly aboveLower: number;
  readonly gap: number;
  readonly widest: number;
  /** See AnimalEye. */
  readonly slantRadians: number;
}

/** From here on towards the corners they come together no sooner: the skin beside them would fold. */
const MEETS_AT = 0.93;
const MEETS = 1.0;
const CHEEK_MEETS = 0.64;
/** No animal's eye opens further, IOD: lids come no further than with a gap of this. */
const LARGEST_GAP = 0.56;
/**
 * How far below the lower rim lids move anything, IOD: the lower one, and the upper one unseen. That
 * dies out from its own rim on: all of it below the lower rim would fold, where a smile lifts the coat, too.
 */
const LOWER_LID_REACH = 0.46;
const UPPER_LID_REACH = 0.26;
/** Further below its lower rim the layers of an eye are the same, IOD. */
export const LAYERS_MEET = 0.47;

/** Parts of the gap here that lids come down (upper) or up (lower) by, inner and outer end. */
interface LidMotion {
  readonly inner: number;
  readonly outer: number;
}

const UPPER: Partial<Readonly<Record<ActionUnit, LidMotion>>> = {
  AU43: { inner: -0.9, outer: -0.9 },
  AU7: { inner: -0.2, outer: -0.18 },
  AU4: { inner: -0.32, outer: -0.12 },
  // Sorrow's brow pulls the inner half of the lid up while the outer half sinks.
  AU1: { inner: 0.25, outer: -0.27 },
};

const LOWER: Partial<Readonly<Record<ActionUnit, LidMotion>>> = {
  AU43: { inner: 0.06, outer: 0.06 },
  AU7: { inner: 0.2, outer: 0.2 },
  AU6: { inner: 0.58, outer: 0.58 },
};

/** An eye that slants looks angry once it narrows: a frown closes it evenly, or it would be a wedge. */
const SLANTED_FROWN: LidMotion = { inner: -0.22, outer: -0.2 };

/** Part of the gap by which a unit moves a lid at strength 1, up > 0; outwards as in a lid's place. */
export function lidShare(
  unit: ActionUnit,
  lower: boolean,
  outwards: number,
  slantRadians: number,
): number {
  let motion = (lower ? LOWER : UPPER)[unit];
  if (!motion) return 0;
  if (unit === 'AU4') {
    const slanted = smoothstep(0, SLANTED, slantRadians);
    motion = {
      inner: mix(motion.inner, SLANTED_FROWN.inner, slanted),
      outer: mix(motion.outer, SLANTED_FROWN.outer, slanted),
    };
  }
  return motion.inner + (motion.outer - motion.inner) * clamp(0.5 + 0.5 * outwards, 0, 1);
}

/**
 * Motion of an animal's lids along the eye's own up axis at strength 1, IOD: a part of the gap that
 * the eye has at that place, so that an arc stays an arc and meets the other in the corners. 4
 * brings the inner half of the upper lid down, 1 the outer half: what brows do on people's faces,
 * lids do on animals'.
 */
export function displaceAnimalLids(unit: ActionUnit, lid: AnimalLidPlace, lower: boolean): number {
  const { outwards: o, widest } = lid;
  const share = lidShare(unit, lower, o, lid.slantRadians);
  if (share === 0) return 0;
  // Towards the corners lids meet sooner: a narrowed eye is a lens and no slot. What looks like an
  // eye of more than any animal's size is one with its dark surroundings.
  // A cheek pushes the middle of the lower lid up more.
  const meets = unit === 'AU6' ? CHEEK_MEETS : MEETS;
  const towards = Math.min(MEETS_AT, Math.abs(o));
  const sooner = 1 + meets * (1 - Math.sqrt(1 - towards * towards));
  const along = share * sooner * lid.gap * Math.min(1, LARGEST_GAP / widest);
  if (lower) {
    return lid.aboveLower <= 0
      ? along * (1 - smoothstep(0, LOWER_LID_REACH, -lid.aboveLower))
      : along * (1 - smoothstep(lid.gap + 0.02, lid.gap + 0.5, lid.aboveLower));
  }
  return lid.aboveUpper >= 0
    ? along * (1 - smoothstep(0, 0.16 + 0.8 * widest, lid.aboveUpper))
    : along * (1 - smoothstep(0.02, lid.gap + UPPER_LID_REACH, -lid.aboveUpper));
}

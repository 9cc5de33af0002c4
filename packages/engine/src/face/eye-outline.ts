import { findBestLine } from '../math/best-line.ts';
import {
  type Candidate,
  coatTone,
  type Ellipse,
  EYE_CROP_IOD_PX,
  FROM_POINTS,
  findEllipses,
  MIN_RISE,
  rimRise,
  type Shifts,
  toneAt,
} from './eye-ellipses.ts';
import type { EyeTones } from './eye-tones.ts';

/** The outline of an eye in crop px: how far it lies from a middle, direction by direction. */
export interface EyeOutline {
  readonly centreX: number;
  readonly centreY: number;
  /** f32[OUTLINE_DIRECTIONS], the first along x, the others towards y (down). */
  readonly radii: Float32Array;
}

const OUTLINE_DIRECTIONS = 48;

/** Radii that are tried around the ellipse's, in parts of it. */
const RADIUS_PARTS = { from: 0.5, step: 0.04, count: 26 };
/** What it costs to leave the ellipse by all of itself, and to step from one direction to the next, levels. */
const LEAVE_COST = 110;
const STEP_COST = 2.2;
const MOST_STEPS = 3;

/**
 * Two eyes of one face: differences in size and roundness, as logarithms, that a turned head
 * explains; by how much more they are unlikely; and the same for slants, radians.
 */
const USUAL_SIZE = 0.3;
const USUAL_ROUNDNESS = 0.5;
const UNLIKELY = 0.2;
/** … and of heights, which a turn leaves as they are: the far one of a cat is narrower, not lower. */
const USUAL_HEIGHT = 0.15;
const UNLIKELY_SLANT = 0.5;
/** Two that are alike are believed from this part of the worth of the best two on. */
const LEAST_AGREEMENT = 0.4;

/** A bright eye falls off to its dark lids by this much at least in the mean, levels, unless the coat is black: pale fur does by less. */
const BRIGHT_FALL = 24;
/**
 * An eye that fills less than this of a dark outline, in radii, lies in a mask of dark fur, if the outline
 * is larger than this, IOD: those of eyes that only have dark lids are not.
 */
const WELL_WITHIN = 0.76;
const LEAST_MASK_IOD = 0.22;
/** … and what fills less than this of it is a window that mirrors in a large dark eye. */
const MIRRORED = 0.42;
/** Coats are black below this tone, levels. */
const BLACK_COAT = 70;

/**
 * The outlines of a face's two eyes, given their crops (the eye on the picture's left first), if
 * both have a clear one: ellipses around which it gets brighter outwards, or more like the coat in
 * colour, and that are alike, as mirror images; and from each the closed line along the strongest rise. Where that is the rim of a
 * dark mask in which bright eyes shine, a lemur's, or the coat is black, a cat's with yellow eyes, the
 * outlines of what is bright.
 */
export function findEyeOutlines(
  right: EyeTones,
  left: EyeTones,
  shifts = FROM_POINTS,
): readonly [EyeOutline, EyeOutline] | undefined {
  const dark = findPair(right.standing, left.standing, MIN_RISE, shifts);
  const black = Math.max(coatTone(right.tones), coatTone(left.tones)) < BLACK_COAT;
  const leastFall = black ? MIN_RISE : BRIGHT_FALL;
  const bright = findPair(negative(right.tones), negative(left.tones), leastFall, shifts);
  if (!dark || !bright) return dark ?? bright;
  return black || dark.every((mask, i) => isWithinMask(bright[i]!, mask)) ? bright : dark;
}

/** The outlines around which it gets brighter by so much, levels, if both eyes have a clear one. */
function findPair(
  right: Float32Array,
  left: Float32Array,
  leastRise: number,
  shifts: Shifts,
): readonly [EyeOutline, EyeOutline] | undefined {
  const coats = [coatTone(right), coatTone(left)] as const;
  const ones = findEllipses(right, coats[0], shifts, leastRise);
  const others = findEllipses(left, coats[1], shifts, leastRise);
  const best = likestPair(ones, others, { usualHeight: USUAL_HEIGHT });
  const worthOf = (all: readonly Candidate[]) => Math.max(0, ...all.map(({ worth }) => worth));
  if (!best || best.worth < LEAST_AGREEMENT * worthOf(ones) * worthOf(others)) return undefined;
  return [followRim(right, best.one, coats[0]), followRim(left, best.other, coats[1])];
}

/** Tones in which what is bright is dark, levels. */
function negative(tones: Float32Array): Float32Array {
  return tones.map((tone) => 255 - tone);
}

/** Whether an outline lies well within another one that is as large as a mask. */
function isWithinMask(inner: EyeOutline, outer: EyeOutline): boolean {
  const apart = Math.hypot(inner.centreX - outer.centreX, inner.centreY - outer.centreY);
  const radius = meanRadius(outer);
  const part = meanRadius(inner) / radius;
  const fits = part > MIRRORED && part < WELL_WITHIN && apart < 0.5 * radius;
  return fits && radius > LEAST_MASK_IOD * EYE_CROP_IOD_PX;
}

/** The mean distance of an outline from its middle, crop px. */
export function meanRadius({ radii }: EyeOutline): number {
  return radii.reduce((sum, r) => sum + r, 0) / radii.length;
}

/** The two that are worth most together, as alike as mirror images. */
function likestPair(
  ones: readonly Candidate[],
  others: readonly Candidate[],
  { usualHeight = Number.POSITIVE_INFINITY, unlikelyStep = Number.POSITIVE_INFINITY },
): { readonly one: Candidate; readonly other: Candidate; readonly worth: number } | undefined {
  let best: { one: Candidate; other: Candidate; worth: number } | undefined;
  for (const one of ones) {
    for (const other of others) {
      const both = one.worth * other.worth;
      if (both <= (best?.worth ?? 0)) continue;
      const size = Math.log((one.radiusX * one.radiusY) / (other.radiusX * other.radiusY)) / 2;
      const round = Math.log((one.radiusY * other.radiusX) / (one.radiusX * other.radiusY));
      const tall = Math.log(one.radiusY / other.radiusY);
      const unlike =
        (Math.max(0, Math.abs(tall) - usualHeight) / UNLIKELY) ** 2 +
        (Math.max(0, Math.abs(size) - USUAL_SIZE) / UNLIKELY) ** 2 +
        (Math.max(0, Math.abs(round) - USUAL_ROUNDNESS) / UNLIKELY) ** 2 +
        ((one.tilt + other.tilt) / UNLIKELY_SLANT) ** 2 +
        ((one.centreY - other.centreY) / (unlikelyStep * EYE_CROP_IOD_PX)) ** 2;
      const worth = both * Math.exp(-unlike);
      if (worth > (best?.worth ?? 0)) best = { one, other, worth };
    }
  }
  return best;
}

/** The middle of an eye in crop px, and what speaks for it, levels. */
export interface EyeMiddle {
  readonly x: number;
  readonly y: number;
  readonly worth: number;
}

/** One of two guessed eyes lies this much above the other at most, IOD. */
const UNLIKELY_STEP = 0.12;

/** The likeliest middles of a face's two eyes in crops that lie about where they are guessed. */
export function findEyeMiddles(
  right: Float32Array,
  left: Float32Array,
  shifts: Shifts,
): readonly [EyeMiddle, EyeMiddle] | undefined {
  const [ones, others] = [right, left].map((tones) => {
    return findEllipses(tones, coatTone(tones), shifts, MIN_RISE);
  }) as [readonly Candidate[], readonly Candidate[]];
  const best = likestPair(ones, others, { unlikelyStep: UNLIKELY_STEP });
  return best && [middleOf(best.one), middleOf(best.other)];
}

function middleOf({ centreX, centreY, plain }: Candidate): EyeMiddle {
  return { x: centreX, y: centreY, worth: plain };
}

/** How far the outline lies from its middle in a direction, radians; crop px. */
export function outlineRadius({ radii }: EyeOutline, angle: number): number {
  const turns = angle / (2 * Math.PI);
  const at = (turns - Math.floor(turns)) * radii.length;
  const k = Math.floor(at) % radii.length;
  const next = radii[(k + 1) % radii.length]!;
  return radii[k]! + (at - Math.floor(at)) * (next - radii[k]!);
}

/** The best closed path through directions and radii. */
function followRim(luma: Float32Array, ellipse: Ellipse, coat: number): EyeOutline {
  const { centreX, centreY } = ellipse;
  const { count, from, step } = RADIUS_PARTS;
  const base = new Float32Array(OUTLINE_DIRECTIONS);
  const gains = new Float64Array(OUTLINE_DIRECTIONS * count);
  for (let k = 0; k < OUTLINE_DIRECTIONS; k++) {
    const angle = (2 * Math.PI * k) / OUTLINE_DIRECTIONS;
    base[k] = ellipseRadius(ellipse, angle);
    for (let j = 0; j < count; j++) {
      const part = from + j * step;
      const rise = riseAt(luma, centreX, centreY, angle, part * base[k]!, coat);
      gains[k * count + j] = rise - LEAVE_COST * (part - 1) ** 2;
    }
  }
  const { rows } = findBestLine(gains, OUTLINE_DIRECTIONS, count, {
    mostSteps: MOST_STEPS,
    stepCost: (moved) => STEP_COST * moved ** 2,
    closed: true,
  });
  const parts = Float32Array.from(rows, (j) => from + j * step);
  const radii = base.map((radius, k) => {
    const at = (d: number) => parts[(k + d + OUTLINE_DIRECTIONS) % OUTLINE_DIRECTIONS]!;
    return radius * (0.4 * at(0) + 0.22 * (at(-1) + at(1)) + 0.08 * (at(-2) + at(2)));
  });
  return { centreX, centreY, radii };
}

function ellipseRadius({ radiusX, radiusY, tilt }: Ellipse, angle: number): number {
  return 1 / Math.hypot(Math.cos(angle - tilt) / radiusX, Math.sin(angle - tilt) / radiusY);
}

function riseAt(
  luma: Float32Array,
  centreX: number,
  centreY: number,
  angle: number,
  radius: number,
  coat: number,
): number {
  const dx = Math.cos(angle);
  const dy = Math.sin(angle);
  const at = (r: number) => toneAt(luma, centreX + r * dx, centreY + r * dy);
  return rimRise(
    (at(radius - 1) + at(radius - 2.5)) / 2,
    (at(radius + 1) + at(radius + 2.5)) / 2,
    coat,
  );
}

import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { medianColour, type Rgb } from '../skin/face-tone.ts';
import { type CrescentKind, findCrescent, hasLargeIrises } from './crescent-mouth.ts';
import { joinStrokes, LEAST_PART, THIN } from './drawn-line.ts';
import {
  type Box,
  findPieces,
  type Piece,
  type PieceAxes,
  pieceNear,
  type Region,
  readRegion,
  thicknessOf,
} from './drawn-pieces.ts';
import { findFaintLine } from './faint-line.ts';
import { CHIN, localOf, NOSE_FOOT } from './mouth-axes.ts';

/** Around the landmarks' mouth, IOD: half the breadth, and room left below the nose and above the chin. */
const HALF_BREADTH = 0.62;
const BELOW_NOSE = 0.05;
const ABOVE_CHIN = 0.08;

/** How far mouths reach out of that, and how far aside their middles may lie. */
const BESIDE = 0.35;
const ABOVE = 0.2;
const MOST_ASIDE = 0.4;

/** Mouths as low as a smiley's: how far beyond that they are looked for, their least breadth, and how far aside, IOD. */
const LOW = { beside: 0.6, below: 0.8, breadth: 0.8, aside: 0.25 };

/** Smaller pieces are specks: IOD² and IOD. */
const LEAST = { area: 0.006, breadth: 0.14 };
/** How far from the landmarks' mouth it may lie, IOD: a deviation. */
const NEAR = 0.25;

/** A piece of a drawing that is its mouth. */
export interface FoundMouth {
  readonly piece: Piece;
  /** What it was found in. */
  readonly region: Region;
  /** The commonest colour between nose and chin. */
  readonly skin: Rgb;
  /** Does it lie on or below the landmarks' chin? */
  readonly low: boolean;
  /** Which one of a 3-D character it is, if it is that. */
  readonly crescent: CrescentKind | undefined;
  /** Is it a hairline on shaded skin? See findFaintLine. */
  readonly faint: boolean;
}

const PLAIN = { low: false, crescent: undefined, faint: false } as const;

/**
 * Looks for it: between nose and chin, then further out, then below; undefined where none is.
 * @param flat is its skin of one colour? Elsewhere shapes are looked for first that stand out from all its shade
 */
export function findDrawnMouth(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  flat: boolean,
): FoundMouth | undefined {
  const box = regionOf(landmarks, axes);
  const region = readRegion(plate, axes, box);
  const skin = medianColour(region.colours);
  if (!flat && hasLargeIrises(landmarks, axes.iodPx)) {
    for (const place of [box, widened(box)]) {
      const seen = place === box ? region : readRegion(plate, axes, place);
      const found = findCrescent(plate, landmarks, seen, skin, LEAST, NEAR);
      if (found) return { piece: found.piece, region: seen, skin, ...PLAIN, crescent: found.kind };
    }
  }
  const pieces = joinStrokes(findPieces(region, skin, LEAST_PART), region.stepIod);
  const within = pieceNear(pieces.filter(isLargeEnough), 0, 0, NEAR);
  // What is thin may be a part of a hairline only.
  if (!flat && (!within || thicknessOf(within) < THIN)) {
    const line = findFaintLine(region, skin);
    if (line) return { piece: line, region, skin, ...PLAIN, faint: true };
  }
  if (within) return { piece: within, region, skin, ...PLAIN };
  const wider = readRegion(plate, axes, widened(box));
  const reaching = pieceNear(reachingOut(wider, box, skin), 0, 0, NEAR);
  if (reaching) return { piece: reaching, region: wider, skin, ...PLAIN };
  const lower = readRegion(plate, axes, lowered(box));
  const low = pieceNear(lowMouths(lower, box, skin), 0, box.low, NEAR);
  return low && { piece: low, region: lower, skin, ...PLAIN, low: true };
}

/** Between nose and chin. */
function regionOf(landmarks: Points3<'frame-px'>, axes: PieceAxes): Box {
  return {
    left: -HALF_BREADTH,
    right: HALF_BREADTH,
    low: localOf(landmarks, CHIN, axes)[1] + ABOVE_CHIN,
    high: localOf(landmarks, NOSE_FOOT, axes)[1] - BELOW_NOSE,
  };
}

function isLargeEnough({ area, left, right }: Piece): boolean {
  return area > LEAST.area && right - left > LEAST.breadth;
}

function widened({ left, right, low, high }: Box): Box {
  return { left: left - BESIDE, right: right + BESIDE, low, high: high + ABOVE };
}

/** Mouths that reach out of the region where networks have mouths, with their middles in it. */
function reachingOut(wider: Region, { high: highest }: Box, skin: Rgb): Piece[] {
  return findPieces(wider, skin, LEAST).filter(
    ({ left, right, low, high }) =>
      Math.abs(left + right) / 2 < MOST_ASIDE && (low + high) / 2 < highest,
  );
}

function lowered({ left, right, low, high }: Box): Box {
  return { left: left - LOW.beside, right: right + LOW.beside, low: low - LOW.below, high };
}

/** Broad mouths on or below the landmarks' chin: networks lay whole faces above a smiley's. */
function lowMouths(lower: Region, { high: highest }: Box, skin: Rgb): Piece[] {
  return findPieces(lower, skin, LEAST).filter(
    ({ left, right, low, high }) =>
      right - left > LOW.breadth &&
      right - left > 2 * (high - low) &&
      Math.abs(left + right) / 2 < LOW.aside &&
      (low + high) / 2 < highest,
  );
}

import { IRIS_CENTRES } from '../../face/landmark-indices.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';
import { joinStrokes, LEAST_PART, THIN } from './drawn-line.ts';
import {
  type Box,
  findPieces,
  isInk,
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

/** A solid shape of ink fills its columns by this, and is as broad as this, IOD: rings and curls are not. */
const SOLID = 0.9;
const SOLID_BREADTH = 0.5;

/** Irises of 3-D characters have a larger radius than this, IOD; where lips are drawn they have not. */
const LARGE_IRISES = 0.15;
/** Levels that shade on skin is off its commonest colour at most; the mouths of 3-D characters are further. */
const SHADE = 70;
/** … and these are darker than this part of the skin's light, as lips are not, thicker than strokes and thinner than laughs, IOD. */
const NO_LIPS = 0.45;
const CRESCENT = [0.12, 0.22] as const;

/** A piece of a drawing that is its mouth. */
export interface FoundMouth {
  readonly piece: Piece;
  /** What it was found in. */
  readonly region: Region;
  /** The commonest colour between nose and chin. */
  readonly skin: Rgb;
  /** Does it lie on or below the landmarks' chin? */
  readonly low: boolean;
  /** Is it a dark shape amid shade, as 3-D characters have for a mouth? */
  readonly crescent: boolean;
  /** Is it a hairline on shaded skin? See findFaintLine. */
  readonly faint: boolean;
}

const PLAIN = { low: false, crescent: false, faint: false } as const;

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
  const is3d = !flat && irisIod(landmarks, axes) > LARGE_IRISES;
  const amidShade = is3d ? findPieces(region, skin, LEAST, SHADE) : [];
  const shape = pieceNear(
    amidShade.filter((piece) => isCrescent(piece, skin)),
    0,
    0,
    NEAR,
  );
  if (shape) return { piece: shape, region, skin, ...PLAIN, crescent: true };
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

/** Is a piece a broad shape of plain ink? */
export function isSolid(piece: Piece, skin: Rgb): boolean {
  const { left, right, columns, area } = piece;
  const filled = mean(columns.map(([low, high]) => high - low)) * (right - left);
  return isInk(piece, skin) && area > SOLID * filled && right - left > SOLID_BREADTH;
}

/** Mean radius of the irises, IOD. */
function irisIod(landmarks: Points3<'frame-px'>, { iodPx }: PieceAxes): number {
  const radii = IRIS_CENTRES.flatMap((centre) =>
    [1, 2, 3, 4].map((k) => {
      const rim = 3 * (centre + k);
      const [dx, dy] = [0, 1].map((c) => landmarks[rim + c] - landmarks[3 * centre + c]);
      return Math.hypot(dx, dy) / iodPx;
    }),
  );
  return mean(radii);
}

/** Is it a broad, thick and dark shape? */
function isCrescent(piece: Piece, skin: Rgb): boolean {
  const dark = lumaOf(piece.colour) < NO_LIPS * lumaOf(skin);
  const thick = thicknessOf(piece);
  return dark && thick > CRESCENT[0] && thick < CRESCENT[1] && isSolid(piece, skin);
}

import { LOWER_INNER_LIP, UPPER_INNER_LIP } from '../../face/landmark-indices.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { CrescentKind } from './crescent-mouth.ts';
import { seamOfLips } from './drawn-lips.ts';
import {
  type Box,
  isInk,
  isSolid,
  type Piece,
  type PieceAxes,
  thicknessOf,
} from './drawn-pieces.ts';
import { type FoundMouth, findDrawnMouth } from './find-drawn-mouth.ts';
import { inkAtSeam01, lineAtSeam01 } from './line-at-seam.ts';
import { axesOf, boxOf, localOf } from './mouth-axes.ts';
import { intoBox, onShape, onStroke, ontoLips, place, stretchTo } from './place-drawn-mouth.ts';

/**
 * Networks learn mouths from photos. Where a drawing has a single stroke they see parted lips around
 * it, and where its mouth is small or oddly placed they put one beside it: then a film would open a
 * second mouth. Plain colours make the drawn one easy to find.
 */

/** A stroke is no thicker than this, IOD, and so many times as long, or thicker and longer; on shaded skin it is thin. */
const MOST_THICK = [0.15, 0.22] as const;
const MOST_THICK_SHADED = 0.12;
/** … and in the middle, as far aside at most, IOD: further out it is an edge of that shade. */
const MOST_ASIDE_SHADED = 0.12;
const LEAST_LENGTH = [2.2, 4] as const;

/** A line as fine as this, IOD, is of one colour in this part only: all of it is edge, and pens press unevenly. */
const FINE = { thick: 0.06, ofOneColour: 0.6 };

/** A line on flat skin that is of one colour in this part may be nearly as light: grey on grey. */
const PALE = { ofOneColour: 0.95, darkness: 0.9 } as const;

/** Landmarks that lie so well on a stroke, or on lips, stay: gap of the lips and how far off, IOD, how much longer. */
const WELL_SHUT = 0.03;
const WELL_PLACED = 0.05;
const WELL_LONG = 1.25;
/** … of a seam between lips: beside it either is torn. */
const WELL_SEAMED = 0.03;
/** Boxes of landmarks and of a drawn shape that share this part of the smaller one are one mouth. */
const SAME_BOX = 0.5;
/** How far inner rims lie from the edges of a shape to its middle: of an open mouth, and of one that may be shut to lips. */
const OPENING = 0.15;
const LIPS = 0.6;
/** Part of the landmarks' seam that lies within a shape of ink if they are one: not below a crescent. */
const SAME_SHAPE = 0.5;

/**
 * Where so much of the landmarks' seam is a line, and so little of it lies on what was found, which is
 * shorter than they are by so much, the line is the mouth, though it hangs together with a nose or a chin:
 * the shade below a lip is not.
 */
const LINE_IS_MOUTH = 0.6;
const BESIDE_LINE = 0.2;
const SHORTER = 0.75;
/**
 * Where skin is shaded lips are, and their line may run on to the outline of a turned head: landmarks that lie on ink
 * in this part are the mouth, and no mark below them that is so much shorter.
 */
const SEAM_IS_INK = 0.9;
const MUCH_SHORTER = 0.5;

/** Where a drawing's mouth is. */
export interface DrawnMouth {
  /** Frame px. */
  readonly landmarks: Points3<'frame-px'>;
  readonly kind: DrawnMouthKind;
}

/**
 * What it is: nothing that could be one, two lips that are shut on a line (see seamOfLips), a hairline on
 * shaded skin (see findFaintLine), a 3-D character's (see findCrescent), or any other shape.
 */
export type DrawnMouthKind = 'unseen' | 'lips' | 'faint-line' | CrescentKind | 'shape';

/**
 * Landmarks whose mouth lies on the drawn one; the same ones where it does already, or where none is
 * found. A stroke becomes a shut mouth: both lips lie on its middle.
 * @param landmarks frame px; not changed
 * @param flat is its skin of one colour? Elsewhere broad crescents are lips, no strokes
 */
export function fitDrawnMouth(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  flat = true,
): DrawnMouth {
  const axes = axesOf(landmarks, iodPx);
  const found = findDrawnMouth(plate, landmarks, axes, flat);
  if (!found) return { landmarks, kind: 'unseen' };
  if (isBesideLine(plate, landmarks, axes, found, flat)) return { landmarks, kind: 'shape' };
  const seam = seamOfLips(found.region, found.piece);
  const from = found.low ? stretchTo(found.piece, landmarks, axes) : landmarks;
  return {
    landmarks: seam
      ? fitToLips(found.piece, seam, from, axes)
      : fitToShape(found, flat, from, axes),
    kind: seam ? 'lips' : (found.crescent ?? (found.faint ? 'faint-line' : 'shape')),
  };
}

/** Is what was found a short stroke beside the mouth, which is a line, or lips, that the landmarks lie on? */
function isBesideLine(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  { piece, skin }: FoundMouth,
  flat: boolean,
): boolean {
  const { left, right } = boxOf(landmarks, axes);
  const length = (piece.right - piece.left) / (right - left);
  if (length > SHORTER || seamWithin(landmarks, axes, piece, WELL_PLACED) > BESIDE_LINE) {
    return false;
  }
  return (
    lineAtSeam01(plate, landmarks, axes, skin) > LINE_IS_MOUTH ||
    (!flat && length < MUCH_SHORTER && inkAtSeam01(plate, landmarks, axes, skin) > SEAM_IS_INK)
  );
}

function fitToLips(
  lips: Piece,
  seam: readonly number[],
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): Points3<'frame-px'> {
  const box = boxOf(landmarks, axes);
  return liesOn(landmarks, axes, box, lips, mean(seam), WELL_SEAMED)
    ? landmarks
    : place(landmarks, axes, box, lips, ontoLips(lips, seam));
}

function fitToShape(
  { piece, skin, low, crescent, faint }: FoundMouth,
  flat: boolean,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): Points3<'frame-px'> {
  const box = boxOf(landmarks, axes);
  if (faint || isStroke(piece, skin, flat)) {
    return liesOn(landmarks, axes, box, piece, mean(piece.columns.flat()))
      ? landmarks
      : place(landmarks, axes, box, piece, onStroke(piece));
  }
  if (crescent) {
    const placing = crescent === 'crescent' ? onStroke(piece) : onShape(piece, LIPS);
    return place(landmarks, axes, box, piece, placing);
  }
  const beside = isSolid(piece, skin) && seamWithin(landmarks, axes, piece) < SAME_SHAPE;
  if (low || beside) return place(landmarks, axes, box, piece, onShape(piece, OPENING));
  return overlap(box, piece) > SAME_BOX
    ? landmarks
    : place(landmarks, axes, box, piece, intoBox(box, piece));
}

function isStroke(piece: Piece, skin: Rgb, flat: boolean): boolean {
  const thick = thicknessOf(piece);
  const length = piece.right - piece.left;
  const aside = (piece.left + piece.right) / 2;
  return (
    MOST_THICK.some((most, k) => thick < most && length > LEAST_LENGTH[k] * thick) &&
    (flat || (thick < MOST_THICK_SHADED && Math.abs(aside) < MOST_ASIDE_SHADED)) &&
    (isInk(piece, skin) ||
      (thick < FINE.thick && isInk(piece, skin, FINE.ofOneColour)) ||
      (flat && isInk(piece, skin, PALE.ofOneColour, PALE.darkness)))
  );
}

/** Area that boxes share, over that of the smaller one: teeth within a mouth are all of it. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: Box) => (box.right - box.left) * (box.high - box.low);
  return (width * height) / Math.min(area(a), area(b));
}

/** Do the landmarks show a stroke, or lips on one, as the shut mouth that it is? @param line its height, IOD @param near how far off they may be */
function liesOn(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  found: Box,
  drawn: Box,
  line: number,
  near = WELL_PLACED,
): boolean {
  const tops = UPPER_INNER_LIP.map((i) => localOf(landmarks, i, axes)[1]);
  const bottoms = LOWER_INNER_LIP.map((i) => localOf(landmarks, i, axes)[1]);
  const gap = Math.max(...tops.map((top, k) => top - bottoms[k]));
  const seam = mean([...tops, ...bottoms]);
  const longer = (found.right - found.left) / (drawn.right - drawn.left);
  const off = Math.hypot((found.left + found.right - drawn.left - drawn.right) / 2, seam - line);
  return gap < WELL_SHUT && off < near && longer < WELL_LONG && longer > 1 / WELL_LONG;
}

/** Part of the line between the landmarks' lips that lies within a piece, or as near to it as `room`, IOD. */
function seamWithin(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  { left, right, columns }: Piece,
  room = 0,
): number {
  const within = UPPER_INNER_LIP.filter((i, k) => {
    const [along, top] = localOf(landmarks, i, axes);
    const seam = (top + localOf(landmarks, LOWER_INNER_LIP[k], axes)[1]) / 2;
    const column = columns[Math.round(((along - left) / (right - left)) * (columns.length - 1))];
    return column !== undefined && seam >= column[0] - room && seam <= column[1] + room;
  });
  return within.length / UPPER_INNER_LIP.length;
}

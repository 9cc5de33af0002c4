import { clamp, gaussian } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { joinStrokes } from './drawn-line.ts';
import { seamOfLips } from './drawn-lips.ts';
import {
  type Box,
  findPieces,
  isInk,
  type Piece,
  type PieceAxes,
  pieceNear,
  placeOnPieceAxes,
  pointOfPieceAxes,
  type Region,
  readRegion,
  thicknessOf,
} from './drawn-pieces.ts';
import { medianColour, type Rgb } from './face-tone.ts';
import { LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER } from './mouth-line.ts';

/**
 * Networks learn mouths from photos. Where a drawing has a single stroke they see parted lips around
 * it, and where its mouth is small or oddly placed they put one beside it: then a film would open a
 * second mouth. Plain colours make the drawn one easy to find.
 */

/** Around the landmarks' mouth, IOD: half the breadth, and room left below the nose and above the chin. */
const HALF_BREADTH = 0.62;
const BELOW_NOSE = 0.05;
const ABOVE_CHIN = 0.08;
/** Landmarks of the foot of the nose and of the chin, and of both irises. */
const NOSE_FOOT = 2;
const CHIN = 152;
const IRISES = [468, 473] as const;

/** How far mouths reach out of that, and how far aside their middles may lie. */
const BESIDE = 0.35;
const ABOVE = 0.2;
const MOST_ASIDE = 0.4;

/** Mouths as low as a smiley's: how far beyond that they are looked for, their least breadth, and how far aside, IOD. */
const LOW = { beside: 0.6, below: 0.8, breadth: 0.8, aside: 0.25 };

/** Smaller pieces are specks: IOD² and IOD. */
const LEAST = { area: 0.006, breadth: 0.14 };
/** … but parts of a line may be small ones. */
const LEAST_PART = { area: 0.001, breadth: 0.04 };
/** How far from the landmarks' mouth it may lie, IOD: a deviation. */
const NEAR = 0.25;

/** A stroke is no thicker than this, IOD, and so many times as long, or thicker and longer; on shaded skin it is thin. */
const MOST_THICK = [0.15, 0.22] as const;
const MOST_THICK_SHADED = 0.12;
const LEAST_LENGTH = [2.2, 4] as const;

/** A line as fine as this, IOD, is of one colour in this part only: all of it is edge, and pens press unevenly. */
const FINE = { thick: 0.06, ofOneColour: 0.6 };

/** Landmarks that lie so well on a stroke, or on lips, stay: gap of the lips and how far off, IOD, how much longer. */
const WELL_SHUT = 0.03;
const WELL_PLACED = 0.05;
const WELL_LONG = 1.25;
/** … of a seam between lips: beside it either is torn. */
const WELL_SEAMED = 0.03;
/** Boxes of landmarks and of a drawn shape that share this part of the smaller one are one mouth. */
const SAME_BOX = 0.5;
/** A solid shape of ink fills its columns by this, and is as broad as this, IOD: rings and curls are not. */
const SOLID = 0.9;
const SOLID_BREADTH = 0.5;
/** Part of the landmarks' seam that lies within a shape of ink if they are one: not below a crescent. */
const SAME_SHAPE = 0.5;
/** Skin around the mouth goes along, IOD. */
const AROUND = 0.12;

/** Where a drawing's mouth is. */
export interface DrawnMouth {
  /** Frame px. */
  readonly landmarks: Points3<'frame-px'>;
  /** Is there a drawn shape that could be one? */
  readonly seen: boolean;
  /** Are these two lips that are shut on a line? See seamOfLips. */
  readonly lips: boolean;
}

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
  const box = regionOf(landmarks, axes);
  const region = readRegion(plate, axes, box);
  const skin = medianColour(region.colours);
  const pieces = joinStrokes(findPieces(region, skin, LEAST_PART), region.stepIod);
  const within = pieceNear(pieces.filter(isLargeEnough), 0, 0, NEAR);
  if (within) return fitTo(within, region, skin, flat, landmarks, axes);
  const wider = readRegion(plate, axes, widened(box));
  const reaching = pieceNear(reachingOut(wider, box, skin), 0, 0, NEAR);
  if (reaching) return fitTo(reaching, wider, skin, flat, landmarks, axes);
  const lower = readRegion(plate, axes, lowered(box));
  const low = pieceNear(lowMouths(lower, box, skin), 0, box.low, NEAR);
  if (!low) return { landmarks, seen: false, lips: false };
  const stretched = stretchTo(low, landmarks, axes);
  if (isStroke(low, skin, flat)) return fitTo(low, lower, skin, flat, stretched, axes);
  const from = boxOf(stretched, axes);
  return { landmarks: place(stretched, axes, from, low, onShape(low)), seen: true, lips: false };
}

function fitTo(
  mouth: Piece,
  region: Region,
  skin: Rgb,
  flat: boolean,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): DrawnMouth {
  const seam = seamOfLips(region, mouth);
  if (seam) {
    const found = boxOf(landmarks, axes);
    const fitted = liesOn(landmarks, axes, found, mouth, mean(seam), WELL_SEAMED)
      ? landmarks
      : place(landmarks, axes, found, mouth, ontoLips(mouth, seam));
    return { landmarks: fitted, seen: true, lips: true };
  }
  return { landmarks: fitToShape(mouth, skin, flat, landmarks, axes), seen: true, lips: false };
}

function fitToShape(
  mouth: Piece,
  skin: Rgb,
  flat: boolean,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): Points3<'frame-px'> {
  const found = boxOf(landmarks, axes);
  if (isStroke(mouth, skin, flat)) {
    return liesOn(landmarks, axes, found, mouth, mean(mouth.columns.flat()))
      ? landmarks
      : place(landmarks, axes, found, mouth, onStroke(mouth));
  }
  if (isSolid(mouth, skin) && seamWithin(landmarks, axes, mouth) < SAME_SHAPE) {
    return place(landmarks, axes, found, mouth, onShape(mouth));
  }
  return overlap(found, mouth) > SAME_BOX
    ? landmarks
    : place(landmarks, axes, found, mouth, intoBox(found, mouth));
}

/** Rims of the lips: `way` 1 is the upper lip's, -1 the lower one's. */
const RIMS = [
  { points: UPPER_OUTER, way: 1, inner: false },
  { points: LOWER_OUTER, way: -1, inner: false },
  { points: UPPER_INNER, way: 1, inner: true },
  { points: LOWER_INNER, way: -1, inner: true },
] as const;

/** Axes along the eyes, from the middle of the landmarks' mouth. */
function axesOf(landmarks: Points3<'frame-px'>, iodPx: number): PieceAxes {
  const [r, l] = IRISES;
  const dx = landmarks[3 * l] - landmarks[3 * r];
  const dy = landmarks[3 * l + 1] - landmarks[3 * r + 1];
  const length = Math.max(1e-3, Math.hypot(dx, dy));
  const corners = [UPPER_OUTER[0], UPPER_OUTER[UPPER_OUTER.length - 1]];
  return {
    xPx: (landmarks[3 * corners[0]] + landmarks[3 * corners[1]]) / 2,
    yPx: (landmarks[3 * corners[0] + 1] + landmarks[3 * corners[1] + 1]) / 2,
    alongX: dx / length,
    alongY: dy / length,
    iodPx,
  };
}

/** Along and up, IOD, of a landmark. */
function localOf(landmarks: Points3<'frame-px'>, i: number, axes: PieceAxes): [number, number] {
  return placeOnPieceAxes(axes, landmarks[3 * i], landmarks[3 * i + 1]);
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

/** Draws out the face below its nose until the mouth is as low as a piece. */
function stretchTo(
  piece: Piece,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): Points3<'frame-px'> {
  const foot = localOf(landmarks, NOSE_FOOT, axes)[1];
  const found = boxOf(landmarks, axes);
  const times = (foot - (piece.low + piece.high) / 2) / (foot - (found.low + found.high) / 2);
  const moved = Float32Array.from(landmarks) as Points3<'frame-px'>;
  for (let i = 0; i < landmarks.length / 3; i++) {
    const [along, up] = localOf(landmarks, i, axes);
    if (up < foot) moved.set(pointOfPieceAxes(axes, along, foot + times * (up - foot)), 3 * i);
  }
  return moved;
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

function isStroke(piece: Piece, skin: Rgb, flat: boolean): boolean {
  const thick = thicknessOf(piece);
  const length = piece.right - piece.left;
  return (
    MOST_THICK.some((most, k) => thick < most && length > LEAST_LENGTH[k] * thick) &&
    (flat || thick < MOST_THICK_SHADED) &&
    (isInk(piece, skin) || (thick < FINE.thick && isInk(piece, skin, FINE.ofOneColour)))
  );
}

function boxOf(landmarks: Points3<'frame-px'>, axes: PieceAxes): Box {
  const places = [...UPPER_OUTER, ...LOWER_OUTER].map((i) => localOf(landmarks, i, axes));
  return {
    left: Math.min(...places.map(([x]) => x)),
    right: Math.max(...places.map(([x]) => x)),
    low: Math.min(...places.map(([, y]) => y)),
    high: Math.max(...places.map(([, y]) => y)),
  };
}

/** Area that boxes share, over that of the smaller one: teeth within a mouth are all of it. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: Box) => (box.right - box.left) * (box.high - box.low);
  return (width * height) / Math.min(area(a), area(b));
}

/** Do the landmarks show a stroke, or lips on one, as the shut mouth that it is? @param line its height and how far off it may be, IOD */
function liesOn(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  found: Box,
  drawn: Box,
  line: number,
  near = WELL_PLACED,
): boolean {
  const tops = UPPER_INNER.map((i) => localOf(landmarks, i, axes)[1]);
  const bottoms = LOWER_INNER.map((i) => localOf(landmarks, i, axes)[1]);
  const gap = Math.max(...tops.map((top, k) => top - bottoms[k]));
  const seam = mean([...tops, ...bottoms]);
  const longer = (found.right - found.left) / (drawn.right - drawn.left);
  const off = Math.hypot((found.left + found.right - drawn.left - drawn.right) / 2, seam - line);
  return gap < WELL_SHUT && off < near && longer < WELL_LONG && longer > 1 / WELL_LONG;
}

function isSolid(piece: Piece, skin: Rgb): boolean {
  const { left, right, columns, area } = piece;
  const filled = mean(columns.map(([low, high]) => high - low)) * (right - left);
  return isInk(piece, skin) && area > SOLID * filled && right - left > SOLID_BREADTH;
}

/** Part of the line between the landmarks' lips that lies within a piece. */
function seamWithin(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  { left, right, columns }: Piece,
): number {
  const within = UPPER_INNER.filter((i, k) => {
    const [along, top] = localOf(landmarks, i, axes);
    const seam = (top + localOf(landmarks, LOWER_INNER[k], axes)[1]) / 2;
    const column = columns[Math.round(((along - left) / (right - left)) * (columns.length - 1))];
    return column !== undefined && seam >= column[0] && seam <= column[1];
  });
  return within.length / UPPER_INNER.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

/** Where a place of the landmarks' mouth belongs. */
type Placing = (
  along01: number,
  up: number,
  rim: (typeof RIMS)[number],
) => readonly [number, number];

/** Caps of a stroke are no longer than this share of it. */
const MOST_CAP = 0.2;

function onStroke(stroke: Piece): Placing {
  const half = thicknessOf(stroke) / 2;
  const { columns } = stroke;
  // The line's own caps lie beyond its ends.
  const cap = Math.min(half, MOST_CAP * (stroke.right - stroke.left));
  const length = stroke.right - stroke.left - 2 * cap;
  return (along01, _, { way, inner }) => {
    const side = inner ? 0 : way;
    const inset = (cap + clamp(along01, 0, 1) * length) / (length + 2 * cap);
    const at = inset * (columns.length - 1);
    const near = columns.slice(
      Math.max(0, Math.floor(at) - 2),
      Math.min(columns.length, Math.floor(at) + 3),
    );
    const middle = mean(near.flat());
    const ends = 1 - Math.abs(2 * clamp(along01, 0, 1) - 1) ** 6;
    return [stroke.left + cap + along01 * length, middle + side * half * ends];
  };
}

/** Outer rims go onto the edges of a shape, inner ones this part of the way to its middle. */
const INNER = 0.15;

function onShape({ left, right, columns }: Piece): Placing {
  return (along01, _, { way, inner }) => {
    const at = clamp(along01, 0, 1);
    const [low, high] = columns[Math.round(at * (columns.length - 1))];
    const edge = way > 0 ? high : low;
    const up = edge + (inner ? INNER : 0) * ((low + high) / 2 - edge);
    return [left + at * (right - left), up];
  };
}

/** Rims lie on the edges of the shape, and both lips' inner ones on the line between them. */
function ontoLips({ left, right, columns }: Piece, seam: readonly number[]): Placing {
  return (along01, _, { way, inner }) => {
    const at = Math.round(clamp(along01, 0, 1) * (columns.length - 1));
    const [low, high] = columns[at];
    const ends = along01 <= 0 || along01 >= 1;
    return [left + along01 * (right - left), inner || ends ? seam[at] : way > 0 ? high : low];
  };
}

function intoBox(from: Box, to: Box): Placing {
  const scale = (to.high - to.low) / Math.max(1e-3, from.high - from.low);
  return (along01, up) => [
    to.left + along01 * (to.right - to.left),
    to.low + (up - from.low) * scale,
  ];
}

/** Moves the mouth's landmarks, and what lies around them by as much as their middle. */
function place(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  from: Box,
  to: Box,
  placing: Placing,
): Points3<'frame-px'> {
  const moved = Float32Array.from(landmarks) as Points3<'frame-px'>;
  const put = (i: number, [along, up]: readonly [number, number]) => {
    moved.set(pointOfPieceAxes(axes, along, up), 3 * i);
  };
  const shift = [
    (to.left + to.right - from.left - from.right) / 2,
    (to.low + to.high - from.low - from.high) / 2,
  ];
  for (let i = 0; i < landmarks.length / 3; i++) {
    const [along, up] = localOf(landmarks, i, axes);
    const away = Math.hypot(
      Math.max(0, from.left - along, along - from.right),
      Math.max(0, from.low - up, up - from.high),
    );
    const share = gaussian(away, AROUND);
    if (share > 0.01) put(i, [along + share * shift[0], up + share * shift[1]]);
  }
  for (const rim of RIMS) {
    for (const i of rim.points) {
      const [along, up] = localOf(landmarks, i, axes);
      const along01 = (along - from.left) / Math.max(1e-3, from.right - from.left);
      put(i, placing(along01, up, rim));
    }
  }
  return moved;
}

import { readCurve } from '../math/curve.ts';
import { smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { ActionUnit } from './action-units.ts';
import {
  type Box,
  findPieces,
  type PieceAxes,
  pieceNear,
  readRegion,
  standsOut,
} from './drawn-pieces.ts';
import { type EyeLine, eyePoint, type PlainEye } from './eye-shape.ts';
import { medianColour, pixelAt } from './face-tone.ts';

/** What is looked at around an eye, IOD: half the breadth and height. */
const AROUND = [0.5, 0.45] as const;
/** Specks, and how far off the eye's middle its shape may lie, a deviation: IOD² and IOD. */
const LEAST = { area: 0.004, breadth: 0.05 };
const NEAR = 0.14;
/** Height to breadth of what is no eye that is open: a bar, a brow, a wink. It stays a line. */
const LEAST_RATIO = 0.4;
/** Part of a shape's breadth that must lie within the almond's: it is what the network took for an eye. */
const WITHIN = 0.5;
/** Places along the rims, beside the iris, and how far across them an edge is looked for, IOD. */
const RIM_PLACES = [-0.8, -0.65, -0.5, -0.35, 0.35, 0.5, 0.65, 0.8] as const;
const ACROSS = 0.035;
/** Lids are drawn where an almond's rims lie on edges for this part of both eyes. */
const LIDS_DRAWN = 0.55;

/** A winking eye says nothing of how its artist draws lids. */
const OPEN = 0.5;

/** The eyes of a drawing, as plain shapes if no lids are drawn where the network sees them. */
export function findPlainEyes(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): readonly EyeLine[] {
  const open = eyes.filter((eye) => eye.open01 > OPEN);
  const onEdges = open.map((eye) => edgesAlong(plate, eye, iodPx));
  const mean = onEdges.reduce((sum, share) => sum + share, 0) / Math.max(1, open.length);
  if (open.length === 0 || mean >= LIDS_DRAWN) return eyes;
  return eyes.map((eye) => ({ ...eye, plain: findShape(plate, eye, iodPx) }));
}

/** Part of an almond's rims, beside the iris, that lies on an edge of the picture. */
function edgesAlong(plate: Picture, eye: EyeLine, iodPx: number): number {
  const colourAt = (t: number, heightPx: number) => pixelAt(plate, ...eyePoint(eye, t, heightPx));
  const across = ACROSS * iodPx;
  const found = [eye.upper, eye.lower].flatMap((rim) =>
    RIM_PLACES.map((t) => {
      const h = readCurve(rim, t);
      return standsOut(colourAt(t, h + across), colourAt(t, h - across));
    }),
  );
  return found.filter(Boolean).length / found.length;
}

/** What is drawn where the network sees an eye; the almond's own box where nothing is found. */
function findShape(plate: Picture, eye: EyeLine, iodPx: number): PlainEye {
  const { alongX, alongY } = eye;
  const axes: PieceAxes = { xPx: eye.centreXPx, yPx: eye.centreYPx, alongX, alongY, iodPx };
  const [wide, high] = AROUND;
  const seen = readRegion(plate, axes, { left: -wide, right: wide, low: -high, high });
  const almond = almondOf(eye, iodPx);
  const middle = (almond.low + almond.high) / 2;
  const pieces = findPieces(seen, medianColour(seen.colours), LEAST);
  const shape = pieceNear(pieces, 0, middle, NEAR);
  const inside = shape
    ? Math.min(shape.right, almond.right) - Math.max(shape.left, almond.left)
    : 0;
  return shape && inside > WITHIN * (shape.right - shape.left)
    ? plainOf(shape, LEAST_RATIO)
    : plainOf(almond, 0);
}

function plainOf({ left, right, low, high }: Box, leastRatio: number): PlainEye {
  const line = high - low < leastRatio * (right - left);
  return {
    along: (left + right) / 2,
    up: (low + high) / 2,
    halfWidth: (right - left) / 2,
    halfHeight: line ? 0 : (high - low) / 2,
  };
}

function almondOf(eye: EyeLine, iodPx: number): Box {
  const half = eye.halfWidthPx / iodPx;
  return {
    left: -half,
    right: half,
    low: readCurve(eye.lower, 0) / iodPx,
    high: readCurve(eye.upper, 0) / iodPx,
  };
}

/** What units at strength 1 add to the height of a plain eye, share, and lift it by, share of half of it. */
const SHAPES: Partial<Record<ActionUnit, readonly [height: number, lift: number]>> = {
  AU5: [0.3, 0.1],
  AU6: [-0.16, 0.08],
  AU7: [-0.18, 0.04],
  AU41: [-0.16, -0.1],
  // With all that narrow it besides it is still a line.
  AU43: [-0.62, -0.1],
};
/** Beside and above it the skin gives way over this, IOD. */
const BESIDE = 0.1;
const ABOVE = 0.18;

/** What a unit at strength 1 moves a place up by, IOD; the place is along and up from the shape's middle. */
export function shapePlainEye(
  { halfWidth, halfHeight }: PlainEye,
  unit: ActionUnit,
  along: number,
  up: number,
): number {
  const shape = SHAPES[unit];
  if (!shape) return 0;
  const [height, lift] = shape;
  const beside = 1 - smoothstep(0, BESIDE, Math.abs(along) - halfWidth);
  const away = Math.max(0, Math.abs(up) - halfHeight);
  const above = 1 - smoothstep(0, ABOVE, away);
  const inside = Math.sign(up) * Math.min(Math.abs(up), halfHeight);
  return (height * inside + lift * halfHeight) * beside * above;
}

import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { ActionUnit } from '../action-units.ts';
import { type EyeLine, eyePoint, type PlainEye } from '../eyes/eye-shape.ts';
import { medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import {
  type Box,
  findPieces,
  isInk,
  type Piece,
  type PieceAxes,
  pieceNear,
  readRegion,
  standsOut,
} from './drawn-pieces.ts';
import { readShutEye } from './shut-eye.ts';

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

/** Dark eyes have at most this part of the skin's light. */
const DARK_EYE = 0.5;

/** A winking eye says nothing of how its artist draws lids. */
const OPEN = 0.5;

/** The eyes of a drawing, as plain shapes if no lids are drawn where the network sees them. */
export function findPlainEyes(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
  flat: boolean,
): readonly EyeLine[] {
  const open = eyes.filter((eye) => eye.open01 > OPEN);
  const onEdges = open.map((eye) => edgesAlong(plate, eye, iodPx));
  const mean = onEdges.reduce((sum, share) => sum + share, 0) / Math.max(1, open.length);
  if (!flat && (open.length === 0 || mean >= LIDS_DRAWN)) return eyes;
  const shapes = eyes.map((eye) => findShape(plate, eye, iodPx, flat));
  // A wink beside an open eye stays one: its dot would be another's.
  const shut = shapes.every((shape) => shape.shut);
  const signs = shapes.every((shape) => shape.sign);
  return eyes.map((eye, k) => {
    const { sign: _, ...shape } = shapes[k];
    const halfHeight = signs ? 0 : shape.halfHeight;
    return { ...eye, plain: { ...shape, halfHeight, shut: shut ? shape.shut : undefined } };
  });
}

/** The colour of a drawing's dark eyes, which is its ink where it has no lines; undefined of pale ones. */
export function inkOfEyes(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
  skin: Rgb,
): Rgb | undefined {
  const colours = eyes.flatMap((eye): Rgb[] => {
    if (!eye.plain) return [];
    const { along, up, iris } = eye.plain;
    const t = ((along + (iris?.along ?? 0)) * iodPx) / eye.halfWidthPx;
    return [pixelAt(plate, ...eyePoint(eye, t, (up + (iris?.up ?? 0)) * iodPx))];
  });
  return colours.find((colour) => luma709(...colour) < DARK_EYE * luma709(...skin));
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
function findShape(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  flat: boolean,
): PlainEye & { readonly sign?: boolean } {
  const { alongX, alongY } = eye;
  const axes: PieceAxes = { xPx: eye.centreXPx, yPx: eye.centreYPx, alongX, alongY, iodPx };
  const [wide, high] = AROUND;
  const seen = readRegion(plate, axes, { left: -wide, right: wide, low: -high, high });
  const almond = almondOf(eye, iodPx);
  const middle = (almond.low + almond.high) / 2;
  const skin = medianColour(seen.colours);
  const near = pieceNear(findPieces(seen, skin, LEAST), 0, middle, NEAR);
  const dot = near && flat ? dotBelow(plate, axes, near, skin) : undefined;
  const shape = dot ?? near;
  const inside = shape
    ? Math.min(shape.right, almond.right) - Math.max(shape.left, almond.left)
    : 0;
  if (!shape || (!dot && inside <= WITHIN * (shape.right - shape.left))) return plainOf(almond, 0);
  const plain = plainOf(shape, LEAST_RATIO);
  const shut = flat ? readShutEye(plate, axes, shape, skin) : undefined;
  if (shut) return { ...plain, halfHeight: 0, shut };
  const iris = findIris(plate, axes, plain);
  return { ...plain, iris, filled: isFilled(shape, skin), sign: flat && isSign(shape) };
}

/** A brow is flatter than this, height to breadth, and the eye below it is not as flat … */
const BROW_RATIO = 0.7;
const DOT_RATIO = 0.8;
/** … lies this far below, IOD, and has this part of its area at least. */
const DOT_BELOW = [0.02, 0.32] as const;
const DOT_AREA = 0.3;
/** It is looked for in a box that reaches this far beside, above and below the brow, IOD. */
const DOT_BOX = { beside: 0.2, above: 0.1, below: 0.75 } as const;

/** The dot or bar below what the network took for an eye: then that is the brow. */
function dotBelow(plate: Picture, axes: PieceAxes, brow: Piece, skin: Rgb): Piece | undefined {
  const wide = brow.right - brow.left;
  if (brow.high - brow.low > BROW_RATIO * wide) return undefined;
  const seen = readRegion(plate, axes, {
    left: brow.left - DOT_BOX.beside,
    right: brow.right + DOT_BOX.beside,
    low: brow.low - DOT_BOX.below,
    high: brow.high + DOT_BOX.above,
  });
  return findPieces(seen, skin, LEAST).find(
    (piece) =>
      piece.high < brow.low - DOT_BELOW[0] &&
      piece.high > brow.low - DOT_BELOW[1] &&
      piece.high - piece.low > DOT_RATIO * (piece.right - piece.left) &&
      piece.area > DOT_AREA * brow.area &&
      isInk(piece, skin),
  );
}

/** Part of its box that a dot fills: a disc has .79. */
const FILLS = 0.6;

function isFilled(shape: Piece, skin: Rgb): boolean {
  const { left, right, low, high, area } = shape;
  return area > FILLS * (right - left) * (high - low) && isInk(shape, skin);
}

/** Parts of its box that the ink of a sign fills at most, and all between its strokes. */
const SIGN_INK = 0.4;
const SIGN_FILLS = 0.66;

/** Is it a sign of strokes, such as > or ×? Pushed together in a blink it would be crumbs. */
function isSign({ left, right, low, high, area, columns }: Piece): boolean {
  const box = (right - left) * (high - low);
  const filled = columns.reduce((sum, [foot, top]) => sum + top - foot, 0) / columns.length;
  return area < SIGN_INK * box && filled < SIGN_FILLS * (high - low);
}

/** The middle part of a shape in which an iris lies that its rims do not cut off. */
const INNER = 0.72;

/** What is drawn on the white of a shape. */
function findIris(plate: Picture, axes: PieceAxes, shape: PlainEye): PlainEye['iris'] {
  const [wide, high] = [INNER * shape.halfWidth, INNER * shape.halfHeight];
  const seen = readRegion(plate, axes, {
    left: shape.along - wide,
    right: shape.along + wide,
    low: shape.up - high,
    high: shape.up + high,
  });
  const pieces = findPieces(seen, medianColour(seen.colours), LEAST);
  const iris = pieceNear(pieces, shape.along, shape.up, NEAR);
  if (!iris) return undefined;
  const { along, up, ...half } = plainOf(iris, 0);
  return { along: along - shape.along, up: up - shape.up, ...half };
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

/** Units that cover an iris, or shut the eye over it: it is pushed together with the rest. */
const COVERING = new Set<ActionUnit>(['AU43']);
/** An iris keeps its shape as far as this beside it, parts of half its width. */
const IRIS_ENDS = [1, 1.5] as const;
/** Eyes taller than this, half of it in IOD, narrow and widen as if they were no taller: skin above them would fold. */
const TALL = 0.15;

/** Half the breadth and height of what moves with a plain eye, around the shape's middle, IOD. */
export function plainEyeReach({ halfWidth, halfHeight }: PlainEye): {
  readonly along: number;
  readonly up: number;
} {
  return { along: halfWidth + BESIDE, up: halfHeight + ABOVE };
}

/** What a unit at strength 1 moves a place up by, IOD, 0 beyond plainEyeReach; the place is along and up from the shape's middle. */
export function shapePlainEye(
  { halfWidth, halfHeight, iris }: PlainEye,
  unit: ActionUnit,
  along: number,
  up: number,
): number {
  const shape = SHAPES[unit];
  if (!shape) return 0;
  const [share, lift] = shape;
  const tall = Math.min(1, TALL / Math.max(1e-3, halfHeight));
  const height = COVERING.has(unit) ? share : share * tall;
  const lifted = lift * halfHeight * (share > 0 ? tall : 1);
  const beside = 1 - smoothstep(0, BESIDE, Math.abs(along) - halfWidth);
  const away = Math.max(0, Math.abs(up) - halfHeight);
  const above = 1 - smoothstep(0, ABOVE, away);
  const inside = Math.sign(up) * Math.min(Math.abs(up), halfHeight);
  const drawn = height * inside;
  const around = iris && !COVERING.has(unit) ? aroundIris(iris, halfHeight, height, inside) : drawn;
  const off = iris ? Math.abs(along - iris.along) / Math.max(1e-3, iris.halfWidth) : 0;
  const moved = mix(around, drawn, smoothstep(...IRIS_ENDS, off));
  return (moved + lifted) * beside * above;
}

/** The same where an iris is: it keeps its shape and its share of the white above and below it. */
function aroundIris(
  iris: NonNullable<PlainEye['iris']>,
  halfHeight: number,
  height: number,
  up: number,
): number {
  const rim = height * halfHeight;
  const above = Math.max(1e-3, halfHeight - iris.up - iris.halfHeight);
  const below = Math.max(1e-3, halfHeight + iris.up - iris.halfHeight);
  const whole = (rim * (below - above)) / (above + below);
  const top = clamp((up - iris.up - iris.halfHeight) / above, 0, 1);
  const foot = clamp((iris.up - iris.halfHeight - up) / below, 0, 1);
  return whole + top * (rim - whole) + foot * (-rim - whole);
}

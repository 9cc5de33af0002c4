import { clamp } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import type { PenPath } from '../../math/pen-path.ts';
import type { Picture } from '../../math/picture.ts';
import type { ShutEye } from '../eyes/eye-shape.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { colourOf, growPiece, patchSkin } from '../skin/skin-patch.ts';
import {
  INK_DARKNESS,
  isInk,
  type Piece,
  type PieceAxes,
  placeOnPieceAxes,
  pointOfPieceAxes,
  standsOut,
  thicknessOf,
} from './drawn-pieces.ts';

/** Such a line is no thicker than this, IOD, and so many times as long. */
const MOST_THICK = 0.13;
const LEAST_LENGTH = 2.4;
/** Where it is thicker than this many times its breadth there is a pupil below a lid. */
const EVENLY = 2;
/** What is looked at below it, from and to, IOD. */
const BELOW = [0.06, 0.45] as const;
const BELOW_STEP = 0.03;
const POINTS = 33;
/** Pixels of the line lie no further from its box than this, IOD. */
const ROOM_IOD = 0.03;

/** Reads it from what is drawn where the network sees an eye; undefined where that is open. */
export function readShutEye(
  plate: Picture,
  axes: PieceAxes,
  piece: Piece,
  skin: Rgb,
): ShutEye | undefined {
  const thick = thicknessOf(piece);
  const thickest = Math.max(...piece.columns.map(([low, high]) => high - low));
  const length = piece.right - piece.left;
  const line =
    thick < MOST_THICK &&
    thickest < EVENLY * thick &&
    length > LEAST_LENGTH * thick &&
    isInk(piece, skin);
  if (!line || darkBelow(plate, axes, piece, skin)) return undefined;
  const { iodPx } = axes;
  const pixels = pixelsOf(plate, axes, piece, skin);
  if (pixels.size === 0) return undefined;
  return {
    colour: piece.colour,
    path: pathOf(piece, thick, iodPx),
    fill: patchSkin(plate, pixels, skin, iodPx),
  };
}

/** Below a brow there is an eye, and below an eye the cheek. */
function darkBelow(plate: Picture, axes: PieceAxes, piece: Piece, skin: Rgb): boolean {
  const middle = (piece.left + piece.right) / 2;
  for (let down = BELOW[0]; down < BELOW[1]; down += BELOW_STEP) {
    for (const beside of [-0.08, 0, 0.08]) {
      const colour = colourOf(plate, pixelOf(plate, axes, middle + beside, piece.low - down));
      if (luma709(...colour) < INK_DARKNESS * luma709(...skin)) return true;
    }
  }
  return false;
}

/** The plate's pixel at a place of the axes. */
function pixelOf({ widthPx }: Picture, axes: PieceAxes, along: number, up: number): number {
  const [x, y] = pointOfPieceAxes(axes, along, up);
  return Math.floor(y) * widthPx + Math.floor(x);
}

function pathOf({ left, right, columns }: Piece, thick: number, iodPx: number): PenPath {
  const cap = Math.min(thick / 2, (right - left) / 4);
  const last = columns.length - 1;
  const step = (right - left) / last;
  const columnOf = (k: number) =>
    clamp((cap + ((right - left - 2 * cap) * k) / (POINTS - 1)) / step, 0, last);
  const spanAt = (column: number) => columns[clamp(Math.round(column), 0, last)];
  const middleAt = (column: number) => (spanAt(column)[0] + spanAt(column)[1]) / 2;
  const points = Float64Array.from({ length: POINTS }, (_, k) => columnOf(k));
  return {
    xs: points.map((column) => (left + column * step) * iodPx),
    ys: points.map((column) => middleAt(column) * iodPx),
    radii: points.map((column) => {
      const [low, high] = spanAt(column);
      const rise = middleAt(column + 2) - middleAt(column - 2);
      return (((high - low) / 2) * iodPx) / Math.hypot(1, rise / (4 * step));
    }),
  };
}

/** The pixels of a piece. */
function pixelsOf(plate: Picture, axes: PieceAxes, piece: Piece, skin: Rgb): Set<number> {
  const inBox = (pixel: number) => {
    const x = (pixel % plate.widthPx) + 0.5;
    const y = Math.floor(pixel / plate.widthPx) + 0.5;
    const [along, up] = placeOnPieceAxes(axes, x, y);
    return (
      along > piece.left - ROOM_IOD &&
      along < piece.right + ROOM_IOD &&
      up > piece.low - ROOM_IOD &&
      up < piece.high + ROOM_IOD
    );
  };
  const drawn = (pixel: number) => standsOut(colourOf(plate, pixel), skin);
  const pixels = new Set<number>();
  piece.columns.forEach(([low, high], k) => {
    const along = piece.left + ((piece.right - piece.left) * k) / (piece.columns.length - 1);
    const pixel = pixelOf(plate, axes, along, (low + high) / 2);
    if (drawn(pixel)) pixels.add(pixel);
  });
  growPiece(pixels, plate.widthPx, (pixel) => inBox(pixel) && drawn(pixel));
  return pixels;
}

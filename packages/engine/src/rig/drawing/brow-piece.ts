import type { Picture } from '../../math/picture.ts';
import { medianColour, type Rgb } from '../skin/face-tone.ts';
import { colourOf, growPiece } from '../skin/skin-patch.ts';
import {
  type Box,
  levelsOff,
  type PieceAxes,
  placeOnPieceAxes,
  standsOut,
} from './drawn-pieces.ts';

/** What hangs together over an eye. Pixels are indices into the plate, places IOD on the axes over the eye. */
export interface BrowPiece {
  readonly pixels: ReadonlySet<number>;
  readonly box: Box;
  /** IOD². */
  readonly area: number;
  readonly colour: Rgb;
}

/** What reaches out of this, IOD, is more than a brow: hair, the frame of glasses. */
const ROOM: Box = { left: -0.85, right: 0.85, low: -0.25, high: 0.95 };
/** How much of a brow's colour is in pixels within it, and in those of its edge, which is so broad, px. */
const WITHIN = [0.6, 1.4] as const;
const AT_EDGE = 0.1;
const EDGE_PX = 2;
/** Levels from which something is drawn on flat skin: hair may be hardly darker. */
const ON_FLAT = 15;
/** Levels that a mixture of skin and brow may be off. */
const OFF = 34;
/** Frames of glasses fade into the skin over no more than this, IOD. */
const FRAME_EDGE_IOD = 0.035;
/** Part of a brow's outline that lies on skin, and of that below it. */
const BARE = { around: 0.5, below: 0.9 };

/**
 * How a brow is told from the rest: as whatever stands out from the skin; by the first pixel's colour, from
 * hair that hangs over it; by the other brow's colour, from glasses that touch it.
 */
export type ToldBy = 'skin' | 'colour' | 'twin';

/**
 * Grows what hangs together with a pixel; undefined where that is no brow.
 * @param seen pixels that have been looked at; grows
 */
export function growBrow(
  plate: Picture,
  seed: number,
  skin: Rgb,
  axes: PieceAxes,
  toldBy: ToldBy,
  seen: Set<number>,
): BrowPiece | undefined {
  const { widthPx } = plate;
  const share = shareOf(skin, colourOf(plate, seed));
  const isBrow = (pixel: number) => {
    const s = share(colourOf(plate, pixel));
    return s > WITHIN[0] && s < WITHIN[1];
  };
  const beside = [-1, 1, -widthPx, widthPx];
  const isMix = (pixel: number) => Math.abs(share(colourOf(plate, pixel)) - 0.5) < 1;
  const edgePx = Math.ceil(FRAME_EDGE_IOD * axes.iodPx);
  const around = beside.map((step) => step * edgePx);
  // A thin edge between skin and hair may have the brow's colour: only what has a breadth counts.
  const within =
    toldBy === 'skin'
      ? (pixel: number) => levelsOff(colourOf(plate, pixel), skin) > ON_FLAT
      : (pixel: number) => isBrow(pixel) && beside.every((step) => isBrow(pixel + step));
  seen.add(seed);
  if (!within(seed)) return undefined;
  const pixels = new Set([seed]);
  let runsOn = false;
  growPiece(pixels, widthPx, (pixel) => {
    if (!within(pixel)) return false;
    seen.add(pixel);
    const near = isInside(ROOM, ...placeOf(plate, axes, pixel));
    if (!near) runsOn = true;
    return near;
  });
  if (runsOn) return undefined;
  if (toldBy !== 'skin') {
    growPiece(pixels, widthPx, isBrow, 1);
    // Where black frames fade into the skin there is a line of a brow's colour, too.
    const isTip =
      toldBy === 'colour'
        ? isBrow
        : (pixel: number) => isBrow(pixel) && around.every((step) => isMix(pixel + step));
    addTips(pixels, widthPx, isTip, axes.iodPx);
    const isEdge = (s: number) => s > AT_EDGE && s < WITHIN[1];
    growPiece(pixels, widthPx, (pixel) => isEdge(share(colourOf(plate, pixel))), EDGE_PX);
  }
  const area = pixels.size / axes.iodPx ** 2;
  // The first pixel may be one of the edge, half skin.
  const colour = medianColour(Array.from(pixels, (pixel) => colourOf(plate, pixel)));
  return { pixels, box: boxOf(plate, axes, pixels), area, colour };
}

/** A brow's ends run out in tips without breadth, so long, IOD, … */
const TIP_IOD = 0.14;
/** … which are no more than this part of it: a longer edge of its colour is hair's. */
const MOST_TIPS = 0.2;

/** Adds the tips in which a brow runs out: left on the skin, they would be specks where it was. */
function addTips(
  pixels: Set<number>,
  widthPx: number,
  isBrow: (pixel: number) => boolean,
  iodPx: number,
): void {
  const tips = new Set(pixels);
  growPiece(tips, widthPx, isBrow, Math.round(TIP_IOD * iodPx));
  if (tips.size - pixels.size > MOST_TIPS * pixels.size) return;
  for (const pixel of tips) pixels.add(pixel);
}

/** Does a piece lie on skin, most of it, and nearly all of its lower edge? */
export function liesOnSkin(plate: Picture, pixels: ReadonlySet<number>, skin: Rgb): boolean {
  const { widthPx } = plate;
  const bareAt = (steps: readonly number[]) => {
    let bare = 0;
    let all = 0;
    for (const pixel of pixels) {
      for (const step of steps) {
        if (pixels.has(pixel + step)) continue;
        all++;
        if (!standsOut(colourOf(plate, pixel + step), skin)) bare++;
      }
    }
    return bare / Math.max(1, all);
  };
  return bareAt([-1, 1, -widthPx, widthPx]) > BARE.around && bareAt([widthPx]) > BARE.below;
}

/**
 * Tells how much of a brow's colour is mixed into the skin: 0 bare skin, 1 the brow's own colour, more
 * than that beyond it; -1 of other colours.
 */
export function shareOf(
  skin: Rgb,
  brow: Rgb,
  mostOff = OFF,
): (colour: ArrayLike<number>) => number {
  const d = skin.map((v, k) => brow[k] - v);
  const length2 = Math.max(1, d[0] ** 2 + d[1] ** 2 + d[2] ** 2);
  return (colour) => {
    const t = d.reduce((sum, v, k) => sum + v * (colour[k] - skin[k]), 0) / length2;
    return d.some((v, k) => Math.abs(colour[k] - skin[k] - t * v) > mostOff) ? -1 : t;
  };
}

/** Part of a brow's length at either end whose middle is where it ends. */
const END = 0.15;

/** Ends of a piece, px of the plate: the one on the picture's left first. */
export function endsOf(
  plate: Picture,
  axes: PieceAxes,
  { pixels, box: { left, right } }: BrowPiece,
): readonly [readonly [x: number, y: number], readonly [x: number, y: number]] {
  const reach = END * (right - left);
  const meanWhere = (takes: (along: number) => boolean): [number, number] => {
    const taken = [...pixels].filter((pixel) => takes(placeOf(plate, axes, pixel)[0]));
    const mean = (of: (pixel: number) => number) =>
      taken.reduce((sum, pixel) => sum + of(pixel) / taken.length, 0.5);
    return [mean((p) => p % plate.widthPx), mean((p) => Math.floor(p / plate.widthPx))];
  };
  return [meanWhere((along) => along < left + reach), meanWhere((along) => along > right - reach)];
}

/** Lowest place of a piece within so much to both sides of the axes' origin; a tail may hang down beside it. */
export function lowestOver(
  plate: Picture,
  axes: PieceAxes,
  pixels: ReadonlySet<number>,
  halfWidth: number,
): number {
  let low = Number.POSITIVE_INFINITY;
  for (const pixel of pixels) {
    const [along, up] = placeOf(plate, axes, pixel);
    if (Math.abs(along) < halfWidth) low = Math.min(low, up);
  }
  return low;
}

function isInside(box: Box, along: number, up: number): boolean {
  return along > box.left && along < box.right && up > box.low && up < box.high;
}

function placeOf({ widthPx }: Picture, axes: PieceAxes, pixel: number): [number, number] {
  return placeOnPieceAxes(axes, (pixel % widthPx) + 0.5, Math.floor(pixel / widthPx) + 0.5);
}

function boxOf(plate: Picture, axes: PieceAxes, pixels: ReadonlySet<number>): Box {
  let [left, right, low, high] = [1e9, -1e9, 1e9, -1e9];
  for (const pixel of pixels) {
    const [along, up] = placeOf(plate, axes, pixel);
    [left, right] = [Math.min(left, along), Math.max(right, along)];
    [low, high] = [Math.min(low, up), Math.max(high, up)];
  }
  return { left, right, low, high };
}

import { extentOf } from '../../math/extent.ts';
import type { Picture } from '../../math/picture.ts';
import { placesOnMouth } from '../mouth/around-mouth.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';
import { colourOf } from '../skin/skin-patch.ts';
import { INK_DARKNESS, levelsOff, PART_SKIN } from './drawn-pieces.ts';
import type { PenLine } from './pen-line.ts';

/** A curl is of one colour over this part of it, its half-covered edges aside; levels that are one colour. */
const MOSTLY_ONE = 0.85;
const SAME_LEVELS = 60;
/** It is no thicker and no broader than these, IOD, and so many times as long as its box at its longer side. */
const MOST_THICK = 0.13;
const MOST_BROAD = 0.7;
const TURNS = 1.62;
/** Edges of pixels along a slanting line are longer than the line, by this on average: 4/π. */
const STAIRS = 4 / Math.PI;
/** Half the length of the line that it becomes, IOD, at least. */
const LEAST_HALF = 0.2;
const POINTS = 33;

/**
 * A mouth that is a stroke which turns back on itself, as a kiss is drawn: it cannot open or bend as
 * lips do, so that it becomes a plain line of its own pen as soon as it moves. Undefined of any other.
 * @param piece the drawn pixels, without what they enclose
 * @param skin sRGB 0..255
 */
export function penOfCurl(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  skin: Rgb,
  iodPx: number,
): PenLine | undefined {
  const colours = Array.from(piece, (pixel) => colourOf(plate, pixel));
  const light = lumaOf(skin);
  const dark = colours.filter((c) => lumaOf(c) < INK_DARKNESS * light);
  if (dark.length === 0) return undefined;
  const colour = medianColour(dark);
  const whole = colours.filter((c) => levelsOff(c, skin) > PART_SKIN * levelsOff(colour, skin));
  const same = whole.filter((c) => levelsOff(c, colour) < SAME_LEVELS);
  if (same.length < MOSTLY_ONE * whole.length) return undefined;
  const halfPx = piece.size / (edgesOf(piece, plate.widthPx) / STAIRS);
  const places = placesOnMouth(plate, mouth, piece);
  const [left, right] = extentOf(places.map(([s]) => s * mouth.halfWidthPx));
  const [low, high] = extentOf(places.map(([, up]) => up));
  const lengthPx = piece.size / (2 * halfPx);
  const turns = lengthPx / Math.max(right - left, high - low);
  const isFine = 2 * halfPx < MOST_THICK * iodPx && right - left < MOST_BROAD * iodPx;
  if (!isFine || turns < TURNS) return undefined;
  const middle = (left + right) / 2;
  const half = Math.max(LEAST_HALF * iodPx, (right - left) / 2);
  const even = (value: number) => new Float64Array(POINTS).fill(value);
  return {
    xs: Float64Array.from(
      { length: POINTS },
      (_, k) => middle + half * ((2 * k) / (POINTS - 1) - 1),
    ),
    ys: even((low + high) / 2),
    radii: even(halfPx),
    colour,
    halfPx,
    plain: true,
  };
}

/** Edges of pixels between a piece and what is none of it. */
function edgesOf(piece: ReadonlySet<number>, widthPx: number): number {
  let edges = 0;
  for (const pixel of piece) {
    for (const step of [-1, 1, -widthPx, widthPx]) if (!piece.has(pixel + step)) edges++;
  }
  return edges;
}

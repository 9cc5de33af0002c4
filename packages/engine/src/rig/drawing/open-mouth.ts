import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { placesOnMouth } from '../mouth/around-mouth.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { colourfulness, lumaOf, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { colourOf } from '../skin/skin-patch.ts';
import { levelsOff } from './drawn-pieces.ts';

/** The mouth's shape reaches no further around its rims than this, IOD, or it is more than a mouth. */
export const ROOM_IOD = 0.6;
/** Next to its edge a mouth is darker than this part of the skin's light, or lighter; lips are neither. */
const DARK = 0.55;
const LIGHT = 1.02;
const MOSTLY_LIPS = 0.5;
/** … unless they are painted: of one colour above and below, levels, which has so much of it and is not that between them. */
const PAINTED = { alike: 50, colour: 45, between: 50 };
/** How far in from its edge that is read, IOD, and places along the mouth. */
const INSIDE_IOD = 0.04;
const PLACES = [-0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7] as const;
/** … and where an outline of ink is seen. */
const OUTLINE_IOD = 0.015;
/** From the upper rim up, IOD; times as far as from the lower one down; ends, parts of half the mouth. */
const MOUSTACHE = { above: 0.25, thanBelow: 1.8, beside: 1.45 };
/** A mouth whose shape the network took for shut lips has this part of its upper edge in the dark, at so many places, and an area, IOD². */
const MOSTLY_DARK = 0.7;
const LEAST_PLACES = 4;
const LEAST_AREA = 0.06;

/**
 * Is a shape on flat skin a mouth that its artist drew open, and no lips? Where the network saw it shut it
 * must begin dark below the skin, and be more than a line.
 * @param piece pixels of the plate
 */
export function isOpenMouth(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  skin: Rgb,
  iodPx: number,
): boolean {
  const light = lumaOf(skin);
  const upper = edgeColours(plate, mouth, piece, iodPx, 1);
  const lower = edgeColours(plate, mouth, piece, iodPx, -1);
  const between = PLACES.map((s) => betweenLips(plate, mouth, s));
  const isLip = (colour: Rgb) => lumaOf(colour) >= DARK * light && lumaOf(colour) <= LIGHT * light;
  const lips = upper.filter((top, k) => {
    const bottom = lower[k];
    if (!top || !bottom) return false;
    return (isLip(top) && isLip(bottom)) || arePainted(top, bottom, between[k]);
  }).length;
  if (lips > MOSTLY_LIPS * PLACES.length) return false;
  if (mouth.gapPx > 0) return true;
  // Teeth that are shut are light within an outline of ink.
  const outline = edgeColours(plate, mouth, piece, iodPx, 1, OUTLINE_IOD).map(lumaOrNone);
  const edge = upper
    .map(lumaOrNone)
    .map((luma, k) => (luma !== undefined && luma > LIGHT * light ? outline[k] : luma))
    .filter((luma) => luma !== undefined);
  const dark = edge.filter((luma) => luma < DARK * light).length;
  const isLarge = piece.size > LEAST_AREA * iodPx ** 2 && edge.length >= LEAST_PLACES;
  return isLarge && dark > MOSTLY_DARK * edge.length;
}

/** Are these the colours of two painted lips, and another between them? */
function arePainted(above: Rgb, below: Rgb, between: Rgb): boolean {
  const { alike, colour, between: other } = PAINTED;
  return (
    levelsOff(above, below) < alike &&
    Math.min(colourfulness(above), colourfulness(below)) > colour &&
    Math.min(levelsOff(above, between), levelsOff(below, between)) > other
  );
}

/** Half-way between the lips at a place along the mouth. */
function betweenLips(plate: Picture, mouth: MouthLine, s: number): Rgb {
  const up = (readCurve(mouth.upper, s) + readCurve(mouth.lower, s)) / 2;
  return pixelAt(plate, ...mouthPoint(mouth, s, up));
}

function lumaOrNone(colour: Rgb | undefined): number | undefined {
  return colour && lumaOf(colour);
}

/** Does a moustache hang together with it: far above the lips, and more so than below, or far beside them? */
export function hasMoustache(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  iodPx: number,
): boolean {
  let [above, below, beside] = [0, 0, 0];
  for (const [s, up] of placesOnMouth(plate, mouth, piece)) {
    above = Math.max(above, up - readCurve(mouth.upper, s));
    below = Math.max(below, readCurve(mouth.lower, s) - up);
    beside = Math.max(beside, Math.abs(s));
  }
  const isHigh = above > MOUSTACHE.above * iodPx;
  return isHigh && (above > MOUSTACHE.thanBelow * below || beside > MOUSTACHE.beside);
}

/** Colours so far within the upper edge of a shape (way 1) or its lower one, at places along the mouth; undefined beside it. */
function edgeColours(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  iodPx: number,
  way: 1 | -1,
  insideIod = INSIDE_IOD,
): (Rgb | undefined)[] {
  const step = Math.max(0.5, 0.01 * iodPx);
  return PLACES.map((s) => {
    const from = readCurve(way > 0 ? mouth.upper : mouth.lower, s) + way * ROOM_IOD * iodPx;
    for (let down = 0; down < 2 * ROOM_IOD * iodPx; down += step) {
      const pixelOf = (more: number) => {
        const [x, y] = mouthPoint(mouth, s, from - way * (down + more));
        return Math.floor(y) * plate.widthPx + Math.floor(x);
      };
      if (piece.has(pixelOf(0))) return colourOf(plate, pixelOf(insideIod * iodPx));
    }
    return undefined;
  });
}

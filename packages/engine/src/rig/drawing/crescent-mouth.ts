import { irisRadius } from '../../face/face-shape.ts';
import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { lumaOf, medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import {
  findPieces,
  isSolid,
  type Piece,
  pieceNear,
  type Region,
  standsOut,
  thicknessOf,
} from './drawn-pieces.ts';

/**
 * Characters that are modelled in 3-D have no lips: their mouth is a broad shape of one colour, a crescent where they
 * smile, on skin that is shaded. What is drawn there shows by its light where skin is pale; on dark skin and in a
 * beard by its hue only.
 */

/** Irises of 3-D characters have a larger radius than this, IOD; where lips are drawn they have not. */
const LARGE_IRISES = 0.15;
/** Levels that shade on skin is off its commonest colour at most. */
const SHADE = 70;
/** … and what is of another hue, whose channels' parts of all three differ by so much, is off by so many levels. */
const OTHER_HUE = 0.13;
const HUE_LEVELS = 25;
/** Levels that are added to each channel: black's noise has no hue. */
const BLACK_LEVELS = 4;

/** Such mouths are darker than this part of the light around them, as lips are not … */
const NO_LIPS = 0.45;
/** … or of a colour that lacks so much of a channel, and of one colour in this part, without a line in it. */
const PURE = 0.9;
const ONE_COLOUR = 0.95;
/** They are thicker than strokes and thinner than laughs, IOD. */
const THICK = [0.12, 0.22] as const;

/** Cheeks: around the mouth there may be a beard. */
const CHEEKS = [50, 280, 205, 425, 117, 346] as const;

/** What lies above and below it, so far off, IOD, differs from what is around by so many levels where a beard leaves it bare … */
const BESIDE = 0.05;
const OTHER = 40;
/** … and a beard's light from that of the cheeks, ln; that of skin in shade by .3. */
const BEARD = 0.5;

/** Whether it is drawn again on what is around it, or, between a beard and the skin that this leaves, goes with these. */
export type CrescentKind = 'crescent' | 'crescent-in-beard';

/** Does a face have eyes as such characters have? */
export function hasLargeIrises(landmarks: Points3<'frame-px'>, iodPx: number): boolean {
  const radiusPx = irisRadius((i) => [landmarks[3 * i], landmarks[3 * i + 1]]);
  return radiusPx > LARGE_IRISES * iodPx;
}

/**
 * Looks for it; undefined where there is none.
 * @param around the commonest colour of the region: skin, or a beard
 * @param near a deviation, IOD
 */
export function findCrescent(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  region: Region,
  around: Rgb,
  least: Parameters<typeof findPieces>[2],
  near: number,
): { readonly piece: Piece; readonly kind: CrescentKind } | undefined {
  const skin = medianColour(
    CHEEKS.map((i) => pixelAt(plate, landmarks[3 * i], landmarks[3 * i + 1])),
  );
  const pieces = [
    ...findPieces(region, around, least, (colour) => standsOut(colour, around, SHADE)),
    ...findPieces(region, around, least, otherHueThan(around)),
  ];
  const piece = pieceNear(
    pieces.filter((shape) => isCrescent(shape, around, skin)),
    0,
    0,
    near,
  );
  if (!piece) return undefined;
  return {
    piece,
    kind: isInBeard(piece, region, around, skin) ? 'crescent-in-beard' : 'crescent',
  };
}

/** Is what lies right above or below it, skin, other than what is around, a beard? */
function isInBeard(piece: Piece, region: Region, around: Rgb, skin: Rgb): boolean {
  if (Math.abs(Math.log((lumaOf(around) + 1) / (lumaOf(skin) + 1))) < BEARD) return false;
  const { left, top, stepIod, columns, rows, colours } = region;
  const first = Math.round((piece.left - left) / stepIod);
  return ([0, 1] as const).some((end) => {
    const beside = piece.columns.map((span, c) => {
      const up = span[end] + (end === 0 ? -BESIDE : BESIDE);
      const row = clamp(Math.round((top - up) / stepIod), 0, rows - 1);
      return colours[row * columns + clamp(first + c, 0, columns - 1)];
    });
    return standsOut(medianColour(beside), around, OTHER);
  });
}

/** Tells colours of another hue than what is around. */
function otherHueThan(around: Rgb): (colour: Rgb) => boolean {
  const own = hueOf(around);
  return (colour) =>
    standsOut(colour, around, HUE_LEVELS) &&
    hueOf(colour).some((part, k) => Math.abs(part - own[k]) > OTHER_HUE);
}

/** Each channel's part of all three: shade hardly changes it. */
function hueOf(colour: Rgb): readonly number[] {
  const lit = colour.map((value) => value + BLACK_LEVELS);
  const sum = lit[0] + lit[1] + lit[2];
  return lit.map((value) => value / sum);
}

/** Is it a broad, thick shape that can be no lips? */
function isCrescent(piece: Piece, around: Rgb, skin: Rgb): boolean {
  const { colour, ofOneColour01 } = piece;
  const dark = lumaOf(colour) < NO_LIPS * lumaOf(around);
  const pure = Math.min(...colour) < (1 - PURE) * Math.max(...colour);
  const thick = thicknessOf(piece);
  return (
    (dark || (pure && ofOneColour01 > ONE_COLOUR)) &&
    thick > THICK[0] &&
    thick < THICK[1] &&
    isSolid(piece, skin)
  );
}

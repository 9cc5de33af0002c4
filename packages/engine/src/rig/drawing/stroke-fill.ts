import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { coloursBesideSeam, forEachAroundMouth } from '../mouth/around-mouth.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { medianColour, type Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import { patchShadedSkin } from '../skin/shaded-patch.ts';
import { growPiece, patchSkin } from '../skin/skin-patch.ts';
import { standsOut } from './drawn-pieces.ts';
import type { SeamInk } from './ink.ts';

/** Beyond half its breadth a stroke's edge is gone after this, IOD; there the skin is read. */
const EDGE_IOD = 0.035;
/** … and px: sharpened lines have a pale rim, which is no skin either. */
const EDGE_PX = 3;
/** Beyond its ends it is filled as far as this, share of half the mouth, or as its caps reach. */
const CAPS = 0.3;
/** … and so much further up and down there, parts of half its breadth. */
const CURLS = 1.4;
/** Places along the seam at which skin must lie on both sides of a stroke, and how many of them. */
const PLACES = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6] as const;
const MOSTLY = 0.7;
/** Skin beside a mouth is as the face's, levels of a channel; shade may lie on either. */
const OTHER_THAN_FACE = 60;
/** A pixel with less ink in it is none of the stroke's: on flat skin all that is no skin is, elsewhere shade is none. */
const LEAST_INK = 0.04;
const LEAST_INK_SHADED = 0.2;

/**
 * Skin in the place of a drawing's mouth that is a stroke and has no lips: change of the plate once it
 * opens. The line around the opening is drawn again, and halves of the old one would make it ragged.
 * Undefined where lips are drawn, or no line is.
 * @param face colour of the skin around the mouth, sRGB 0..255
 * @param shaded does that change around it? A patch of one colour would be seen there
 */
export function fillStroke(
  plate: Picture,
  mouth: MouthLine,
  ink: SeamInk | undefined,
  iodPx: number,
  face: Rgb,
  shaded = false,
): PixelChange | undefined {
  if (!ink || mouth.gapPx > 0) return undefined;
  const off = ink.halfIod * iodPx + Math.max(EDGE_PX, EDGE_IOD * iodPx);
  const bare = coloursBesideSeam(plate, mouth, PLACES, off).filter(
    ([above, below]) => !standsOut(above, below),
  );
  if (bare.length < MOSTLY * PLACES.length) return undefined;
  const skin = medianColour(bare.flat());
  // A line between drawn teeth has enamel on both sides.
  if (skin.some((v, k) => Math.abs(v - face[k]) > OTHER_THAN_FACE)) return undefined;
  const inkFromSkin = skin.map((v, k) => ink.colour[k] - v);
  const length2 = Math.max(1, inkFromSkin[0] ** 2 + inkFromSkin[1] ** 2 + inkFromSkin[2] ** 2);
  const ends = 1 + Math.max(CAPS, (1.3 * off) / mouth.halfWidthPx);
  const leastInk = shaded ? LEAST_INK_SHADED : LEAST_INK;
  // How much of its ink a pixel loses; only what hangs together with the line is the stroke's.
  const loses = new Map<number, number>();
  const stroke = new Set<number>();
  forEachAroundMouth(plate, mouth, ends * mouth.halfWidthPx + off, (pixel, s, up) => {
    if (Math.abs(s) > ends) return;
    const away = Math.abs(up - readCurve(mouth.upper, clamp(s, -1, 1)));
    // Ends may curl away from the line that the landmarks' points make.
    const reach = off * (1 + CURLS * smoothstep(0.75, 1, Math.abs(s)));
    const share = 1 - smoothstep(reach, 1.4 * reach, away);
    if (share === 0) return;
    const inked = inkFromSkin.reduce(
      (sum, d, k) => sum + d * (plate.rgba[4 * pixel + k] - skin[k]),
      0,
    );
    if (inked < leastInk * length2) return;
    loses.set(pixel, share);
    if (Math.abs(s) < 1 && away < 0.5 * ink.halfIod * iodPx) stroke.add(pixel);
  });
  growPiece(stroke, plate.widthPx, (pixel) => loses.has(pixel));
  return shaded
    ? patchShadedSkin(plate, stroke, iodPx, skin)
    : patchSkin(plate, stroke, skin, iodPx, (pixel) => loses.get(pixel) ?? 0);
}

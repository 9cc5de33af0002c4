import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { coloursBesideSeam, forEachAroundMouth } from '../mouth/around-mouth.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { medianColour, type Rgb } from '../skin/face-tone.ts';
import { patchShadedSkin } from '../skin/shaded-patch.ts';
import { colourOf, growPiece } from '../skin/skin-patch.ts';
import { levelsOff } from './drawn-pieces.ts';
import { type DrawnSeam, NOT_DRAWN } from './drawn-seam.ts';
import { BROAD_PEN, readSeamInk } from './ink.ts';
import { readPenLine } from './pen-line.ts';

/** What is beside such a mouth is looked at this far from its middle, IOD, at these places along it. */
const BESIDE_IOD = 0.17;
const PLACES = [-0.6, -0.3, 0, 0.3, 0.6] as const;
/** What is off the mouth's colour by less than this part of what that is off its surroundings' belongs to it. */
const SAME = 0.5;
/** It is looked for within this many half widths of its mouth's middle. */
const WITHIN = 1.5;

/**
 * Reads the mouth of a 3-D character (see findCrescent) as what a pen draws that fills it with its colour, and skin for
 * its place; pulled along with the skin around it, it was a crushed smile of ragged edges. Nothing of it where it
 * cannot be told from what is around it.
 * @param mouth shut on the shape's middle
 */
export function readCrescentPen(plate: Picture, mouth: MouthLine, iodPx: number): DrawnSeam {
  const ink = readSeamInk(plate, mouth, iodPx, BROAD_PEN);
  if (!ink) return NOT_DRAWN;
  const shape = shapeOf(plate, mouth, ink.colour, iodPx);
  if (shape.size === 0) return NOT_DRAWN;
  const colour = medianColour(Array.from(shape, (pixel) => colourOf(plate, pixel)));
  const strokeFill = patchShadedSkin(plate, shape, iodPx);
  const own = { ...ink, colour, penColour: colour };
  const pen = readPenLine(plate, mouth, own, strokeFill, iodPx);
  return pen
    ? { seamInk: undefined, strokeFill, pen: { ...pen, plain: true, solid: true } }
    : NOT_DRAWN;
}

/** Its pixels without those of its edge. */
function shapeOf(plate: Picture, mouth: MouthLine, colour: Rgb, iodPx: number): Set<number> {
  const beside = coloursBesideSeam(plate, mouth, PLACES, BESIDE_IOD * iodPx);
  const off = ([0, 1] as const).map((side) =>
    levelsOff(colour, medianColour(beside.map((pair) => pair[side]))),
  );
  const most = SAME * Math.min(...off);
  const own = new Set<number>();
  const seam = new Set<number>();
  forEachAroundMouth(plate, mouth, WITHIN * mouth.halfWidthPx, (pixel, s, up) => {
    if (levelsOff(colourOf(plate, pixel), colour) > most) return;
    own.add(pixel);
    if (Math.abs(s) < 0.9 && Math.abs(up - readCurve(mouth.upper, s)) < 1) seam.add(pixel);
  });
  growPiece(seam, plate.widthPx, (pixel) => own.has(pixel));
  return seam;
}

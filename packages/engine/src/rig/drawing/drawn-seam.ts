import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import {
  BROAD_PEN,
  FAINT_PEN,
  FINE_PEN,
  PALE_PEN,
  type PenRoom,
  readSeamInk,
  type SeamInk,
} from './ink.ts';
import { type PenLine, readPenLine } from './pen-line.ts';
import { fillStroke } from './stroke-fill.ts';

/** The line of a drawing's shut mouth, between lips or all there is of it. */
export interface DrawnSeam {
  readonly seamInk: SeamInk | undefined;
  /** Of a mouth that is one stroke: see fillStroke and readPenLine. */
  readonly strokeFill: PixelChange | undefined;
  readonly pen: PenLine | undefined;
}

/** Of pictures that are not drawn. */
export const NOT_DRAWN: DrawnSeam = {
  seamInk: undefined,
  strokeFill: undefined,
  pen: undefined,
};

/** Between lips that are shut on a line: see seamOfLips. */
export function readLipSeam(plate: Picture, mouth: MouthLine, iodPx: number): DrawnSeam {
  return { ...NOT_DRAWN, seamInk: readSeamInk(plate, mouth, iodPx, FINE_PEN) };
}

/**
 * Reads it.
 * @param skin colour around the mouth, sRGB 0..255
 * @param flat only on flat skin are broad strokes told from its shade: see isFlatSkin
 */
export function readDrawnSeam(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
  skin: Rgb,
  flat: boolean,
): DrawnSeam {
  const pens = flat ? [FINE_PEN, BROAD_PEN, PALE_PEN] : [FINE_PEN];
  return readStroke(plate, mouth, iodPx, skin, pens, !flat);
}

/** A hairline that fades in its middle: see findFaintLine. */
export function readFaintSeam(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
  skin: Rgb,
): DrawnSeam {
  // So faint a line is hardly more than shade is: none of it would be told to be ink.
  return readStroke(plate, mouth, iodPx, skin, [FINE_PEN, FAINT_PEN], false);
}

/** @param pens what is looked for, in this order; the first one's ink counts between lips as well */
function readStroke(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
  skin: Rgb,
  pens: readonly PenRoom[],
  shaded: boolean,
): DrawnSeam {
  const inks = pens.map((pen) => readSeamInk(plate, mouth, iodPx, pen));
  for (const seamInk of inks) {
    const strokeFill = fillStroke(plate, mouth, seamInk, iodPx, skin, shaded);
    const pen = seamInk && strokeFill && readPenLine(plate, mouth, seamInk, strokeFill, iodPx);
    if (pen) return { seamInk, strokeFill, pen };
  }
  return { ...NOT_DRAWN, seamInk: inks[0] };
}

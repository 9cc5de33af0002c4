import { readCurve } from '../math/curve.ts';
import { clamp } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { Rgb } from './face-tone.ts';
import type { PixelChange } from './fold-pixels.ts';
import { BROAD_PEN, FINE_PEN, readSeamInk, type SeamInk } from './ink.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';
import { type PenLine, readPenLine } from './pen-line.ts';
import { type PlateGrid, readField } from './plate-grid.ts';
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

/** Reads it. @param skin colour around the mouth, sRGB 0..255 */
export function readDrawnSeam(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
  skin: Rgb,
): DrawnSeam {
  const [fine, broad] = [FINE_PEN, BROAD_PEN].map((pen) => readSeamInk(plate, mouth, iodPx, pen));
  for (const seamInk of [fine, broad]) {
    const strokeFill = fillStroke(plate, mouth, seamInk, iodPx, skin);
    const pen = seamInk && strokeFill && readPenLine(plate, mouth, seamInk, strokeFill, iodPx);
    if (pen) return { seamInk, strokeFill, pen };
  }
  return { ...NOT_DRAWN, seamInk: fine };
}

/** Half the width of people's mouths, IOD, and how much shorter a drawn one counts as at most. */
const HALF_MOUTH = 0.38;
const SHORTEST = 1.5;

/** How many times as long people's mouths are, 1..SHORTEST. */
export function howShort({ halfWidthPx }: MouthLine, iodPx: number): number {
  return clamp((HALF_MOUTH * iodPx) / halfWidthPx, 1, SHORTEST);
}

/** Height of people's mouths on the chart, and how far off a drawn one counts as at most, IOD. */
const MOUTH_HEIGHT = -1.1;
const FARTHEST_OFF = 0.4;

/** How far above people's the middle of a drawn mouth lies, IOD. */
export function liesAbove(mouth: MouthLine, grid: PlateGrid, chartY: Float32Array): number {
  const [x, y] = mouthPoint(mouth, 0, readCurve(mouth.upper, 0));
  return clamp(readField(grid, chartY, x, y) - MOUTH_HEIGHT, -FARTHEST_OFF, FARTHEST_OFF);
}

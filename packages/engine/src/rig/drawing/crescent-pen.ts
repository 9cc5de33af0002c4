import { readCurve } from '../../math/curve.ts';
import { mix } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { forEachAroundMouth } from '../mouth/around-mouth.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
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
/** Around it there is its soft edge, and the light of sharpened or packed pictures, IOD and px. */
const EDGE_IOD = 0.06;
const EDGE_PX = 3;
/** It is looked for within this many half widths of its mouth's middle. */
const WITHIN = 1.5;
/** Columns whose skin is averaged on either side, IOD, and rows of it: single ones would be stripes. */
const COLUMNS_IOD = 0.08;
const ROWS = 2;

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
  const strokeFill = fillWithSkin(plate, withEdge(plate, shape, iodPx), iodPx);
  const own = { ...ink, colour, penColour: colour };
  const pen = readPenLine(plate, mouth, own, strokeFill, iodPx);
  return pen
    ? { seamInk: undefined, strokeFill, pen: { ...pen, plain: true, solid: true } }
    : NOT_DRAWN;
}

/** Its pixels without those of its edge. */
function shapeOf(plate: Picture, mouth: MouthLine, colour: Rgb, iodPx: number): Set<number> {
  const beside = (way: 1 | -1) =>
    medianColour(
      PLACES.map((s) =>
        pixelAt(
          plate,
          ...mouthPoint(mouth, s, readCurve(mouth.upper, s) + way * BESIDE_IOD * iodPx),
        ),
      ),
    );
  const contrast = Math.min(levelsOff(colour, beside(1)), levelsOff(colour, beside(-1)));
  const own = new Set<number>();
  const seam = new Set<number>();
  forEachAroundMouth(plate, mouth, WITHIN * mouth.halfWidthPx, (pixel, s, up) => {
    if (levelsOff(colourOf(plate, pixel), colour) > SAME * contrast) return;
    own.add(pixel);
    if (Math.abs(s) < 0.9 && Math.abs(up - readCurve(mouth.upper, s)) < 1) seam.add(pixel);
  });
  growPiece(seam, plate.widthPx, (pixel) => own.has(pixel));
  return seam;
}

function withEdge(plate: Picture, shape: ReadonlySet<number>, iodPx: number): Set<number> {
  const grown = new Set(shape);
  growPiece(grown, plate.widthPx, () => true, Math.round(Math.max(EDGE_PX, EDGE_IOD * iodPx)));
  return grown;
}

/** In each column the skin goes from what is above the shape to what is below it. */
function fillWithSkin(plate: Picture, shape: ReadonlySet<number>, iodPx: number): PixelChange {
  const { widthPx, heightPx, rgba } = plate;
  const beside = Math.round(COLUMNS_IOD * iodPx);
  const spans = new Map<number, [top: number, foot: number]>();
  for (const pixel of shape) {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const span = spans.get(x);
    if (!span) spans.set(x, [y, y]);
    else [span[0], span[1]] = [Math.min(span[0], y), Math.max(span[1], y)];
  }
  /** Mean colour of a few rows that begin at the edge of the spans around a column. */
  const skinAt = (column: number, end: 0 | 1): Rgb => {
    const sum = [0, 0, 0, 0];
    for (let x = column - beside; x <= column + beside; x++) {
      const span = spans.get(x);
      for (let row = 1; span && row <= ROWS; row++) {
        const y = end === 0 ? span[0] - row : span[1] + row;
        if (y < 0 || y >= heightPx) continue;
        for (let k = 0; k < 3; k++) sum[k] += rgba[4 * (y * widthPx + x) + k];
        sum[3]++;
      }
    }
    return [0, 1, 2].map((k) => sum[k] / Math.max(1, sum[3])) as unknown as Rgb;
  };
  const skins = new Map([...spans.keys()].map((x) => [x, [skinAt(x, 0), skinAt(x, 1)] as const]));
  const pixels = [...shape].sort((a, b) => a - b);
  const change = pixels.flatMap((pixel) => {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const [top, foot] = spans.get(x)!;
    const [above, below] = skins.get(x)!;
    const at = (y - top + 1) / (foot - top + 2);
    return above.map((value, k) => mix(value, below[k], at) - rgba[4 * pixel + k]);
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

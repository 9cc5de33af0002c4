import { readCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import { forEachAroundMouth } from './around-mouth.ts';
import { standsOut } from './drawn-pieces.ts';
import { lumaOf, type Rgb } from './face-tone.ts';
import type { PixelChange } from './fold-pixels.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';
import { boxOfPixels, colourOf, growPiece, patchSkin } from './skin-patch.ts';

/** Which pixels of a box of the plate are an open mouth's. */
export interface ShapeMask {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** u8[widthPx·heightPx]: 1 where it is. */
  readonly inside: Uint8Array;
}

/** What a mouth that its artist drew open is when it shuts: a line of ink. */
export interface ShutLine {
  readonly colour: Rgb;
  readonly halfPx: number;
  /** Skin in the place of the open mouth. */
  readonly fill: PixelChange;
  readonly shape: ShapeMask;
  /** How high that is, px across the mouth's axis. */
  readonly heightPx: number;
}

/** The mouth's shape reaches no further around its rims than this, IOD, or it is more than a mouth. */
const ROOM_IOD = 0.6;
const ROOM_BESIDE_IOD = 0.3;
/** Half the breadth of such a line, IOD. */
const HALF_IOD = 0.042;
/** Next to its edge a mouth is darker than this part of the skin's light, or lighter; lips are neither. */
const DARK = 0.55;
const LIGHT = 1.02;
const MOSTLY_LIPS = 0.5;
/** How far in from its edge that is read, IOD, and places along the mouth. */
const INSIDE_IOD = 0.04;
const PLACES = [-0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7] as const;
/** From the upper rim up, IOD; times as far as from the lower one down; ends, parts of half the mouth. */
const MOUSTACHE = { above: 0.25, thanBelow: 1.8, beside: 1.45 };
/** What is darkest in it is ink if it is darker than this part of the skin's light; else ink is as dark. */
const INK = 0.5;

/**
 * Reads it on flat skin; undefined where the mouth is shut, has lips, or hangs together with a beard, say.
 * @param skin colour around the mouth, sRGB 0..255
 * @param ink colour of the drawing's lines where it has any: see readInk
 */
export function readShutLine(
  plate: Picture,
  mouth: MouthLine,
  skin: Rgb,
  iodPx: number,
  ink: Rgb | undefined,
): ShutLine | undefined {
  if (mouth.gapPx === 0) return undefined;
  const piece = openShape(plate, mouth, skin, iodPx);
  if (!piece || hasLips(plate, mouth, piece, skin, iodPx)) return undefined;
  if (hasMoustache(plate, mouth, piece, iodPx)) return undefined;
  const dark = Array.from(piece, (pixel) => colourOf(plate, pixel)).reduce((a, b) =>
    lumaOf(b) < lumaOf(a) ? b : a,
  );
  const own = lumaOf(dark) < INK * lumaOf(skin) ? dark : undefined;
  const colour = own ?? ink ?? (skin.map((v) => INK * v) as unknown as Rgb);
  const ups = Array.from(piece, (pixel) => {
    const x = pixel % plate.widthPx;
    return mouthPlace(mouth, x + 0.5, Math.floor(pixel / plate.widthPx) + 0.5)[1];
  });
  const heightPx = largest(ups) - smallest(ups) + 1;
  return {
    colour,
    halfPx: HALF_IOD * iodPx,
    fill: patchSkin(plate, piece, skin, iodPx),
    shape: maskOf(piece, plate.widthPx),
    heightPx,
  };
}

function maskOf(piece: ReadonlySet<number>, plateWidthPx: number): ShapeMask {
  const box = boxOfPixels(piece, plateWidthPx);
  const inside = new Uint8Array(box.widthPx * box.heightPx);
  for (const pixel of piece) {
    const y = Math.floor(pixel / plateWidthPx) - box.yPx;
    inside[y * box.widthPx + (pixel % plateWidthPx) - box.xPx] = 1;
  }
  return { ...box, inside };
}

// Spreading thousands of pixels into Math.min would overflow the stack of some browsers.
const smallest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));

/** Pixels of what is drawn where the network sees the lips apart. */
function openShape(
  plate: Picture,
  mouth: MouthLine,
  skin: Rgb,
  iodPx: number,
): Set<number> | undefined {
  const room = ROOM_IOD * iodPx;
  const reach = mouth.halfWidthPx + mouth.gapPx + room;
  const piece = new Set<number>();
  /** Pixels that are near enough; true where they are not skin. */
  const near = new Map<number, boolean>();
  forEachAroundMouth(plate, mouth, reach, (pixel, s, up) => {
    const [top, low] = [readCurve(mouth.upper, s), readCurve(mouth.lower, s)];
    const beside = (Math.abs(s) - 1) * mouth.halfWidthPx;
    if (beside > ROOM_BESIDE_IOD * iodPx || up > top + room || up < low - room) return;
    const drawn = standsOut(colourOf(plate, pixel), skin);
    near.set(pixel, drawn);
    if (drawn && beside < 0 && up < top && up > low) piece.add(pixel);
  });
  if (piece.size === 0) return undefined;
  let runsOn = false;
  growPiece(piece, plate.widthPx, (pixel) => {
    const drawn = near.get(pixel);
    if (drawn === undefined) runsOn = true;
    return drawn ?? false;
  });
  if (runsOn) return undefined;
  fillHoles(piece, near, plate.widthPx);
  return piece;
}

/** What a shape encloses is its own, whatever its colour: a tongue like skin. */
function fillHoles(piece: Set<number>, near: ReadonlyMap<number, boolean>, widthPx: number): void {
  const outside = new Set<number>();
  for (const pixel of near.keys()) {
    const atEdge = [-1, 1, -widthPx, widthPx].some((step) => !near.has(pixel + step));
    if (atEdge && !piece.has(pixel)) outside.add(pixel);
  }
  growPiece(outside, widthPx, (pixel) => near.has(pixel) && !piece.has(pixel));
  for (const pixel of near.keys()) if (!outside.has(pixel)) piece.add(pixel);
}

/** Does a moustache hang together with it: far above the lips, and more so than below, or far beside them? */
function hasMoustache(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  iodPx: number,
): boolean {
  let [above, below, beside] = [0, 0, 0];
  for (const pixel of piece) {
    const x = (pixel % plate.widthPx) + 0.5;
    const [s, up] = mouthPlace(mouth, x, Math.floor(pixel / plate.widthPx) + 0.5);
    above = Math.max(above, up - readCurve(mouth.upper, s));
    below = Math.max(below, readCurve(mouth.lower, s) - up);
    beside = Math.max(beside, Math.abs(s));
  }
  const isHigh = above > MOUSTACHE.above * iodPx;
  return isHigh && (above > MOUSTACHE.thanBelow * below || beside > MOUSTACHE.beside);
}

/** Is the shape edged, above and below, with something that is as light as skin, and no ink? */
function hasLips(
  plate: Picture,
  mouth: MouthLine,
  piece: ReadonlySet<number>,
  skin: Rgb,
  iodPx: number,
): boolean {
  const step = Math.max(0.5, 0.01 * iodPx);
  const light = lumaOf(skin);
  let lips = 0;
  for (const s of PLACES) {
    const isLip = ([1, -1] as const).map((way) => {
      const from = readCurve(way > 0 ? mouth.upper : mouth.lower, s) + way * ROOM_IOD * iodPx;
      for (let down = 0; down < 2 * ROOM_IOD * iodPx; down += step) {
        const pixelOf = (more: number) => {
          const [x, y] = mouthPoint(mouth, s, from - way * (down + more));
          return Math.floor(y) * plate.widthPx + Math.floor(x);
        };
        if (!piece.has(pixelOf(0))) continue;
        const luma = lumaOf(colourOf(plate, pixelOf(INSIDE_IOD * iodPx)));
        return luma >= DARK * light && luma <= LIGHT * light;
      }
      return false;
    });
    if (isLip.every(Boolean)) lips++;
  }
  return lips > MOSTLY_LIPS * PLACES.length;
}

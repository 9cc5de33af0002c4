import { readCurve } from '../../math/curve.ts';
import { extentOf } from '../../math/extent.ts';
import type { Picture } from '../../math/picture.ts';
import { forEachAroundMouth, placesOnMouth } from '../mouth/around-mouth.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { lumaOf, type Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import { boxOfPixels, colourOf, growPiece, patchSkin, withoutHoles } from '../skin/skin-patch.ts';
import { penOfCurl } from './curl.ts';
import { standsOut } from './drawn-pieces.ts';
import { hasMoustache, isOpenMouth, ROOM_IOD } from './open-mouth.ts';
import type { PenLine } from './pen-line.ts';

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
  /** What it becomes as soon as it moves where it is a curl: see penOfCurl. */
  readonly curl: PenLine | undefined;
}

/** Beside its corners a mouth's shape reaches no further than this, IOD. */
const ROOM_BESIDE_IOD = 0.3;
/** What lies this near to the seam of a shut mouth is part of it, IOD. */
const SEAM_IOD = 0.05;
/** Half the breadth of such a line, IOD. */
const HALF_IOD = 0.042;
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
  const shape = openShape(plate, mouth, skin, iodPx);
  if (!shape) return undefined;
  const { piece, curl } = shape;
  if (!curl && !isOpenMouth(plate, mouth, piece, skin, iodPx)) return undefined;
  if (hasMoustache(plate, mouth, piece, iodPx)) return undefined;
  const dark = Array.from(piece, (pixel) => colourOf(plate, pixel)).reduce((a, b) =>
    lumaOf(b) < lumaOf(a) ? b : a,
  );
  const own = lumaOf(dark) < INK * lumaOf(skin) ? dark : undefined;
  const colour = own ?? ink ?? (skin.map((v) => INK * v) as unknown as Rgb);
  const [low, high] = extentOf(placesOnMouth(plate, mouth, piece).map(([, up]) => up));
  return {
    colour,
    halfPx: HALF_IOD * iodPx,
    fill: patchSkin(plate, piece, skin, iodPx),
    shape: maskOf(piece, plate.widthPx),
    heightPx: high - low + 1,
    curl,
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

/** Pixels of what is drawn where the network sees the lips apart, or their seam. */
function openShape(
  plate: Picture,
  mouth: MouthLine,
  skin: Rgb,
  iodPx: number,
): { piece: Set<number>; curl: PenLine | undefined } | undefined {
  const room = ROOM_IOD * iodPx;
  const reach = mouth.halfWidthPx + mouth.gapPx + room;
  const onSeam = mouth.gapPx > 0 ? 0 : SEAM_IOD * iodPx;
  const piece = new Set<number>();
  /** Pixels that are near enough; true where they are not skin. */
  const near = new Map<number, boolean>();
  forEachAroundMouth(plate, mouth, reach, (pixel, s, up) => {
    const [top, low] = [readCurve(mouth.upper, s), readCurve(mouth.lower, s)];
    const beside = (Math.abs(s) - 1) * mouth.halfWidthPx;
    if (beside > ROOM_BESIDE_IOD * iodPx || up > top + room || up < low - room) return;
    const drawn = standsOut(colourOf(plate, pixel), skin);
    near.set(pixel, drawn);
    if (drawn && beside < 0 && up < top + onSeam && up > low - onSeam) piece.add(pixel);
  });
  if (piece.size === 0) return undefined;
  let runsOn = false;
  growPiece(piece, plate.widthPx, (pixel) => {
    const drawn = near.get(pixel);
    if (drawn === undefined) runsOn = true;
    return drawn ?? false;
  });
  if (runsOn) return undefined;
  const curl = penOfCurl(plate, mouth, piece, skin, iodPx);
  // What a shape encloses is its own, whatever its colour: a tongue like skin.
  return { piece: withoutHoles(piece, plate.widthPx), curl };
}

import { gaussian } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePlace, eyePoint } from '../eyes/eye-shape.ts';
import type { Glasses } from '../eyes/glasses-frame.ts';
import { lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import type { patchShadedSkin } from '../skin/shaded-patch.ts';
import {
  boxOfPixels,
  colourOf,
  growPiece,
  patchSkin,
  smoothPiece,
  withoutHoles,
} from '../skin/skin-patch.ts';
import {
  type BrowPiece,
  endsOf,
  growBrow,
  liesOnSkin,
  lowestOver,
  shareOf,
  type ToldBy,
} from './brow-piece.ts';
import {
  type Box,
  type PieceAxes,
  pointOfPieceAxes,
  readRegion,
  standsOut,
} from './drawn-pieces.ts';

/** What a drawing shows above its eyes. */
export interface DrawnBrows {
  /** Brows that are pieces of their own on its skin. */
  readonly shapes: readonly DrawnBrow[];
  /** Sides on which nothing moves: hair hangs over the brow, glasses touch it, or there is none. */
  readonly hidden: ReadonlySet<EyeLine['side']>;
  /** Colour of the skin above both eyes, sRGB 0..255, if there is nothing else. */
  readonly bareSkin: Rgb | undefined;
}

/** Of other pictures. */
export const NO_DRAWN_BROWS: DrawnBrows = { shapes: [], hidden: new Set(), bareSkin: undefined };

/** A brow that is a shape on skin: it moves alone, and no hair above it does. */
export interface DrawnBrow {
  readonly side: EyeLine['side'];
  readonly sprite: BrowSprite;
  /** sRGB 0..255: its own, and that of the skin under it. */
  readonly colour: Rgb;
  readonly skin: Rgb;
  /** Ends of it, px of the plate: towards the nose and towards the temple. */
  readonly inner: readonly [xPx: number, yPx: number];
  readonly outer: readonly [xPx: number, yPx: number];
  /** Unit vector of the eye's axis to the picture's right; up = (alongY, -alongX). */
  readonly alongX: number;
  readonly alongY: number;
  /** From its lower edge down to the eye, px; negative where it lies over that. */
  readonly roomPx: number;
  /** Skin in its place. */
  readonly fill: PixelChange;
  /** Is that skin shaded, and so the brow? Its colours are no mixtures of two then. */
  readonly shaded: boolean;
}

/** A box of the plate in which there is nothing but the brow, on its skin. */
export interface BrowSprite {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** f32[3·widthPx·heightPx], sRGB 0..255. */
  readonly rgb: Float32Array;
}

/** Two whose heights above their eyes' lines differ by more than this, IOD, are no pair: one is hair. */
const UNLIKE = 0.6;
/** What is looked at right over an eye, over it, and further up, IOD. */
const CLOSE: Box = { left: -0.3, right: 0.3, low: 0.04, high: 0.2 };
const OVER: Box = { ...CLOSE, high: 0.4 };
const FURTHER: Box = { ...CLOSE, low: 0.4, high: 0.7 };
/** Parts of these that are drawn on where hair hangs, at least, and on bare skin, at most. */
const HAIR = 0.78;
const SKIN_ONLY = 0.06;

/**
 * Looks for the brows of a flat drawing.
 * @param skin its colour, sRGB 0..255
 * @param glasses which hide parts of brows, and all of eyes if they are opaque
 */
export function findDrawnBrows(
  plate: Picture,
  eyes: readonly EyeLine[],
  skin: Rgb,
  iodPx: number,
  glasses?: Pick<Glasses, 'opaque'>,
): DrawnBrows {
  const found = glasses?.opaque
    ? []
    : eyes.flatMap((eye) => findDrawnBrow(plate, eye, skin, iodPx, glasses ? ALONE : ANY) ?? []);
  if (glasses && found.length === 1) {
    const [twin] = found;
    const eye = eyes.find(({ side }) => side !== twin.side);
    // The frame of glasses touches the other one.
    const touched =
      eye && findDrawnBrow(plate, eye, skin, iodPx, { ways: ['twin'], like: twin.colour });
    // One that moves without its twin would be odd.
    if (touched) found.push(touched);
    else found.length = 0;
  }
  const heights = found.map(({ side, inner, outer }) => {
    const eye = eyes.find((e) => e.side === side)!;
    return (eyePlace(eye, ...inner)[1] + eyePlace(eye, ...outer)[1]) / (2 * iodPx);
  });
  const shapes = Math.max(...heights) - Math.min(...heights) > UNLIKE ? [] : found;
  const drawn01 = (eye: EyeLine, box: Box) =>
    drawnShare(readRegion(plate, axesOver(eye, iodPx), box).colours, skin);
  const others = eyes.filter(({ side }) => shapes.every((brow) => brow.side !== side));
  const hairOver = (eye: EyeLine) => drawn01(eye, OVER) > HAIR && drawn01(eye, FURTHER) > HAIR;
  const bareSkin = !glasses && shapes.length === 0 ? skinAbove(plate, eyes, iodPx) : undefined;
  // Raised foreheads without brows would only push hair up.
  const hidden = others.filter((eye) => glasses || bareSkin || hairOver(eye));
  return {
    shapes,
    hidden: new Set(hidden.map(({ side }) => side)),
    bareSkin,
  };
}

/** Colours over an eye. */
export function coloursOver(plate: Picture, eye: EyeLine, iodPx: number): readonly Rgb[] {
  return readRegion(plate, axesOver(eye, iodPx), OVER).colours;
}

/** Does what is over an eye, up to the hair, differ from the skin around it? So do hats and fringes. */
export function isForeheadCovered(plate: Picture, eye: EyeLine, iodPx: number): boolean {
  const axes = axesOver(eye, iodPx);
  const skin = medianColour(readRegion(plate, axes, AROUND).colours);
  return drawnShare(readRegion(plate, axes, FURTHER).colours, skin) > HAIR;
}

/** Colour of the skin above all eyes; undefined where anything is drawn on it. */
function skinAbove(plate: Picture, eyes: readonly EyeLine[], iodPx: number): Rgb | undefined {
  const colours = eyes.map((eye) => readRegion(plate, axesOver(eye, iodPx), CLOSE).colours);
  const skin = medianColour(colours.flat());
  return colours.every((seen) => drawnShare(seen, skin) < SKIN_ONLY) ? skin : undefined;
}

/** Part of some colours that is drawn on the skin. */
function drawnShare(colours: readonly Rgb[], skin: Rgb): number {
  return colours.filter((colour) => standsOut(colour, skin)).length / colours.length;
}

/** Axes about the middle of the upper edge of an eye's shape. */
function axesOver(eye: EyeLine, iodPx: number): PieceAxes {
  const { along, up, halfHeight } = eye.plain ?? { along: 0, up: 0, halfHeight: 0 };
  const [xPx, yPx] = eyePoint(eye, (along * iodPx) / eye.halfWidthPx, (up + halfHeight) * iodPx);
  return { xPx, yPx, alongX: eye.alongX, alongY: eye.alongY, iodPx };
}

/** What lies in this, around an eye, is mostly skin. */
const AROUND: Box = { left: -0.5, right: 0.5, low: -0.6, high: 0.3 };
/** What is darker than this part of the light of the skin at the mouth is no skin, but lenses, say. */
const OTHER_SKIN = 0.6;

/** Ways in which a brow may be told from what is around it, tried in this order. */
interface Wanted {
  readonly ways: readonly ToldBy[];
  /** Only one of about this colour, sRGB 0..255. */
  readonly like?: Rgb;
  /** What puts skin in its place, where that is not of one colour. */
  readonly fill?: typeof patchShadedSkin;
}
const ALONE: Wanted = { ways: ['skin'] };
const ANY: Wanted = { ways: ['skin', 'colour'] };

/** Looks for the brow over an eye, on skin of such a colour. */
export function findDrawnBrow(
  plate: Picture,
  eye: EyeLine,
  skin: Rgb,
  iodPx: number,
  { ways, like, fill }: Wanted,
): DrawnBrow | undefined {
  if (!eye.plain) return undefined;
  const axes = axesOver(eye, iodPx);
  // Beards make mouths stand on other colours than eyes do.
  const beside = medianColour(readRegion(plate, axes, AROUND).colours);
  const other = standsOut(beside, skin) && lumaOf(beside) > OTHER_SKIN * lumaOf(skin);
  for (const on of other ? [skin, beside] : [skin]) {
    for (const toldBy of ways) {
      const piece = findPiece(plate, axes, on, toldBy, like);
      if (!piece) continue;
      const [left, right] = endsOf(plate, axes, piece);
      const pixels = fill ? wholeOf(plate, piece, on, iodPx) : piece.pixels;
      return {
        side: eye.side,
        sprite: spriteOf(plate, pixels, on),
        colour: piece.colour,
        skin: on,
        inner: eye.side === 'left' ? left : right,
        outer: eye.side === 'left' ? right : left,
        alongX: eye.alongX,
        alongY: eye.alongY,
        roomPx: lowestOver(plate, axes, pixels, eye.plain.halfWidth) * iodPx,
        shaded: fill !== undefined,
        fill: fill?.(plate, pixels, iodPx, on) ?? patchSkin(plate, pixels, on, iodPx),
      };
    }
  }
  return undefined;
}

/** A brow on shaded skin is as its colour by this part at least, as far as this around what was found of it, IOD. */
const AS_BROW = 0.4;
const TIPS_IOD = 0.18;
/** Brows whose chroma differs from the skin's by more than this many levels are told by that as well, by this part. */
const OTHER_CHROMA = 30;
const BY_CHROMA = 0.5;

/** Differences of a colour's channels: none for grey however light it is, and of mixtures as mixed (see shareOf). */
function chromaOf([r, g, b]: Rgb): Rgb {
  return [r - g, g - b, b - r];
}

/** All of a brow that is shaded itself: some of it is of other colours than what was found, which has holes. */
function wholeOf(plate: Picture, { pixels, colour }: BrowPiece, skin: Rgb, iodPx: number) {
  const share = shareOf(skin, colour, Number.POSITIVE_INFINITY);
  const [skinChroma, chroma] = [chromaOf(skin), chromaOf(colour)];
  const chromaShare = shareOf(skinChroma, chroma, Number.POSITIVE_INFINITY);
  // Where the light falls on a grey brow it is as light as the skin in the shade, but grey.
  const byChroma = standsOut(skinChroma, chroma, OTHER_CHROMA)
    ? BY_CHROMA
    : Number.POSITIVE_INFINITY;
  const whole = new Set(pixels);
  const isBrow = (pixel: number) => {
    const seen = colourOf(plate, pixel);
    return share(seen) > AS_BROW || chromaShare(chromaOf(seen)) > byChroma;
  };
  growPiece(whole, plate.widthPx, isBrow, Math.round(TIPS_IOD * iodPx));
  const more = new Set(whole);
  growPiece(more, plate.widthPx, isBrow, 1);
  // What goes on and on is hair, or a brim, that hangs together with it.
  return withoutHoles(
    smoothPiece(more.size > whole.size ? pixels : whole, plate.widthPx),
    plate.widthPx,
  );
}

/** Where brows are looked for, IOD: beside an eye's middle, and from its upper edge upwards. */
const BESIDE = 0.5;
const ABOVE = [0.015, 0.62] as const;
/** Breadth and area of a brow, IOD and IOD², and its height to breadth at most. */
const LEAST_BREADTH = 0.19;
const AREA = [0.004, 0.2] as const;
const MOST_HIGH = 0.85;
/** How low it may hang beside an eye, and where its middle lies at least, IOD above the eye. */
const LOWEST = -0.2;
const LEAST_UP = 0.07;
/** Brows lie about this far above an eye, give or take, IOD. */
const LIKELY_UP = 0.2;
const LIKELY_NEAR = 0.25;

function findPiece(
  plate: Picture,
  axes: PieceAxes,
  skin: Rgb,
  toldBy: ToldBy,
  like: Rgb | undefined,
): BrowPiece | undefined {
  const seen = new Set<number>();
  let best: BrowPiece | undefined;
  const step = 1 / axes.iodPx;
  for (let up = ABOVE[1]; up > ABOVE[0]; up -= step) {
    for (let along = -BESIDE; along < BESIDE; along += step) {
      const [x, y] = pointOfPieceAxes(axes, along, up);
      if (x < 0 || y < 0 || x >= plate.widthPx || y >= plate.heightPx) continue;
      const pixel = Math.floor(y) * plate.widthPx + Math.floor(x);
      if (seen.has(pixel) || !standsOut(colourOf(plate, pixel), skin)) continue;
      const piece = growBrow(plate, pixel, skin, axes, toldBy, seen);
      if (!piece || !hasSizeOfBrow(piece)) continue;
      if (like ? standsOut(piece.colour, like) : !liesOnSkin(plate, piece.pixels, skin)) continue;
      if (!best || likelihood(piece) > likelihood(best)) best = piece;
    }
  }
  return best;
}

function hasSizeOfBrow({ box: { left, right, low, high }, area }: BrowPiece): boolean {
  const wide = right - left;
  return (
    wide >= LEAST_BREADTH &&
    high - low <= MOST_HIGH * wide &&
    area >= AREA[0] &&
    area <= AREA[1] &&
    low >= LOWEST &&
    low + high >= 2 * LEAST_UP
  );
}

function likelihood({ box: { left, right, low, high }, area }: BrowPiece): number {
  const off = Math.hypot((left + right) / 2, (low + high) / 2 - LIKELY_UP);
  return Math.sqrt(area) * gaussian(off, LIKELY_NEAR);
}

/** Room around a sprite for sampling it, px. */
const MARGIN_PX = 3;

function spriteOf(plate: Picture, pixels: ReadonlySet<number>, skin: Rgb): BrowSprite {
  const { widthPx: width } = plate;
  const box = boxOfPixels(pixels, width);
  const [xPx, yPx] = [box.xPx - MARGIN_PX, box.yPx - MARGIN_PX];
  const widthPx = box.widthPx + 2 * MARGIN_PX;
  const heightPx = box.heightPx + 2 * MARGIN_PX;
  const rgb = new Float32Array(3 * widthPx * heightPx);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const pixel = (yPx + Math.floor(i / widthPx)) * width + xPx + (i % widthPx);
    rgb.set(pixels.has(pixel) ? colourOf(plate, pixel) : skin, 3 * i);
  }
  return { xPx, yPx, widthPx, heightPx, rgb };
}

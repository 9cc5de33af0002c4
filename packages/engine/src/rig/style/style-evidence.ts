import { createPyramid, cropPicture, type Pyramid } from '../../face/crop.ts';
import type { Face } from '../../face/face.ts';
import { irisRadius } from '../../face/face-shape.ts';
import { EYES, FACE_OVAL } from '../../face/landmark-indices.ts';
import { type Affine, apply, invert, turnedAbout } from '../../math/affine.ts';
import { luma601, luma601Plane } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { colourfulness } from '../skin/face-tone.ts';
import { type Colour, headGreen, meanOf, type PictureTones, readTones } from './picture-tones.ts';

/** What a picture's face area shows about how it was made; all measured at one scale. */
export interface StyleEvidence extends PictureTones {
  /** Share of the face's pixels that hardly differ from their neighbours, 0..1. */
  readonly flatness01: number;
  /** Share of the face's pixels that are nearly as bright as its brightest, 0..1: paper. */
  readonly paper01: number;
  /** How many colours (of 32³) cover four fifths of head and surroundings. */
  readonly palette: number;
  /** Share of the pixels of head and surroundings that stand on a strong edge, 0..1. */
  readonly outlines01: number;
  /** The same, as many as there would be had a small picture not been enlarged to be looked at, 0..1. */
  readonly ownOutlines01: number;
  /** Finest texture of cheeks and forehead, RMS in parts of their brightness. */
  readonly texture: number;
  /** Mean brightness (0..255) and mean saturation (max − min, 0..255) of cheeks and forehead. */
  readonly skinBrightness: number;
  readonly skinSaturation: number;
  /** How much the nose's colour differs from the nearest skin, in parts of the brightness. */
  readonly noseContrast: number;
  /** Brightness of the eyes' lighter parts, over the skin's: whites of eyes are bright. */
  readonly eyeWhites: number;
  /** Brightness of nearly all of the lighter eye's surroundings, over the cheek's or nose's: of black lenses under .36. */
  readonly lenses: number;
  /** Width over height of the face, over that of the canonical one (from the eyes and mouth). */
  readonly width: number;
  /** Radius of the irises, in distances between the eyes: .09 to .12 on people, more on apes. */
  readonly irises: number;
  /** How green the head is: see PictureTones. */
  readonly headGreen: number;
}

/** The face is looked at in a crop of this side with the eyes this far apart, px. */
const CROP_PX = 192;
const CROP_IOD_PX = 48;
const EYE_LINE = 0.42;
/** Vertices on cheeks and forehead. */
const SKIN = [50, 205, 280, 425, 151, 9, 108, 337, 118, 347, 36, 266];
const NOSE = [4, 1, 45, 275];
/** Neighbours that differ by less than this are the same colour; noise and grain exceed it. */
const FLAT_STEP = 0.75;
/** From here on a crop's brightness is that of paper: its brightest is 250. */
const PAPER = 224;
/** Neighbours that differ by more than this make an outline. */
const OUTLINE_STEP = 40;
/** Beyond this, enlarging leaves nothing that could be told from noise. */
const MOST_ENLARGED = 2.5;
const PALETTE_COVER = 0.8;
const EYE_WHITE_QUANTILE = 0.8;

/** The brightness that all but this share of the crop stays below is made white. */
const BRIGHT_QUANTILE = 0.98;

/** The crop with its brightness raised to full: dim pictures become like others. */
interface Crop {
  /** f32[3·192²], about 0..255. */
  readonly rgb: Float32Array;
  /** f32[192²], about 0..255. */
  readonly luma: Float32Array;
  /** How much the picture is enlarged for it, 1 where it is not. */
  readonly enlarged: number;
  /** Crop px of a vertex. */
  at(vertex: number): [number, number];
}

export function gatherStyleEvidence(picture: Picture, face: Face): StyleEvidence {
  const pyramid = createPyramid(picture);
  const crop = uprightCrop(pyramid, face.landmarks);
  const spots = SKIN.map((vertex) => meanColour(crop, [vertex], 4));
  const skin = meanOf(spots);
  const brightness = Math.max(1, luma601(...skin));
  const nose = meanColour(crop, NOSE, 2);
  const distance = (a: Colour, b: Colour) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const eyes = EYES.map(({ corners, upper, lower }) =>
    lighterPart(crop, [corners[0], ...lower, corners[1], ...upper.toReversed()]),
  );
  return {
    ...areaEvidence(crop),
    texture: skinTexture(crop) / brightness,
    skinBrightness: brightness,
    skinSaturation: colourfulness(skin),
    noseContrast: Math.min(...spots.map((spot) => distance(nose, spot))) / brightness,
    eyeWhites: (eyes[0]! + eyes[1]!) / 2 / brightness,
    lenses: lensBrightness(crop.luma, luma601(...nose)),
    width: faceWidth(crop),
    irises: irisRadius((vertex) => crop.at(vertex)) / CROP_IOD_PX,
    ...readTones(pyramid),
    headGreen: headGreen(crop.rgb, CROP_PX),
  };
}

/** The head upright, with the eyes at a fixed distance. */
function uprightCrop(pyramid: Pyramid, landmarks: Points3<'image-px'>): Crop {
  const middle = (a: number, b: number): [number, number] => [
    (landmarks[3 * a]! + landmarks[3 * b]!) / 2,
    (landmarks[3 * a + 1]! + landmarks[3 * b + 1]!) / 2,
  ];
  const [rightX, rightY] = middle(33, 133);
  const [leftX, leftY] = middle(362, 263);
  const scale = Math.max(1e-3, Math.hypot(leftX - rightX, leftY - rightY)) / CROP_IOD_PX;
  const toImage: Affine = turnedAbout(
    [(rightX + leftX) / 2, (rightY + leftY) / 2],
    Math.atan2(leftY - rightY, leftX - rightX),
    scale,
    [CROP_PX / 2, CROP_PX * EYE_LINE],
  );
  const rgb = cropPicture(pyramid, {
    widthPx: CROP_PX,
    heightPx: CROP_PX,
    toImage,
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
  brighten(rgb);
  const luma = luma601Plane(rgb, new Float32Array(rgb.length / 3));
  const fromImage = invert(toImage)!;
  return {
    rgb,
    luma,
    enlarged: Math.max(1, 1 / scale),
    at: (vertex) => apply(fromImage, landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!),
  };
}

/** Multiplies all channels alike, so that hues and ratios stay. */
function brighten(rgb: Float32Array): void {
  const sorted = luma601Plane(rgb, new Float32Array(rgb.length / 3)).sort();
  const gain = 250 / Math.max(8, sorted[Math.floor(BRIGHT_QUANTILE * sorted.length)]!);
  for (let i = 0; i < rgb.length; i++) rgb[i]! *= gain;
}

/** Calls `visit` with the indices of the crop's pixels around a vertex, `margin` off its edges. */
function around(
  crop: Crop,
  vertex: number,
  radius: number,
  margin: number,
  visit: (index: number) => void,
): void {
  const [cx, cy] = crop.at(vertex);
  for (let y = Math.floor(cy) - radius; y <= cy + radius; y++) {
    if (y < margin || y >= CROP_PX - margin) continue;
    for (let x = Math.floor(cx) - radius; x <= cx + radius; x++) {
      if (x >= margin && x < CROP_PX - margin) visit(y * CROP_PX + x);
    }
  }
}

function meanColour(crop: Crop, vertices: readonly number[], radius: number): Colour {
  const colours: Colour[] = [];
  for (const vertex of vertices) {
    around(crop, vertex, radius, 0, (i) => {
      colours.push([crop.rgb[3 * i]!, crop.rgb[3 * i + 1]!, crop.rgb[3 * i + 2]!]);
    });
  }
  return colours.length > 0 ? meanOf(colours) : [0, 0, 0];
}

/** RMS of what a mean of 3×3 takes away from cheeks and forehead. */
function skinTexture({ luma, ...rest }: Crop): number {
  let sum = 0;
  let count = 0;
  for (const vertex of SKIN) {
    around({ luma, ...rest }, vertex, 6, 1, (i) => {
      let mean = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) mean += luma[i + dy * CROP_PX + dx]! / 9;
      }
      sum += (luma[i]! - mean) ** 2;
      count++;
    });
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

function areaEvidence(
  crop: Crop,
): Pick<StyleEvidence, 'flatness01' | 'paper01' | 'outlines01' | 'ownOutlines01' | 'palette'> {
  const { luma, rgb } = crop;
  const oval = FACE_OVAL.map((vertex) => crop.at(vertex));
  const colours = new Uint32Array(32 ** 3);
  let count = 0;
  let outlines = 0;
  let ownOutlines = 0;
  // Enlarged, an edge is as much less steep as it is broader.
  const enlarged = Math.min(MOST_ENLARGED, crop.enlarged);
  let inFace = 0;
  let flat = 0;
  let paper = 0;
  for (let y = 1; y < CROP_PX - 1; y++) {
    const rims = crossings(oval, y + 0.5);
    for (let x = 1; x < CROP_PX - 1; x++) {
      const i = y * CROP_PX + x;
      const here = luma[i]!;
      const step = Math.max(
        Math.abs(here - luma[i - 1]!),
        Math.abs(here - luma[i + 1]!),
        Math.abs(here - luma[i - CROP_PX]!),
        Math.abs(here - luma[i + CROP_PX]!),
      );
      count++;
      if (step > OUTLINE_STEP) outlines++;
      if (step > OUTLINE_STEP / enlarged) ownOutlines++;
      if (between(rims, x + 0.5)) {
        inFace++;
        if (step < FLAT_STEP) flat++;
        if (here > PAPER) paper++;
      }
      const key = (bin(rgb[3 * i]!) << 10) | (bin(rgb[3 * i + 1]!) << 5) | bin(rgb[3 * i + 2]!);
      colours[key]!++;
    }
  }
  let covered = 0;
  let palette = 0;
  for (const share of colours
    .filter((n) => n > 0)
    .sort()
    .reverse()) {
    if (covered >= PALETTE_COVER * count) break;
    covered += share;
    palette++;
  }
  return {
    flatness01: inFace === 0 ? 0 : flat / inFace,
    paper01: inFace === 0 ? 0 : paper / inFace,
    outlines01: outlines / count,
    ownOutlines01: ownOutlines / count / enlarged,
    palette,
  };
}

/** One of 32 levels. */
function bin(value: number): number {
  return Math.max(0, Math.min(255, value)) >> 3;
}

/** The brightness that a fifth of an eye's pixels exceed. */
function lighterPart(crop: Crop, rim: readonly number[]): number {
  const polygon = rim.map((vertex) => crop.at(vertex));
  const values: number[] = [];
  const [left, right] = span(polygon.map(([x]) => x));
  const [top, bottom] = span(polygon.map(([, y]) => y));
  for (let y = top; y < bottom; y++) {
    const rims = crossings(polygon, y + 0.5);
    for (let x = left; x < right; x++) {
      if (between(rims, x + 0.5)) values.push(crop.luma[y * CROP_PX + x]!);
    }
  }
  values.sort((a, b) => a - b);
  return values[Math.floor(EYE_WHITE_QUANTILE * values.length)] ?? 0;
}

/** What a lens of sunglasses covers, and the cheek below it, px of the crop from the eye's middle; cheeks may have a shadow. */
const LENS_PX = { wide: 11.5, high: 6.7, down: 2 } as const;
const CHEEK_PX = [31, 36, 41] as const;
const NEARLY_ALL = 0.9;
/** Added to both, levels: noise in the dark is no ratio. */
const LENS_OFFSET = 12;

/** @param noseLuma levels: where a beard covers the cheeks, only the nose is bare */
function lensBrightness(luma: Float32Array, noseLuma: number): number {
  const eyeY = CROP_PX * EYE_LINE;
  const ratios = [-1, 1].map((side) => {
    const eyeX = (CROP_PX + side * CROP_IOD_PX) / 2;
    const read = (x: number, y: number) => luma[Math.round(y) * CROP_PX + Math.round(x)]!;
    const lens: number[] = [];
    for (let y = -LENS_PX.high; y <= LENS_PX.high; y++) {
      for (let x = -LENS_PX.wide; x <= LENS_PX.wide; x++) {
        if (Math.hypot(x / LENS_PX.wide, y / LENS_PX.high) > 1) continue;
        lens.push(read(eyeX + x, eyeY + LENS_PX.down + y));
      }
    }
    lens.sort((a, b) => a - b);
    const cheeks = CHEEK_PX.map((down) => read(eyeX, eyeY + down));
    const skin = Math.max(noseLuma, ...cheeks);
    return (lens[Math.floor(NEARLY_ALL * lens.length)]! + LENS_OFFSET) / (skin + LENS_OFFSET);
  });
  return Math.max(...ratios);
}

/** The crop's pixels from the lowest to the highest value. */
function span(values: readonly number[]): [number, number] {
  const clamp = (value: number) => Math.max(0, Math.min(CROP_PX, value));
  return [clamp(Math.floor(Math.min(...values))), clamp(Math.ceil(Math.max(...values)))];
}

/** Distance of the eyes over the distance from eyes to mouth; 1 for the canonical face. */
function faceWidth(crop: Crop): number {
  const [upX, upY] = crop.at(168);
  const [downX, downY] = crop.at(0);
  const CANONICAL_HEIGHT_IN_IOD = 0.98;
  return (
    (CROP_IOD_PX * CANONICAL_HEIGHT_IN_IOD) / Math.max(1, Math.hypot(upX - downX, upY - downY))
  );
}

/** Where a polygon's edges cross a row, in no order. */
function crossings(polygon: readonly (readonly [number, number])[], y: number): number[] {
  const xs: number[] = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y) xs.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
  }
  return xs;
}

/** Whether x lies inside a polygon whose edges cross the row there: an odd number lies beyond x. */
function between(xs: readonly number[], x: number): boolean {
  let beyond = 0;
  for (const crossing of xs) if (x < crossing) beyond++;
  return beyond % 2 === 1;
}

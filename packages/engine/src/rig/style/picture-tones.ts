import { cropPicture, type Pyramid } from '../../face/crop.ts';
import { luma601 } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';

/** Brightness and hue of a whole picture's darks, midtones and lights. */
export interface PictureTones {
  /** Mean brightness of the darkest tenth, and of the middle third, 0..1. */
  readonly darks01: number;
  readonly midtones01: number;
  /** How green lights and midtones are: ln of green over the geometric mean of red and blue. */
  readonly lightsGreen: number;
  readonly midtonesGreen: number;
}

/** Red, green and blue, about 0..255. */
export type Colour = readonly [number, number, number];

/** The picture is looked at in this size. */
const WHOLE_PX = 128;
/** Which of its pixels, by brightness, are its darks, midtones and lights; which of the head's are skin. */
const DARKS = [0, 0.1] as const;
const MIDTONES = [0.35, 0.65] as const;
const LIGHTS = [0.98, 1] as const;
const HEAD = [0.4, 0.7] as const;
/** Added to a colour before it is compared: the hue of what is nearly black says nothing. */
const NEARLY_BLACK = 6;

/** Looks at the whole picture, reduced. */
export function readTones(pyramid: Pyramid): PictureTones {
  const { widthPx, heightPx } = pyramid.picture;
  const rgb = cropPicture(pyramid, {
    widthPx: WHOLE_PX,
    heightPx: WHOLE_PX,
    toImage: [widthPx / WHOLE_PX, 0, 0, 0, heightPx / WHOLE_PX, 0],
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
  const pixels = byBrightness(
    rgb,
    Array.from({ length: WHOLE_PX ** 2 }, (_, i) => i),
  );
  const midtones = meanBetween(pixels, MIDTONES);
  return {
    darks01: luma601(...meanBetween(pixels, DARKS)) / 255,
    midtones01: luma601(...midtones) / 255,
    lightsGreen: greenness(meanBetween(pixels, LIGHTS)),
    midtonesGreen: greenness(midtones),
  };
}

/**
 * How green the head is, from forehead to chin and from ear to ear.
 * @param rgb f32[3·side²], the crop that style evidence is gathered from
 */
export function headGreen(rgb: Float32Array, side: number): number {
  const indices: number[] = [];
  for (let y = Math.floor(0.195 * side); y < 0.92 * side; y++) {
    for (let x = Math.floor(0.225 * side); x < 0.775 * side; x++) indices.push(y * side + x);
  }
  return greenness(meanBetween(byBrightness(rgb, indices), HEAD));
}

/** Colours of some pixels, the darkest first. */
function byBrightness(rgb: Float32Array, indices: readonly number[]): Colour[] {
  return indices
    .map((i) => toned([rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!]))
    .sort(darkerFirst)
    .map(({ colour }) => colour);
}

interface Toned {
  readonly colour: Colour;
  readonly luma: number;
}

function toned(colour: Colour): Toned {
  return { colour, luma: luma601(...colour) };
}

// A function of the module: V8 would compile one within another anew for each picture.
function darkerFirst(a: Toned, b: Toned): number {
  return a.luma - b.luma;
}

/** Mean of a part of sorted colours. */
function meanBetween(colours: readonly Colour[], [from, to]: readonly [number, number]): Colour {
  return meanOf(colours.slice(Math.floor(from * colours.length), Math.ceil(to * colours.length)));
}

/** Mean of each channel. */
export function meanOf(colours: readonly Colour[]): Colour {
  const channel = (k: 0 | 1 | 2) => mean(colours.map((colour) => colour[k]));
  return [channel(0), channel(1), channel(2)];
}

function greenness([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((v) => v + NEARLY_BLACK);
  return Math.log(g! / Math.sqrt(r! * b!));
}

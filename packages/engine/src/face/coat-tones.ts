import type { Affine } from '../math/affine.ts';
import { clamp } from '../math/easing.ts';
import { luma601 } from '../math/luma.ts';
import type { RectPx } from '../math/points.ts';
import { cropPicture, type Pyramid } from './crop.ts';

type CropSize = Pick<RectPx, 'widthPx' | 'heightPx'>;

/** A crop of a coat: how light it is, and how red. */
export interface Coat {
  /** As from coatTones, f32[H·W], about 0..255. */
  readonly tones: Float32Array;
  /** Red over green, ln, f32[H·W]: pink noses are no darker than a white coat, but redder. */
  readonly redness: Float32Array;
}

/** Dark pixels have hardly a colour: this is added to both channels, levels. */
const COLOURLESS = 25;

/** The brightness that all but this share of the crop stays below is raised to so much: dim pictures become like others. */
const BRIGHT_QUANTILE = 0.9;
const BRIGHT = 200;
const MOST_GAIN = 5;

export function readCoat(pyramid: Pyramid, toImage: Affine, size: CropSize): Coat {
  const rgb = cropCoat(pyramid, toImage, size);
  const sorted = tonesOf(rgb).sort();
  const bright = sorted[Math.floor(BRIGHT_QUANTILE * sorted.length)]!;
  const gain = clamp(BRIGHT / Math.max(1, bright), 1, MOST_GAIN);
  for (let i = 0; i < rgb.length; i++) rgb[i]! *= gain;
  return { tones: tonesOf(rgb), redness: overGreen(rgb, 0, COLOURLESS) };
}

/**
 * Tones in which an animal's eyes, nose and mouth stand out from its coat, f32[H·W], 0..255: the mean of
 * brightness and the darkest channel, since what is not fur is dark or strongly coloured.
 *
 * @param toImage from px of the crop to image px
 */
export function coatTones(pyramid: Pyramid, toImage: Affine, size: CropSize): Float32Array {
  return tonesOf(cropCoat(pyramid, toImage, size));
}

/** As read from the picture, f32[3·H·W], RGB, 0..255. */
export function cropCoat(
  pyramid: Pyramid,
  toImage: Affine,
  { widthPx, heightPx }: CropSize,
): Float32Array {
  return cropPicture(pyramid, {
    widthPx,
    heightPx,
    toImage,
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
}

/**
 * One channel of a crop over green, ln, f32[H·W].
 * @param channel 0 red, 2 blue
 * @param colourless what is added to both, levels: dark pixels have hardly a colour
 */
export function overGreen(rgb: Float32Array, channel: 0 | 2, colourless: number): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, i) =>
    Math.log((rgb[3 * i + channel]! + colourless) / (rgb[3 * i + 1]! + colourless)),
  );
}

/** See coatTones. */
export function tonesOf(rgb: Float32Array): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, i) => {
    const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
    return 0.5 * luma601(r, g, b) + 0.5 * Math.min(r, g, b);
  });
}

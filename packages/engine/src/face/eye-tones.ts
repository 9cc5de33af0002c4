import type { Affine } from '../math/affine.ts';
import { cropCoat, overGreen, tonesOf } from './coat-tones.ts';
import type { Pyramid } from './crop.ts';
import { coatQuantile, EYE_CROP } from './eye-ellipses.ts';

/** A crop around an animal's eye, f32[EYE_CROP_PX²] each, about 0..255. */
export interface EyeTones {
  /** See coatTones. */
  readonly tones: Float32Array;
  /** The same, the darker the less a pixel has the coat's colour. */
  readonly standing: Float32Array;
}

/** Dark pixels have hardly a colour: this is added to all channels, levels. */
const COLOURLESS = 12;
/** What this share of the coat keeps within is the coat's own colour, and so is what its shadows turn into, ln. */
const OWN_SHARE = 0.9;
const SHADOWS = 0.1;
/** How much darker what is no more like it becomes, ln by ln. */
const STANDS_OUT = 5;

/**
 * Tones around an eye in which it stands out from its coat by its colour, too: yellow irises of grey cats and of black
 * dogs are as light as the coat, or lighter, and only their pupils would be seen.
 *
 * @param toImage from px of the crop to image px
 */
export function readEyeTones(pyramid: Pyramid, toImage: Affine): EyeTones {
  const rgb = cropCoat(pyramid, toImage, EYE_CROP);
  const tones = tonesOf(rgb);
  const redness = overGreen(rgb, 0, COLOURLESS);
  const blueness = overGreen(rgb, 2, COLOURLESS);
  const coat = [redness, blueness].map((values) => coatQuantile(values, 0.5)) as [number, number];
  const away = redness.map((red, i) => Math.hypot(red - coat[0], blueness[i]! - coat[1]));
  const own = Math.max(SHADOWS, coatQuantile(away, OWN_SHARE));
  const standing = tones.map(
    (tone, i) => tone * Math.exp(-STANDS_OUT * Math.max(0, away[i]! - own)),
  );
  return { tones, standing };
}

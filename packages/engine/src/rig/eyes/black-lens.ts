import { smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf, type Rgb } from '../skin/face-tone.ts';
import { lightBetweenLids } from './between-lids.ts';
import type { EyeLine } from './eye-shape.ts';

/**
 * The lightest of what lies between lids against the face's skin: behind black lenses .15 at most, seen as
 * eyes behind dark ones .17, and of 570 eyes of photos, those in deep shade and shut ones included, .22.
 */
const BLACK = [0.12, 0.16] as const;
/** Half width of an eye, IOD, from which it is seen; a narrower one of a turned head may lie beside its lens. */
const FORESHORTENED = 0.14;

/**
 * 0..1 for each eye: is a black lens seen in its place? Such glasses are often not found on turned heads,
 * of whose frame little stands out over skin.
 * @param opaque true: they were found, and nothing is seen through them
 */
export function blackLenses(
  plate: Picture,
  eyes: readonly EyeLine[],
  skin: Rgb,
  iodPx: number,
  opaque = false,
): readonly number[] {
  if (opaque) return eyes.map(() => 1);
  const seen = eyes.map((eye) => blackLens01(plate, eye, skin));
  const surest = Math.max(0, ...seen);
  return eyes.map((eye, i) => (eye.halfWidthPx < FORESHORTENED * iodPx ? surest : seen[i]));
}

function blackLens01(plate: Picture, eye: EyeLine, skin: Rgb): number {
  const light = lightBetweenLids(plate, eye);
  return light ? 1 - smoothstep(...BLACK, light[1] / Math.max(1, lumaOf(skin))) : 0;
}

import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf, type Rgb } from '../skin/face-tone.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

/**
 * The lightest of what lies between lids against the face's skin: behind black lenses .15 at most, seen as
 * eyes behind dark ones .17, and of 570 eyes of photos, those in deep shade and shut ones included, .22.
 */
const BLACK = [0.12, 0.16] as const;
/** Half width of an eye, IOD, from which it is seen; a narrower one of a turned head may lie beside its lens. */
const FORESHORTENED = 0.14;
/** Of fewer pixels nothing can be told. */
const LEAST_SEEN = 12;

/**
 * 0..1 for each eye: is a black lens seen in its place? Such glasses are often not found on turned heads,
 * of whose frame little stands out over skin.
 */
export function blackLenses(
  plate: Picture,
  eyes: readonly EyeLine[],
  skin: Rgb,
  iodPx: number,
): readonly number[] {
  const seen = eyes.map((eye) => blackLens01(plate, eye, skin));
  const surest = Math.max(0, ...seen);
  return eyes.map((eye, i) => (eye.halfWidthPx < FORESHORTENED * iodPx ? surest : seen[i]));
}

function blackLens01(plate: Picture, eye: EyeLine, skin: Rgb): number {
  const light = lightBetweenLids(plate, eye);
  if (light.length < LEAST_SEEN) return 0;
  light.sort((a, b) => a - b);
  return (
    1 - smoothstep(...BLACK, light[Math.floor(0.95 * light.length)] / Math.max(1, lumaOf(skin)))
  );
}

function lightBetweenLids({ rgba, widthPx, heightPx }: Picture, eye: EyeLine): number[] {
  const light: number[] = [];
  const reach = Math.ceil(1.1 * eye.halfWidthPx + eye.gapPx);
  const x0 = clamp(Math.floor(eye.centreXPx - reach), 0, widthPx);
  const x1 = clamp(Math.ceil(eye.centreXPx + reach), 0, widthPx);
  const y0 = clamp(Math.floor(eye.centreYPx - reach), 0, heightPx);
  const y1 = clamp(Math.ceil(eye.centreYPx + reach), 0, heightPx);
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [t, up] = eyePlace(eye, x + 0.5, y + 0.5);
      const open = up < readCurve(eye.upper, t) && up > readCurve(eye.lower, t);
      const i = 4 * (y * widthPx + x);
      if (open && Math.abs(t) < 0.95) light.push(luma709(rgba[i], rgba[i + 1], rgba[i + 2]));
    }
  }
  return light;
}

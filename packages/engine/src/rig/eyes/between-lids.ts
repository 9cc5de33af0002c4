import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

/** Part of the way to the corners, where lids and lashes are. */
const WITHIN_CORNERS = 0.95;
/** Of fewer pixels nothing can be told. */
const LEAST_SEEN = 12;
/** Shares of the pixels between which the others are: less than the least and most, which may be noise. */
const DARKEST = 0.05;
const LIGHTEST = 0.95;

/** Nearly the darkest and nearly the lightest luma between an eye's lids, levels; undefined where hardly any of it is seen. */
export function lightBetweenLids(
  { rgba, widthPx, heightPx }: Picture,
  eye: EyeLine,
): readonly [darkest: number, lightest: number] | undefined {
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
      if (open && Math.abs(t) < WITHIN_CORNERS) {
        light.push(luma709(rgba[i], rgba[i + 1], rgba[i + 2]));
      }
    }
  }
  if (light.length < LEAST_SEEN) return undefined;
  light.sort((a, b) => a - b);
  const at = (share: number) => light[Math.floor(share * light.length)];
  return [at(DARKEST), at(LIGHTEST)];
}

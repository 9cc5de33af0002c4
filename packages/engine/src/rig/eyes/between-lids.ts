import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import { luma709, lumaAt } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';

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

/**
 * The lightest of what lies between lids against the skin below them, mean of both eyes: lashes of eyes
 * that are cast down have .41, eyes in deep shade, blurred and small ones included, .51 at least.
 */
const LASHES_ONLY = [0.42, 0.5] as const;
/** Skin below the eye: how far from the lower rim, IOD, and between which places along it. */
const BELOW_IOD = [0.06, 0.1, 0.14] as const;
const BELOW_WITHIN = 0.6;

/** The lightest luma between an eye's lids against that of the skin below it; undefined where hardly any is seen. */
function whiteAgainstSkin(plate: Picture, eye: EyeLine, iodPx: number): number | undefined {
  const light = lightBetweenLids(plate, eye);
  if (!light) return undefined;
  const below: number[] = [];
  for (let t = -BELOW_WITHIN; t <= BELOW_WITHIN; t += 0.1) {
    for (const down of BELOW_IOD) {
      below.push(lumaAt(plate, ...eyePoint(eye, t, readCurve(eye.lower, t) - down * iodPx)));
    }
  }
  return light[1] / Math.max(1, median(below));
}

/**
 * Dark lashes of eyes that are cast down pass for open eyes: raised, such lids would bare a black hole.
 * They stay where they are.
 */
export function keepCastDown(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): readonly EyeLine[] {
  const whites = eyes.flatMap((eye) => whiteAgainstSkin(plate, eye, iodPx) ?? []);
  if (whites.length < eyes.length) return eyes;
  const seen01 = smoothstep(...LASHES_ONLY, mean(whites));
  return eyes.map((eye) => ({ ...eye, open01: eye.open01 * seen01 }));
}

/** Gap over width up to which the eye beside a shut one is a slit, too: of eyes that are open beside a winking one it is .25. */
const SLIT = 0.205;

/** A slit beside a shut eye is shut as well, as a blind man's: one that opened alone would stare beside the other. */
export function shutTogether(eyes: readonly EyeLine[]): readonly EyeLine[] {
  const seen = eyes.filter(({ covered }) => !covered);
  const isSlit = ({ gapPx, halfWidthPx }: EyeLine) => gapPx < SLIT * 2 * halfWidthPx;
  const shut = seen.some(({ open01 }) => open01 === 0) && seen.every(isSlit);
  return shut ? eyes.map((eye) => ({ ...eye, open01: 0 })) : eyes;
}

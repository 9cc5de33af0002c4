import { clamp } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { type FaceTone, patchMean, type Rgb } from './face-tone.ts';

/**
 * How much more red, green and blue change than luma does where this face's skin is shaded: light
 * that went through skin is red, so red falls least in a fold and blue most. Luma-weighted mean 1.
 */
export type ShadowTint = Rgb;

/** Light hardly goes through fur, but from hair to hair: where the coat is brown its shade is a deeper brown. */
const COAT_DEEPENS = { red: 0.5, blue: 0.5 } as const;
/** Half breadth of what is read of the coat above each eye, and how far above, IOD. */
const COAT_PATCH_IOD = 0.1;
const COAT_ABOVE_IOD = 0.2;
/** More of what red has over blue, of both, is paint's. */
const MOST_BROWN = 0.5;

/** Where folds and small shadows of the skin are read: beside nose and mouth, under eyes, cheeks. */
const READ_AT = [
  129, 358, 203, 423, 206, 426, 216, 436, 36, 266, 119, 348, 118, 347, 101, 330, 205, 425, 50, 280,
  122, 351, 193, 417, 55, 285, 9, 151, 108, 337, 18, 200, 164, 2, 98, 327, 212, 432,
];
const FINE_IOD = 0.012;
const WIDE_IOD = 0.07;
const STEP_IOD = 0.035;
/** Darker than its surroundings by this, ln of green, is a fold; more is hair or a nostril. */
const SHADE = [0.025, 0.35] as const;
/** Skin on average, of full chroma; it weighs like shades of this sum of squares. */
const USUAL_RED = 0.62;
const USUAL_BLUE = 1.12;
const USUAL_WEIGHT = 0.25;
const FULL_CHROMA = 40;
/** What a picture may say. */
const RED = [0.45, 1] as const;
const BLUE = [0.95, 1.3] as const;

/** Reads the tint of shadows in a coat from its colour above the eyes: grey there, they look like dirt laid on. */
export function readCoatTint(plate: Picture, eyes: readonly EyeLine[], iodPx: number): ShadowTint {
  const seen = eyes.map(({ centreXPx, centreYPx, alongX, alongY, gapPx }) => {
    const upPx = gapPx / 2 + COAT_ABOVE_IOD * iodPx;
    const [x, y] = [centreXPx + upPx * alongY, centreYPx - upPx * alongX];
    return patchMean(plate, x, y, COAT_PATCH_IOD * iodPx);
  });
  const [r, , b] = [0, 1, 2].map((c) => mean(seen.map((colour) => colour[c])));
  const brown01 = clamp((r - b) / Math.max(1, r + b), 0, MOST_BROWN);
  const red = 1 - COAT_DEEPENS.red * brown01;
  const blue = 1 + COAT_DEEPENS.blue * brown01;
  const luma = luma709(red, 1, blue);
  return [red / luma, 1 / luma, blue / luma];
}

/** Reads the tint of shadows from the picture's own. Neutral in grey pictures. */
export function readShadowTint(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  tone: Pick<FaceTone, 'chroma'>,
): ShadowTint {
  const colourful = Math.min(1, tone.chroma / FULL_CHROMA);
  let gg = USUAL_WEIGHT;
  let rg = USUAL_WEIGHT * (1 - (1 - USUAL_RED) * colourful);
  let bg = USUAL_WEIGHT * (1 + (USUAL_BLUE - 1) * colourful);
  for (const index of READ_AT) {
    for (let k = 0; k < 9; k++) {
      const x = landmarks[3 * index] + ((k % 3) - 1) * STEP_IOD * iodPx;
      const y = landmarks[3 * index + 1] + (Math.floor(k / 3) - 1) * STEP_IOD * iodPx;
      const fine = patchMean(plate, x, y, FINE_IOD * iodPx);
      const wide = patchMean(plate, x, y, WIDE_IOD * iodPx);
      const [red, green, blue] = fine.map((v, c) => Math.log((v + 4) / (wide[c] + 4)));
      if (green > -SHADE[0] || green < -SHADE[1]) continue;
      gg += green * green;
      rg += red * green;
      bg += blue * green;
    }
  }
  const red = clamp(rg / gg, ...RED);
  const blue = clamp(bg / gg, ...BLUE);
  const luma = luma709(red, 1, blue);
  // A grey picture has no colour to give.
  const mix = (v: number) => 1 + (v / luma - 1) * Math.min(1, 2 * colourful);
  return [mix(red), mix(1), mix(blue)];
}

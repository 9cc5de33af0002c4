import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf, medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** What a shut lid is drawn with. */
export interface LidLight {
  /** Luma of the dark line along the upper lid, 0..255: lashes of shut lids are no darker. */
  readonly lashLuma: number;
  /** What the skin above the eye is to be multiplied by where it comes down as a shut lid. */
  readonly shutLidLight: number;
  /** No lighter than this luma, 0..255. */
  readonly shutLidLuma: number;
  /** The colour at a luma of 1 that a lid from the shade takes on … */
  readonly shutLidHue: Rgb;
  /** … by this share, 0..1. */
  readonly shutLidTinted01: number;
}

/** Reads the light of lids that shut from the open eye. */
export function readLidLight(plate: Picture, eye: EyeLine, iodPx: number): LidLight {
  return { lashLuma: readLashLuma(plate, eye, iodPx), ...readShutLid(plate, eye, iodPx) };
}

/** The lid's skin above its lashes and the skin below the eye, IOD from the rims. */
const LID_BAND_IOD = [0.03, 0.1] as const;
const BELOW_BAND_IOD = [0.1, 0.18] as const;
/** A shut lid faces down a little: light on it against the skin below the eye. */
const SHUT_LID_LIGHT = 0.84;
const LEAST_LID_LIGHT = 0.8;
const MOST_LID_LIGHT = 2.6;
/** A lid lies in shade where the skin below the eye is lighter by the first, wholly by the second. */
const IN_SHADE = [1.2, 1.8] as const;
/** Such a lid comes out of it by more than half: the brow still hangs over it. */
const SHADE_LEAVES = 0.4;
/** Lids are redder than the skin below the eye: they keep this share of their own hue … */
const OWN_HUE = 0.4;
/** … and at most this share of what single places have, which lashes and painters' shade dye. */
const MOST_TINTED = 0.75;

/**
 * The skin that comes down as a lid lay in the shadow of the brow; stretched over the ball it faces
 * the light as the skin below the eye does, and is of one hue with it: its rim is violet or brown
 * from lashes and paint, which drawn out over the ball would be a bruise.
 */
function readShutLid(plate: Picture, eye: EyeLine, iodPx: number): Omit<LidLight, 'lashLuma'> {
  return shutLidLight(
    bandColour(plate, eye, iodPx, LID_BAND_IOD, true),
    bandColour(plate, eye, iodPx, BELOW_BAND_IOD, false),
  );
}

/** The same from the colours of the skin above the eye and below it. */
export function shutLidLight(lidColour: Rgb, belowColour: Rgb): Omit<LidLight, 'lashLuma'> {
  const lid = Math.max(8, lumaOf(lidColour));
  const below = Math.max(8, lumaOf(belowColour));
  const shade01 = smoothstep(...IN_SHADE, below / lid);
  const lit = SHUT_LID_LIGHT * below;
  const shutLidLuma = lit * (lid / lit) ** (SHADE_LEAVES * shade01);
  const hue = (k: 0 | 1 | 2) => mix(belowColour[k] / below, lidColour[k] / lid, OWN_HUE);
  return {
    shutLidLuma,
    shutLidLight: clamp(shutLidLuma / lid, LEAST_LID_LIGHT, MOST_LID_LIGHT),
    shutLidHue: [hue(0), hue(1), hue(2)],
    shutLidTinted01: MOST_TINTED * shade01,
  };
}

/** Median of a band along a lid, so far from its rim, IOD. */
function bandColour(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  [near, far]: readonly [number, number],
  above: boolean,
): Rgb {
  const colours: Rgb[] = [];
  for (let t = -0.7; t < 0.71; t += 0.1) {
    for (let k = 0; k <= 4; k++) {
      const away = mix(near, far, k / 4) * iodPx;
      const up = above ? readCurve(eye.upper, t) + away : readCurve(eye.lower, t) - away;
      colours.push(pixelAt(plate, ...eyePoint(eye, t, up)));
    }
  }
  return medianColour(colours);
}

/** The darkest of the lid's line is looked for this far around the rim, IOD. */
const LASH_LINE_IOD = 0.03;

/** Median over the lid's length of the darkest luma around the upper rim. */
function readLashLuma(plate: Picture, eye: EyeLine, iodPx: number): number {
  const darkest: number[] = [];
  const reach = Math.max(1, LASH_LINE_IOD * iodPx);
  for (let t = -0.7; t < 0.71; t += 0.1) {
    const rim = readCurve(eye.upper, t);
    let least = 255;
    for (let k = -4; k <= 4; k++) {
      const up = rim + (k / 4) * reach;
      least = Math.min(least, lumaAt(plate, ...eyePoint(eye, t, up)));
    }
    darkest.push(least);
  }
  return median(darkest);
}

import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** What a shut lid is drawn with. */
export interface LidLight {
  /** Luma of the dark line along the upper lid, 0..255: lashes of shut lids are no darker. */
  readonly lashLuma: number;
  /** What the skin above the eye is to be multiplied by where it comes down as a shut lid. */
  readonly shutLidLight: number;
  /** No lighter than this luma, 0..255. */
  readonly shutLidLuma: number;
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
const MOST_LID_LIGHT = 1.45;

/**
 * The skin that comes down as a lid lay in the shadow of the brow; stretched over the ball it faces
 * the light as the skin below the eye does.
 */
function readShutLid(plate: Picture, eye: EyeLine, iodPx: number): Omit<LidLight, 'lashLuma'> {
  const medianOf = (band: readonly [number, number], above: boolean): number => {
    const lumas: number[] = [];
    for (let t = -0.7; t < 0.71; t += 0.1) {
      for (let k = 0; k <= 4; k++) {
        const away = (band[0] + ((band[1] - band[0]) * k) / 4) * iodPx;
        const up = above ? readCurve(eye.upper, t) + away : readCurve(eye.lower, t) - away;
        lumas.push(lumaAt(plate, ...eyePoint(eye, t, up)));
      }
    }
    return lumas.sort((a, b) => a - b)[lumas.length >> 1];
  };
  const lid = medianOf(LID_BAND_IOD, true);
  const below = medianOf(BELOW_BAND_IOD, false);
  const shutLidLuma = SHUT_LID_LIGHT * below;
  return {
    shutLidLuma,
    shutLidLight: clamp(shutLidLuma / Math.max(8, lid), LEAST_LID_LIGHT, MOST_LID_LIGHT),
  };
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
  return darkest.sort((a, b) => a - b)[Math.floor(darkest.length / 2)];
}

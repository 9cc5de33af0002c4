import { smoothstep } from '../../math/easing.ts';
import { lumaOfPixel } from '../../math/luma.ts';
import type { RectPx } from '../../math/points.ts';
import { irisPixels } from './complete-iris.ts';
import type { EyeLine } from './eye-shape.ts';
import type { BallPixels } from './glint.ts';

/** So much brighter than its iris is a catch-light, levels: more than an iris's own pattern. */
const GLINT_FROM = 25;
const GLINT_SURE = 60;
/** Catch-lights that can move lie so far from the iris's rim, radii: beyond may be the white. */
const WITHIN = [0.65, 0.85] as const;
/** … and in its upper part, radii above its middle: what a lid can reach. */
const ABOVE = [-0.25, -0.05] as const;
/** What shines over more of the iris is no catch-light but a pale iris, or one that lies elsewhere. */
const MOST_OF_IRIS = 0.2;

/**
 * Takes the catch-light off an eye's ball, so that it can move on it.
 * @param rgb f32[3·w·h], 0..255: the completed ball, with it; it is taken off in place
 * @param plain f32[3·w·h], 0..255: the iris without it
 */
export function takeCatchLight(
  rgb: Float32Array,
  plain: Float32Array,
  eye: EyeLine,
  areaPx: RectPx,
): BallPixels {
  const glint = new Float32Array(rgb.length);
  const { radiusPx } = eye.iris;
  let shining = 0;
  for (const { i, d, below } of irisPixels(eye, areaPx)) {
    const place = (1 - smoothstep(...WITHIN, d)) * smoothstep(ABOVE[0], ABOVE[1], -below);
    if (place === 0) continue;
    const more = lumaOfPixel(rgb, i) - lumaOfPixel(plain, i);
    const share = place * smoothstep(GLINT_FROM, GLINT_SURE, more);
    shining += share;
    for (let k = 0; k < 3; k++) {
      glint[3 * i + k] = share * Math.max(0, rgb[3 * i + k] - plain[3 * i + k]);
    }
  }
  if (shining > MOST_OF_IRIS * Math.PI * radiusPx * radiusPx) glint.fill(0);
  for (let j = 0; j < rgb.length; j++) rgb[j] -= glint[j];
  return { areaPx, rgb, glint };
}

/** A gleam that adds so many levels is seen; an eye with them on less than this part of its iris is dull. */
const SEEN_LEVELS = 20;
const LEAST_OF_IRIS = 0.012;

/** Does hardly anything shine on its iris? */
export function isDull({ areaPx, glint }: BallPixels, { iris }: EyeLine): boolean {
  let shining = 0;
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    if (lumaOfPixel(glint, i) > SEEN_LEVELS) shining++;
  }
  return shining < LEAST_OF_IRIS * Math.PI * iris.radiusPx ** 2;
}

/**
 * The catch-light of an eye whose lids hide it: how far its middle lies to the picture's left of the iris's, and above it, and its
 * radius, radii; its light of the white's, and at most, levels.
 */
const LIKELY = { left: 0.26, up: 0.38, radius: 0.19, light: 1.45, most: 235 } as const;

/**
 * Gives an iris of which lids hide all that could shine a catch-light: without one, eyes that open are dull discs.
 * @param ball without one; changed in place
 * @param hidden01 how surely lids hide it
 * @param edgePx breadth of the picture's sharpest edges
 */
export function addLikelyCatchLight(
  { areaPx, rgb, glint }: BallPixels,
  eye: EyeLine,
  hidden01: number,
  edgePx: number,
): void {
  const { xPx, yPx, radiusPx } = eye.iris;
  // As the eye does, the place turns with a rolled head.
  const x0 = xPx - radiusPx * (LIKELY.left * eye.alongX - LIKELY.up * eye.alongY);
  const y0 = yPx - radiusPx * (LIKELY.left * eye.alongY + LIKELY.up * eye.alongX);
  const ends = [
    LIKELY.radius * radiusPx - edgePx / 2,
    LIKELY.radius * radiusPx + edgePx / 2,
  ] as const;
  let white = 0;
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    white = Math.max(white, lumaOfPixel(rgb, i));
  }
  const light = Math.min(LIKELY.most, LIKELY.light * white);
  for (const { i, x, y } of irisPixels(eye, areaPx)) {
    const share = hidden01 * (1 - smoothstep(...ends, Math.hypot(x - x0, y - y0)));
    if (share === 0) continue;
    for (let k = 0; k < 3; k++) glint[3 * i + k] = share * Math.max(0, light - rgb[3 * i + k]);
  }
}

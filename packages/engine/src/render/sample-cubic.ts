import { clamp } from '../math/easing.ts';

/**
 * Bicubic (like the kernels') read of a colour, edges replicated, each channel clamped
 * to 0..255.
 * @param channels values per pixel; the first three are read
 * @param x px, 0 = the middle of the first pixel
 */
export function sampleCubic(
  pixels: Float32Array | Uint8Array | Uint8ClampedArray,
  channels: number,
  w: number,
  h: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  let r = 0;
  let g = 0;
  let b = 0;
  for (let j = -1; j <= 2; j++) {
    const row = clamp(iy + j, 0, h - 1) * w;
    const wy = cubicWeight(iy + j - y);
    for (let i = -1; i <= 2; i++) {
      const weight = wy * cubicWeight(ix + i - x);
      const at = channels * (row + clamp(ix + i, 0, w - 1));
      r += weight * pixels[at];
      g += weight * pixels[at + 1];
      b += weight * pixels[at + 2];
    }
  }
  out[0] = clamp(r, 0, 255);
  out[1] = clamp(g, 0, 255);
  out[2] = clamp(b, 0, 255);
}

/** Slope of the cubic that pictures are sampled with. */
export const SLOPE = 1;

/**
 * Weight of a tap at the distance `d` px: the cubic of Keys (1981) with a slope, here -1. The more
 * slope, the more of what a motion by parts of a pixel takes from fine detail is given back. Mean
 * gradient around faces of ten pictures after such motions, as a share of the picture's: .89 (slope
 * -.5, exact on ramps), .93 (-.75), .93 (a cubic B-spline through the pixels), .98 (-1). It
 * misplaces a ramp by at most .1 px.
 */
export function cubicWeight(d: number, slope = SLOPE): number {
  const x = Math.abs(d);
  if (x < 1) return ((2 - slope) * x - (3 - slope)) * x * x + 1;
  if (x < 2) return slope * (((5 - x) * x - 8) * x + 4);
  return 0;
}

/** Slope at outlines: steep cubics show steps along the hard edge of what moves over a still ground. */
export const OUTLINE_SLOPE = 0.5;
/** Levels off 0 and off 255 from which on alpha is an outline's, and how many more until it is wholly one. */
const OUTLINE_FROM = 4;
const OUTLINE_OVER = 12;

/**
 * How much of the softer cubic a place gets, 0..1, by the alpha (0..255, or a little beyond) that the
 * steep one reads there.
 */
export function softness01(alpha: number): number {
  const off = Math.min(Math.abs(alpha), Math.abs(255 - alpha));
  return clamp((off - OUTLINE_FROM) / OUTLINE_OVER, 0, 1);
}

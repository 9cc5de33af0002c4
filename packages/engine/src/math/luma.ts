import { clamp } from './easing.ts';
import type { Picture } from './picture.ts';

/** Rec. 709 luma of sRGB levels as stored, 0..255: what brightness is in the rig and the film. */
export function luma709(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Rec. 601 luma of sRGB levels as stored, 0..255: what the thresholds of the face search, of the
 * style's guess and of animals' eyes were measured with.
 */
export function luma601(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Rec. 601 luma of pixel `i` of an rgb texture (f32[3·n]). */
export function luma601OfPixel(rgb: Float32Array, i: number): number {
  return luma601(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

/** Rec. 601 luma of all pixels of an rgb texture (f32[3·n]), written into `out`, [n]. */
export function luma601Plane<T extends Float32Array | Float64Array>(rgb: Float32Array, out: T): T {
  for (let i = 0; i < out.length; i++) out[i] = luma601OfPixel(rgb, i);
  return out;
}

/** Rec. 709 luma of the pixel that holds (x, y), 0..255, edges replicated. */
export function lumaAt(picture: Picture, x: number, y: number): number {
  const cx = clamp(Math.floor(x), 0, picture.widthPx - 1);
  const cy = clamp(Math.floor(y), 0, picture.heightPx - 1);
  const i = 4 * (cy * picture.widthPx + cx);
  const p = picture.rgba;
  return luma709(p[i], p[i + 1], p[i + 2]);
}

/** Rec. 709 luma of pixel `i` of an rgb texture (f32[3·n]). */
export function lumaOfPixel(rgb: Float32Array, i: number): number {
  return luma709(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

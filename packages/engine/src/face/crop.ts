import type { Affine } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';

/** A picture and its halvings (each the mean of 2×2 pixels), made as they are asked for. */
export interface Pyramid {
  readonly picture: Picture;
  level(index: number): Picture;
}

/** Smallest side that is worth another halving. */
const SMALLEST_SIDE_PX = 2;

/** Halving a large picture costs more than looking at it: its halvings live as long as it does. */
const pyramids = new WeakMap<Picture, Pyramid>();

/** The pyramid of a picture, whose pixels must not change any more. */
export function createPyramid(picture: Picture): Pyramid {
  const known = pyramids.get(picture);
  if (known) return known;
  const levels: Picture[] = [picture];
  const pyramid: Pyramid = {
    picture,
    level(index) {
      while (levels.length <= index) {
        const last = levels[levels.length - 1]!;
        if (Math.min(last.widthPx, last.heightPx) < SMALLEST_SIDE_PX) return last;
        levels.push(halve(last));
      }
      return levels[index]!;
    },
  };
  pyramids.set(picture, pyramid);
  return pyramid;
}

/** Mean of 2×2 pixels; an odd last column or row repeats its edge, so that x/2, y/2 stays exact. */
function halve(source: Picture): Picture {
  const { rgba, widthPx: w, heightPx: h } = source;
  const widthPx = (w + 1) >> 1;
  const heightPx = (h + 1) >> 1;
  const out = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const top = 2 * y * w;
    const bottom = Math.min(2 * y + 1, h - 1) * w;
    for (let x = 0; x < widthPx; x++) {
      const left = 2 * x;
      const right = Math.min(left + 1, w - 1);
      const a = 4 * (top + left);
      const b = 4 * (top + right);
      const c = 4 * (bottom + left);
      const d = 4 * (bottom + right);
      const o = 4 * (y * widthPx + x);
      out[o] = (rgba[a]! + rgba[b]! + rgba[c]! + rgba[d]! + 2) >> 2;
      out[o + 1] = (rgba[a + 1]! + rgba[b + 1]! + rgba[c + 1]! + rgba[d + 1]! + 2) >> 2;
      out[o + 2] = (rgba[a + 2]! + rgba[b + 2]! + rgba[c + 2]! + rgba[d + 2]! + 2) >> 2;
      out[o + 3] = 255;
    }
  }
  return { rgba: out, widthPx, heightPx };
}

/** What a crop shows where it reaches beyond the picture. */
export type Outside = 'edge' | 'black';

export interface CropOptions {
  /** Output size, px. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** From crop px (pixel centres at .5) to image px. */
  readonly toImage: Affine;
  /** Output value = offset + scale · (0..255). */
  readonly scale: number;
  readonly offset: number;
  readonly outside: Outside;
}

/**
 * A resampled part of a picture as a tensor, f32[3·W·H], RGB interleaved, rows top-down.
 * Where the crop shrinks, the picture is first halved as often as needed and the rest is averaged
 * over a small grid of bilinear samples, so that nothing aliases.
 */
export function cropPicture(pyramid: Pyramid, options: CropOptions): Float32Array {
  const { widthPx, heightPx, toImage, scale, offset, outside } = options;
  const out = new Float32Array(3 * widthPx * heightPx);
  // Length in image px of one crop pixel, along each of the crop's axes.
  const stepU = Math.hypot(toImage[0], toImage[3]);
  const stepV = Math.hypot(toImage[1], toImage[4]);
  const index = Math.max(0, Math.floor(Math.log2(Math.max(1, Math.min(stepU, stepV)))));
  const source = pyramid.level(index);
  const shrink = pyramid.picture.widthPx === source.widthPx ? 1 : 2 ** levelOf(pyramid, source);
  const samplesU = Math.max(1, Math.ceil(stepU / shrink - 1e-6));
  const samplesV = Math.max(1, Math.ceil(stepV / shrink - 1e-6));
  const weight = scale / (samplesU * samplesV);
  const [a, b, c, d, e, f] = toImage.map((value) => value / shrink) as unknown as Affine;
  const black = outside === 'black';
  const { rgba, widthPx: w, heightPx: h } = source;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let j = 0; j < samplesV; j++) {
        const v = y + (j + 0.5) / samplesV;
        for (let i = 0; i < samplesU; i++) {
          // Written out, bilinear reading too, for this is the hottest loop of the search.
          const u = x + (i + 0.5) / samplesU;
          const px = a * u + b * v + c;
          const py = d * u + e * v + f;
          if (black && (px < 0 || py < 0 || px > w || py > h)) continue;
          const fx = px - 0.5;
          const fy = py - 0.5;
          const x0 = Math.floor(fx);
          const y0 = Math.floor(fy);
          const tx = fx - x0;
          const ty = fy - y0;
          let left = x0;
          let right = x0 + 1;
          let top = y0;
          let bottom = y0 + 1;
          if (x0 < 0 || y0 < 0 || right >= w || bottom >= h) {
            left = clampIndex(left, w);
            right = clampIndex(right, w);
            top = clampIndex(top, h);
            bottom = clampIndex(bottom, h);
          }
          const k = 4 * (top * w + left);
          const l = 4 * (top * w + right);
          const m = 4 * (bottom * w + left);
          const n = 4 * (bottom * w + right);
          const wk = (1 - tx) * (1 - ty);
          const wl = tx * (1 - ty);
          const wm = (1 - tx) * ty;
          const wn = tx * ty;
          red += wk * rgba[k]! + wl * rgba[l]! + wm * rgba[m]! + wn * rgba[n]!;
          green += wk * rgba[k + 1]! + wl * rgba[l + 1]! + wm * rgba[m + 1]! + wn * rgba[n + 1]!;
          blue += wk * rgba[k + 2]! + wl * rgba[l + 2]! + wm * rgba[m + 2]! + wn * rgba[n + 2]!;
        }
      }
      const o = 3 * (y * widthPx + x);
      out[o] = offset + weight * red;
      out[o + 1] = offset + weight * green;
      out[o + 2] = offset + weight * blue;
    }
  }
  return out;
}

/** An index of a row or column of the picture, its edge where it lies beyond. */
function clampIndex(index: number, length: number): number {
  return index < 0 ? 0 : index >= length ? length - 1 : index;
}

/** How often `source` was halved. */
function levelOf(pyramid: Pyramid, source: Picture): number {
  let level = 0;
  while (pyramid.level(level) !== source) level++;
  return level;
}

/** The part of a picture within a rectangle, whole pixels, and where its corner lies. */
export function cutOut(
  { rgba, widthPx, heightPx }: Picture,
  area: RectPx,
): { readonly part: Picture; readonly xPx: number; readonly yPx: number } {
  const xPx = Math.max(0, Math.round(area.xPx));
  const yPx = Math.max(0, Math.round(area.yPx));
  const endX = Math.min(widthPx, Math.round(area.xPx + area.widthPx));
  const endY = Math.min(heightPx, Math.round(area.yPx + area.heightPx));
  const size = { widthPx: endX - xPx, heightPx: endY - yPx };
  const out = new Uint8Array(4 * size.widthPx * size.heightPx);
  for (let y = 0; y < size.heightPx; y++) {
    const from = 4 * ((yPx + y) * widthPx + xPx);
    out.set(rgba.subarray(from, from + 4 * size.widthPx), 4 * y * size.widthPx);
  }
  return { part: { rgba: out, ...size }, xPx, yPx };
}

import type { Affine } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';

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
  const rgb = new Float64Array(3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      rgb.fill(0);
      for (let j = 0; j < samplesV; j++) {
        for (let i = 0; i < samplesU; i++) {
          // Written out, for this is the hottest loop of the search.
          const u = x + (i + 0.5) / samplesU;
          const v = y + (j + 0.5) / samplesV;
          addBilinear(source, a * u + b * v + c, d * u + e * v + f, black, rgb);
        }
      }
      const o = 3 * (y * widthPx + x);
      out[o] = offset + weight * rgb[0]!;
      out[o + 1] = offset + weight * rgb[1]!;
      out[o + 2] = offset + weight * rgb[2]!;
    }
  }
  return out;
}

/** How often `source` was halved. */
function levelOf(pyramid: Pyramid, source: Picture): number {
  let level = 0;
  while (pyramid.level(level) !== source) level++;
  return level;
}

/** Adds the picture's bilinear value at (x, y), pixel centres at .5, to `rgb`. */
function addBilinear(
  source: Picture,
  x: number,
  y: number,
  black: boolean,
  rgb: Float64Array,
): void {
  const { rgba, widthPx: w, heightPx: h } = source;
  if (black && (x < 0 || y < 0 || x > w || y > h)) return;
  const fx = x - 0.5;
  const fy = y - 0.5;
  const x0 = Math.floor(fx);
  const y0 = Math.floor(fy);
  const tx = fx - x0;
  const ty = fy - y0;
  const left = x0 < 0 ? 0 : x0 >= w ? w - 1 : x0;
  const right = x0 + 1 < 0 ? 0 : x0 + 1 >= w ? w - 1 : x0 + 1;
  const top = (y0 < 0 ? 0 : y0 >= h ? h - 1 : y0) * w;
  const bottom = (y0 + 1 < 0 ? 0 : y0 + 1 >= h ? h - 1 : y0 + 1) * w;
  const a = 4 * (top + left);
  const b = 4 * (top + right);
  const c = 4 * (bottom + left);
  const d = 4 * (bottom + right);
  const wa = (1 - tx) * (1 - ty);
  const wb = tx * (1 - ty);
  const wc = (1 - tx) * ty;
  const wd = tx * ty;
  rgb[0]! += wa * rgba[a]! + wb * rgba[b]! + wc * rgba[c]! + wd * rgba[d]!;
  rgb[1]! += wa * rgba[a + 1]! + wb * rgba[b + 1]! + wc * rgba[c + 1]! + wd * rgba[d + 1]!;
  rgb[2]! += wa * rgba[a + 2]! + wb * rgba[b + 2]! + wc * rgba[c + 2]! + wd * rgba[d + 2]!;
}

import { createPyramid } from '../face/crop.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';

/** Lobes of the windowed sinc on each side of its centre (Lanczos3). */
const LOBES = 3;
/** From this shrinking on, the picture is first halved: the mean of 2×2 pixels loses nothing. */
const HALVE_FROM = 4;

/**
 * A part of a picture at another size, by Lanczos3: prefiltered where it shrinks, edges
 * replicated. Where the size stays and the crop lies on whole pixels, an exact copy.
 *
 * @param cropPx inside the picture; fractions are allowed
 * @returns u8[4·widthPx·heightPx], opaque; never an alias of the picture's pixels
 */
export function resamplePicture(
  picture: Picture,
  cropPx: RectPx,
  widthPx: number,
  heightPx: number,
): Picture {
  const exact =
    cropPx.widthPx === widthPx &&
    cropPx.heightPx === heightPx &&
    Number.isInteger(cropPx.xPx) &&
    Number.isInteger(cropPx.yPx);
  if (exact) return copyPixels(picture, cropPx);

  const shrink = Math.min(cropPx.widthPx / widthPx, cropPx.heightPx / heightPx);
  const level = Math.max(0, Math.floor(Math.log2(shrink / HALVE_FROM)) + 1);
  if (level === 0) return filterPicture(picture, cropPx, widthPx, heightPx);
  // A picture's halvings are there already where its face was looked for.
  const unit = 2 ** level;
  const [cornerX, cornerY] = [cornerOf(cropPx.xPx, unit), cornerOf(cropPx.yPx, unit)];
  return filterPicture(
    createPyramid(picture).level(level),
    {
      xPx: cropPx.xPx / unit - cornerX,
      yPx: cropPx.yPx / unit - cornerY,
      widthPx: cropPx.widthPx / unit,
      heightPx: cropPx.heightPx / unit,
    },
    widthPx,
    heightPx,
    cornerX,
    cornerY,
  );
}

/** A sample of the halved picture before all that a crop's taps reach: positions counted from there are exact. */
function cornerOf(atPx: number, unit: number): number {
  return Math.max(0, Math.floor(atPx / unit - (LOBES * HALVE_FROM + 2)));
}

function copyPixels(picture: Picture, cropPx: RectPx): Picture {
  const { widthPx, heightPx } = cropPx;
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const start = 4 * ((cropPx.yPx + row) * picture.widthPx + cropPx.xPx);
    rgba.set(picture.rgba.subarray(start, start + 4 * widthPx), 4 * row * widthPx);
  }
  return { rgba, widthPx, heightPx };
}

/** For each output sample the first input sample and the weights of those from there on. */
interface Taps {
  readonly count: number;
  /** i32[N]: may be negative or reach beyond the end; the reader clamps. */
  readonly first: Int32Array;
  /** f32[N·count], each sample's weights sum to 1. */
  readonly weights: Float32Array;
}

/** @param corner what is added to the samples: `start` is counted from there */
function lanczosTaps(start: number, length: number, samples: number, corner: number): Taps {
  const scale = length / samples;
  const stretch = Math.max(1, scale);
  const radius = LOBES * stretch;
  const count = Math.floor(2 * radius) + 1;
  const first = new Int32Array(samples);
  const weights = new Float32Array(samples * count);
  for (let i = 0; i < samples; i++) {
    const centre = start + (i + 0.5) * scale - 0.5;
    const from = Math.ceil(centre - radius);
    first[i] = corner + from;
    let sum = 0;
    for (let k = 0; k < count; k++) sum += lanczos((from + k - centre) / stretch);
    for (let k = 0; k < count; k++) {
      weights[i * count + k] = lanczos((from + k - centre) / stretch) / sum;
    }
  }
  return { count, first, weights };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const a = Math.PI * x;
  return (LOBES * Math.sin(a) * Math.sin(a / LOBES)) / (a * a);
}

/** Filters across first, then down. Each source row is filtered once, when the output first needs it, and kept only as long. */
function filterPicture(
  { rgba, widthPx: sourceWidth, heightPx: sourceHeight }: Picture,
  cropPx: RectPx,
  widthPx: number,
  heightPx: number,
  cornerX = 0,
  cornerY = 0,
): Picture {
  const across = lanczosTaps(cropPx.xPx, cropPx.widthPx, widthPx, cornerX);
  const down = lanczosTaps(cropPx.yPx, cropPx.heightPx, heightPx, cornerY);
  const rows = Array.from({ length: down.count }, () => new Float32Array(3 * widthPx));
  const out = new Uint8Array(4 * widthPx * heightPx);
  const sum = new Float32Array(3 * widthPx);
  let next = down.first[0]!;
  for (let y = 0; y < heightPx; y++) {
    const from = down.first[y]!;
    for (; next < from + down.count; next++) {
      const sourceRow = Math.min(Math.max(next, 0), sourceHeight - 1);
      filterRow(rgba, 4 * sourceRow * sourceWidth, sourceWidth, across, rowOf(rows, next));
    }
    sum.fill(0);
    for (let k = 0; k < down.count; k++) {
      const weight = down.weights[y * down.count + k]!;
      if (weight === 0) continue;
      const row = rowOf(rows, from + k);
      addWeighted(row, weight, sum);
    }
    let at = 4 * y * widthPx;
    for (let i = 0; i < sum.length; i += 3, at += 4) {
      out[at] = toByte(sum[i]!);
      out[at + 1] = toByte(sum[i + 1]!);
      out[at + 2] = toByte(sum[i + 2]!);
      out[at + 3] = 255;
    }
  }
  return { rgba: out, widthPx, heightPx };
}

function addWeighted(row: Float32Array, weight: number, sum: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * row[i]!;
}

/** The ring's row for a source row, which may be negative. */
function rowOf(rows: readonly Float32Array[], sourceRow: number): Float32Array {
  return rows[((sourceRow % rows.length) + rows.length) % rows.length]!;
}

function filterRow(
  rgba: Uint8Array,
  rowStart: number,
  sourceWidth: number,
  { count, first, weights }: Taps,
  out: Float32Array,
): void {
  for (let x = 0; x < first.length; x++) {
    let r = 0;
    let g = 0;
    let b = 0;
    const from = first[x]!;
    let w = x * count;
    if (from >= 0 && from + count <= sourceWidth) {
      const end = rowStart + 4 * (from + count);
      for (let at = rowStart + 4 * from; at < end; at += 4) {
        const weight = weights[w++]!;
        r += weight * rgba[at]!;
        g += weight * rgba[at + 1]!;
        b += weight * rgba[at + 2]!;
      }
    } else {
      for (let k = 0; k < count; k++) {
        const at = rowStart + 4 * Math.min(Math.max(from + k, 0), sourceWidth - 1);
        const weight = weights[w++]!;
        r += weight * rgba[at]!;
        g += weight * rgba[at + 1]!;
        b += weight * rgba[at + 2]!;
      }
    }
    out[3 * x] = r;
    out[3 * x + 1] = g;
    out[3 * x + 2] = b;
  }
}

function toByte(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 255);
}

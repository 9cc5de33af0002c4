import { smoothstep } from '../../math/easing.ts';
import { luma601OfPixel } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import type { BallPixels } from '../eyes/glint.ts';
import { type AnimalEye, eyeDistance } from './animal-eyes.ts';
import { type Pupil, pupilDistance } from './animal-pupil.ts';

/** Small reflections are narrower than this part of the eye's half height. */
const GLINT_SIZE = 0.17;
/** What stands out by less is the iris's own pattern, by more wholly a reflection; levels. */
const GLINT_FROM = 26;
const GLINT_FULL = 60;
/** Inside a pupil all that is lighter than its dark is a reflection; this part is its dark. */
const PUPIL_DARK = 0.25;
const PUPIL_EDGE = 0.9;

/** Reflections are as white as the light: least over largest channel, from which and wholly. */
const WHITE_FROM = 0.36;
const WHITE_FULL = 0.58;

/** Copies the picture's pixels around a ball, small reflections apart. */
export function copyBall(plate: Picture, eye: AnimalEye, areaPx: RectPx): BallPixels {
  const { xPx, yPx, widthPx: w, heightPx: h } = areaPx;
  const rgb = new Float32Array(3 * w * h);
  for (let i = 0; i < w * h; i++) {
    const p = 4 * ((yPx + Math.floor(i / w)) * plate.widthPx + xPx + (i % w));
    for (let k = 0; k < 3; k++) rgb[3 * i + k] = plate.rgba[p + k];
  }
  const luma = Float32Array.from({ length: w * h }, (_, i) => luma601OfPixel(rgb, i));
  const radius = Math.max(1, Math.round(GLINT_SIZE * eye.halfHeightPx));
  const glint = new Float32Array(3 * w * h);
  const plain = opened(luma, w, h, radius);
  const channels = [0, 1, 2].map((k) =>
    opened(
      luma.map((_, i) => rgb[3 * i + k]),
      w,
      h,
      radius,
    ),
  );
  for (let i = 0; i < w * h; i++) {
    const x = xPx + (i % w) + 0.5;
    const y = yPx + Math.floor(i / w) + 0.5;
    const inside = 1 - smoothstep(0.82, 1.0, eyeDistance(eye, x, y));
    const share =
      inside * whiteness(rgb, i) * smoothstep(GLINT_FROM, GLINT_FULL, luma[i] - plain[i]);
    for (let k = 0; k < 3; k++) {
      const added = share * Math.max(0, rgb[3 * i + k] - channels[k][i]);
      glint[3 * i + k] = added;
      rgb[3 * i + k] -= added;
    }
  }
  return { areaPx, rgb, glint };
}

/**
 * Hands what shines in a pupil over to the reflections, in place: the pupil itself is dark.
 * @returns that dark, levels
 */
export function clearPupil(
  { areaPx, rgb, glint }: BallPixels,
  pupil: Pupil,
): readonly [number, number, number] {
  const inside: { readonly i: number; readonly share: number; readonly luma: number }[] = [];
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const x = areaPx.xPx + (i % areaPx.widthPx) + 0.5;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    const distance = pupilDistance(pupil, x, y);
    if (distance >= 1) continue;
    const share = 1 - smoothstep(PUPIL_EDGE - 0.25, PUPIL_EDGE, distance);
    inside.push({ i, share, luma: luma601OfPixel(rgb, i) });
  }
  if (inside.length === 0) return [0, 0, 0];
  inside.sort((a, b) => a.luma - b.luma);
  const dark = inside[Math.floor(PUPIL_DARK * inside.length)].i;
  const tone = [rgb[3 * dark], rgb[3 * dark + 1], rgb[3 * dark + 2]] as const;
  for (const { i, share } of inside) {
    const shines = whiteness(rgb, i);
    for (let k = 0; k < 3; k++) {
      const added = share * Math.max(0, rgb[3 * i + k] - tone[k]);
      glint[3 * i + k] += shines * added;
      rgb[3 * i + k] -= added;
    }
  }
  return tone;
}

/** 0 for what has a colour of its own (an iris, a lid's skin), 1 for what shines. */
function whiteness(rgb: Float32Array, i: number): number {
  const [r, g, b] = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]];
  return smoothstep(WHITE_FROM, WHITE_FULL, Math.min(r, g, b) / Math.max(1, r, g, b));
}

/** Morphological opening with a square: what is brighter than all around and narrower is gone. */
function opened(values: Float32Array, w: number, h: number, radius: number): Float32Array {
  const low = slide(values, w, h, radius, Math.min);
  return slide(low, w, h, radius, Math.max);
}

function slide(
  values: Float32Array,
  w: number,
  h: number,
  radius: number,
  pick: (a: number, b: number) => number,
): Float32Array {
  const rows = new Float32Array(w * h);
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let best = values[y * w + x];
      for (let q = Math.max(0, x - radius); q <= Math.min(w - 1, x + radius); q++) {
        best = pick(best, values[y * w + q]);
      }
      rows[y * w + x] = best;
    }
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let best = rows[y * w + x];
      for (let q = Math.max(0, y - radius); q <= Math.min(h - 1, y + radius); q++) {
        best = pick(best, rows[q * w + x]);
      }
      out[y * w + x] = best;
    }
  }
  return out;
}

import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { DARKEST, LOG_LEVELS, type PixelChange, pushChange } from '../skin/pixel-change.ts';
import { blurForPressed, blurOfEdge } from '../style/surface.ts';
import { forEachAroundMouth } from './around-mouth.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import type { MouthLine } from './mouth-line.ts';

/**
 * As a smile is taken back, the skin beside and below its corners is pushed together. So is all that
 * the picture has there: a soft picture's noise and the traces of its compression end as crisp arcs
 * beside the mouth. Here they are blurred beforehand, across the arcs, by what keeps them as soft as
 * the picture is once they are pushed together. Change of the plate at full rest.
 */
export interface SqueezedSkinInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly rest: MouthAtRest;
  readonly iodPx: number;
  /** Breadth of the picture's sharpest edges, px. */
  readonly edgePx: number;
}

/** How far around the mouth, IOD, and over which it fades out. */
const REACH_IOD = 0.65;
const FADE_IOD = 0.2;
/** What lies between the lips is none of it: off their rims by these, IOD. */
const OFF_RIMS = [0, 0.03] as const;
/** Strain is read over this, IOD, and at places so far apart. */
const STEP_IOD = 0.04;
const PLACES_IOD = 0.05;
/** Skin is blurred by at most this, in the picture's own blur; less than the first, px, is nothing, the second all of it. */
const MOST = 3;
const LEAST_PX = [0.6, 1] as const;
const TAPS = 3;
/** A change of less than this, ln, is not stored. */
const SILENT = 0.006;

/** For a mouth that smiles in the picture. */
export function softenSqueezed(input: SqueezedSkinInput): PixelChange {
  const { plate, mouth, iodPx } = input;
  const { rgba, widthPx } = plate;
  const pixels: number[] = [];
  const change: number[] = [];
  const reach = mouth.halfWidthPx + REACH_IOD * iodPx;
  const blurAt = layBlur(input, reach);
  const way: Blur = { x: 0, y: 0 };
  const lacks: [number, number, number] = [0, 0, 0];
  forEachAroundMouth(plate, mouth, Math.ceil(reach), (pixel, s, up) => {
    const x = (pixel % widthPx) + 0.5;
    const y = Math.floor(pixel / widthPx) + 0.5;
    const away = Math.hypot(x - mouth.centreXPx, y - mouth.centreYPx);
    const near = 1 - smoothstep(reach - FADE_IOD * iodPx, reach, away);
    if (near <= 0) return;
    const above = up - readCurve(mouth.upper, s);
    const below = readCurve(mouth.lower, s) - up;
    const off = Math.abs(s) >= 1 ? 1 : smoothstep(...OFF_RIMS, Math.max(above, below) / iodPx);
    if (off <= 0) return;
    blurAt(x, y, below > 0, way);
    const share = near * off * smoothstep(...LEAST_PX, Math.hypot(way.x, way.y));
    if (share <= 0) return;
    meanAcross(plate, x, y, way, lacks);
    const at = 4 * pixel;
    for (let k = 0; k < 3; k++) lacks[k] = clamp(lacks[k] - LOG_LEVELS[rgba[at + k]], -1, 1);
    if (share * Math.max(...lacks.map(Math.abs)) < SILENT) return;
    pixels.push(pixel);
    pushChange(change, rgba, at, lacks, share);
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** σ of a Gaussian along a line, px of the plate; which end is which does not matter. */
interface Blur {
  x: number;
  y: number;
}

/** Reads at places of a lattice what blurs the skin there, for either layer. */
function layBlur(
  { mouth, rest, iodPx, edgePx }: SqueezedSkinInput,
  reach: number,
): (x: number, y: number, lower: boolean, out: Blur) => void {
  const cell = Math.max(1, PLACES_IOD * iodPx);
  const n = Math.ceil((2 * reach) / cell) + 2;
  const [x0, y0] = [mouth.centreXPx - reach, mouth.centreYPx - reach];
  const layers = [false, true].map((lower) => {
    const blurs = new Float32Array(2 * n * n);
    for (let i = 0; i < n * n; i++) {
      const [x, y] = [x0 + (i % n) * cell, y0 + Math.floor(i / n) * cell];
      const blur = blurOf(rest, x, y, lower, STEP_IOD * iodPx, blurOfEdge(edgePx));
      blurs.set(blur, 2 * i);
    }
    return blurs;
  });
  return (x, y, lower, out) => {
    const blurs = layers[lower ? 1 : 0];
    const column = clamp(Math.floor((x - x0) / cell), 0, n - 2);
    const row = clamp(Math.floor((y - y0) / cell), 0, n - 2);
    const fx = (x - x0) / cell - column;
    const fy = (y - y0) / cell - row;
    const at = 2 * (row * n + column);
    const from = [at, at + 2, at + 2 * n, at + 2 * n + 2] as const;
    const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
    out.x = 0;
    out.y = 0;
    for (let i = 0; i < 4; i++) {
      const [bx, by] = [blurs[from[i]], blurs[from[i] + 1]];
      // Both ends of a line are alike: they are added the way in which they do not cancel.
      const turned = bx * out.x + by * out.y < 0 ? -weights[i] : weights[i];
      out.x += turned * bx;
      out.y += turned * by;
    }
  };
}

/** What keeps as soft as it is what is pushed together at a place: σ along x and y, px. */
function blurOf(
  rest: MouthAtRest,
  x: number,
  y: number,
  lower: boolean,
  step: number,
  own: number,
): [number, number] {
  const a = new Float64Array(2);
  const b = new Float64Array(2);
  rest.move(x - step / 2, y, lower, a);
  rest.move(x + step / 2, y, lower, b);
  const [xx, yx] = [(b[0] - a[0]) / step, (b[1] - a[1]) / step];
  rest.move(x, y - step / 2, lower, a);
  rest.move(x, y + step / 2, lower, b);
  const [xy, yy] = [(b[0] - a[0]) / step, (b[1] - a[1]) / step];
  // Squares of the strains are the eigenvalues of JᵀJ.
  const [p, q, r] = [xx * xx + yx * yx, xx * xy + yx * yy, xy * xy + yy * yy];
  const half = Math.hypot((p - r) / 2, q);
  const squeezed = Math.sqrt(Math.max(0.04, (p + r) / 2 - half));
  const drawnOut = Math.sqrt((p + r) / 2 + half);
  const wanted = Math.sqrt(Math.max(1, drawnOut));
  if (squeezed >= wanted) return [0, 0];
  const sigma = own * Math.min(MOST, blurForPressed(squeezed / wanted));
  const angle = 0.5 * Math.atan2(2 * q, p - r) + Math.PI / 2;
  return [sigma * Math.cos(angle), sigma * Math.sin(angle)];
}

/** Writes ln of the mean colour along a line through a place, weighed by a Gaussian. */
function meanAcross(
  { rgba, widthPx, heightPx }: Picture,
  x: number,
  y: number,
  way: Blur,
  mean: [number, number, number],
): void {
  mean.fill(0);
  let weights = 0;
  for (let i = -TAPS; i <= TAPS; i++) {
    const t = (2 * i) / TAPS;
    const weight = Math.exp(-0.5 * t * t);
    const px = clamp(x + t * way.x - 0.5, 0, widthPx - 1.001);
    const py = clamp(y + t * way.y - 0.5, 0, heightPx - 1.001);
    const x0 = Math.floor(px);
    const y0 = Math.floor(py);
    const fx = px - x0;
    const fy = py - y0;
    const at = 4 * (y0 * widthPx + x0);
    const under = at + 4 * widthPx;
    for (let k = 0; k < 3; k++) {
      const top = rgba[at + k] * (1 - fx) + rgba[at + 4 + k] * fx;
      const bottom = rgba[under + k] * (1 - fx) + rgba[under + 4 + k] * fx;
      mean[k] += weight * (top * (1 - fy) + bottom * fy);
    }
    weights += weight;
  }
  for (let k = 0; k < 3; k++) mean[k] = Math.log(mean[k] / weights + DARKEST);
}

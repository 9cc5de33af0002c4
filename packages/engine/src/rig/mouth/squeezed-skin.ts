import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { DARKEST, type PixelChange, pushChange } from '../skin/fold-pixels.ts';
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

/** Breadth of an edge (contrast over steepest slope) that a Gaussian of σ = 1 blurs. */
const EDGE_OF_SIGMA = 2.5;
/** How far around the mouth, IOD, and over which it fades out. */
const REACH_IOD = 0.75;
const FADE_IOD = 0.2;
/** What lies between the lips is none of it: off their rims by these, IOD. */
const OFF_RIMS = [0, 0.03] as const;
/** Strain is read over this, IOD. */
const STEP_IOD = 0.04;
/** Skin is blurred by at most this, in the picture's own blur; less than this, px, is nothing. */
const MOST = 3;
const LEAST_PX = 0.4;
const TAPS = 4;

/** For a mouth that smiles in the picture. */
export function softenSqueezed({
  plate,
  mouth,
  rest,
  iodPx,
  edgePx,
}: SqueezedSkinInput): PixelChange {
  const pixels: number[] = [];
  const change: number[] = [];
  const own = edgePx / EDGE_OF_SIGMA;
  const step = STEP_IOD * iodPx;
  const reach = mouth.halfWidthPx + REACH_IOD * iodPx;
  const [a, b] = [new Float64Array(2), new Float64Array(2)];
  const sum: [number, number, number] = [0, 0, 0];
  forEachAroundMouth(plate, mouth, Math.ceil(reach), (pixel, s, up) => {
    const x = (pixel % plate.widthPx) + 0.5;
    const y = Math.floor(pixel / plate.widthPx) + 0.5;
    const away = Math.hypot(x - mouth.centreXPx, y - mouth.centreYPx);
    const near = 1 - smoothstep(reach - FADE_IOD * iodPx, reach, away);
    if (near <= 0) return;
    const above = up - readCurve(mouth.upper, s);
    const below = readCurve(mouth.lower, s) - up;
    const off = Math.abs(s) >= 1 ? 1 : smoothstep(...OFF_RIMS, Math.max(above, below) / iodPx);
    if (off <= 0) return;
    const lower = below > 0;
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
    if (squeezed >= wanted) return;
    const sigma = own * Math.min(MOST, Math.sqrt((wanted / squeezed) ** 2 - 1));
    if (sigma < LEAST_PX) return;
    const angle = 0.5 * Math.atan2(2 * q, p - r) + Math.PI / 2;
    meanAcross(plate, x, y, Math.cos(angle), Math.sin(angle), sigma, sum);
    const at = 4 * pixel;
    const lacks = sum.map((v, k) => clamp(v - Math.log(plate.rgba[at + k] + DARKEST), -1, 1));
    pixels.push(pixel);
    pushChange(
      change,
      plate.rgba,
      at,
      lacks,
      near * off * smoothstep(LEAST_PX, 2 * LEAST_PX, sigma),
    );
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Writes ln of the mean colour along a line through a place, weighed by a Gaussian. */
function meanAcross(
  { rgba, widthPx, heightPx }: Picture,
  x: number,
  y: number,
  dx: number,
  dy: number,
  sigma: number,
  mean: [number, number, number],
): void {
  mean.fill(0);
  let weights = 0;
  for (let i = -TAPS; i <= TAPS; i++) {
    const t = (2 * i) / TAPS;
    const weight = Math.exp(-0.5 * t * t);
    const px = clamp(x + t * sigma * dx - 0.5, 0, widthPx - 1.001);
    const py = clamp(y + t * sigma * dy - 0.5, 0, heightPx - 1.001);
    const [x0, y0] = [Math.floor(px), Math.floor(py)];
    const [fx, fy] = [px - x0, py - y0];
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

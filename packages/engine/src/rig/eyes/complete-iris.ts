import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { lumaOfPixel } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import { median } from '../../math/median.ts';
import type { RectPx } from '../../math/points.ts';
import { type EyeLine, heightShare } from './eye-shape.ts';

/** A pixel of a texture near the iris. */
interface IrisPixel {
  readonly i: number;
  /** Its middle, frame px. */
  readonly x: number;
  readonly y: number;
  /** From the iris's middle, radii. */
  readonly d: number;
  /** How far below the iris's middle it lies as the eye does, radii: on rolled heads too. */
  readonly below: number;
}

/** How far beyond its rim an iris is completed, radii from its middle. */
const REACH = 1.25;
/** Rings on which its colour is read, and how broad one is at least, px: of fewer pixels it would be a row of dots. */
const MOST_RINGS = 26;
const RING_PX = 0.8;
/**
 * Where an iris ends and the white begins, radii: as it is seen beside the iris's middle and below it, where they differ by so many levels,
 * within limits; elsewhere where those of photos do. And half the breadth of that edge: that of the picture's, within limits.
 */
const RIM = 1.05;
const RIM_SEEN = [0.92, 1.08] as const;
const RIM_LEVELS = 70;
/** It is looked for from here on, radii, and no lashes lie lower than this. */
const RIM_FROM = 0.85;
const NO_LASHES = -0.35;
const RIM_EDGE = 0.75;
const RIM_HALF = [0.07, 0.12] as const;

/** The pixels of a texture of `areaPx` that lie on an eye's iris or right beside it, row by row. */
export function irisPixels(eye: EyeLine, areaPx: RectPx): readonly IrisPixel[] {
  const { iris, alongX, alongY } = eye;
  const pixels: IrisPixel[] = [];
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const x = areaPx.xPx + (i % areaPx.widthPx) + 0.5;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    const [dx, dy] = [(x - iris.xPx) / iris.radiusPx, (y - iris.yPx) / iris.radiusPx];
    const d = Math.hypot(dx, dy);
    if (d <= REACH) pixels.push({ i, x, y, d, below: dy * alongX - dx * alongY });
  }
  return pixels;
}

/** A pixel of a ring of the iris, and how much it says of the ring's colour. */
interface RingSample {
  readonly i: number;
  readonly weight: number;
  readonly luma: number;
}

/** Brighter than most of its ring by these, a factor and levels, is what the eye mirrors. */
const GLINT_OVER = 1.3;
const GLINT_LEVELS = 8;
/** … and a ring of which it is most, than the iris as a whole by this. */
const GLINT_RING = 1.6;

/** The luma up to which half of the weight lies; 0 of nothing. */
function weightedMedian(samples: readonly RingSample[]): number {
  const sorted = samples.toSorted((a, b) => a.luma - b.luma);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { weight, luma } of sorted) {
    sum += weight;
    if (sum >= half) return luma;
  }
  return 0;
}

/**
 * Completes an iris: what lids and lashes hide of it gets the mean of its ring, without the light that
 * is mirrored there, and as dark towards its top as the seen part says.
 * @param hidden f32[3·w·h], 0..255: what lies under the lids, changed in place
 * @param seen f32[3·w·h], 0..255: the picture
 * @param known f32[w·h], 0..1: how much of a pixel is the bare ball
 * @param edgePx breadth of the picture's sharpest edges
 */
export function paintIris(
  hidden: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  areaPx: RectPx,
  edgePx: number,
): void {
  const pixels = irisPixels(eye, areaPx);
  const { radiusPx } = eye.iris;
  const rings = clamp(Math.round((REACH * radiusPx) / RING_PX), 4, MOST_RINGS);
  const rimHalf = clamp((RIM_EDGE * edgePx) / radiusPx, ...RIM_HALF);
  const samples: RingSample[][] = Array.from({ length: rings + 1 }, () => []);
  for (const { i, d, below } of pixels) {
    if (known[i] < 0.5) continue;
    const ring = Math.min(rings, Math.floor((d / REACH) * rings));
    // Lashes and their shadow lie over the upper half: the lower one tells the iris's colour.
    const weight = known[i] * (below > 0 ? 1 : 0.08);
    samples[ring]!.push({ i, weight, luma: lumaOfPixel(seen, i) });
  }
  const ringSum = new Float64Array(4 * (rings + 1));
  const band = samples.filter((_, ring) => isInBand(((ring + 0.5) / rings) * REACH));
  const most = GLINT_RING * weightedMedian(band.flat());
  for (const [ring, own] of samples.entries()) {
    const limit = Math.min(GLINT_OVER * weightedMedian(own), most) + GLINT_LEVELS;
    for (const { i, weight, luma } of own) {
      if (luma > limit) continue;
      ringSum[4 * ring] += weight;
      for (let k = 0; k < 3; k++) ringSum[4 * ring + 1 + k] += weight * seen[3 * i + k];
    }
  }
  const gradient = irisGradient(seen, known, eye, pixels);
  const rim = findRim(seen, known, pixels);
  fillRings(ringSum, rings);
  for (const { i, d, below } of pixels) {
    // Between the middles of two rings: steps would show as dashes along a drawn edge.
    const q = clamp((d / REACH) * rings - 0.5, 0, rings - 1);
    const ring = Math.floor(q);
    const next = Math.min(rings - 1, ring + 1);
    if (ringSum[4 * ring] <= 0 || ringSum[4 * next] <= 0) continue;
    const inside = 1 - smoothstep(rim - rimHalf, rim + rimHalf, d);
    // Its rings were read in the lower half.
    const light = Math.exp(gradient * clamp(below - 0.45 * d, -1.5, 0));
    for (let k = 0; k < 3; k++) {
      const colour = mix(
        ringSum[4 * ring + 1 + k] / ringSum[4 * ring],
        ringSum[4 * next + 1 + k] / ringSum[4 * next],
        q - ring,
      );
      const lit = clamp(colour * light, 0, 255);
      hidden[3 * i + k] += (lit - hidden[3 * i + k]) * inside;
    }
  }
}

/** Where the iris goes over into the white, radii. */
function findRim(seen: Float32Array, known: Float32Array, pixels: readonly IrisPixel[]): number {
  const rings = Array.from({ length: MOST_RINGS }, (): number[] => []);
  for (const { i, d, below } of pixels) {
    if (known[i] < 0.9 || below < NO_LASHES) continue;
    rings[Math.min(MOST_RINGS - 1, Math.floor((d / REACH) * MOST_RINGS))]!.push(
      lumaOfPixel(seen, i),
    );
  }
  const profile = rings.map((ring) => (ring.length > 0 ? mean(ring) : Number.NaN));
  const radiusOf = (ring: number) => ((ring + 0.5) / MOST_RINGS) * REACH;
  const iris = mean(profile.filter((v, ring) => v >= 0 && isInBand(radiusOf(ring))));
  const white = Math.max(...profile.filter((v, ring) => v >= 0 && radiusOf(ring) > RIM_SEEN[1]));
  if (!(white - iris > RIM_LEVELS)) return RIM;
  const half = (white + iris) / 2;
  for (let ring = 1; ring < MOST_RINGS; ring++) {
    if (radiusOf(ring) < RIM_FROM || !(profile[ring]! > half && profile[ring - 1]! <= half))
      continue;
    const between = (half - profile[ring - 1]!) / (profile[ring]! - profile[ring - 1]!);
    return clamp(radiusOf(ring - 1 + between), ...RIM_SEEN);
  }
  return RIM;
}

/** A pupil that the lids hide wholly: its radius of the iris's with its soft edge, and its light. */
const HIDDEN_PUPIL = [0.3, 0.42] as const;
const PUPIL_LIGHT = 0.35;

/**
 * Gives rings of which nothing is seen the colour of the next one inwards, and the innermost that of
 * the first one seen, with a pupil in their middle.
 * @param ringSum f64[4·(rings + 1)]: weight, red, green and blue; ring 0 is the innermost
 */
function fillRings(ringSum: Float64Array, rings: number): void {
  let first = 0;
  while (first < rings && ringSum[4 * first] === 0) first++;
  if (ringSum[4 * first] === 0) return;
  for (let ring = 0; ring < first; ring++) {
    const light = mix(PUPIL_LIGHT, 1, smoothstep(...HIDDEN_PUPIL, ((ring + 0.5) / rings) * REACH));
    ringSum[4 * ring] = ringSum[4 * first];
    for (let k = 1; k < 4; k++) ringSum[4 * ring + k] = light * ringSum[4 * first + k];
  }
  for (let ring = first + 1; ring <= rings; ring++) {
    if (ringSum[4 * ring] > 0) continue;
    for (let k = 0; k < 4; k++) ringSum[4 * ring + k] = ringSum[4 * (ring - 1) + k];
  }
}

/** Part of the iris on which its light is told: neither the pupil nor the rim. */
const IRIS_BAND = [0.45, 0.9] as const;
const MOST_GRADIENT = 0.5;
/** This far below the upper rim no lash's shadow reaches, share of the opening. */
const CLEAR_OF_LASHES = 0.82;

/** Does that band hold what is so many radii from the iris's middle? */
function isInBand(d: number): boolean {
  return d >= IRIS_BAND[0] && d <= IRIS_BAND[1];
}

/**
 * How much lighter the iris gets from its middle down over one radius, ln: many are painted darker
 * above, and a part that the lid had hidden is no lighter than what was seen next to it.
 */
function irisGradient(
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  pixels: readonly IrisPixel[],
): number {
  const upper: number[] = [];
  const lower: number[] = [];
  for (const { i, x, y, d, below } of pixels) {
    if (!isInBand(d) || known[i] < 0.99) continue;
    if (heightShare(eye, x, y) > CLEAR_OF_LASHES) continue;
    (below < 0 ? upper : lower).push(lumaOfPixel(seen, i) + 8);
  }
  if (upper.length < 8 || lower.length < 8) return 0;
  // Halves of a ring lie .85 of its radius apart, on average.
  return clamp(Math.log(median(lower) / median(upper)) / 0.6, 0, MOST_GRADIENT);
}

import { readCurve } from '../math/curve.ts';
import { clamp, mix, smoothstep } from '../math/easing.ts';
import { luma709, lumaAt } from '../math/luma.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/**
 * The ball of an eye without its lids, in frame px: what the picture shows of it, and around that
 * what the lids hide, painted from the eye's own colours. `rgb`: f32[3·W·H], 0..255.
 */
export interface EyeballTexture {
  readonly areaPx: RectPx;
  /** The visible ball as it is, completed outside the lids. */
  readonly rgb: Float32Array;
  /** Luma of the dark line along the upper lid, 0..255: lashes of shut lids are no darker. */
  readonly lashLuma: number;
  /** What the skin above the eye is to be multiplied by where it comes down as a shut lid. */
  readonly shutLidLight: number;
  /** No lighter than this luma, 0..255. */
  readonly shutLidLuma: number;
}

/** How far inside the upper rim lashes and their shadow still darken the ball, share of the IOD. */
const LASH_SHADOW_IOD = 0.012;

/** Whole pixels around a ball. */
function ballArea(plate: Picture, eye: EyeLine, iodPx: number): RectPx {
  const reachX = Math.ceil(eye.halfWidthPx * 1.15 + 2);
  const reachY = Math.ceil(Math.max(eye.gapPx, eye.iris.radiusPx * 2) * 0.75 + 0.12 * iodPx + 2);
  const x0 = clamp(Math.floor(eye.centreXPx - reachX), 0, plate.widthPx - 1);
  const y0 = clamp(Math.floor(eye.centreYPx - reachY), 0, plate.heightPx - 1);
  const x1 = clamp(Math.ceil(eye.centreXPx + reachX), x0 + 1, plate.widthPx);
  const y1 = clamp(Math.ceil(eye.centreYPx + reachY), y0 + 1, plate.heightPx);
  return { xPx: x0, yPx: y0, widthPx: x1 - x0, heightPx: y1 - y0 };
}

/** The ball of one eye: what the picture shows of it, completed where lids and lashes cover it. */
export function completeEyeball(plate: Picture, eye: EyeLine, iodPx: number): EyeballTexture {
  const areaPx = ballArea(plate, eye, iodPx);
  const { xPx: x0, yPx: y0, widthPx: w, heightPx: h } = areaPx;
  const known = new Float32Array(w * h);
  const rgb = new Float32Array(3 * w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      known[i] = clearlySeen(eye, x0 + x + 0.5, y0 + y + 0.5, iodPx);
      const p = 4 * ((y0 + y) * plate.widthPx + x0 + x);
      for (let k = 0; k < 3; k++) rgb[3 * i + k] = plate.rgba[p + k];
    }
  }
  const hidden = rgb.slice();
  paintSclera(hidden, known, eye, areaPx);
  forgetDarkCorners(hidden, rgb, known, eye, areaPx);
  paintIris(hidden, rgb, known, eye, areaPx);
  keepCatchLights(hidden, rgb, known, eye, areaPx);
  for (let i = 0; i < w * h; i++) {
    for (let k = 0; k < 3; k++) {
      rgb[3 * i + k] = hidden[3 * i + k] + (rgb[3 * i + k] - hidden[3 * i + k]) * known[i];
    }
  }
  return {
    areaPx,
    rgb,
    lashLuma: readLashLuma(plate, eye, iodPx),
    ...readShutLid(plate, eye, iodPx),
  };
}

/** The lid's skin above its lashes and the skin below the eye, IOD from the rims. */
const LID_BAND_IOD = [0.03, 0.1] as const;
const BELOW_BAND_IOD = [0.1, 0.18] as const;
/** A shut lid faces down a little: light on it against the skin below the eye. */
const SHUT_LID_LIGHT = 0.84;
const LEAST_LID_LIGHT = 0.8;
const MOST_LID_LIGHT = 1.45;

/**
 * The skin that comes down as a lid lay in the shadow of the brow; stretched over the ball it faces
 * the light as the skin below the eye does.
 */
function readShutLid(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
): Pick<EyeballTexture, 'shutLidLight' | 'shutLidLuma'> {
  const medianOf = (band: readonly [number, number], above: boolean): number => {
    const lumas: number[] = [];
    for (let t = -0.7; t < 0.71; t += 0.1) {
      for (let k = 0; k <= 4; k++) {
        const away = (band[0] + ((band[1] - band[0]) * k) / 4) * iodPx;
        const up = above ? readCurve(eye.upper, t) + away : readCurve(eye.lower, t) - away;
        lumas.push(lumaAt(plate, ...eyePoint(eye, t, up)));
      }
    }
    return lumas.sort((a, b) => a - b)[lumas.length >> 1];
  };
  const lid = medianOf(LID_BAND_IOD, true);
  const below = medianOf(BELOW_BAND_IOD, false);
  const shutLidLuma = SHUT_LID_LIGHT * below;
  return {
    shutLidLuma,
    shutLidLight: clamp(shutLidLuma / Math.max(8, lid), LEAST_LID_LIGHT, MOST_LID_LIGHT),
  };
}

/** The darkest of the lid's line is looked for this far around the rim, IOD. */
const LASH_LINE_IOD = 0.03;

/** Median over the lid's length of the darkest luma around the upper rim. */
function readLashLuma(plate: Picture, eye: EyeLine, iodPx: number): number {
  const darkest: number[] = [];
  const reach = Math.max(1, LASH_LINE_IOD * iodPx);
  for (let t = -0.7; t < 0.71; t += 0.1) {
    const rim = readCurve(eye.upper, t);
    let least = 255;
    for (let k = -4; k <= 4; k++) {
      const up = rim + (k / 4) * reach;
      least = Math.min(least, lumaAt(plate, ...eyePoint(eye, t, up)));
    }
    darkest.push(least);
  }
  return darkest.sort((a, b) => a - b)[Math.floor(darkest.length / 2)];
}

/** 1 where the picture shows the bare ball, 0 on lids, lashes and their shadow. */
function clearlySeen(eye: EyeLine, x: number, y: number, iodPx: number): number {
  const dx = x - eye.centreXPx;
  const dy = y - eye.centreYPx;
  const t = (dx * eye.alongX + dy * eye.alongY) / eye.halfWidthPx;
  if (Math.abs(t) >= 0.97) return 0;
  const up = dx * eye.alongY - dy * eye.alongX;
  const below = readCurve(eye.upper, t) - up;
  const above = up - readCurve(eye.lower, t);
  // In the corners, where the rims meet, what lies between them is all that is known of the ball.
  const room = Math.max(0, below + above);
  const soft = Math.min(Math.max(0.75, 0.012 * iodPx), 0.15 * room + 0.1);
  const lash = Math.min(LASH_SHADOW_IOD * iodPx, 0.15 * room);
  // The lower lid only ever comes up: down to its rim the picture is right, with all drawn lines.
  return smoothstep(lash, lash + 2 * soft, below) * smoothstep(0, soft, above);
}

/** From here to a corner, share of half the width, what is darker than the white by these, ln … */
const CORNER_FROM = [0.62, 0.8] as const;
const CORNER_DARK = [0.4, 0.8] as const;

/**
 * … is shade and lashes where the lids meet, not the ball: on an opened eye it would stand as a
 * block in the white.
 */
function forgetDarkCorners(
  white: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
): void {
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (known[i] === 0) continue;
      const dx = xPx + x + 0.5;
      const dy = yPx + y + 0.5;
      if (Math.hypot(dx - eye.iris.xPx, dy - eye.iris.yPx) < 1.15 * eye.iris.radiusPx) continue;
      const t =
        ((dx - eye.centreXPx) * eye.alongX + (dy - eye.centreYPx) * eye.alongY) / eye.halfWidthPx;
      const corner = smoothstep(CORNER_FROM[0], CORNER_FROM[1], Math.abs(t));
      if (corner === 0) continue;
      const dark = Math.log((lumaOfPixel(white, i) + 4) / (lumaOfPixel(seen, i) + 4));
      known[i] *= 1 - corner * smoothstep(CORNER_DARK[0], CORNER_DARK[1], dark);
    }
  }
}

/** So much brighter than its iris is a catch-light, levels: surely no lash, nor a lash's shadow. */
const GLINT_FROM = 35;
const GLINT_SURE = 75;

/** What glints on the iris, up to the lid's very rim, is the ball itself. */
function keepCatchLights(
  hidden: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
): void {
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const px = xPx + x + 0.5;
      const py = yPx + y + 0.5;
      if (known[i] === 1) continue;
      if (Math.hypot(px - eye.iris.xPx, py - eye.iris.yPx) > 0.95 * eye.iris.radiusPx) continue;
      const share = heightShare(eye, px, py);
      if (share < 0.5 || share > 1) continue;
      const more = luma709(
        seen[3 * i] - hidden[3 * i],
        seen[3 * i + 1] - hidden[3 * i + 1],
        seen[3 * i + 2] - hidden[3 * i + 2],
      );
      known[i] = Math.max(known[i], smoothstep(GLINT_FROM, GLINT_SURE, more));
    }
  }
}

/** Fills what is not seen and not iris with the sclera of the same column, softly blended. */
function paintSclera(
  rgb: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
): void {
  // Weighted sums over the seen sclera: far pixels count less, so corners keep their own tone.
  const samples: [number, number, number, number, number][] = [];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (known[i] < 0.9) continue;
      const dx = xPx + x + 0.5 - eye.iris.xPx;
      const dy = yPx + y + 0.5 - eye.iris.yPx;
      if (dx * dx + dy * dy < (1.12 * eye.iris.radiusPx) ** 2) continue;
      // Under the lid the white is in shadow, and thick lashes reach far into it.
      if (heightShare(eye, xPx + x + 0.5, yPx + y + 0.5) > WHITE_BELOW) continue;
      samples.push([x, y, rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]]);
    }
  }
  if (samples.length === 0) return;
  // Smooth over the ball, so evaluated on a coarse lattice and read bilinearly.
  const columns = Math.ceil((w - 1) / SCLERA_STEP) + 1;
  const rows = Math.ceil((h - 1) / SCLERA_STEP) + 1;
  const lattice = new Float32Array(3 * columns * rows);
  const stride = Math.max(1, Math.floor(samples.length / 160));
  const reach = 0.22 * eye.halfWidthPx;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let total = 1e-6;
      const sum = [0, 0, 0];
      for (let s = 0; s < samples.length; s += stride) {
        const [sx, sy, red, green, blue] = samples[s];
        const dx = sx - c * SCLERA_STEP;
        const dy = sy - r * SCLERA_STEP;
        const weight = 1 / (0.05 + (dx * dx + 0.35 * dy * dy) / (reach * reach)) ** 2;
        total += weight;
        sum[0] += weight * red;
        sum[1] += weight * green;
        sum[2] += weight * blue;
      }
      for (let k = 0; k < 3; k++) lattice[3 * (r * columns + c) + k] = sum[k] / total;
    }
  }
  for (let y = 0; y < h; y++) {
    const r = Math.min(rows - 2, Math.floor(y / SCLERA_STEP));
    const fy = y / SCLERA_STEP - r;
    for (let x = 0; x < w; x++) {
      const c = Math.min(columns - 2, Math.floor(x / SCLERA_STEP));
      const fx = x / SCLERA_STEP - c;
      const at = 3 * (r * columns + c);
      for (let k = 0; k < 3; k++) {
        const top = lattice[at + k] * (1 - fx) + lattice[at + 3 + k] * fx;
        const low =
          lattice[at + 3 * columns + k] * (1 - fx) + lattice[at + 3 * columns + 3 + k] * fx;
        rgb[3 * (y * w + x) + k] = top * (1 - fy) + low * fy;
      }
    }
  }
}

/** Share of the opening's height, from below, in which the sclera's colour is read. */
const WHITE_BELOW = 0.7;

/** 0 at the lower rim, 1 at the upper one. */
function heightShare(eye: EyeLine, x: number, y: number): number {
  const dx = x - eye.centreXPx;
  const dy = y - eye.centreYPx;
  const t = (dx * eye.alongX + dy * eye.alongY) / eye.halfWidthPx;
  const low = readCurve(eye.lower, t);
  const up = dx * eye.alongY - dy * eye.alongX;
  return (up - low) / Math.max(1e-3, readCurve(eye.upper, t) - low);
}

/** Pixels between evaluations of the sclera's colour. */
const SCLERA_STEP = 4;

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

/** Completes the iris: each hidden pixel takes its mirror image's, or its ring's mean. */
function paintIris(
  hidden: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
): void {
  const { xPx: ix, yPx: iy, radiusPx } = eye.iris;
  const rings = 24;
  const samples: RingSample[][] = Array.from({ length: rings + 1 }, () => []);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const d = Math.hypot(xPx + x + 0.5 - ix, yPx + y + 0.5 - iy) / radiusPx;
      if (d > 1.15 || known[i] < 0.5) continue;
      const ring = Math.min(rings, Math.floor((d / 1.15) * rings));
      // Lashes and their shadow lie over the upper half: the lower one tells the iris's colour.
      const weight = known[i] * (yPx + y + 0.5 > iy ? 1 : 0.08);
      samples[ring]!.push({ i, weight, luma: lumaOfPixel(seen, i) });
    }
  }
  const ringSum = new Float64Array(4 * (rings + 1));
  const band = samples.filter((_, ring) => {
    const d = ((ring + 0.5) / rings) * 1.15;
    return d > IRIS_BAND[0] && d < IRIS_BAND[1];
  });
  const most = GLINT_RING * weightedMedian(band.flat());
  for (const [ring, own] of samples.entries()) {
    const limit = Math.min(GLINT_OVER * weightedMedian(own), most) + GLINT_LEVELS;
    for (const { i, weight, luma } of own) {
      if (luma > limit) continue;
      ringSum[4 * ring] += weight;
      for (let k = 0; k < 3; k++) ringSum[4 * ring + 1 + k] += weight * seen[3 * i + k];
    }
  }
  const gradient = irisGradient(seen, known, eye, { xPx, yPx, widthPx: w, heightPx: h });
  fillRings(ringSum, rings);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const px = xPx + x + 0.5;
      const py = yPx + y + 0.5;
      const d = Math.hypot(px - ix, py - iy) / radiusPx;
      if (d > 1.15) continue;
      // Between the middles of two rings: steps would show as dashes along a drawn edge.
      const q = clamp((d / 1.15) * rings - 0.5, 0, rings - 1);
      const ring = Math.floor(q);
      const next = Math.min(rings - 1, ring + 1);
      if (ringSum[4 * ring] <= 0 || ringSum[4 * next] <= 0) continue;
      const inside = 1 - smoothstep(0.96, 1.1, d);
      // Its rings were read in the lower half.
      const light = Math.exp(gradient * clamp((py - iy) / radiusPx - 0.45 * d, -1.5, 0));
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
    const light = mix(PUPIL_LIGHT, 1, smoothstep(...HIDDEN_PUPIL, ((ring + 0.5) / rings) * 1.15));
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

/**
 * How much lighter the iris gets from its middle down over one radius, ln: many are painted darker
 * above, and a part that the lid had hidden is no lighter than what was seen next to it.
 */
function irisGradient(
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
): number {
  const { xPx: ix, yPx: iy, radiusPx } = eye.iris;
  const above: number[] = [];
  const below: number[] = [];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const px = xPx + x + 0.5;
      const py = yPx + y + 0.5;
      const d = Math.hypot(px - ix, py - iy) / radiusPx;
      if (d < IRIS_BAND[0] || d > IRIS_BAND[1] || known[i] < 0.99) continue;
      if (heightShare(eye, px, py) > CLEAR_OF_LASHES) continue;
      (py < iy ? above : below).push(lumaOfPixel(seen, i) + 8);
    }
  }
  if (above.length < 8 || below.length < 8) return 0;
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
  // Halves of a ring lie .85 of its radius apart, on average.
  return clamp(Math.log(median(below) / median(above)) / 0.6, 0, MOST_GRADIENT);
}

/** Rec. 709 luma of pixel `i` of an rgb texture (f32[3·n]). */
function lumaOfPixel(rgb: Float32Array, i: number): number {
  return luma709(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

import { MESH_VERTEX_COUNT } from '../../face/canonical-mesh.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix } from '../../math/easing.ts';
import { luma709, lumaAt } from '../../math/luma.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { type EyeLine, eyePoint } from '../eyes/eye-shape.ts';
import { HEAD_ANCHORS } from '../head/head-anchors.ts';
import type { HeadPose } from '../head/head-pose.ts';

/** Colours and light of a face, read from the picture. Colours are sRGB 0..255. */
export interface FaceTone {
  readonly skin: Rgb;
  /** Skin around the mouth: what the teeth are as bright as. */
  readonly mouthSkin: Rgb;
  /** Luma of the skin beside the right and the left corner of the mouth: one of them may lie in deep shade. */
  readonly cornerLuma: readonly [right: number, left: number];
  /** The whitest part of the eyes: what white looks like in this picture. */
  readonly white: Rgb;
  readonly lip: Rgb;
  /** The palest fifth of the lower lip: where lips are an outline it is the paper between the lines. */
  readonly lipPalest: Rgb;
  /** Luma that only the brightest 3 % of the face exceed. */
  readonly highlightLuma: number;
  /** Luma that the darkest 3 % of the face (nostrils, pupils, seam) stay below. */
  readonly shadowLuma: number;
  /** Luma of the darker nostril: what a hollow of this face looks like. */
  readonly nostrilLuma: number;
  /** How red the darkest places around the nostrils are: red against the mean of green and blue, 1 where they are grey. */
  readonly nostrilRedness: number;
  /** Mean chroma of the face, 0 in a black-and-white picture. */
  readonly chroma: number;
  /**
   * Relative change of luma per unit of surface slope towards the camera axes' x (right) and
   * y (up): a Lambertian fit over the face's own surface.
   */
  readonly lightX: number;
  readonly lightY: number;
  /** Standard deviation of the fine grain, luma levels. */
  readonly grain: number;
}

export type Rgb = readonly [number, number, number];

const SKIN = [50, 280, 101, 330, 205, 425, 151, 9, 36, 266, 117, 346, 118, 347];
const MOUTH_SKIN = [164, 18, 200, 57, 287, 43, 273, 165, 391, 186, 410];
/** Beside, above and below the right and the left corner. */
const CORNER_SKIN = [
  [57, 186, 43],
  [287, 410, 273],
] as const;
/** On and around the nostrils of either side. */
const NOSTRILS = [79, 238, 20, 60, 218, 309, 458, 250, 290, 438, 97, 326];
/** So many of these, the darkest, say what colour the darks of a face have. */
const DARKEST_NOSTRILS = 3;
const LIP_LOWER: readonly (readonly [number, number])[] = [
  [14, 17],
  [87, 84],
  [317, 314],
  [178, 181],
  [402, 405],
];

/** Places between the inner and the outer rim of the lip. */
const ACROSS_LIP = [0.2, 0.35, 0.5, 0.65, 0.8];

/** The colour that a fifth of these are as light as. */
function palest(colours: Rgb[]): Rgb {
  colours.sort((p, q) => lumaOf(q) - lumaOf(p));
  return colours[Math.floor(colours.length / 5)];
}

/** Reads the tone of a face. */
export function readFaceTone(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
  eyes: readonly EyeLine[],
): FaceTone {
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const skin = medianColour(SKIN.map((i) => patchMean(plate, ...at(i), pose.iodPx * 0.05)));
  const besideMouth = (i: number) => patchMean(plate, ...at(i), pose.iodPx * 0.03);
  const mouthSkin = bareSkin(MOUTH_SKIN.map(besideMouth));
  const [right, left] = CORNER_SKIN.map((side) => median(side.map((i) => lumaOf(besideMouth(i)))));
  const white = readWhite(plate, eyes, skin);
  const lip = medianColour(
    LIP_LOWER.map(([inner, outer]) => {
      const [ax, ay] = at(inner);
      const [bx, by] = at(outer);
      return patchMean(plate, (ax + bx) / 2, (ay + by) / 2, pose.iodPx * 0.02);
    }),
  );
  const lipPalest = palest(
    LIP_LOWER.flatMap(([inner, outer]) => {
      const [ax, ay] = at(inner);
      const [bx, by] = at(outer);
      return ACROSS_LIP.map((t) => pixelAt(plate, mix(ax, bx, t), mix(ay, by, t)));
    }),
  );
  const lumas: number[] = [];
  const grains: number[] = [];
  let saturation = 0;
  const step = Math.max(1, pose.iodPx / 40);
  const box = boundsOf(landmarks);
  const middle = (box.x0 + box.x1) / 2;
  // From the middle on, as in the mirror image.
  const aside = Math.floor((box.x1 - middle) / step) * step;
  for (let y = box.y0; y < box.y1; y += step) {
    for (let x = middle - aside; x < box.x1; x += step) {
      const dx = (x - middle) / ((box.x1 - box.x0) / 2);
      const dy = (y - (box.y0 + box.y1) / 2) / ((box.y1 - box.y0) / 2);
      if (dx * dx + dy * dy > 0.9) continue;
      const [r, g, b] = pixelAt(plate, x, y);
      lumas.push(luma709(r, g, b));
      saturation += Math.max(r, g, b) - Math.min(r, g, b);
      const laplacian =
        4 * lumaAt(plate, x, y) -
        lumaAt(plate, x - 1, y) -
        lumaAt(plate, x + 1, y) -
        lumaAt(plate, x, y - 1) -
        lumaAt(plate, x, y + 1);
      grains.push(Math.abs(laplacian));
    }
  }
  const nostrils = NOSTRILS.map((i) => patchMean(plate, ...at(i), pose.iodPx * 0.02)).sort(
    (a, b) => lumaOf(a) - lumaOf(b),
  );
  lumas.sort((a, b) => a - b);
  grains.sort((a, b) => a - b);
  const light = fitLight(plate, landmarks, pose);
  return {
    skin,
    mouthSkin,
    cornerLuma: [right, left],
    white,
    lip,
    lipPalest,
    highlightLuma: lumas[Math.floor(lumas.length * 0.97)] ?? 230,
    shadowLuma: lumas[Math.floor(lumas.length * 0.03)] ?? 30,
    nostrilLuma: lumaOf(nostrils[0]),
    nostrilRedness: redAgainstRest(medianColour(nostrils.slice(0, DARKEST_NOSTRILS))),
    chroma: saturation / Math.max(1, lumas.length),
    ...light,
    // White noise of deviation 1 has a Laplacian of deviation √20, .35 quantile of |x| = .45 of it.
    grain: (grains[Math.floor(grains.length * 0.35)] ?? 0) / (0.45 * Math.sqrt(20)),
  };
}

/** Share of an opening that is white around an iris that fills nearly all of it. */
const LEAST_WHITE_SHARE = 0.15;

/**
 * Mean of the brighter half of the sclera. Of large irises, which leave little of it beside them,
 * the brightest part of the opening; the skin at a third of its chroma where no eye is open.
 */
function readWhite(plate: Picture, eyes: readonly EyeLine[], skin: Rgb): Rgb {
  const beside: Rgb[] = [];
  const opening: Rgb[] = [];
  for (const eye of eyes) {
    if (eye.open01 < 0.5) continue;
    for (let k = 1; k < 20; k++) {
      const t = -0.85 + 0.085 * k;
      for (const share of [0.3, 0.5, 0.7]) {
        const h = readCurve(eye.upper, t) * share + readCurve(eye.lower, t) * (1 - share);
        const [x, y] = eyePoint(eye, t, h);
        const colour = pixelAt(plate, x, y);
        opening.push(colour);
        if (share !== 0.5) continue;
        if (Math.hypot(x - eye.iris.xPx, y - eye.iris.yPx) >= 1.2 * eye.iris.radiusPx) {
          beside.push(colour);
        }
      }
    }
  }
  if (beside.length >= 4) return meanOfBrightest(beside, 0.5);
  if (opening.length > 0) return meanOfBrightest(opening, LEAST_WHITE_SHARE);
  const l = lumaOf(skin);
  return skin.map((v) => l + (v - l) * 0.35) as unknown as Rgb;
}

function meanOfBrightest(colours: Rgb[], share: number): Rgb {
  const sorted = colours.toSorted((a, b) => lumaOf(b) - lumaOf(a));
  const bright = sorted.slice(0, Math.ceil(sorted.length * share));
  return [0, 1, 2].map((k) =>
    bright.reduce((sum, c) => sum + c[k] / bright.length, 0),
  ) as unknown as Rgb;
}

/** Levels between a colour's strongest channel and its weakest, 0..255. */
export function colourfulness(colour: Rgb): number {
  return Math.max(...colour) - Math.min(...colour);
}

/** Rec. 709 luma of a colour, 0..255. */
export function lumaOf([r, g, b]: Rgb): number {
  return luma709(r, g, b);
}

/** What a fit is believed at most, across the face and down on it, and from below. */
const MOST_LIGHT = 0.9;
const MOST_LIGHT_FROM_BELOW = 0.4;

/** Red against the mean of green and blue; levels of next to no light say nothing. */
export function redAgainstRest([r, g, b]: Rgb): number {
  return (r + NO_LIGHT) / ((g + b) / 2 + NO_LIGHT);
}
const NO_LIGHT = 6;

/** Least squares of luma against the surface's slopes over the anchors of the face. */
function fitLight(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
): { lightX: number; lightY: number } {
  const used = HEAD_ANCHORS.filter(
    ([, x, y]) =>
      Math.abs(x) < 1 &&
      y < 0.8 &&
      y > -1.7 &&
      !(Math.abs(y + 1.1) < 0.2 && Math.abs(x) < 0.5) &&
      !(Math.abs(y) < 0.15 && Math.abs(x) > 0.2),
  );
  let sx = 0;
  let sy = 0;
  let sl = 0;
  const rows: [number, number, number][] = [];
  for (const [index, x, y, z] of used) {
    // The head as an ellipsoid gives normals smooth enough for a fit of three numbers.
    const n = [x / 1.3, (y + 0.4) / 1.6, Math.max(0.3, z + 0.6)];
    const length = Math.hypot(n[0], n[1], n[2]);
    const r = pose.rotation;
    const nx = (r[0] * n[0] + r[1] * n[1] + r[2] * n[2]) / length;
    const ny = (r[3] * n[0] + r[4] * n[1] + r[5] * n[2]) / length;
    const [pr, pg, pb] = patchMean(
      plate,
      landmarks[3 * index],
      landmarks[3 * index + 1],
      pose.iodPx * 0.05,
    );
    const l = luma709(pr, pg, pb);
    rows.push([nx, ny, l]);
    sx += nx;
    sy += ny;
    sl += l;
  }
  const n = Math.max(1, rows.length);
  let xx = 1e-3;
  let yy = 1e-3;
  let xy = 0;
  let xl = 0;
  let yl = 0;
  for (const [x, y, l] of rows) {
    const dx = x - sx / n;
    const dy = y - sy / n;
    const dl = l - sl / n;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
    xl += dx * dl;
    yl += dy * dl;
  }
  const det = xx * yy - xy * xy;
  const mean = Math.max(20, sl / n);
  const fitX = (xl * yy - yl * xy) / det / mean;
  const fitY = (yl * xx - xl * xy) / det / mean;
  // Light comes from above the face, whichever way it lies in the picture.
  const [cos, sin] = [Math.cos(pose.rollRadians), Math.sin(pose.rollRadians)];
  const across = clamp(cos * fitX - sin * fitY, -MOST_LIGHT, MOST_LIGHT);
  const up = clamp(sin * fitX + cos * fitY, -MOST_LIGHT_FROM_BELOW, MOST_LIGHT);
  return { lightX: cos * across + sin * up, lightY: cos * up - sin * across };
}

function boundsOf(landmarks: Points3<'frame-px'>): {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
} {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    x0 = Math.min(x0, landmarks[3 * i]);
    x1 = Math.max(x1, landmarks[3 * i]);
    y0 = Math.min(y0, landmarks[3 * i + 1]);
    y1 = Math.max(y1, landmarks[3 * i + 1]);
  }
  return { x0, y0, x1, y1 };
}

/** Colour of the pixel that a place lies in, frame px; beyond the borders that of the nearest one. */
export function pixelAt(picture: Picture, x: number, y: number): Rgb {
  const cx = clamp(Math.floor(x), 0, picture.widthPx - 1);
  const cy = clamp(Math.floor(y), 0, picture.heightPx - 1);
  const i = 4 * (cy * picture.widthPx + cx);
  return [picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]];
}

/** Mean colour of a square of half side `radiusPx` (at least one pixel). */
export function patchMean(picture: Picture, x: number, y: number, radiusPx: number): Rgb {
  const radius = Math.max(0, Math.round(radiusPx));
  const sum = [0, 0, 0];
  let count = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const [r, g, b] = pixelAt(picture, x + dx, y + dy);
      sum[0] += r;
      sum[1] += g;
      sum[2] += b;
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The colour that a quarter of the samples is brighter than: beards are dark, skin is not. */
function bareSkin(colours: readonly Rgb[]): Rgb {
  const sorted = [...colours].sort((a, b) => lumaOf(a) - lumaOf(b));
  return sorted[Math.floor(sorted.length * 0.7)] ?? [128, 128, 128];
}

/** Median of each channel; middle grey of no colours. */
export function medianColour(colours: readonly Rgb[]): Rgb {
  return [0, 1, 2].map((k) => {
    const values = colours.map((c) => c[k]).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 128;
  }) as unknown as Rgb;
}

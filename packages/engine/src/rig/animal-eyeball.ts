import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import { luma601, lumaAt } from '../math/luma.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';
import { fillBall } from './animal-ball-fill.ts';
import { type AnimalEye, eyeDistance, LARGEST_GAP } from './animal-eyes.ts';
import { type EyeLook, findPupils, isSlit, type Pupil, pupilDistance } from './animal-pupil.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** An animal's eye behind its lids, frame px: the ball without its reflections, and those. */
export interface AnimalEyeball {
  readonly areaPx: RectPx;
  /** f32[3·W·H], 0..255: iris and pupil, reflections taken out, completed behind the lids. */
  readonly rgb: Float32Array;
  /** f32[3·W·H]: what the reflections add. */
  readonly glint: Float32Array;
  /** Where reflections are, frame px; empty (x0 > x1) in a dull eye. */
  readonly glintArea: {
    readonly x0: number;
    readonly x1: number;
    readonly y0: number;
    readonly y1: number;
  };
  /** The brightest reflection's middle and half its height; undefined in a dull eye. */
  readonly glintPlace:
    | { readonly xPx: number; readonly yPx: number; readonly halfPx: number }
    | undefined;
  readonly pupil: Pupil | undefined;
  /** true: the pupil narrows to a slit. */
  readonly slits: boolean;
  /** From the pupil's middle to the iris's rim, px. */
  readonly irisPx: number;
  /** Half the breadth of the pupil wide open, px: a ring of iris stays around it. */
  readonly widestPx: number;
  /** The pupil's own dark, levels. */
  readonly pupilTone: readonly [number, number, number];
  /** Light that the bare rims of the lids leave, of the fur's beside them, 0..1. */
  readonly rimTone: number;
}

/** Small reflections are narrower than this part of the eye's half height. */
const GLINT_SIZE = 0.17;
/** What stands out by less is the iris's own pattern, by more wholly a reflection; levels. */
const GLINT_FROM = 26;
const GLINT_FULL = 60;
/** Inside a pupil all that is lighter than its dark is a reflection; this part is its dark. */
const PUPIL_DARK = 0.25;
const PUPIL_EDGE = 0.9;

const BLACK = [0, 0, 0] as const;
/** Reflections are as white as the light: least over largest channel, from which and wholly. */
const WHITE_FROM = 0.36;
const WHITE_FULL = 0.58;

/**
 * The balls of both eyes. Pupils are known only where both eyes show one, in outlines that are an
 * eye's and not a dark patch's around it.
 */
export function copyAnimalEyeballs(
  plate: Picture,
  eyes: readonly AnimalEye[],
  iodPx: number,
): readonly AnimalEyeball[] {
  const drafts = eyes.map((eye) => copyBall(plate, eye, iodPx));
  const looks = drafts.map((draft, i) => lookAt(draft, eyes[i]));
  const plain = looks.length === 2 && eyes.every((eye) => eye.line.gapPx < LARGEST_GAP * iodPx);
  const pupils = plain ? findPupils([looks[0], looks[1]]) : undefined;
  // Light from one side, or an outline a little off, makes the rims of a pair look unlike.
  const rimTone =
    eyes.reduce((sum, { line }) => sum + readRimTone(plate, line, iodPx), 0) / eyes.length;
  return drafts.map((draft, i) => {
    const eye = eyes[i];
    const pupil = pupils?.[i];
    const pupilTone = pupil ? clearPupil(draft, pupil) : BLACK;
    return {
      ...draft,
      rgb: fillBall(draft, eye, pupil ?? darkMiddle(draft, eye), iodPx),
      pupilTone,
      glintPlace: placeGlint(draft),
      glintArea: boundGlint(draft),
      pupil,
      slits: pupil ? isSlit(pupil) : false,
      ...irisOf(eye),
      rimTone,
    };
  });
}

/** The middle of what is darker than an eye's mean: where its iris is, if no pupil is seen; frame px. */
function darkMiddle(
  { areaPx, rgb }: BallDraft,
  eye: AnimalEye,
): { readonly xPx: number; readonly yPx: number } {
  const inside: { readonly x: number; readonly y: number; readonly luma: number }[] = [];
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const x = areaPx.xPx + (i % areaPx.widthPx) + 0.5;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    if (eyeDistance(eye, x, y) < IRIS_WITHIN) inside.push({ x, y, luma: luma601Of(rgb, i) });
  }
  const mean = inside.reduce((sum, { luma }) => sum + luma, 0) / Math.max(1, inside.length);
  let [weight, xPx, yPx] = [1e-3, 1e-3 * eye.middleXPx, 1e-3 * eye.middleYPx];
  for (const { x, y, luma } of inside) {
    const dark = Math.max(0, mean - luma);
    weight += dark;
    xPx += dark * x;
    yPx += dark * y;
  }
  return { xPx: xPx / weight, yPx: yPx / weight };
}

/** Nearer to the rim than this (see eyeDistance), what is dark may be the lids'. */
const IRIS_WITHIN = 0.85;

/** Parts of the eye's larger half axis and of its half height. */
const IRIS_SHARE = 0.94;
const WIDEST_OF_IRIS = 0.74;
const WIDEST_OF_HEIGHT = 0.7;

function irisOf({ line, halfHeightPx }: AnimalEye): Pick<AnimalEyeball, 'irisPx' | 'widestPx'> {
  const irisPx = IRIS_SHARE * Math.max(line.halfWidthPx, halfHeightPx);
  return { irisPx, widestPx: Math.min(WIDEST_OF_IRIS * irisPx, WIDEST_OF_HEIGHT * halfHeightPx) };
}

type BallDraft = Pick<AnimalEyeball, 'areaPx' | 'rgb' | 'glint'>;

function luma601Of(rgb: Float32Array, i: number): number {
  return luma601(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

/** 0 for what has a colour of its own (an iris, a lid's skin), 1 for what shines. */
function whiteness(rgb: Float32Array, i: number): number {
  const [r, g, b] = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]];
  return smoothstep(WHITE_FROM, WHITE_FULL, Math.min(r, g, b) / Math.max(1, r, g, b));
}

/** The picture's pixels around a ball, small reflections apart. */
function copyBall(plate: Picture, eye: AnimalEye, iodPx: number): BallDraft {
  const areaPx = ballArea(plate, eye, iodPx);
  const { xPx, yPx, widthPx: w, heightPx: h } = areaPx;
  const rgb = new Float32Array(3 * w * h);
  for (let i = 0; i < w * h; i++) {
    const p = 4 * ((yPx + Math.floor(i / w)) * plate.widthPx + xPx + (i % w));
    for (let k = 0; k < 3; k++) rgb[3 * i + k] = plate.rgba[p + k];
  }
  const luma = Float32Array.from({ length: w * h }, (_, i) => luma601Of(rgb, i));
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

function lookAt({ areaPx, rgb }: BallDraft, eye: AnimalEye): EyeLook {
  const { line, slantRadians } = eye;
  const level =
    Math.atan2(line.alongY, line.alongX) - (line.side === 'right' ? slantRadians : -slantRadians);
  return {
    middleXPx: eye.middleXPx,
    middleYPx: eye.middleYPx,
    radiusPx: eye.halfHeightPx,
    acrossX: Math.cos(level),
    acrossY: Math.sin(level),
    distance: (x, y) => eyeDistance(eye, x, y),
    luma: (x, y) => {
      const column = clamp(Math.floor(x) - areaPx.xPx, 0, areaPx.widthPx - 1);
      const row = clamp(Math.floor(y) - areaPx.yPx, 0, areaPx.heightPx - 1);
      return luma601Of(rgb, row * areaPx.widthPx + column);
    },
  };
}

/** Hands what shines in a pupil over to the reflections: the pupil itself is dark. That dark. */
function clearPupil(
  { areaPx, rgb, glint }: BallDraft,
  pupil: Pupil,
): readonly [number, number, number] {
  const inside: { readonly i: number; readonly share: number; readonly luma: number }[] = [];
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const x = areaPx.xPx + (i % areaPx.widthPx) + 0.5;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    const distance = pupilDistance(pupil, x, y);
    if (distance >= 1) continue;
    const share = 1 - smoothstep(PUPIL_EDGE - 0.25, PUPIL_EDGE, distance);
    inside.push({ i, share, luma: luma601Of(rgb, i) });
  }
  if (inside.length === 0) return BLACK;
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

function placeGlint({ areaPx, glint }: BallDraft): AnimalEyeball['glintPlace'] {
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  let sumYY = 0;
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const bright = luma601Of(glint, i) ** 2;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    weight += bright;
    sumX += bright * (areaPx.xPx + (i % areaPx.widthPx) + 0.5);
    sumY += bright * y;
    sumYY += bright * y * y;
  }
  if (weight === 0) return undefined;
  const yPx = sumY / weight;
  return { xPx: sumX / weight, yPx, halfPx: Math.sqrt(Math.max(0, sumYY / weight - yPx * yPx)) };
}

/** Reflections that add less are left out of their area, levels. */
const FAINT = 1.5;

function boundGlint({ areaPx, glint }: BallDraft): AnimalEyeball['glintArea'] {
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    if (luma601Of(glint, i) < FAINT) continue;
    const x = areaPx.xPx + (i % areaPx.widthPx);
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx);
    box.x0 = Math.min(box.x0, x - 1);
    box.x1 = Math.max(box.x1, x + 2);
    box.y0 = Math.min(box.y0, y - 1);
    box.y1 = Math.max(box.y1, y + 2);
  }
  return box;
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

/** An animal's lids have dark rims, an ape's are bare skin: read just inside and outside them. */
function readRimTone(plate: Picture, eye: EyeLine, iodPx: number): number {
  const ratios: number[] = [];
  for (let t = -0.6; t <= 0.6; t += 0.1) {
    const tone = (heightPx: number) => lumaAt(plate, ...eyePoint(eye, t, heightPx));
    const top = readCurve(eye.upper, t);
    const low = readCurve(eye.lower, t);
    const within = RIM_INSIDE_IOD * iodPx;
    const beyond = RIM_OUTSIDE_IOD * iodPx;
    ratios.push(tone(top - within) / Math.max(1, tone(top + beyond)));
    ratios.push(tone(low + within) / Math.max(1, tone(low - beyond)));
  }
  ratios.sort((a, b) => a - b);
  return clamp(ratios[ratios.length >> 1], 0.25, 1);
}

const RIM_INSIDE_IOD = 0.015;
const RIM_OUTSIDE_IOD = 0.05;

/** Whole pixels around a ball. */
function ballArea(plate: Picture, eye: AnimalEye, iodPx: number): RectPx {
  const reach = Math.ceil(
    1.15 * Math.max(eye.line.halfWidthPx, eye.halfHeightPx) + 0.1 * iodPx + 2,
  );
  const x0 = clamp(Math.floor(eye.middleXPx - reach), 0, plate.widthPx - 1);
  const y0 = clamp(Math.floor(eye.middleYPx - reach), 0, plate.heightPx - 1);
  const x1 = clamp(Math.ceil(eye.middleXPx + reach), x0 + 1, plate.widthPx);
  const y1 = clamp(Math.ceil(eye.middleYPx + reach), y0 + 1, plate.heightPx);
  return { xPx: x0, yPx: y0, widthPx: x1 - x0, heightPx: y1 - y0 };
}

import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { luma709, lumaOfPixel } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { lightBetweenLids } from './between-lids.ts';
import { addLikelyCatchLight, isDull, takeCatchLight } from './catch-light.ts';
import { irisPixels, paintIris } from './complete-iris.ts';
import { squintOf } from './eye-line.ts';
import { type EyeLine, eyePlace, heightShare } from './eye-shape.ts';
import { type BallPixels, boundGlint, type GlintBounds } from './glint.ts';
import { type LidLight, readLidLight } from './lid-light.ts';
import { lidSkin01 } from './lid-tone.ts';
import { paintSclera, whiteHidden01 } from './sclera.ts';

/**
 * The ball of an eye without its lids, in frame px: what the picture shows of it, and around that
 * what the lids hide, painted from the eye's own colours; the catch-light that a lid may reach apart.
 */
export interface EyeballTexture extends BallPixels, GlintBounds, LidLight {
  /** 0 where no eye is to be seen between its lids, as behind a mirroring or a black lens, up to 1. */
  readonly seen01: number;
  /** 0..1: how far its lid gets skin as it shuts: see shutLids. */
  readonly lidSkin01: number;
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

/** What an eye's ball is completed by. */
export interface BallInput {
  readonly plate: Picture;
  readonly iodPx: number;
  /** The face's skin, sRGB 0..255. */
  readonly skin: Rgb;
  /** Breadth of the picture's sharpest edges, px. */
  readonly edgePx: number;
  /** 0..1: how far a frame of glasses lets lids shut; undefined: there is none. See GlassesHold. */
  readonly shuts01?: number | undefined;
}

/**
 * The ball of one eye: what the picture shows of it, completed where lids and lashes cover it.
 * @param lens01 see blackLenses
 */
export function completeEyeball(
  { plate, iodPx, skin, edgePx, shuts01 = 1 }: BallInput,
  eye: EyeLine,
  lens01 = 0,
): EyeballTexture {
  const areaPx = ballArea(plate, eye, iodPx);
  const { xPx: x0, yPx: y0, widthPx: w, heightPx: h } = areaPx;
  const known = new Float32Array(w * h);
  const rgb = new Float32Array(3 * w * h);
  const raised01 = smoothstep(0, RAISED_IOD, squintOf(eye, iodPx));
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      known[i] = clearlySeen(eye, x0 + x + 0.5, y0 + y + 0.5, iodPx, edgePx, raised01);
      const p = 4 * ((y0 + y) * plate.widthPx + x0 + x);
      for (let k = 0; k < 3; k++) rgb[3 * i + k] = plate.rgba[p + k];
    }
  }
  const contrast = eye.covered ? 0 : contrastBetweenLids(plate, eye);
  const seen01 = (1 - lens01) * smoothstep(...LEAST_CONTRAST, contrast);
  const hidden01 = whiteHidden01(eye);
  const hidden = rgb.slice();
  paintSclera(hidden, known, eye, areaPx, skin);
  forgetDarkCorners(hidden, rgb, known, eye, areaPx, hidden01);
  paintIris(hidden, rgb, known, eye, areaPx, edgePx);
  if (hidden01 > 0) forgetLashesOnIris(hidden, rgb, known, eye, areaPx, hidden01);
  keepCatchLights(hidden, rgb, known, eye, areaPx);
  for (let i = 0; i < w * h; i++) {
    for (let k = 0; k < 3; k++) {
      rgb[3 * i + k] = hidden[3 * i + k] + (rgb[3 * i + k] - hidden[3 * i + k]) * known[i];
    }
  }
  const ball = takeCatchLight(rgb, hidden, eye, areaPx);
  if (hidden01 > 0 && isDull(ball, eye)) addLikelyCatchLight(ball, eye, hidden01, edgePx);
  const lids = readLidLight(plate, eye, iodPx);
  return {
    ...{ ...ball, ...boundGlint(ball), ...lids },
    seen01,
    lidSkin01: shuts01 * lidSkin01(plate, eye, iodPx, skin),
  };
}

/**
 * ln of the brightest against the darkest light between lids: eyes of 105 faces, blurred and shut ones
 * included, have .29 at least, a plain lens .13, a dark one .25.
 */
const LEAST_CONTRAST = [0.15, 0.24] as const;
/** Levels that are added before the logarithm: black's noise is no contrast. */
const BLACK_LEVELS = 12;

function contrastBetweenLids(plate: Picture, eye: EyeLine): number {
  const light = lightBetweenLids(plate, eye);
  if (!light) return Infinity;
  const [darkest, lightest] = light.map((luma) => Math.log(luma + BLACK_LEVELS));
  return lightest - darkest;
}

/**
 * Where rims are no further apart than this, breadths of the picture's edges, only lids are seen between
 * them, as specks of skin in the corners; at most this part of an eye's gap.
 */
const TOO_NARROW = [0.5, 1.25] as const;
const TOO_NARROW_SHARE = 0.3;

/** From here on a lower lid lies over the iris as a smile's does, IOD: see squintOf; and its edge's part of the breadth of edges. */
const RAISED_IOD = 0.01;
const RAISED_EDGE = 0.75;

/**
 * 1 where the picture shows the bare ball, 0 on lids, lashes and their shadow.
 * @param raised01 how far a smile has raised the lower lid
 */
function clearlySeen(
  eye: EyeLine,
  x: number,
  y: number,
  iodPx: number,
  edgePx: number,
  raised01: number,
): number {
  const [t, up] = eyePlace(eye, x, y);
  if (Math.abs(t) >= 0.97) return 0;
  const below = readCurve(eye.upper, t) - up;
  const above = up - readCurve(eye.lower, t);
  // In the corners, where the rims meet, what lies between them is all that is known of the ball.
  const room = Math.max(0, below + above);
  const soft = Math.min(Math.max(0.75, 0.012 * iodPx), 0.15 * room + 0.1);
  const lash = Math.min(LASH_SHADOW_IOD * iodPx, 0.15 * room);
  // A lower lid at rest only ever comes up: down to its rim the picture is right, with all drawn lines. One that
  // a smile has raised goes down as well, and would leave its blurred edge on the ball.
  const edge = raised01 * Math.min(RAISED_EDGE * edgePx, 0.15 * room);
  const narrow = Math.min(edgePx, TOO_NARROW_SHARE * eye.gapPx);
  return (
    smoothstep(lash, lash + 2 * soft, below) *
    smoothstep(edge, edge + soft, above) *
    smoothstep(...TOO_NARROW, room / narrow)
  );
}

/** From here to a corner, share of half the width, what is darker than the white by these, ln … */
const CORNER_FROM = [0.62, 0.8] as const;
const CORNER_DARK = [0.4, 0.8] as const;
/** What is this near to the iris's middle, radii, may be its rim; where lashes hide the white they lie right beside it. */
const BESIDE_IRIS = [1.15, 1.02] as const;

/**
 * … is shade and lashes where the lids meet, not the ball: on an opened eye it would stand as a
 * block in the white. In the crescents of a laugh and in narrow eyes it is so all along.
 */
function forgetDarkCorners(
  white: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
  hidden01: number,
): void {
  const irisPx = mix(BESIDE_IRIS[0], BESIDE_IRIS[1], hidden01) * eye.iris.radiusPx;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (known[i] === 0) continue;
      const px = xPx + x + 0.5;
      const py = yPx + y + 0.5;
      if (Math.hypot(px - eye.iris.xPx, py - eye.iris.yPx) < irisPx) continue;
      const [t] = eyePlace(eye, px, py);
      const corner = Math.max(hidden01, smoothstep(CORNER_FROM[0], CORNER_FROM[1], Math.abs(t)));
      if (corner === 0) continue;
      const dark = Math.log((lumaOfPixel(white, i) + 4) / (lumaOfPixel(seen, i) + 4));
      known[i] *= 1 - corner * smoothstep(CORNER_DARK[0], CORNER_DARK[1], dark);
    }
  }
}

/** What differs from its ring of the iris by these, ln of light, is lashes and the light between them where lids hide most of it. */
const OFF_RING = [0.1, 0.3] as const;

/** Forgets it: on an iris that is bared they would be stripes. */
function forgetLashesOnIris(
  iris: Float32Array,
  seen: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  areaPx: RectPx,
  hidden01: number,
): void {
  for (const { i, d } of irisPixels(eye, areaPx)) {
    if (known[i] === 0 || d > 1) continue;
    const [own, light] = [lumaOfPixel(iris, i), lumaOfPixel(seen, i)];
    const off = smoothstep(...OFF_RING, Math.abs(Math.log((own + 4) / (light + 4))));
    // What is mirrored stays.
    known[i] *= 1 - hidden01 * off * (1 - smoothstep(GLINT_FROM, GLINT_SURE, light - own));
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
  areaPx: RectPx,
): void {
  for (const { i, x, y, d } of irisPixels(eye, areaPx)) {
    if (known[i] === 1 || d > 0.95) continue;
    const share = heightShare(eye, x, y);
    if (share < 0.5 || share > 1) continue;
    const more = luma709(
      seen[3 * i] - hidden[3 * i],
      seen[3 * i + 1] - hidden[3 * i + 1],
      seen[3 * i + 2] - hidden[3 * i + 2],
    );
    known[i] = Math.max(known[i], smoothstep(GLINT_FROM, GLINT_SURE, more));
  }
}

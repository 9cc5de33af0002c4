import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import { type EyeLine, eyePlace } from '../../rig/eyes/eye-shape.ts';
import type { EyeballTexture } from '../../rig/eyes/eyeball-texture.ts';
import { moveSkullPoint } from '../displacement-field.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachInOpening, type OpeningPixel, type Slit } from '../slit.ts';
import type { MovedEye } from './moved-eye.ts';
import { GlintPainter, glintDown } from './shift-glint.ts';
import { grainLid, shadeShutLid } from './shut-lid.ts';

/** The upper lid's shadow on the ball reaches this far down, IOD, and takes this share of the light. */
const LID_SHADOW_IOD = 0.035;
const LID_SHADOW_SHARE = 0.3;
/** The shadow is warm: at most this share of it is kept from red, in skin of this much colour, levels, and more. */
const WARM_SHARE = 0.3;
const WARM_CHROMA = 40;
/** The lower lid's rim darkens the ball this far up, IOD, by this share of the light. */
const RIM_IOD = 0.015;
const RIM_SHARE = 0.06;
/** A lid or gaze motion of this size hands the eye over from the picture to the painted ball. */
const HANDOVER_IOD = 0.012;
/** Feather of the ball at the rims of the lids, IOD and at least in px, and at the corners, share of the opening's length. */
const FEATHER_IOD = 0.017;
const LEAST_FEATHER_PX = 1;
/** … but no sharper than this part of the breadth of the picture's edges: in a blurred one rims were pen lines. */
const FEATHER_EDGE = 0.6;
const MOST_FEATHER_IOD = 0.04;
const CORNER_SHARE = 0.05;
/** Covers that change no level are skipped. */
const LEAST_ALPHA = 1 / 250;
/** The iris lies in front of the head frame's origin by this much, IOD. */
const IRIS_DEPTH_IOD = 0.06;

/** Breadth of the soft edge of a ball at the rims of its lids, px. */
export function ballFeatherPx(iodPx: number, edgePx: number): number {
  const blurred = Math.min(FEATHER_EDGE * edgePx, MOST_FEATHER_IOD * iodPx);
  return Math.max(LEAST_FEATHER_PX, FEATHER_IOD * iodPx, blurred);
}

/** Paints the ball of an eye into the opening between its moved lids. */
export function paintEyeball(moved: MovedEye, out: Kernels): void {
  const { rig, state, eye, texture, slit, restGapPx } = moved;
  const iod = rig.pose.iodPx;
  grainLid(moved, out);
  shadeShutLid(moved, out);
  if (slit.gapPx <= 0) return;
  const lidMotion = Math.abs(slit.gapPx - restGapPx) / iod;
  const gaze = Math.hypot(state.gazeX, state.gazeY);
  const handover = texture.seen01 * smoothstep(0, HANDOVER_IOD, lidMotion + gaze);
  if (handover === 0) return;

  const iris = new Float64Array(2);
  moveSkullPoint(rig, state, eye.iris.xPx, eye.iris.yPx, IRIS_DEPTH_IOD * iod, iris);
  const r = rig.pose.rotation;
  const shiftX = iris[0] - eye.iris.xPx;
  const shiftY = iris[1] - eye.iris.yPx;
  const gazeX = iod * (r[0] * state.gazeX + r[1] * state.gazeY) * eye.open01;
  const gazeY = -iod * (r[3] * state.gazeX + r[4] * state.gazeY) * eye.open01;

  const [glintX, glintY] = glintShift(eye, texture, slit, shiftX, shiftY);
  const warm = WARM_SHARE * Math.min(1, rig.tone.chroma / WARM_CHROMA);
  const now: BallNow = {
    ...{ texture, iod, handover, shiftX, shiftY, gazeX, gazeY, glintX, glintY, warm },
    glints: new GlintPainter(texture),
    lengthPx: slit.endPx - slit.startPx,
  };
  const soft = ballFeatherPx(iod, rig.surface.edgePx);
  forEachInOpening(slit, soft, CORNER_SHARE, out, (pixel) => paintPixel(now, pixel, out));
}

/** One ball at one moment, the same for all of its pixels: how far it, its gaze and its glint have moved, px. */
interface BallNow {
  readonly texture: EyeballTexture;
  readonly glints: GlintPainter;
  readonly iod: number;
  /** 0..1: how far it is painted and no more the picture's. */
  readonly handover: number;
  readonly shiftX: number;
  readonly shiftY: number;
  readonly gazeX: number;
  readonly gazeY: number;
  readonly glintX: number;
  readonly glintY: number;
  readonly warm: number;
  /** Of its opening. */
  readonly lengthPx: number;
}

/** Rewritten for each pixel. */
const colour = new Float64Array(3);

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function paintPixel(now: BallNow, pixel: OpeningPixel, out: Kernels): void {
  const { texture, iod, warm } = now;
  const { areaPx, rgb } = texture;
  const alpha = pixel.alpha * now.handover;
  if (alpha < LEAST_ALPHA) return;
  const { xPx: x, yPx: y, alongPx: along, belowPx: below, abovePx: above } = pixel;
  // The gaze turns the ball: all of it in the middle, nothing at the corners.
  const away = clamp(1 - ((2 * along) / now.lengthPx) ** 4, 0, 1);
  const sx = x + 0.5 - now.shiftX - now.gazeX * away - areaPx.xPx - 0.5;
  const sy = y + 0.5 - now.shiftY - now.gazeY * away - areaPx.yPx - 0.5;
  const shade = 1 - LID_SHADOW_SHARE * Math.exp(-Math.max(0, below) / (LID_SHADOW_IOD * iod));
  const rim = 1 - RIM_SHARE * Math.exp(-Math.max(0, above) / (RIM_IOD * iod));
  const i = 4 * (y * out.widthPx + x);
  sampleCubic(rgb, 3, areaPx.widthPx, areaPx.heightPx, sx, sy, colour);
  now.glints.paint(sx + areaPx.xPx + 0.5 - now.glintX, sy + areaPx.yPx + 0.5 - now.glintY, colour);
  for (let k = 0; k < 3; k++) {
    // The lid's shadow is warm: light has gone through the lid.
    const dim = k === 0 ? (shade * rim) ** (1 - warm) : shade * rim;
    const value = Math.min(255, colour[k] * dim);
    out.frame[i + k] = Math.round(out.frame[i + k] + (value - out.frame[i + k]) * alpha);
  }
}

/** A catch-light stays this far below the lid, in its own half heights, and gives way by this at most, radii. */
const GLINT_CLEAR = 2;
const GLINT_MOST = 0.9;

/** How far a catch-light moves on the ball so that the lid does not put it out, frame px. */
function glintShift(
  eye: EyeLine,
  { glintPlace }: EyeballTexture,
  slit: Slit,
  shiftX: number,
  shiftY: number,
): readonly [number, number] {
  if (!glintPlace) return [0, 0];
  const { xPx, yPx, halfPx } = glintPlace;
  const [t, up] = eyePlace(eye, xPx, yPx);
  // The picture's own lid may be nearer.
  const clear = Math.min(GLINT_CLEAR * halfPx, readCurve(eye.upper, t) - up);
  const most = GLINT_MOST * eye.iris.radiusPx;
  const down = Math.min(most, glintDown(slit, xPx + shiftX, yPx + shiftY, clear));
  return [-down * eye.alongY, down * eye.alongX];
}

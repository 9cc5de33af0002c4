import type { FaceState } from '../expression/face-state.ts';
import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import { type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import type { EyeLine } from '../rig/eye-shape.ts';
import type { EyeballTexture } from '../rig/eyeball-texture.ts';
import { readField } from '../rig/plate-grid.ts';
import type { Rig } from '../rig/rig.ts';
import { moveSkullPoint } from './displacement-field.ts';
import type { Kernels } from './kernels.ts';
import { sampleCubic } from './sample-cubic.ts';
import { forEachInOpening, type Slit } from './slit.ts';

/** Units that move an animal's lids. A wide eye (5) grows as one piece and needs no painting. */
const LID_UNITS: readonly ActionUnit[] = ['AU1', 'AU4', 'AU6', 'AU7', 'AU43'];
/** Lids hand the eye over from the picture to the painted ball within this strength. */
const HANDOVER = 0.06;
/** Breadth of the dark bare rim of an animal's lid, IOD. */
const RIM_IOD = 0.016;
/** A lid that came down by this much has its whole rim, IOD. */
const RIM_FULL_IOD = 0.035;
const LID_SHADOW_IOD = 0.05;
const LID_SHADOW_SHARE = 0.3;

/**
 * Paints an animal's eye between its moved lids: the ball as the picture shows it, carried by the
 * head alone, under lids with dark rims of their own.
 */
export function paintAnimalEye(
  rig: Rig,
  state: FaceState,
  eye: EyeLine,
  texture: EyeballTexture,
  slit: Slit,
  out: Kernels,
): void {
  let lids = 0;
  for (const unit of LID_UNITS) lids += Math.abs(state.strengths[strengthIndex(unit, eye.side)]);
  const handover = smoothstep(0, HANDOVER, lids);
  if (handover === 0 || slit.gapPx <= 0.3) return;
  const iod = rig.pose.iodPx;
  const toTexture = ballMotion(rig, state, eye);
  const { areaPx, rgb } = texture;
  const half = (slit.endPx - slit.startPx) / 2;
  const soft = Math.max(1, 0.012 * iod);
  const rim = Math.max(0.9, RIM_IOD * iod);
  const full = RIM_FULL_IOD * iod;
  const colour = new Float64Array(3);
  forEachInOpening(slit, soft, 0.06, out, (pixel) => {
    const alpha = pixel.alpha * handover;
    if (alpha < 0.004) return;
    const { xPx: x, yPx: y, alongPx: along, belowPx: below, abovePx: above } = pixel;
    const sx = toTexture[0] * (x + 0.5) + toTexture[1] * (y + 0.5) + toTexture[2];
    const sy = toTexture[3] * (x + 0.5) + toTexture[4] * (y + 0.5) + toTexture[5];
    sampleCubic(
      rgb,
      3,
      areaPx.widthPx,
      areaPx.heightPx,
      sx - areaPx.xPx - 0.5,
      sy - areaPx.yPx - 0.5,
      colour,
    );
    // How far each lid has come over the ball here, by where its rim was in the picture.
    const tx = sx - eye.centreXPx;
    const ty = sy - eye.centreYPx;
    const t = (tx * eye.alongX + ty * eye.alongY) / eye.halfWidthPx;
    const restUp = tx * eye.alongY - ty * eye.alongX;
    const lidDown = smoothstep(0, full, readCurve(eye.upper, t) - restUp - below);
    const lidUp = smoothstep(0, full, restUp - readCurve(eye.lower, t) - above);
    // Where the lids meet, two rims on top of each other would be a thorn.
    const dark = (1 - texture.rimTone) * clamp(1 - (along / half) ** 4, 0, 1);
    const shade =
      (1 - lidDown * LID_SHADOW_SHARE * Math.exp(-Math.max(0, below) / (LID_SHADOW_IOD * iod))) *
      (1 - lidDown * dark * Math.exp(-((Math.max(0, below) / rim) ** 2))) *
      (1 - lidUp * dark * Math.exp(-((Math.max(0, above) / rim) ** 2)));
    const i = 4 * (y * out.widthPx + x);
    for (let k = 0; k < 3; k++) {
      const value = colour[k] * shade;
      out.frame[i + k] = Math.round(out.frame[i + k] + (value - out.frame[i + k]) * alpha);
    }
  });
}

/** Affine map from frame px to where the ball was in the picture: a, b, c, d, e, f. */
function ballMotion(rig: Rig, state: FaceState, eye: EyeLine): Float64Array {
  const depth = readField(rig.grid, rig.depthPx, eye.centreXPx, eye.centreYPx);
  const reach = eye.halfWidthPx;
  const moved = new Float64Array(2);
  const at = (x: number, y: number): [number, number] => {
    moveSkullPoint(rig, state, eye.centreXPx + x, eye.centreYPx + y, depth, moved);
    return [moved[0], moved[1]];
  };
  const [ox, oy] = at(0, 0);
  const [px, py] = at(reach, 0);
  const [qx, qy] = at(0, reach);
  const a = (px - ox) / reach;
  const d = (py - oy) / reach;
  const b = (qx - ox) / reach;
  const e = (qy - oy) / reach;
  const det = a * e - b * d;
  const inverse = [e / det, -b / det, -d / det, a / det] as const;
  return Float64Array.of(
    inverse[0],
    inverse[1],
    eye.centreXPx - inverse[0] * ox - inverse[1] * oy,
    inverse[2],
    inverse[3],
    eye.centreYPx - inverse[2] * ox - inverse[3] * oy,
  );
}

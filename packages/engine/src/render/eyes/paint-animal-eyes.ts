import type { FaceState } from '../../expression/face-state.ts';
import { onAxes } from '../../math/axes.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { type ActionUnit, strengthIndex } from '../../rig/action-units.ts';
import { ballShare } from '../../rig/animal/animal-ball-fill.ts';
import type { AnimalEyeball } from '../../rig/animal/animal-eyeball.ts';
import { type AnimalEye, eyeDistance } from '../../rig/animal/animal-eyes.ts';
import { beforePupil, openPupil, pupilShare } from '../../rig/animal/animal-pupil.ts';
import { eyePlace } from '../../rig/eyes/eye-shape.ts';
import { readField } from '../../rig/plate-grid.ts';
import type { Rig } from '../../rig/rig.ts';
import { moveSkullPoint } from '../displacement-field.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachInOpening, rimAt, type Slit } from '../slit.ts';
import { GlintPainter, glintDown } from './shift-glint.ts';

/** Units that move an animal's lids. */
const LID_UNITS: readonly ActionUnit[] = ['AU1', 'AU4', 'AU5', 'AU6', 'AU7', 'AU43'];
/** Lids hand the eye over from the picture to the painted ball within this strength. */
const HANDOVER = 0.06;
/** Breadth of the dark bare rim of an animal's lid, IOD. */
const RIM_IOD = 0.034;
/** A lid that came down by this much has its whole rim, IOD. */
const RIM_FULL_IOD = 0.035;
/** A lid throws a shadow on the ball, this far and this deep. */
const LID_SHADOW_IOD = 0.09;
const LID_SHADOW_SHARE = 0.5;
/** The wet edge of a lower lid: how far in and how broad, parts of the rim; its tone and strength. */
const WET_AT = 0.95;
const WET_SIGMA = 0.27;
const WET_TONE = [122, 98, 86] as const;
const WET_SHARE = 0.46;
/** A narrow opening has a thinner one: no more than this part of the gap. */
const WET_OF_GAP = 0.16;
/** From this opening on, a widened pupil is drawn over the iris and no longer the picture's. */
const DILATED = 0.12;
/** A reflection stays this far below the lid, in its own half heights, and gives way by this at most. */
const GLINT_CLEAR = 2.2;
const GLINT_MOST_IOD = 0.12;

/**
 * Paints an animal's eye between its moved lids: the ball as the picture shows it, carried by the
 * head, its pupil narrowed or widened, with the reflections on top, under lids with dark rims.
 */
export function paintAnimalEye(
  rig: Rig,
  state: FaceState,
  index: number,
  slit: Slit,
  out: Kernels,
): void {
  const eye = rig.animalEyes[index];
  const ball = rig.animalEyeballs[index];
  const { line } = eye;
  let lids = Math.abs(state.pupils);
  for (const unit of LID_UNITS) lids += Math.abs(state.strengths[strengthIndex(unit, line.side)]);
  const handover = smoothstep(0, HANDOVER, lids);
  if (handover === 0 || slit.gapPx <= 0) return;
  const iod = rig.pose.iodPx;
  const toBall = ballMotion(rig, state, eye);
  const { areaPx, rgb } = ball;
  const glints = new GlintPainter(ball);
  const { widthPx, heightPx } = areaPx;
  const half = (slit.endPx - slit.startPx) / 2;
  const soft = Math.max(1, 0.012 * iod);
  const rim = Math.max(0.9, RIM_IOD * iod);
  const full = RIM_FULL_IOD * iod;
  const shadow = LID_SHADOW_IOD * iod;
  const pupilTo = ball.pupil && openPupil(ball.pupil, ball, state.pupils, ball.slits);
  const dilates = smoothstep(0, DILATED, state.pupils);
  const [gazeX, gazeY] = gazePx(rig, state);
  const shift = glintShift(eye, ball, slit, toBall, iod);
  const thick = Math.min(rim, WET_OF_GAP * slit.gapPx);
  const wetTone = WET_TONE.map((v) => v * clamp(rig.tone.highlightLuma / 220, 0.5, 1.1));
  const colour = new Float64Array(3);
  const at = new Float64Array(2);
  forEachInOpening(slit, soft, 0.06, out, (pixel) => {
    if (pixel.alpha * handover < 0.004) return;
    const { xPx: x, yPx: y, alongPx: along, belowPx: below, abovePx: above } = pixel;
    const bx = toBall[0] * (x + 0.5) + toBall[1] * (y + 0.5) + toBall[2];
    const by = toBall[3] * (x + 0.5) + toBall[4] * (y + 0.5) + toBall[5];
    // How far each lid has come over the ball here, by where its rim was in the picture.
    const tx = bx - line.centreXPx;
    const ty = by - line.centreYPx;
    const t = (tx * line.alongX + ty * line.alongY) / line.halfWidthPx;
    const restUp = tx * line.alongY - ty * line.alongX;
    const top = readCurve(line.upper, t);
    const low = readCurve(line.lower, t);
    const lidDown = smoothstep(0, full, top - restUp - below);
    const lidUp = smoothstep(0, full, restUp - low - above);
    // A lid that did not come down takes the rim along that it has in the picture.
    const gap = below + above;
    const underTop = mix(ballShare(below, gap, iod), 1, lidDown);
    const overLow = mix(ballShare(above, gap, iod), 1, lidUp);
    const alpha = pixel.alpha * handover * underTop * overLow;
    if (alpha < 0.004) return;
    let sx = bx;
    let sy = by;
    const looks = 1 - smoothstep(0.45, 1, eyeDistance(eye, sx, sy));
    sx -= gazeX * looks;
    sy -= gazeY * looks;
    let dilated = 0;
    if (ball.pupil && pupilTo) {
      if (state.pupils < 0) {
        beforePupil(ball.pupil, pupilTo, ball.irisPx, sx, sy, at);
        sx = at[0];
        sy = at[1];
      } else dilated = dilates * pupilShare(ball.pupil, pupilTo, sx, sy);
    }
    sampleCubic(rgb, 3, widthPx, heightPx, sx - areaPx.xPx - 0.5, sy - areaPx.yPx - 0.5, colour);
    for (let k = 0; k < 3; k++) colour[k] += dilated * (ball.pupilTone[k] - colour[k]);
    glints.paint(bx - shift[0], by - shift[1], colour);
    // Where the lids meet, two rims on top of each other would be a thorn.
    const dark = (1 - ball.rimTone) * clamp(1 - (along / half) ** 4, 0, 1);
    let shade = 1;
    if (lidDown > 0) {
      shade *= 1 - lidDown * LID_SHADOW_SHARE * Math.exp(-Math.max(0, below) / shadow);
      if (below < 3 * rim)
        shade *= 1 - lidDown * dark * Math.exp(-((Math.max(0, below) / rim) ** 2));
    }
    if (lidUp > 0 && above < 3 * rim) {
      shade *= 1 - lidUp * dark * Math.exp(-((Math.max(0, above) / rim) ** 2));
    }
    // A lid that came up has an edge as thick as it is, and wet: it catches light above its dark rim.
    const wet = lidUp * dark * WET_SHARE * gaussian(above - WET_AT * thick, WET_SIGMA * thick);
    const i = 4 * (y * out.widthPx + x);
    for (let k = 0; k < 3; k++) {
      const value = clamp(mix(colour[k] * shade, wetTone[k], wet), 0, 255);
      out.frame[i + k] = Math.round(out.frame[i + k] + (value - out.frame[i + k]) * alpha);
    }
  });
}

/** How far the eyes look aside in the picture, px: along the head's own axes, of which the tilt is known. */
export function gazePx(
  { pose }: Pick<Rig, 'pose'>,
  { gazeX, gazeY }: FaceState,
): [x: number, y: number] {
  const cos = pose.iodPx * Math.cos(pose.rollRadians);
  const sin = pose.iodPx * Math.sin(pose.rollRadians);
  return [gazeX * cos + gazeY * sin, gazeX * sin - gazeY * cos];
}

/** How far the reflections move on the ball so that the lid does not put them out, plate px. */
function glintShift(
  eye: AnimalEye,
  ball: AnimalEyeball,
  slit: Slit,
  toBall: Float64Array,
  iodPx: number,
): readonly [number, number] {
  if (!ball.glintPlace) return [0, 0];
  const { xPx, yPx, halfPx } = ball.glintPlace;
  const [a, b, c, d, e, f] = toBall;
  const det = a * e - b * d;
  const dx = xPx - c;
  const dy = yPx - f;
  const x = (e * dx - b * dy) / det;
  const y = (a * dy - d * dx) / det;
  const most = Math.min(GLINT_MOST_IOD * iodPx, eye.halfHeightPx);
  const down = Math.min(
    most,
    lidCame(eye, slit, [xPx, yPx], [x, y]),
    glintDown(slit, x, y, GLINT_CLEAR * halfPx),
  );
  return [-down * eye.line.alongY, down * eye.line.alongX];
}

/** How much nearer the upper lid came to a place of the ball than it is in the picture, px. */
function lidCame(
  { line }: AnimalEye,
  slit: Slit,
  inPicture: readonly [number, number],
  now: readonly [number, number],
): number {
  const [t, restUp] = eyePlace(line, ...inPicture);
  const [along, up] = onAxes(slit, ...now);
  return Math.max(0, readCurve(line.upper, t) - restUp - (rimAt(slit, slit.top, along) - up));
}

/** Affine map from frame px to where the ball was in the picture: a, b, c, d, e, f. */
function ballMotion(rig: Rig, state: FaceState, eye: AnimalEye): Float64Array {
  const { line, middleXPx, middleYPx } = eye;
  const depth = readField(rig.grid, rig.depthPx, line.centreXPx, line.centreYPx);
  const reach = line.halfWidthPx;
  const moved = new Float64Array(2);
  const at = (x: number, y: number): [number, number] => {
    moveSkullPoint(rig, state, middleXPx + x, middleYPx + y, depth, moved);
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
    middleXPx - inverse[0] * ox - inverse[1] * oy,
    inverse[2],
    inverse[3],
    middleYPx - inverse[2] * ox - inverse[3] * oy,
  );
}

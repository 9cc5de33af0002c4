import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import type { RectPx } from '../../math/points.ts';
import { closedSeamAt, closedSeamWeight } from '../../rig/mouth/closed-seam.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachBetweenEnds, type Slit, type SlitPixel } from '../slit.ts';
import { SEAM_ONLY_IOD } from './shade-teeth.ts';

/** Half breadth of the dark line between lips that press or have just met, IOD. */
const SEAM_SIGMA_IOD = 0.011;
const MOST_SEAM_SIGMA_IOD = 0.02;
/** … and at most where lips shut that were apart: nothing else tells how soft their line is. */
const MOST_CLOSED_SIGMA_IOD = 0.04;
/** … and in a soft picture, of the breadth of its lips' edges. */
const SEAM_OF_EDGE = 0.4;
/** Farther from it than this, in its half breadths, nothing of the line is seen. */
const SEAM_REACH = 3.6;
/** Light that the seam of lips lacks which were apart, and the gaps from which on and at which all of it does, IOD. */
const CLOSED_SEAM = 0.38;
const SEAM_CLOSES_IOD = [SEAM_ONLY_IOD, 0.008] as const;
/** Lips that overlap by this hide the seam that they had, IOD; what of it is drawn again, and at most. */
const SEAM_HIDDEN_IOD = 0.02;
const SEAM_AGAIN = 0.9;
const MOST_SEAM = 0.45;
/**
 * Lips round into the mouth: the light they lose at their inner rim, and over which breadth, IOD, least
 * and most. Much of it, or all over a lip in a soft picture, and the upper lip is gone.
 */
const INNER_LIP_SHADE = 0.18;
/** … and between a lip and teeth that the picture shows without a line between them. */
const OWN_LIP_SHADE = 0.2;
const INNER_LIP_IOD = [0.03, 0.035] as const;

/**
 * Darkens the seam of lips that press or close, and the inner rims of lips that part.
 * @param rect pixels of the frame that the mouth's rims and what lies around them are in
 */
export function shadeRims(
  rig: Rig,
  state: FaceState,
  slit: Slit,
  rect: RectPx,
  out: Kernels,
): void {
  const iod = rig.pose.iodPx;
  const finest = Math.max(0.7, SEAM_SIGMA_IOD * iod);
  // No crisper than the picture's lips are, and what is broader is fainter.
  const most = rig.seamShade ? MOST_SEAM_SIGMA_IOD : MOST_CLOSED_SIGMA_IOD;
  const softest = Math.min(most * iod, SEAM_OF_EDGE * rig.surface.lipEdgePx);
  const sigma = Math.max(finest, softest);
  const closed =
    CLOSED_SEAM *
    state.shutMouth01 *
    Math.sqrt(finest / sigma) *
    closedSeamWeight(rig.surface.lipEdgePx / iod);
  const breadth = clamp(rig.surface.lipEdgePx, INNER_LIP_IOD[0] * iod, INNER_LIP_IOD[1] * iod);
  const halfPx = (slit.endPx - slit.startPx) / 2;
  const opened = Math.max(0, slit.gapPx - rig.mouth.gapPx) / iod;
  const warm = 0.3 * Math.min(1, rig.tone.chroma / 40);
  // What rounds lips off in a drawing is the line around their opening.
  const lipShade = rig.ownTeeth.share01 > 0 ? OWN_LIP_SHADE : INNER_LIP_SHADE;
  const rounding = rig.style === 'drawing' ? 0 : lipShade * smoothstep(0.01, 0.12, opened);
  const now: RimsNow = { rig, iod, sigma, closed, breadth, halfPx, warm, rounding };
  forEachBetweenEnds(slit, rect, (pixel) => shadePixel(now, pixel, out));
}

/** What the pixels of a frame's rims are shaded by; lengths are px. */
interface RimsNow {
  readonly rig: Rig;
  readonly iod: number;
  readonly sigma: number;
  readonly closed: number;
  readonly breadth: number;
  readonly halfPx: number;
  readonly warm: number;
  readonly rounding: number;
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function shadePixel(now: RimsNow, pixel: SlitPixel, out: Kernels): void {
  const { rig, iod, halfPx, warm, rounding } = now;
  const { xPx: x, yPx: y, alongPx: along, upPx: up, topPx: top, bottomPx: bottom } = pixel;
  const gap = top - bottom;
  const t = Math.abs(along) / halfPx;
  const ends = 1 - t ** 3;
  let keep = 1;
  const offSeam = up - (top + bottom) / 2;
  if (gap < SEAM_ONLY_IOD * iod && Math.abs(offSeam) < SEAM_REACH * now.sigma) {
    // A seam that the picture shows already is in its own pixels; overlap hides it, and it
    // comes back as dark as it was along the mouth.
    const depth = rig.seamShade
      ? ends *
        smoothstep(0, SEAM_HIDDEN_IOD, -gap / iod) *
        Math.min(MOST_SEAM, SEAM_AGAIN * readCurve(rig.seamShade, along / halfPx))
      : closedSeamAt(t) * now.closed * smoothstep(...SEAM_CLOSES_IOD, gap / iod);
    keep -= depth * gaussian(offSeam, now.sigma);
  }
  if (rounding > 0 && gap > 0) {
    const away = Math.max(up - top, bottom - up);
    const fade = smoothstep(0, 0.08, gap / iod) * ends * smoothstep(-1, 0, away);
    // Light from above leaves the upper lip's underside darker than the lower lip's rim.
    const side = mix(0.55, 1, smoothstep(bottom, top, up));
    keep -= rounding * side * fade * Math.exp(-((Math.max(0, away) / now.breadth) ** 1.5));
  }
  if (keep > 0.999) return;
  const i = 4 * (y * out.widthPx + x);
  // Shade between lips is red: the light in it has gone through them.
  out.frame[i] = Math.round(out.frame[i] * keep ** (1 - warm));
  out.frame[i + 1] = Math.round(out.frame[i + 1] * keep);
  out.frame[i + 2] = Math.round(out.frame[i + 2] * keep);
}

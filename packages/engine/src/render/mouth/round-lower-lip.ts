import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { gaussian, mix, smoothstep } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import { wholeOf } from '../../math/points.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachBetweenEnds, heightsOf, type Slit, type SlitPixel, slitRect } from '../slit.ts';

/** Strengths of AU26 and gaps, IOD, over which lips around an opening come to be a ring. */
const RING = [0.1, 0.5] as const;
const RING_GAP_IOD = [0.04, 0.14] as const;
/** A lip that is thinner, IOD, is rounded as if it had this: it grows as it purses. */
const LEAST_BREADTH_IOD = 0.075;
/** Light on a lower lip that rolls out, ln; where on it and how broad, parts of its breadth. */
const LIT = 0.18;
const LIT_AT = 0.42;
const LIT_BREADTH = 0.3;
/** Part of that light that a wet lip throws back as it comes, in no colour of its own: all in the lip's red, warm ones were orange. */
const GLOSS = 0.6;
/** Of the way to the face's highlights that is left there, 1 / this takes all of that light: what is lit already stays. */
const ROOM = 2.5;
/** Shade that it casts below itself, ln, and its half breadth, IOD. */
const BELOW = 0.24;
const BELOW_IOD = 0.05;
/** From this part of the lip's breadth on there is shade, and beyond this no light. */
const BELOW_FROM = 0.7;
const LIT_ENDS = LIT_AT + 3 * LIT_BREADTH;
/** Less is not seen, ln. */
const LEAST_GAIN = 0.002;

/** The lower lip of one mouth at one moment; lengths are px. */
interface LipNow {
  readonly tint: Rig['shadowTint'];
  readonly ring: number;
  readonly lower: number;
  readonly below: number;
  readonly half: number;
  readonly highlightLuma: number;
}

/**
 * Rounds the lower lip of a dropped jaw: it rolls out into the light and casts a shade below itself. Merely moved, it is as flat as
 * the shut picture's, and the opening is a hole in it. The upper lip has its shade from shadeRims: with more of it, it is gone.
 * Drawings stay as they are.
 */
export function roundLowerLip(rig: Rig, state: FaceState, slit: Slit, out: Kernels): void {
  const { mouth, tone, pose } = rig;
  const iod = pose.iodPx;
  const ring =
    smoothstep(...RING, meanStrength(state.strengths, 'AU26')) *
    smoothstep(...RING_GAP_IOD, slit.gapPx / iod);
  if (rig.style === 'drawing' || ring === 0) return;
  const least = LEAST_BREADTH_IOD * iod;
  const lower = Math.max(least, readCurve(mouth.lower, 0) - readCurve(mouth.lowerOuter, 0));
  const below = BELOW_IOD * iod;
  const [low, high] = heightsOf(slit, lower + 3.5 * below, 0);
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, wholeOf(out));
  const half = (slit.endPx - slit.startPx) / 2;
  const { highlightLuma } = tone;
  const now: LipNow = { tint: rig.shadowTint, ring, lower, below, half, highlightLuma };
  forEachBetweenEnds(slit, rect, (pixel) => roundPixel(now, pixel, out));
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function roundPixel(now: LipNow, pixel: SlitPixel, out: Kernels): void {
  const { xPx: x, yPx: y, alongPx, upPx: up, topPx: top, bottomPx: bottom } = pixel;
  if (top <= bottom) return;
  const away = bottom - up;
  if (away < -1) return;
  const { frame, widthPx } = out;
  const i = 4 * (y * widthPx + x);
  const side = alongPx / now.half;
  const breadth = away / now.lower;
  const luma = luma709(frame[i], frame[i + 1], frame[i + 2]);
  let light = 0;
  if (breadth < LIT_ENDS) light += litAt(now, side, breadth, luma);
  if (breadth > BELOW_FROM) light -= shadeAt(now, side, away, breadth);
  const gain = now.ring * smoothstep(-1, 0, away) * light;
  if (Math.abs(gain) < LEAST_GAIN) return;
  if (gain < 0) {
    for (let k = 0; k < 3; k++) frame[i + k] = Math.round(frame[i + k] * grown(gain * now.tint[k]));
    return;
  }
  const lit = grown(gain);
  const times = mix(lit, 1, GLOSS);
  const grey = GLOSS * (lit - 1) * luma;
  for (let k = 0; k < 3; k++) {
    frame[i + k] = Math.min(255, Math.round(frame[i + k] * times + grey));
  }
}

/** e to a small power, in half the time. */
function grown(ln: number): number {
  return 1 + ln * (1 + ln * (0.5 + ln / 6));
}

/** Light on the lower lip, ln, at a part of its breadth; `side` is -1..1 from corner to corner. */
function litAt({ highlightLuma }: LipNow, side: number, breadth: number, luma: number): number {
  const room = Math.min(1, ROOM * Math.max(0, 1 - luma / highlightLuma));
  const middle = 1 - side * side;
  return LIT * room * gaussian(breadth - LIT_AT, LIT_BREADTH) * middle * Math.sqrt(middle);
}

/** Shade below it, ln, `away` px from its rim. */
function shadeAt({ lower, below }: LipNow, side: number, away: number, breadth: number): number {
  const under = gaussian(away - lower - below / 2, below) * smoothstep(BELOW_FROM, 1.1, breadth);
  return BELOW * under * (1 - side * side);
}

import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import { wholeOf } from '../../math/points.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf } from '../../rig/skin/face-tone.ts';
import { type LipRedness, lipRedness, redness } from '../../rig/skin/lip-redness.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachBetweenEnds, heightsOf, type Slit, type SlitPixel, slitRect } from '../slit.ts';

/** Strengths of AU26 over which a mouth becomes a ring. */
const RING = [0.1, 0.5] as const;
/** Breadth of a ring's lips: IOD, at least in the middle; and at the sides, parts of that. */
const LEAST_BREADTH_IOD = 0.075;
const BREADTH_AT_SIDES = 0.75;
/** The upper lip is in shade: of what it lacks it gets this, or it would be dark. */
const UPPER_SHARE = 0.7;
/** Lips are as red as that around gaps from the second on, IOD; not at all around the first. */
const GAP_IOD = [0.02, 0.08] as const;
/** Luma against the skin's of what is hair, and of what may be lip. */
const HAIR_LUMA = [0.4, 0.65] as const;

/**
 * Gives the lips of a dropped jaw their red all around: where the picture's are as pale as skin, or
 * red in their middle only, a dark opening in bare skin is a hole. What is as red already stays.
 */
export function reddenRims(rig: Rig, state: FaceState, slit: Slit, out: Kernels): void {
  const { mouth, tone, pose, surface } = rig;
  const ring = smoothstep(...RING, meanStrength(state.strengths, 'AU26'));
  if (rig.style === 'drawing' || ring === 0) return;
  const lips = lipRedness(tone);
  if (lips.wanted < 0.02) return;
  const iod = pose.iodPx;
  const least = LEAST_BREADTH_IOD * iod;
  const upper = Math.max(least, readCurve(mouth.upperOuter, 0) - readCurve(mouth.upper, 0));
  const lower = Math.max(least, readCurve(mouth.lower, 0) - readCurve(mouth.lowerOuter, 0));
  const soft = Math.max(2, surface.lipEdgePx);
  const [low, high] = heightsOf(slit, lower + soft, upper + soft);
  const bounds = wholeOf(out);
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, bounds);
  const now: RednessNow = {
    ...lips,
    ring,
    upper,
    lower,
    soft,
    iod,
    halfPx: (slit.endPx - slit.startPx) / 2,
    skinLuma: Math.max(1, lumaOf(tone.mouthSkin)),
  };
  forEachBetweenEnds(slit, rect, (pixel) => reddenPixel(now, pixel, out));
}

/** What the pixels of a frame's rims are reddened by; lengths are px. */
interface RednessNow extends LipRedness {
  readonly ring: number;
  /** Breadths of the lips. */
  readonly upper: number;
  readonly lower: number;
  readonly soft: number;
  readonly iod: number;
  readonly halfPx: number;
  readonly skinLuma: number;
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function reddenPixel(now: RednessNow, pixel: SlitPixel, out: Kernels): void {
  const { wanted, soft } = now;
  const { xPx: x, yPx: y, alongPx: along, upPx: up, topPx: top, bottomPx: bottom } = pixel;
  const gap = top - bottom;
  if (gap <= 0) return;
  const above = up > (top + bottom) / 2;
  const away = above ? up - top : bottom - up;
  const s2 = (along / now.halfPx) ** 2;
  const breadth = (above ? now.upper : now.lower) * mix(1, BREADTH_AT_SIDES, s2);
  const inBand = smoothstep(-1, 0, away) * (1 - smoothstep(breadth - soft, breadth + soft, away));
  if (inBand === 0) return;
  const most = now.ring * (above ? UPPER_SHARE : 1) * smoothstep(...GAP_IOD, gap / now.iod);
  const i = 4 * (y * out.widthPx + x);
  const r = out.frame[i];
  const g = out.frame[i + 1];
  const b = out.frame[i + 2];
  const lack = clamp(wanted - (redness(r, g) - now.skin), 0, wanted);
  const bare = smoothstep(...HAIR_LUMA, luma709(r, g, b) / now.skinLuma);
  const share = most * inBand * bare * (1 - s2 ** 3);
  if (share * lack < 0.002) return;
  const { reddening } = now;
  out.frame[i] = Math.round(r * Math.exp(reddening[0] * (share * lack)));
  out.frame[i + 1] = Math.round(g * Math.exp(reddening[1] * (share * lack)));
  out.frame[i + 2] = Math.round(b * Math.exp(reddening[2] * (share * lack)));
}

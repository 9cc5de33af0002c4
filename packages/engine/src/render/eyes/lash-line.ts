import { gaussian, mix, smoothstep } from '../../math/easing.ts';
import type { MovedEye } from './moved-eye.ts';

/** Half breadth of the lash line of shut lids, IOD and at least in px, and the share of the light it takes. */
const SIGMA_IOD = 0.02;
const LEAST_SIGMA_PX = 0.8;
const SHADE = 0.55;
/**
 * Lashes are a soft edge, no stroke. Where a lid has skin their line is thinner at the nose and thicker
 * towards the temple: shares of its breadth, and of the light it takes …
 */
const BREADTHS = [0.7, 1.15] as const;
const DEPTHS = [0.6, 1.12] as const;
/** … it frays out below the seam, in breadths above it … */
const FRAYS = 1.45;
/** … and is warm: of the skin's hue by this share, also what shone through beside it, in breadths. */
const WARM = 0.75;
const WARM_REACH = 1.8;
/** Lashes stand in tufts so far apart, IOD, and lean to the temple; what the line is uneven by with each. */
const TUFTS_IOD = [0.05, 0.03] as const;
const TUFTED = [0.18, 0.15] as const;
const TUFTS_LEAN = 0.6;
/** They are no even comb: they drift by so much of their distance, over this long, IOD. */
const TUFTS_DRIFT = 0.3;
const DRIFT_IOD = 0.16;
/** Distances of tufts, breadths of the picture's edges, that it shows not at all, and fully. */
const TUFTS_SHOWN = [0.4, 1.5] as const;

/** Nothing of the line is seen further from the seam than this, half breadths. */
const FAR = 8;

/** Half breadth of the lash line, px. */
export function lashSigmaPx(iodPx: number): number {
  return Math.max(LEAST_SIGMA_PX, SIGMA_IOD * iodPx);
}

/** The line of lashes over the seam of one eye. */
export interface LashLine extends Pick<MovedEye, 'rig' | 'eye'> {
  /** 0..1: how far its lid has skin, and so no stroke. */
  readonly soft: number;
  /** Half breadth of a stroke, and half of the eye's length now, px. */
  readonly sigma: number;
  readonly half: number;
}

/** Rewritten for each pixel. */
const lashes: [taken: number, warm: number] = [0, 0];

/** What lashes take of the light at a place along and above the seam, px, and how far they are warm, 0..1. */
export function lashesAt(
  { rig, eye, soft, sigma, half }: LashLine,
  alongPx: number,
  abovePx: number,
): typeof lashes {
  lashes[0] = 0;
  lashes[1] = 0;
  // Most of the lid is far from its lashes.
  if (Math.abs(abovePx) > FAR * sigma) return lashes;
  if (soft === 0) {
    lashes[0] = SHADE * gaussian(abovePx, sigma);
    return lashes;
  }
  const outwards = eye.side === 'right' ? -alongPx : alongPx;
  const heavy = smoothstep(-1, 0.8, outwards / half);
  const below = Math.max(0, -abovePx);
  const uneven = 1 + heavy * tufts(outwards - TUFTS_LEAN * heavy * below, rig);
  const frays = below > 0 ? FRAYS : 1;
  const breadth = mix(1, frays * mix(BREADTHS[0], BREADTHS[1], heavy), soft) * sigma;
  const depth = mix(1, uneven * mix(DEPTHS[0], DEPTHS[1], heavy), soft);
  lashes[0] = SHADE * depth * gaussian(abovePx, breadth);
  lashes[1] = WARM * soft * gaussian(abovePx, WARM_REACH * breadth);
  return lashes;
}

/** What lashes take more or less of the light than they do on average, so far out along the eye, px. */
function tufts(outwardsPx: number, { pose, surface }: MovedEye['rig']): number {
  const drift = TUFTS_DRIFT * Math.sin((2 * Math.PI * outwardsPx) / (DRIFT_IOD * pose.iodPx));
  let sum = 0;
  for (let i = 0; i < TUFTS_IOD.length; i++) {
    const apartPx = TUFTS_IOD[i] * pose.iodPx;
    const shown = smoothstep(TUFTS_SHOWN[0], TUFTS_SHOWN[1], apartPx / surface.edgePx);
    if (shown === 0) continue;
    sum += TUFTED[i] * shown * Math.sin(2 * Math.PI * (outwardsPx / apartPx + drift));
  }
  return sum;
}

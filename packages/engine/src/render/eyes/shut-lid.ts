import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import { wholeOf } from '../../math/points.ts';
import { textureBetween } from '../../rig/style/surface.ts';
import { lidsShut01 } from '../apply-plate-changes.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachBetweenEnds, heightsOf, rimAt, type SlitPixel, slitRect } from '../slit.ts';
import { type LashLine, lashesAt, lashSigmaPx } from './lash-line.ts';
import type { MovedEye } from './moved-eye.ts';

/** Grain begins this far above the rim, IOD, where lashes end, and ends this high, heights of the lid … */
const GRAIN_FROM_IOD = [0.01, 0.035] as const;
const GRAIN_TO = [1, 2] as const;
/** … and towards the corners, half lengths of the eye. */
const GRAIN_ENDS = [0.85, 1] as const;
/** Shares of it that change no level are skipped. */
const LEAST_GRAINED = 0.02;
const MOST_GRAIN = 0.3;

/**
 * Gives the skin of a lid that has come down the grain of the face, which would be streaks if it were
 * drawn out with it: see shutLids.
 */
export function grainLid({ rig, state, eye, texture, slit }: MovedEye, out: Kernels): void {
  const share = rig.shutLids ? texture.lidSkin01 * lidsShut01(state) : 0;
  if (share === 0) return;
  const iod = rig.pose.iodPx;
  const high = GRAIN_TO[1] * (eye.gapPx + rig.lidCreaseIod * iod);
  const rect = slitRect(slit, slit.startPx, slit.endPx, ...heightsOf(slit, 0, high), wholeOf(out));
  const lid = { rig, eye, share, halfPx: slit.endPx };
  forEachBetweenEnds(slit, rect, (pixel) => grainPixel(lid, pixel, out));
}

interface GrainedLid extends Pick<MovedEye, 'rig' | 'eye'> {
  readonly share: number;
  /** Half of the eye's length now. */
  readonly halfPx: number;
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function grainPixel(
  { rig, eye, share, halfPx }: GrainedLid,
  { xPx, yPx, alongPx, upPx, topPx, bottomPx }: SlitPixel,
  out: Kernels,
): void {
  const iod = rig.pose.iodPx;
  const t = alongPx / halfPx;
  const above = upPx - Math.max(topPx, (topPx + bottomPx) / 2);
  const from = smoothstep(GRAIN_FROM_IOD[0] * iod, GRAIN_FROM_IOD[1] * iod, above);
  if (from === 0) return;
  const gap = readCurve(eye.upper, t) - readCurve(eye.lower, t);
  const came = Math.max(0, gap - Math.max(0, topPx - bottomPx));
  const v = above / (came + rig.lidCreaseIod * iod);
  const ends = 1 - smoothstep(...GRAIN_ENDS, Math.abs(t));
  const here = share * from * ends * (1 - smoothstep(...GRAIN_TO, v));
  if (here < LEAST_GRAINED) return;
  const texture = textureBetween(rig.surface, alongPx, above);
  const gain = 1 + here * clamp(texture, -MOST_GRAIN, MOST_GRAIN);
  const i = 4 * (yPx * out.widthPx + xPx);
  for (let k = 0; k < 3; k++) out.frame[i + k] = Math.min(255, Math.round(gain * out.frame[i + k]));
}

/** Openings, share of the picture's, at which lids count as shut altogether, and from which not at all. */
const SHUTS = [0.05, 0.4] as const;
/** What is brighter than a shut lid's light is dimmed to no less than this share. */
const LEAST_SHINE = 0.6;
/** Light of a shut lid from its middle to its edges, and where that middle lies and how broad it is, openings above the seam. */
const LID_ROUND = 0.16;
const ROUND_AT = 0.4;
const ROUND_SIGMA = 0.35;
/** Skin that is lighter than the lashes by this share is shaded in full. */
const DARKER_BY = 0.6;

/**
 * Where lids meet, lashes lie over the seam: it is dark, whatever rim of the ball it hides. The lid
 * itself takes the light of a lid that is shut.
 */
export function shadeShutLid({ rig, eye, texture, slit, restGapPx }: MovedEye, out: Kernels): void {
  const { lashLuma, shutLidLight, shutLidLuma, shutLidHue, shutLidTinted01 } = texture;
  const shut = 1 - smoothstep(...SHUTS, slit.gapPx / Math.max(1, restGapPx));
  if (shut === 0) return;
  const painted = 1 - (rig.shutLids ? texture.lidSkin01 : 0);
  const sigma = lashSigmaPx(rig.pose.iodPx);
  const half = (slit.endPx - slit.startPx) / 2;
  const line: LashLine = { rig, eye, soft: 1 - painted, sigma, half };
  const bounds = wholeOf(out);
  const [low, high] = heightsOf(slit, 5 * sigma, Math.max(3 * sigma, 1.5 * restGapPx));
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, bounds);
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const dy = y + 0.5 - slit.centreYPx;
      const along = dx * slit.alongX + dy * slit.alongY;
      const up = dx * slit.alongY - dy * slit.alongX;
      const middle = (rimAt(slit, slit.top, along) + rimAt(slit, slit.bottom, along)) / 2;
      const ends = Math.max(0, 1 - (along / half) ** 4);
      const lashes = lashesAt(line, along, up - middle);
      const onBall = smoothstep(-sigma, 0, up - middle);
      const lid = smoothstep(restGapPx, 0.4 * restGapPx, up - middle) * onBall;
      const hued = painted * smoothstep(1.5 * restGapPx, 0.8 * restGapPx, up - middle) * onBall;
      const keep = 1 - shut * ends * lashes[0];
      const warm = shut * ends * lashes[1];
      const lit = painted * shut * ends * lid;
      if (keep > 0.998 && hued < 0.01 && warm < 0.02) continue;
      const i = 4 * (y * out.widthPx + x);
      const own = luma709(out.frame[i], out.frame[i + 1], out.frame[i + 2]);
      // What shone on the edge of a lid in shade is drawn out over the ball: it shines less there.
      const room = shutLidLuma / Math.max(1, own);
      const most = room < 1 ? Math.max(LEAST_SHINE, room) ** shutLidTinted01 : room;
      // A lid is round: its middle faces the light, its crease and its corners turn away.
      const round =
        (1 - (along / half) ** 2) * gaussian((up - middle) / restGapPx - ROUND_AT, ROUND_SIGMA);
      const ball = 1 + LID_ROUND * (round - 0.5) * lit;
      const light = (1 + lit * (Math.min(shutLidLight, most) - 1)) * ball;
      const luma = light * own;
      // Lashes that were moved onto the seam are dark enough.
      const darker = clamp(1 - lashLuma / Math.max(1, luma), 0, 1);
      const share = light * (1 - (1 - keep) * Math.min(1, darker / DARKER_BY));
      for (let k = 0; k < 3; k++) {
        const hue = mix(
          out.frame[i + k],
          shutLidHue[k] * own,
          Math.max(warm, shut * ends * hued * shutLidTinted01),
        );
        out.frame[i + k] = Math.min(255, Math.round(hue * share));
      }
    }
  }
}

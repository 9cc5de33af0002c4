import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { type Basis, type DeformationInput, SILENT_BASIS } from '../basis.ts';
import { type LayerDraft, takeBoxes, touchRow } from '../field-box.ts';
import type { NodePlaces } from '../node-places.ts';
import { bluntEnds, type MouthLine, mouthS, mouthT } from './mouth-line.ts';

/** Share of a gap that the upper lip closes; the lower lip and the jaw close the rest. */
const UPPER_SHARE = 0.35;
/**
 * … and at most, where it is drawn up off the teeth: shut, a mouth's middle is not higher above its corners than
 * this, IOD. A lower lip that went all the way up to it left an arch with hooked ends, a moustache.
 */
const MOST_UPPER_SHARE = 0.8;
const HIGHEST_IOD = 0.03;
/** A full one is arched by itself, and longer it would be swollen: thickness of its red, IOD, up to which and from which on. */
const THIN_IOD = [0.1, 0.135] as const;
/** Lips that were drawn thin by a smile get their height back: the upper rim's share of the gap. */
const PLUMP_UPPER = 0.12;

/** … and how much less than its rim the foot of the lower one comes up. */
const LOWER_PLUMPS = 0.2;

/** Strength 1 brings the lips of a mouth that is open in the picture together. */
export function shutMouthBasis(
  input: DeformationInput,
  places: NodePlaces,
  draft: LayerDraft,
): Basis {
  const { grid, pose, mouth, faceWeight } = input;
  if (mouth.gapPx === 0) return SILENT_BASIS;
  const wide = gapAround(mouth);
  const upperShare = upperShareOf(mouth, pose.iodPx);
  const count = grid.columns * grid.rows;
  const { upper, lower } = draft;
  for (let i = 0; i < count; i++) {
    const s = places.mouthS[i];
    const t = mouthT(mouth, s);
    const around = wide(t);
    if (faceWeight[i] === 0 || (Math.abs(s) >= 1 && around.gapPx === 0)) continue;
    const top = readCurve(mouth.upper, s);
    const low = readCurve(mouth.lower, s);
    const gap = Math.abs(s) >= 1 ? 0 : Math.max(0, top - low);
    const half = gap / 2 / pose.iodPx;
    const h = places.mouthH[i];
    const fromUpper = h - half;
    const fromLower = -h - half;
    const offRim = around.blunt01 * smoothstep(0, WIDE_FROM_IOD, Math.max(fromUpper, fromLower));
    const goes = mix(gap, around.gapPx, offRim);
    const du =
      -upperShare *
        (fromUpper > 0 ? goes : gap) *
        (fromUpper > 0 ? 1 - smoothstep(0, 0.14, fromUpper) : reachPast(-fromUpper, half)) +
      PLUMP_UPPER * gap * gaussian(fromUpper - 0.1, 0.05);
    const dl =
      (1 - upperShare) *
      (fromLower > 0 ? goes : gap) *
      (fromLower > 0
        ? (1 - LOWER_PLUMPS * smoothstep(0, 0.14, fromLower)) *
          (1 - smoothstep(0.14, 0.85, fromLower))
        : reachPast(-fromLower, half));
    const w = faceWeight[i];
    upper[2 * i] = w * du * mouth.alongY;
    upper[2 * i + 1] = -w * du * mouth.alongX;
    lower[2 * i] = w * dl * mouth.alongY;
    lower[2 * i + 1] = -w * dl * mouth.alongX;
    // Below the lower lip the layers are one again: the upper layer follows the lower lip's skin.
    const joined = smoothstep(half + 0.1, half + 0.42, -h);
    upper[2 * i] += joined * (lower[2 * i] - upper[2 * i]);
    upper[2 * i + 1] += joined * (lower[2 * i + 1] - upper[2 * i + 1]);
    touchRow(draft, Math.floor(i / grid.columns));
  }
  return takeBoxes(grid, draft);
}

/** Share of its gap that the upper lip of a mouth closes. */
function upperShareOf({ upper, lower, upperOuter }: MouthLine, iodPx: number): number {
  const corners = (readCurve(upper, -1) + readCurve(upper, 1)) / 2;
  const top = readCurve(upper, 0);
  const gap = Math.max(1, top - readCurve(lower, 0));
  const wanted = (top - corners - HIGHEST_IOD * iodPx) / gap;
  const thin01 = 1 - smoothstep(...THIN_IOD, (readCurve(upperOuter, 0) - top) / iodPx);
  return mix(UPPER_SHARE, clamp(wanted, UPPER_SHARE, MOST_UPPER_SHARE), thin01);
}

/** Breadth over which the gap is evened out, share of half the mouth, and how far that reaches. */
const WIDE_SIGMA = 0.2;
const WIDE_REACH = 2.5;
/** From the first distance to a rim on the skin goes with the evened gap, IOD. */
const WIDE_FROM_IOD = 0.08;
/**
 * On the far side of a turned head a grin ends in a blunt corner: its gap falls to nothing over a few
 * pixels, and lips that shut by it sheared skin and the end of the lower lip. Off the rims, where lips need not
 * meet, what goes is evened out along the mouth and beyond its corner.
 */
function gapAround(mouth: MouthLine): (t: number) => { gapPx: number; blunt01: number } {
  const gapAt = (t: number) => {
    const s = mouthS(mouth, t);
    return Math.abs(t) >= 1
      ? 0
      : Math.max(0, readCurve(mouth.upper, s) - readCurve(mouth.lower, s));
  };
  const blunt = bluntEnds(mouth);
  return (t) => {
    const blunt01 = blunt[t < 0 ? 0 : 1] * smoothstep(0.2, 0.5, Math.abs(t));
    if (blunt01 === 0 || Math.abs(t) > 1 + WIDE_REACH * WIDE_SIGMA) return { gapPx: 0, blunt01: 0 };
    let sum = 0;
    let weights = 0;
    for (let k = -8; k <= 8; k++) {
      const away = (k / 8) * WIDE_REACH;
      const weight = gaussian(away, 1);
      sum += weight * gapAt(t + away * WIDE_SIGMA);
      weights += weight;
    }
    return { gapPx: sum / weights, blunt01 };
  };
}

function reachPast(distance: number, half: number): number {
  return 1 - smoothstep(2 * half + 0.05, 2 * half + 0.3, distance);
}

import { readCurve } from '../../math/curve.ts';
import { gaussian, smoothstep } from '../../math/easing.ts';
import { type Basis, type DeformationInput, SILENT_BASIS } from '../basis.ts';
import { type LayerDraft, takeBoxes, touchRow } from '../field-box.ts';
import type { NodePlaces } from '../node-places.ts';

/** Share of a gap that the upper lip closes; the lower lip and the jaw close the rest. */
const UPPER_SHARE = 0.35;
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
  const count = grid.columns * grid.rows;
  const { upper, lower } = draft;
  for (let i = 0; i < count; i++) {
    const s = places.mouthS[i];
    if (faceWeight[i] === 0 || Math.abs(s) >= 1) continue;
    const top = readCurve(mouth.upper, s);
    const low = readCurve(mouth.lower, s);
    const gap = Math.max(0, top - low);
    const half = gap / 2 / pose.iodPx;
    const h = places.mouthH[i];
    const fromUpper = h - half;
    const fromLower = -h - half;
    const du =
      -UPPER_SHARE *
        gap *
        (fromUpper > 0 ? 1 - smoothstep(0, 0.14, fromUpper) : reachPast(-fromUpper, half)) +
      PLUMP_UPPER * gap * gaussian(fromUpper - 0.1, 0.05);
    const dl =
      (1 - UPPER_SHARE) *
      gap *
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

function reachPast(distance: number, half: number): number {
  return 1 - smoothstep(2 * half + 0.05, 2 * half + 0.3, distance);
}

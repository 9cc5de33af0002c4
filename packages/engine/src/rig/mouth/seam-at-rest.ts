import { curveOf, readCurve } from '../../math/curve.ts';
import { clamp, gaussian, smoothstep } from '../../math/easing.ts';
import { type FieldBox, type LayerDraft, takeBoxes, touchRow } from '../field-box.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import { type MouthLine, mouthPlace } from './mouth-line.ts';

export interface SeamAtRestInput {
  readonly grid: PlateGrid;
  readonly mouth: MouthLine;
  /** The mouth once its smile is taken back as far as strengths can. */
  readonly rest: MouthAtRest;
  readonly faceWeight: Float32Array;
  readonly iodPx: number;
  /** See seamTiltIod. */
  readonly tiltIod: number;
}

/** Middle of a seam at rest above its corners, IOD: least and most on a head seen straight on. */
const MIDDLE_IOD = [0.006, 0.018] as const;
/** How its height falls from the middle to the corners: an even arch is the mouth of a sad sign. */
const ARCH = 3.2;
/**
 * The upper lip's middle dips between its wings, IOD, median of 40 shut mouths in photos: how far, and over how
 * much of half the mouth.
 */
const DIP_IOD = 0.009;
const DIP_SIGMA = 0.2;
/** Half the stretch that counts as the middle, share of half the mouth. */
const MIDDLE = 0.15;
/** Of what a seam hangs through, the corners come down by this; the rest the lips go up. */
const CORNERS_SINK = 0.7;
/** Nothing is moved by more, IOD. */
const MOST_IOD = 0.1;
/** Length of the line beyond the corners, and of the seam's end that it goes on, share of half the mouth. */
const TAIL = 0.18;
/** Beyond the corners the skin goes along over this share of half the mouth. */
const BESIDE = 0.7;
/** … and above and below the lips, IOD. */
const ABOVE_SIGMA = 0.15;
const BELOW_SIGMA = 0.22;

/** Height of the line at t once it is laid, whose middle has this one, IOD. */
function wantedAt(middle: number, t: number): number {
  const wings = (middle + DIP_IOD) * (1 - Math.abs(t) ** ARCH);
  return wings - DIP_IOD * gaussian(t, DIP_SIGMA);
}

/**
 * A broad grin taken back keeps its line: the middle hangs through between the corners, or their ends
 * curl up, and shut lips smile on in anger and sorrow. What lays that line as mouths at rest have it,
 * for both layers, px; undefined where it lies so.
 */
export function straightenAtRest(
  { grid, mouth, rest, faceWeight, iodPx, tiltIod }: SeamAtRestInput,
  draft: LayerDraft,
): FieldBox | undefined {
  const seam = (t: number) => readCurve(rest.seam, t) / iodPx;
  const middle = (seam(-MIDDLE) + seam(0) + seam(MIDDLE)) / 3;
  const wanted = clamp(middle, MIDDLE_IOD[0] - tiltIod, MIDDLE_IOD[1]);
  const sinks = CORNERS_SINK * Math.max(0, wanted - middle);
  const lift = curveOf((t) => clamp(wantedAt(wanted, t) - seam(t) - sinks, -MOST_IOD, MOST_IOD));
  // A smile's line runs on beyond its corners, upwards: it turns with the end of the seam.
  const liftAt = (s: number) => {
    const q = Math.abs(s);
    if (q <= 1) return readCurve(lift, s);
    const end = readCurve(lift, Math.sign(s));
    const slope = (end - readCurve(lift, Math.sign(s) * (1 - TAIL))) / TAIL;
    return end + Math.min(0, slope) * TAIL * (1 - Math.exp(-(q - 1) / TAIL));
  };
  for (let i = 0; i < faceWeight.length; i++) {
    if (faceWeight[i] === 0) continue;
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    const [s, up] = mouthPlace(mouth, x, y);
    const beside = 1 - smoothstep(1, 1 + BESIDE, Math.abs(s));
    if (beside === 0) continue;
    const above = (up - readCurve(mouth.upper, s)) / iodPx;
    const below = (readCurve(mouth.lower, s) - up) / iodPx;
    const across =
      above > 0 ? gaussian(above, ABOVE_SIGMA) : below > 0 ? gaussian(below, BELOW_SIGMA) : 1;
    const px = faceWeight[i] * beside * across * liftAt(s) * iodPx;
    draft.upper[2 * i] = px * mouth.alongY;
    draft.upper[2 * i + 1] = -px * mouth.alongX;
    draft.lower[2 * i] = draft.upper[2 * i];
    draft.lower[2 * i + 1] = draft.upper[2 * i + 1];
    touchRow(draft, Math.floor(i / grid.columns));
  }
  return takeBoxes(grid, draft).upper;
}

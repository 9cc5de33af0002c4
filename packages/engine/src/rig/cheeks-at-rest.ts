import { gaussian, smoothstep } from '../math/easing.ts';
import { type FieldBox, type LayerDraft, takeBoxes, touchRow } from './field-box.ts';
import { type GlassesHold, holdAtGlasses } from './glasses-hold.ts';
import type { HeadPose } from './head-pose.ts';
import type { PlateGrid } from './plate-grid.ts';

export interface CheeksAtRestInput {
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  readonly glasses: GlassesHold | undefined;
  /** AU12 that the picture shows, 0..1. */
  readonly smile: number;
}

/** What a full AU12 broadens the lower face by, on either side, IOD. */
const BROADENS_IOD = 0.06;
/** From the corner of the mouth on, wholly at the outline, and no more beyond it, IOD. */
const INSIDE = [0.4, 0.9] as const;
const OUTSIDE = [0.95, 1.3] as const;
/** Height of the middle, and how far it goes down and up from there, IOD. */
const MIDDLE_V = -0.92;
const DOWN = 0.34;
const UP = 0.32;

/**
 * A smile broadens the whole lower face to its outline; AU12 moves the mouth and what lies next to it.
 * What takes that back with a smile, for both layers, px: a mouth at rest between the cheeks of a grin
 * sits in a swollen face. Undefined where there is no smile.
 */
export function narrowCheeks(
  { grid, pose, chartX, chartY, faceWeight, glasses, smile }: CheeksAtRestInput,
  draft: LayerDraft,
): FieldBox | undefined {
  if (smile <= 0) return undefined;
  const { rotation: r, iodPx } = pose;
  for (let i = 0; i < faceWeight.length; i++) {
    if (faceWeight[i] === 0) continue;
    const a = Math.abs(chartX[i]);
    const d = chartY[i] - MIDDLE_V;
    const share =
      smoothstep(...INSIDE, a) *
      (1 - smoothstep(...OUTSIDE, a)) *
      gaussian(d, d < 0 ? DOWN : UP) *
      faceWeight[i];
    if (share === 0) continue;
    const inwards = -Math.sign(chartX[i]) * share * smile * BROADENS_IOD * iodPx;
    draft.upper[2 * i] = inwards * r[0];
    draft.upper[2 * i + 1] = -inwards * r[3];
    draft.lower[2 * i] = draft.upper[2 * i];
    draft.lower[2 * i + 1] = draft.upper[2 * i + 1];
    touchRow(draft, Math.floor(i / grid.columns));
  }
  if (glasses) holdAtGlasses(glasses, 'AU12', draft);
  return takeBoxes(grid, draft).upper;
}

import { gaussian, smoothstep } from '../../math/easing.ts';
import { type GlassesHold, holdAtGlasses } from '../eyes/glasses-hold.ts';
import { type FieldBox, type LayerDraft, takeBoxes, touchRow } from '../field-box.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { PlateGrid } from '../plate-grid.ts';

export interface BreadthAtRestInput {
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
/** Less than this is not moved. */
const SILENT_IOD = 0.0001;
/**
 * … and what it draws the wings of the nose apart by besides: noses are some 11 % broader in a broad
 * smile. Where they are and how far that reaches, IOD.
 */
const WINGS_IOD = 0.038;
const WINGS = { a: 0.33, v: -0.56, sigmaA: 0.11, sigmaV: 0.15 } as const;

/**
 * A smile broadens the whole lower face to its outline, and the nose; AU12 moves the mouth and what
 * lies next to it. What takes that back with a smile, for both layers, px: a mouth at rest between the
 * cheeks of a grin, under its nose, is another person's. Undefined where there is no smile.
 */
export function narrowToRest(
  { grid, pose, chartX, chartY, faceWeight, glasses, smile }: BreadthAtRestInput,
  draft: LayerDraft,
): FieldBox | undefined {
  const { rotation: r, iodPx } = pose;
  for (let i = 0; i < faceWeight.length; i++) {
    if (faceWeight[i] === 0) continue;
    const a = Math.abs(chartX[i]);
    const d = chartY[i] - MIDDLE_V;
    const cheek =
      smoothstep(...INSIDE, a) * (1 - smoothstep(...OUTSIDE, a)) * gaussian(d, d < 0 ? DOWN : UP);
    const wing = gaussian(a - WINGS.a, WINGS.sigmaA) * gaussian(chartY[i] - WINGS.v, WINGS.sigmaV);
    const share = (BROADENS_IOD * cheek + WINGS_IOD * wing) * smile * faceWeight[i];
    if (share < SILENT_IOD) continue;
    const inwards = -Math.sign(chartX[i]) * share * iodPx;
    draft.upper[2 * i] = inwards * r[0];
    draft.upper[2 * i + 1] = -inwards * r[3];
    draft.lower[2 * i] = draft.upper[2 * i];
    draft.lower[2 * i + 1] = draft.upper[2 * i + 1];
    touchRow(draft, Math.floor(i / grid.columns));
  }
  if (glasses) holdAtGlasses(glasses, 'AU12', draft);
  return takeBoxes(grid, draft).upper;
}

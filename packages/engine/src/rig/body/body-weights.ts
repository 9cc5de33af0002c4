import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { HeadPose } from '../head/head-pose.ts';
import {
  type BorderWeights,
  goAtBorder,
  holdAtBorder,
  reachInFrame,
} from '../head/hold-at-border.ts';
import { headShare, neckOfPerson } from '../head/neck-joint.ts';
import { blurField, nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';

/** What shoulders move by, where a person's outline is known. */
export interface BodyMotion {
  /** What a node goes with the body when that goes this way in the frame; 0 on the head. */
  readonly goes: BorderWeights;
  /** 0..1: how much of what shoulders rise or drop by a node takes part in. */
  readonly rises: Float32Array;
  /** Unit vector along the body, towards the head; frame px, y down. */
  readonly upX: number;
  readonly upY: number;
}

/** A body stands upright under a head that tilts up to here, radians; lying ones lie. */
const TILT_OF_HEAD = 0.45;
/** Motion dies out over this distance outside the outline, IOD. */
const FALLOFF_IOD = 0.7;
/** Where shoulders end and all below, or beside, keeps its place: from here to there, IOD from the neck joint. */
const ENDS_BELOW = [1.2, 2.5] as const;
const ENDS_BESIDE = [2.9, 3.7] as const;
/** Collarbones turn about the breastbone: the neck's root rises by this share of what shoulders do. */
const NECK_SHARE = 0.3;
/** Where, IOD beside the body's middle, they are the neck's root and wholly shoulders. */
const SHOULDERS_FROM = 0.35;
const SHOULDERS_TO = 1.7;
/** A body that comes in at the border is stretched over as much of it as is seen, IOD, within these. */
const LEAST_STRETCHED_IOD = 0.7;
const MOST_STRETCHED_IOD = 1.6;

/**
 * Weights of shoulders and body from the person's outline. Bodies that the frame cuts off leave it and
 * slide along its border; what would come in is stretched instead, as heads are.
 * @param outside see MotionWeights
 * @returns undefined without an outline
 */
export function weighBody(
  grid: PlateGrid,
  pose: HeadPose,
  outside: Float32Array | undefined,
  frame: { readonly widthPx: number; readonly heightPx: number },
): BodyMotion | undefined {
  if (!outside) return undefined;
  const count = grid.columns * grid.rows;
  const { iodPx, rotation: r } = pose;
  const [neckX, neckY] = neckOfPerson(pose);
  const tilt = Math.sign(pose.rollRadians) * Math.max(0, Math.abs(pose.rollRadians) - TILT_OF_HEAD);
  const [upX, upY] = [Math.sin(tilt), -Math.cos(tilt)];
  const seen = (frame.heightPx - neckY) / iodPx;
  const stretched = iodPx * clamp(seen, LEAST_STRETCHED_IOD, MOST_STRETCHED_IOD);
  const whole = new Float32Array(count);
  const own = new Float32Array(count);
  const rises = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = (nodeXPx(grid, i) - neckX) / iodPx;
    const y = (nodeYPx(grid, i) - neckY) / iodPx;
    const below = -(x * upX + y * upY);
    const beside = Math.abs(x * upY - y * upX);
    const fall = 1 - smoothstep(0, FALLOFF_IOD, (outside[i] * grid.cellPx) / iodPx);
    const ends = (1 - smoothstep(...ENDS_BELOW, below)) * (1 - smoothstep(...ENDS_BESIDE, beside));
    // Height in the head's own frame: it is the head's chin that says where the neck is.
    const v =
      (r[1] * (nodeXPx(grid, i) - pose.originXPx) - r[4] * (nodeYPx(grid, i) - pose.originYPx)) /
      iodPx;
    const neck = 1 - headShare(v, beside);
    own[i] = fall * ends;
    whole[i] = own[i] * neck;
    rises[i] = mix(NECK_SHARE, 1, smoothstep(SHOULDERS_FROM, SHOULDERS_TO, beside));
  }
  const radius = Math.max(1, Math.round((0.1 * iodPx) / grid.cellPx));
  blurField(grid, whole, radius);
  const goes = holdAtBorder(count);
  for (let i = 0; i < count; i++) {
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    const still = 1 + grid.cellPx;
    goAtBorder(i, whole[i], reachInFrame(x, y, frame, still, stretched), own[i], goes);
  }
  return { goes, rises, upX, upY };
}

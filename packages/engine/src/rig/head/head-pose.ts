import type { Points3 } from '../../math/points.ts';
import { fitSimilarity3 } from '../../math/rigid-fit.ts';
import { HEAD_ANCHORS } from './head-anchors.ts';

/** How the head stands in the frame. */
export interface HeadPose {
  /** Row-major 3×3: head frame → camera axes (x right, y up, z towards the viewer). */
  readonly rotation: Float64Array;
  /** Frame px of one IOD seen from the front. */
  readonly iodPx: number;
  /** Where the origin of the head frame (midway between the eyes) lies, frame px. */
  readonly originXPx: number;
  readonly originYPx: number;
  /** Depth of the origin in camera axes, px, towards the viewer. */
  readonly originZPx: number;
  /** Positive: the face turns to the picture's right. */
  readonly yawRadians: number;
  /** Positive: the face looks down. */
  readonly pitchRadians: number;
  /** Positive: the head tilts clockwise in the picture. */
  readonly rollRadians: number;
}

/** Anchors that expressions hardly move: they decide the pose. */
const RIGID = new Set([
  33, 133, 263, 362, 168, 6, 197, 195, 5, 4, 1, 2, 98, 327, 10, 151, 9, 8, 127, 356, 162, 389, 21,
  251, 54, 284, 234, 454, 93, 323,
]);
/** The others still count, since a mesh has noise. */
const LOOSE_WEIGHT = 0.12;

/** Fits the head at rest to 478 landmarks (z positive away from the viewer). */
export function fitHeadPose(landmarks: Points3<'frame-px'>): HeadPose {
  const n = HEAD_ANCHORS.length;
  const from = new Float64Array(3 * n);
  const to = new Float64Array(3 * n);
  const weights = new Float64Array(n);
  HEAD_ANCHORS.forEach(([index, x, y, z], i) => {
    from.set([x, y, z], 3 * i);
    to.set([landmarks[3 * index], -landmarks[3 * index + 1], -landmarks[3 * index + 2]], 3 * i);
    weights[i] = RIGID.has(index) ? 1 : LOOSE_WEIGHT;
  });
  const fit = fitSimilarity3(from, to, weights);
  const r = fit.rotation;
  return {
    rotation: r,
    iodPx: fit.scale,
    originXPx: fit.translation[0],
    originYPx: -fit.translation[1],
    originZPx: fit.translation[2],
    yawRadians: Math.atan2(r[2], r[8]),
    pitchRadians: Math.asin(Math.max(-1, Math.min(1, r[5] * -1))),
    rollRadians: Math.atan2(-r[3], r[0]),
  };
}

/** A position of the head frame → frame px. Writes x, y into `out[offset …]`. */
export function projectHead(
  pose: HeadPose,
  x: number,
  y: number,
  z: number,
  out: Float32Array | Float64Array,
  offset: number,
): void {
  const r = pose.rotation;
  out[offset] = pose.originXPx + pose.iodPx * (r[0] * x + r[1] * y + r[2] * z);
  out[offset + 1] = pose.originYPx - pose.iodPx * (r[3] * x + r[4] * y + r[5] * z);
}

/** Depth of a position of the head frame against its origin, px, towards the viewer. */
export function depthInHead(
  { rotation: r, iodPx }: HeadPose,
  x: number,
  y: number,
  z: number,
): number {
  return iodPx * (r[6] * x + r[7] * y + r[8] * z);
}

/**
 * The place of the head frame, IOD, at which something of a known depth is seen: what lies at `zIod`, 0 between
 * the eyes and less behind them. Writes x, y into `out`.
 */
export function placeInHead(
  { rotation: r, iodPx, originXPx, originYPx }: HeadPose,
  xPx: number,
  yPx: number,
  zIod: number,
  out: Float64Array,
): void {
  const qx = (xPx - originXPx) / iodPx - r[2] * zIod;
  const qy = -(yPx - originYPx) / iodPx - r[5] * zIod;
  const det = r[0] * r[4] - r[1] * r[3];
  out[0] = (r[4] * qx - r[1] * qy) / det;
  out[1] = (r[0] * qy - r[3] * qx) / det;
}

/**
 * Where the face looks in the picture, x right, y up, as long as the sine of the angle: across its
 * own height, and along that.
 */
export function lookOf({ rotation: r }: Pick<HeadPose, 'rotation'>): {
  readonly aside: readonly [x: number, y: number];
  readonly upwards: readonly [x: number, y: number];
  /** true: it looks up and not down. */
  readonly up: boolean;
} {
  const upright = Math.hypot(r[1], r[4]);
  const [upX, upY] = [r[1] / upright, r[4] / upright];
  const along = r[2] * upX + r[5] * upY;
  const upwards = [along * upX, along * upY] as const;
  return { aside: [r[2] - upwards[0], r[5] - upwards[1]], upwards, up: along > 0 };
}

/** A landmark (frame px, z away) → head frame. Writes x, y, z into `out[offset …]`. */
export function landmarkToHead(
  pose: HeadPose,
  landmarks: Points3<'frame-px'>,
  index: number,
  out: Float32Array | Float64Array,
  offset: number,
): void {
  const r = pose.rotation;
  const cx = (landmarks[3 * index] - pose.originXPx) / pose.iodPx;
  const cy = -(landmarks[3 * index + 1] - pose.originYPx) / pose.iodPx;
  const cz = (-landmarks[3 * index + 2] - pose.originZPx) / pose.iodPx;
  out[offset] = r[0] * cx + r[3] * cy + r[6] * cz;
  out[offset + 1] = r[1] * cx + r[4] * cy + r[7] * cz;
  out[offset + 2] = r[2] * cx + r[5] * cy + r[8] * cz;
}

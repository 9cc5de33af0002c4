import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Points3 } from '../../math/points.ts';
import { fitThinPlateSpline } from '../../math/thin-plate-spline.ts';
import { nodeXPx, nodeYPx, type PlateGrid, readField, sampleSmoothField } from '../plate-grid.ts';
import { HEAD_ANCHORS } from './head-anchors.ts';
import { depthInHead, type HeadPose, lookOf, projectHead } from './head-pose.ts';

/** Cells between evaluations of the spline: it is smooth over far more. */
const STRIDE = 4;

type Place = readonly [x: number, y: number, z: number];

/** Points of a head behind the face that the mesh does not have: crown, sides, nape, neck (IOD). */
const HEAD_BACK: readonly Place[] = [
  [0, 1.75, -0.75],
  [0.8, 1.55, -0.95],
  [-0.8, 1.55, -0.95],
  [1.35, 0.9, -1.15],
  [-1.35, 0.9, -1.15],
  [1.55, 0, -1.35],
  [-1.55, 0, -1.35],
  [1.4, -1, -1.35],
  [-1.4, -1, -1.35],
  [0.7, -2.4, -0.9],
  [-0.7, -2.4, -0.9],
  [0, -2.6, -0.7],
];

/** No place is nearer, or further back, than this, IOD. */
const NEAREST = 0.9;
const FURTHEST = -1.5;

/** What is left of a head's depth in a flat drawing. */
const FLAT = 0.35;

/** Middle and half axes of the ellipsoid that a head is nearly, head frame, IOD. */
const SKULL = { middle: [0, -0.3, -1.2], axes: [1.3, 1.9, 1.5] } as const;
/** Sides of it that look away from the viewer by more than this, the cosine of their angle, are hidden. */
const AWAY = -0.2;
/** What lies this much further back than what is this near to it in the picture, IOD, is hidden as well: by the nose. */
const BEHIND = 0.3;
const OVER = 0.14;
/** A head's outline lies this much outside that ellipsoid: with its hair. */
const OUTSIDE = 1.15;
/** Directions of the outline, radians from the far side, in which it is followed. */
const RIM = [-1.2, -0.8, -0.4, 0, 0.4, 0.8, 1.2];
/** Heads that turn away by less than this, the sine of the angle, have no far side. */
const TURNED = 0.14;
/** What lies beyond the outline there is this much further back at most, IOD. */
const BEYOND_RIM = 0.1;
/** From the middle between the eyes to here, IOD, towards the far side, that comes to hold. */
const FAR_FROM = 0.6;

/** true: a place on the head lies on its far side. */
function isHidden({ rotation: r }: HeadPose, place: Place): boolean {
  const n = place.map((at, k) => (at - SKULL.middle[k]!) / SKULL.axes[k]! ** 2);
  return r[6] * n[0]! + r[7] * n[1]! + r[8] * n[2]! < AWAY * Math.hypot(n[0]!, n[1]!, n[2]!);
}

/**
 * Places along the outline of a turned head's far side, head frame, IOD: those of an ellipsoid whose
 * surface runs along the line of sight. None on a head that does not turn away.
 */
function farRim({ rotation: r }: HeadPose, [farX, farY]: readonly [number, number]): Place[] {
  if (Math.hypot(farX, farY) < TURNED) return [];
  const towards = Math.atan2(farY, farX);
  return RIM.map((angle) => {
    // A direction across the line of sight, in camera axes, is a normal of the outline …
    const [cx, cy] = [Math.cos(towards + angle), Math.sin(towards + angle)];
    const n = [0, 1, 2].map((k) => r[k]! * cx + r[3 + k]! * cy);
    // … and a normal n of an ellipsoid belongs to the place A²n / |An|.
    const length = Math.hypot(...n.map((v, k) => v * SKULL.axes[k]!));
    const [x, y, z] = n.map(
      (v, k) => SKULL.middle[k]! + (OUTSIDE * v * SKULL.axes[k]! ** 2) / length,
    );
    return [x!, y!, z!];
  });
}

/**
 * Which way the far side lies in the picture, x right, y up, as long as the sine of the angle: where
 * the face looks. Below a face that looks down is its neck, which is no far side.
 */
function farSide(pose: HeadPose): [x: number, y: number] {
  const { aside, upwards, up } = lookOf(pose);
  return up ? [aside[0] + upwards[0], aside[1] + upwards[1]] : [...aside];
}

/**
 * Depth of every node against the head frame's origin, px towards the viewer.
 * @param flatDrawing true: nearly a card, or its outline and the frames of its glasses would bend as it turns
 */
export function depthOfHead(
  grid: PlateGrid,
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
  flatDrawing = false,
): Float32Array {
  const { iodPx } = pose;
  const points: number[] = [];
  const depths: number[] = [];
  // What the head itself hides would pull down the depth of what is seen in front of it.
  const seen = HEAD_ANCHORS.filter(([, ...place]) => !isHidden(pose, place)).map(([i]) => ({
    x: landmarks[3 * i],
    y: landmarks[3 * i + 1],
    depth: -landmarks[3 * i + 2] - pose.originZPx,
  }));
  for (const one of seen) {
    const isBehind = seen.some(
      ({ x, y, depth }) =>
        depth - one.depth > BEHIND * iodPx && Math.hypot(x - one.x, y - one.y) < OVER * iodPx,
    );
    if (isBehind) continue;
    points.push(one.x, one.y);
    depths.push(one.depth);
  }
  const far = farSide(pose);
  const rim = farRim(pose, far);
  const depthAt = (place: Place) => depthInHead(pose, ...place);
  const at = new Float64Array(2);
  for (const place of [...HEAD_BACK.filter((back) => !isHidden(pose, back)), ...rim]) {
    projectHead(pose, ...place, at, 0);
    points.push(at[0], at[1]);
    depths.push(depthAt(place));
  }
  const spline = fitThinPlateSpline(points, depths, 1, 0.02);
  const [depth] = sampleSmoothField(grid, 1, STRIDE, (x, y, out, offset) =>
    spline.evaluate(x, y, out, offset),
  );
  const near = NEAREST * iodPx;
  const back = FURTHEST * iodPx;
  const rimBack = Math.min(...rim.map(depthAt)) - BEYOND_RIM * iodPx;
  const away = iodPx * Math.hypot(...far);
  for (let i = 0; i < depth.length; i++) {
    let low = back;
    if (rimBack > back && rim.length > 0) {
      const x = nodeXPx(grid, i) - pose.originXPx;
      const y = pose.originYPx - nodeYPx(grid, i);
      low = mix(back, rimBack, smoothstep(0, FAR_FROM, (x * far[0] + y * far[1]) / away));
    }
    depth[i] = clamp(depth[i], low, near);
  }
  if (!flatDrawing) return depth;
  const middle = readField(grid, depth, pose.originXPx, pose.originYPx);
  return depth.map((z) => middle + FLAT * (z - middle));
}

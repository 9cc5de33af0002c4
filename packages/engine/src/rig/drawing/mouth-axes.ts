import { IRIS_CENTRES, LOWER_OUTER_LIP, UPPER_OUTER_LIP } from '../../face/landmark-indices.ts';
import type { Points3 } from '../../math/points.ts';
import { type Box, type PieceAxes, placeOnPieceAxes } from './drawn-pieces.ts';

/** Where landmarks lie about the mouth that they show: what a drawn one is compared with. */

/** Landmarks of the foot of the nose and of the chin. */
export const NOSE_FOOT = 2;
export const CHIN = 152;

/** Axes along the eyes, from the middle of the landmarks' mouth. */
export function axesOf(landmarks: Points3<'frame-px'>, iodPx: number): PieceAxes {
  const [r, l] = IRIS_CENTRES;
  const dx = landmarks[3 * l] - landmarks[3 * r];
  const dy = landmarks[3 * l + 1] - landmarks[3 * r + 1];
  const length = Math.max(1e-3, Math.hypot(dx, dy));
  const corners = [UPPER_OUTER_LIP[0], UPPER_OUTER_LIP[UPPER_OUTER_LIP.length - 1]];
  return {
    xPx: (landmarks[3 * corners[0]] + landmarks[3 * corners[1]]) / 2,
    yPx: (landmarks[3 * corners[0] + 1] + landmarks[3 * corners[1] + 1]) / 2,
    alongX: dx / length,
    alongY: dy / length,
    iodPx,
  };
}

/** Along and up, IOD, of a landmark. */
export function localOf(
  landmarks: Points3<'frame-px'>,
  i: number,
  axes: PieceAxes,
): [number, number] {
  return placeOnPieceAxes(axes, landmarks[3 * i], landmarks[3 * i + 1]);
}

/** The lips' outer rims. */
export function boxOf(landmarks: Points3<'frame-px'>, axes: PieceAxes): Box {
  const places = [...UPPER_OUTER_LIP, ...LOWER_OUTER_LIP].map((i) => localOf(landmarks, i, axes));
  return {
    left: Math.min(...places.map(([x]) => x)),
    right: Math.max(...places.map(([x]) => x)),
    low: Math.min(...places.map(([, y]) => y)),
    high: Math.max(...places.map(([, y]) => y)),
  };
}

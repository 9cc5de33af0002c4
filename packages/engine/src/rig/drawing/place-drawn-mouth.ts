import {
  LOWER_INNER_LIP,
  LOWER_OUTER_LIP,
  UPPER_INNER_LIP,
  UPPER_OUTER_LIP,
} from '../../face/landmark-indices.ts';
import { clamp, gaussian, mix } from '../../math/easing.ts';
import { mean } from '../../math/mean.ts';
import type { Points3 } from '../../math/points.ts';
import {
  type Box,
  type Piece,
  type PieceAxes,
  pointOfPieceAxes,
  thicknessOf,
} from './drawn-pieces.ts';
import { boxOf, localOf, NOSE_FOOT } from './mouth-axes.ts';

/** Skin around the mouth goes along, IOD. */
const AROUND = 0.12;

/** Rims of the lips: `way` 1 is the upper lip's, -1 the lower one's. */
const RIMS = [
  { points: UPPER_OUTER_LIP, way: 1, inner: false },
  { points: LOWER_OUTER_LIP, way: -1, inner: false },
  { points: UPPER_INNER_LIP, way: 1, inner: true },
  { points: LOWER_INNER_LIP, way: -1, inner: true },
] as const;

/** Draws out the face below its nose until the mouth is as low as a piece. */
export function stretchTo(
  piece: Piece,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
): Points3<'frame-px'> {
  const foot = localOf(landmarks, NOSE_FOOT, axes)[1];
  const found = boxOf(landmarks, axes);
  const times = (foot - (piece.low + piece.high) / 2) / (foot - (found.low + found.high) / 2);
  const moved = Float32Array.from(landmarks) as Points3<'frame-px'>;
  for (let i = 0; i < landmarks.length / 3; i++) {
    const [along, up] = localOf(landmarks, i, axes);
    if (up < foot) moved.set(pointOfPieceAxes(axes, along, foot + times * (up - foot)), 3 * i);
  }
  return moved;
}

/** Where a place of the landmarks' mouth belongs. */
type Placing = (
  along01: number,
  up: number,
  rim: (typeof RIMS)[number],
) => readonly [number, number];

/** Caps of a stroke are no longer than this share of it. */
const MOST_CAP = 0.2;

/** Both lips' inner rims lie on the middle of a stroke, the outer ones on its edges. */
export function onStroke(stroke: Piece): Placing {
  const half = thicknessOf(stroke) / 2;
  const { columns } = stroke;
  // The line's own caps lie beyond its ends.
  const cap = Math.min(half, MOST_CAP * (stroke.right - stroke.left));
  const length = stroke.right - stroke.left - 2 * cap;
  return (along01, _, { way, inner }) => {
    const side = inner ? 0 : way;
    const inset = (cap + clamp(along01, 0, 1) * length) / (length + 2 * cap);
    const at = inset * (columns.length - 1);
    const near = columns.slice(
      Math.max(0, Math.floor(at) - 2),
      Math.min(columns.length, Math.floor(at) + 3),
    );
    const middle = mean(near.flat());
    const ends = 1 - Math.abs(2 * clamp(along01, 0, 1) - 1) ** 6;
    return [stroke.left + cap + along01 * length, middle + side * half * ends];
  };
}

/** Outer rims lie on the edges of a shape, inner ones this part of the way from those to its middle. */
export function onShape({ left, right, columns }: Piece, inward: number): Placing {
  return (along01, _, { way, inner }) => {
    const at = clamp(along01, 0, 1);
    const [low, high] = columns[Math.round(at * (columns.length - 1))];
    const edge = way > 0 ? high : low;
    // They meet in the corners: open ones would be knobs at the ends of the shut line.
    const share = inner ? mix(inward, 1, Math.abs(2 * at - 1) ** 4) : 0;
    return [left + at * (right - left), mix(edge, (low + high) / 2, share)];
  };
}

/** Rims lie on the edges of the shape, and both lips' inner ones on the line between them. */
export function ontoLips({ left, right, columns }: Piece, seam: readonly number[]): Placing {
  return (along01, _, { way, inner }) => {
    const at = Math.round(clamp(along01, 0, 1) * (columns.length - 1));
    const [low, high] = columns[at];
    const ends = along01 <= 0 || along01 >= 1;
    return [left + along01 * (right - left), inner || ends ? seam[at] : way > 0 ? high : low];
  };
}

/** Rims fill another box as they fill their own. */
export function intoBox(from: Box, to: Box): Placing {
  const scale = (to.high - to.low) / Math.max(1e-3, from.high - from.low);
  return (along01, up) => [
    to.left + along01 * (to.right - to.left),
    to.low + (up - from.low) * scale,
  ];
}

/** Moves the mouth's landmarks, and what lies around them by as much as their middle. */
export function place(
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  from: Box,
  to: Box,
  placing: Placing,
): Points3<'frame-px'> {
  const moved = Float32Array.from(landmarks) as Points3<'frame-px'>;
  const put = (i: number, [along, up]: readonly [number, number]) => {
    moved.set(pointOfPieceAxes(axes, along, up), 3 * i);
  };
  const shift = [
    (to.left + to.right - from.left - from.right) / 2,
    (to.low + to.high - from.low - from.high) / 2,
  ];
  for (let i = 0; i < landmarks.length / 3; i++) {
    const [along, up] = localOf(landmarks, i, axes);
    const away = Math.hypot(
      Math.max(0, from.left - along, along - from.right),
      Math.max(0, from.low - up, up - from.high),
    );
    const share = gaussian(away, AROUND);
    if (share > 0.01) put(i, [along + share * shift[0], up + share * shift[1]]);
  }
  for (const rim of RIMS) {
    for (const i of rim.points) {
      const [along, up] = localOf(landmarks, i, axes);
      const along01 = (along - from.left) / Math.max(1e-3, from.right - from.left);
      put(i, placing(along01, up, rim));
    }
  }
  return moved;
}

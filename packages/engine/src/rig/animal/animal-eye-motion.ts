import { readCurve } from '../../math/curve.ts';
import type { ActionUnit } from '../action-units.ts';
import type { DeformationInput } from '../basis.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { type LayerDraft, touchRow } from '../field-box.ts';
import { nodeXPx, nodeYPx } from '../plate-grid.ts';
import {
  type AnimalEye,
  displaceAnimalLids,
  LID_ENDS,
  LID_SOFTNESS,
  lidTurn,
  moveCorners,
  movesCorners,
  squintShare,
  turnEye,
  widenEye,
} from './animal-eyes.ts';

type EyeMotionInput = Pick<DeformationInput, 'grid' | 'pose' | 'faceWeight'>;

/**
 * Adds what a unit moves of an animal's eye: its opening as a piece, its corners and its lids.
 * @param seen 0..1: how much of the eye's side is seen, see sideShare
 */
export function addEyeMotion(
  input: EyeMotionInput,
  eye: AnimalEye,
  unit: ActionUnit,
  seen: number,
  draft: LayerDraft,
): void {
  const { iodPx } = input.pose;
  const add = (motion: PointMotion) => addPiece(input, eye.line, motion, draft);
  if (unit === 'AU5') add((x, y, out) => widenEye(eye, x, y, out));
  const turn = lidTurn(unit, eye.slantRadians);
  if (turn) add((x, y, out) => turnEye(eye, x, y, turn, out));
  if (movesCorners(unit)) add((x, y, out) => moveCorners(eye, unit, x, y, iodPx, out));
  if (LID_UNITS.has(unit)) {
    addLids(input, eye, unit, unit === 'AU6' ? squintShare(eye, seen) : 1, draft);
  }
}

/** Writes where a point goes, px. */
type PointMotion = (xPx: number, yPx: number, out: Float64Array) => void;

const LID_UNITS = new Set<ActionUnit>(['AU1', 'AU4', 'AU6', 'AU7', 'AU43']);

function addLids(
  { grid, pose, faceWeight }: EyeMotionInput,
  eye: AnimalEye,
  unit: ActionUnit,
  share: number,
  draft: LayerDraft,
): void {
  const { line } = eye;
  const reachPx = line.halfWidthPx + 0.7 * pose.iodPx;
  const widest = (2 * eye.halfHeightPx) / pose.iodPx;
  // The inner corner lies at t = 1 of the eye on the picture's left, at -1 of the other.
  const outwards = line.side === 'left' ? 1 : -1;
  const { upper, lower } = draft;
  for (let row = 0; row < grid.rows; row++) {
    const y = grid.originYPx + row * grid.cellPx - line.centreYPx;
    if (Math.abs(y) > reachPx) continue;
    touchRow(draft, row);
    for (let column = 0; column < grid.columns; column++) {
      const x = grid.originXPx + column * grid.cellPx - line.centreXPx;
      if (Math.abs(x) > reachPx) continue;
      const t = (x * line.alongX + y * line.alongY) / line.halfWidthPx;
      if (Math.abs(t) >= LID_ENDS) continue;
      const up = x * line.alongY - y * line.alongX;
      const top = readCurve(line.upper, t);
      const low = readCurve(line.lower, t);
      const lid = {
        outwards: outwards * t,
        aboveUpper: (up - top) / pose.iodPx,
        aboveLower: (up - low) / pose.iodPx,
        gap: softGap(line, t) / pose.iodPx,
        widest,
        slantRadians: eye.slantRadians,
      };
      const i = row * grid.columns + column;
      const scale = share * line.open01 * faceWeight[i] * pose.iodPx;
      const du = scale * displaceAnimalLids(unit, lid, false);
      const dl = scale * displaceAnimalLids(unit, lid, true);
      upper[2 * i] += du * line.alongY;
      upper[2 * i + 1] -= du * line.alongX;
      lower[2 * i] += dl * line.alongY;
      lower[2 * i + 1] -= dl * line.alongX;
    }
  }
}

/** The gap at t, evened out over a part of the eye's width: 0 at LID_ENDS. */
function softGap({ upper, lower }: EyeLine, t: number): number {
  let sum = 0;
  for (let k = -3; k <= 3; k++) {
    const at = t + (k / 3) * LID_SOFTNESS;
    if (Math.abs(at) < 1) sum += Math.max(0, readCurve(upper, at) - readCurve(lower, at)) / 7;
  }
  return sum;
}

/** An eye's own motion is felt within this, in half widths or gaps. */
const EYE_REACH = 2.4;

/** Adds what moves an eye's opening as a piece. */
function addPiece(
  { grid, pose, faceWeight }: EyeMotionInput,
  line: EyeLine,
  motion: PointMotion,
  draft: LayerDraft,
): void {
  const moved = new Float64Array(2);
  const reachPx = EYE_REACH * Math.max(line.halfWidthPx, line.gapPx) + 0.2 * pose.iodPx;
  for (let i = 0; i < faceWeight.length; i++) {
    if (faceWeight[i] === 0) continue;
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    if (Math.abs(x - line.centreXPx) > reachPx || Math.abs(y - line.centreYPx) > reachPx) continue;
    motion(x, y, moved);
    if (moved[0] === 0 && moved[1] === 0) continue;
    touchRow(draft, Math.floor(i / grid.columns));
    for (const layer of [draft.upper, draft.lower]) {
      layer[2 * i] += faceWeight[i] * moved[0];
      layer[2 * i + 1] += faceWeight[i] * moved[1];
    }
  }
}

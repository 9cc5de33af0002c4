import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import type { DeformationInput } from '../basis.ts';
import { plainEyeReach, shapePlainEye } from '../drawing/drawn-eye.ts';
import { type LayerDraft, touchRow } from '../field-box.ts';
import { type NodeSpan, nodesAround, type PlateGrid } from '../plate-grid.ts';
import type { BrowBand } from './brow-band.ts';
import { lidRoomPx } from './brow-lift.ts';
import { irisCover, squintOf } from './eye-line.ts';
import { type EyeLine, eyePoint, type PlainEye } from './eye-shape.ts';
import { displaceLids, slopeLid } from './lid-displacement.ts';

/** The upper lid is raised this far past the iris's top, IOD: white shows above it. */
const WHITE_ABOVE_IOD = 0.012;
const LEAST_RAISE_IOD = 0.032;
const MOST_RAISE_IOD = 0.072;
/** … and by no more than this part of the skin that it slides under. */
const RAISE_SHARE_OF_REACH = 0.38;
/** How far up a lid's motion reaches, parts of the skin up to the brow's hair, and limits, IOD. */
const LID_REACH = 1.2;
const LID_REACH_IOD = [0.12, 0.24] as const;
/** Shares of an eye's width: a gap of the first is a slit, from the second on it narrows freely. */
const SLIT_RATIO = 0.12;
const NARROWING_RATIO = 0.28;
/** The eyes of cartoons are large; their lids do not travel in proportion, IOD. */
const MOST_NARROWED_GAP_IOD = 0.2;

/**
 * A lower lid that a smile has raised already goes no further by as much again, and where the smile
 * is taken back it does not sink below the iris: part of AU6's way that the picture's own takes.
 */
const SMILES_OWN_SQUINT = 0.55;
/**
 * Wide eyes, gap over width, keep more of their gap in a smile: raised over the same share of them,
 * a lower lid would cut through the iris. So much of its way is left.
 */
const WIDE_RATIO = [0.32, 0.42] as const;
const WIDE_EYES_SMILE = 0.5;
/** An iris further from the middle than this, as t, raises its lid as one that is there. */
const MOST_ASIDE = 0.45;

/** How far above an eye's upper rim a lid's motion reaches, IOD. */
export function lidReachIod(eye: EyeLine, brows: readonly BrowBand[], iodPx: number): number {
  return clamp((LID_REACH * lidRoomPx(eye, brows)) / iodPx, ...LID_REACH_IOD);
}

/** What the lids of an eye may do, IOD: see LidPlace. Both eyes narrow by the same share. */
function lidRange({ eyes, brows, pose, squint01 }: DeformationInput, eye: EyeLine) {
  const iod = pose.iodPx;
  const reach = lidReachIod(eye, brows, iod);
  // Both lids go up by the same: each to its own white would make one eye stare.
  const cover = eyes.reduce((sum, e) => sum + irisCover(e) / eyes.length, 0);
  const raise = clamp(
    cover / iod + WHITE_ABOVE_IOD,
    LEAST_RAISE_IOD,
    Math.min(MOST_RAISE_IOD, RAISE_SHARE_OF_REACH * reach),
  );
  const narrowest = Math.min(...eyes.map((e) => e.gapPx / (2 * e.halfWidthPx)));
  const free = clamp((narrowest - SLIT_RATIO) / (NARROWING_RATIO - SLIT_RATIO), 0, 1);
  const narrowing = free * Math.min(MOST_NARROWED_GAP_IOD, eye.gapPx / iod);
  const squint = squintOf(eye, iod);
  const hangs = free * free * Math.min(1, (MOST_NARROWED_GAP_IOD * iod) / eye.gapPx);
  const droop = mix(hangs, 1, squint01 * clamp(squint / (eye.gapPx / iod), 0, 1));
  const { xPx, yPx } = eye.iris;
  const along = (xPx - eye.centreXPx) * eye.alongX + (yPx - eye.centreYPx) * eye.alongY;
  const iris = clamp(along / eye.halfWidthPx, -MOST_ASIDE, MOST_ASIDE);
  const wide = mix(1, WIDE_EYES_SMILE, smoothstep(...WIDE_RATIO, narrowest));
  const smiling = narrowing * wide * (1 - SMILES_OWN_SQUINT * squint01);
  return { reach, raise, narrowing, smiling, squint, droop, iris };
}

/** From the first gap on (share of the eye's width) lids do not shut fully, from the second least. */
const LARGE_RATIO = 0.42;
const HUGE_RATIO = 0.5;
const HUGE_SHUT = 0.45;

/**
 * How far AU43 brings the lids together. There is no skin in the picture for the lids of a
 * cartoon's huge round eyes, which blink by about half.
 */
function shutting(eyes: readonly EyeLine[]): number {
  const ratio = Math.min(...eyes.map((e) => e.gapPx / (2 * e.halfWidthPx)));
  return 1 - (1 - HUGE_SHUT) * smoothstep(LARGE_RATIO, HUGE_RATIO, ratio);
}

/** 0..1: how much skin the lids have to shut with: none where they come down no further than they must. */
export function skinToShut01(eyes: readonly EyeLine[]): number {
  return (shutting(eyes) - HUGE_SHUT) / (1 - HUGE_SHUT);
}

const LID_UNITS = new Set<ActionUnit>(['AU5', 'AU6', 'AU7', 'AU41', 'AU43']);

/**
 * Adds what a unit at strength 1 moves the lids of one eye by to a draft, frame px; nothing for units
 * that move no lids. A shut eye does no more than shut.
 */
export function addLids(
  input: DeformationInput,
  eye: EyeLine,
  unit: ActionUnit,
  draft: LayerDraft,
): void {
  const { grid, pose, faceWeight } = input;
  const { upper, lower } = draft;
  const slopes = input.lidsForBrows && (unit === 'AU1' || unit === 'AU4');
  if (!(slopes || LID_UNITS.has(unit)) || eye.covered) return;
  // Lids of a shut eye are not torn open.
  const strength =
    unit === 'AU43' ? shutting(input.eyes) * (input.glasses?.shuts01 ?? 1) : eye.open01;
  if (strength === 0) return;
  if (eye.plain) {
    addPlainEye(input, eye, eye.plain, unit, draft);
    return;
  }
  const range = lidRange(input, eye);
  const inner = eye.side === 'right' ? 1 : -1;
  const reachPx = eye.halfWidthPx + 0.5 * pose.iodPx;
  for (let row = 0; row < grid.rows; row++) {
    const y = grid.originYPx + row * grid.cellPx - eye.centreYPx;
    if (Math.abs(y) > reachPx) continue;
    touchRow(draft, row);
    for (let column = 0; column < grid.columns; column++) {
      const x = grid.originXPx + column * grid.cellPx - eye.centreXPx;
      if (Math.abs(x) > reachPx) continue;
      const t = (x * eye.alongX + y * eye.alongY) / eye.halfWidthPx;
      if (Math.abs(t) >= 1) continue;
      const up = x * eye.alongY - y * eye.alongX;
      const top = readCurve(eye.upper, t);
      const low = readCurve(eye.lower, t);
      const lid = {
        t,
        inward: inner * t,
        aboveUpper: (up - top) / pose.iodPx,
        aboveLower: (up - low) / pose.iodPx,
        gap: Math.max(0, top - low) / pose.iodPx,
        ...range,
      };
      const i = row * grid.columns + column;
      const scale = strength * faceWeight[i] * pose.iodPx;
      const du =
        scale * (slopes ? slopeLid(unit, lid) : displaceLids(unit, lid, false, input.released));
      const dl = scale * displaceLids(unit, lid, true, input.released);
      upper[2 * i] += du * eye.alongY;
      upper[2 * i + 1] -= du * eye.alongX;
      lower[2 * i] += dl * eye.alongY;
      lower[2 * i + 1] -= dl * eye.alongX;
    }
  }
}

/** Nodes that move with an eye without lids: the box around its shape's reach, however it is tilted. */
function nodesOf(grid: PlateGrid, eye: EyeLine, plain: PlainEye, iodPx: number): NodeSpan {
  const { along, up } = plainEyeReach(plain);
  const [alongX, alongY] = [Math.abs(eye.alongX), Math.abs(eye.alongY)];
  return nodesAround(
    grid,
    ...eyePoint(eye, (plain.along * iodPx) / eye.halfWidthPx, plain.up * iodPx),
    (along * alongX + up * alongY) * iodPx,
    (along * alongY + up * alongX) * iodPx,
  );
}

/** An eye without lids is one shape, the same in both layers. */
function addPlainEye(
  { grid, pose, faceWeight }: DeformationInput,
  eye: EyeLine,
  plain: PlainEye,
  unit: ActionUnit,
  draft: LayerDraft,
): void {
  const { firstColumn, lastColumn, firstRow, lastRow } = nodesOf(grid, eye, plain, pose.iodPx);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const i = row * grid.columns + column;
      if (faceWeight[i] === 0) continue;
      const x = (grid.originXPx + column * grid.cellPx - eye.centreXPx) / pose.iodPx;
      const y = (grid.originYPx + row * grid.cellPx - eye.centreYPx) / pose.iodPx;
      const along = x * eye.alongX + y * eye.alongY - plain.along;
      const up = x * eye.alongY - y * eye.alongX - plain.up;
      const px = faceWeight[i] * pose.iodPx * shapePlainEye(plain, unit, along, up);
      if (px === 0) continue;
      for (const layer of [draft.upper, draft.lower]) {
        layer[2 * i] += px * eye.alongY;
        layer[2 * i + 1] -= px * eye.alongX;
      }
      touchRow(draft, row);
    }
  }
}

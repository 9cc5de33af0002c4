import { createFaceState, type FaceState } from '../expression/face-state.ts';
import type { Performance } from '../expression/performance.ts';
import { readCurve } from '../math/curve.ts';
import type { RectPx } from '../math/points.ts';
import { LAYERS_MEET } from '../rig/animal-eyes.ts';
import { type EyeLine, eyePoint } from '../rig/eye-shape.ts';
import { type MouthLine, mouthPoint } from '../rig/mouth-line.ts';
import type { PlateGrid } from '../rig/plate-grid.ts';
import type { Rig } from '../rig/rig.ts';
import {
  createDisplacementField,
  type DisplacementField,
  displaceNodes,
} from './displacement-field.ts';
import { createFlowGrid } from './invert-flow.ts';
import type { FlowGrid, Kernels, NodeBox } from './kernels.ts';
import { type MouthColours, mixMouthColours } from './mouth-colours.ts';
import { mixMuzzleColours } from './muzzle-colours.ts';
import { paintOpenEyes } from './open-eye.ts';
import { paintAnimalEye } from './paint-animal-eyes.ts';
import { paintEyeball } from './paint-eyes.ts';
import { paintMouth } from './paint-mouth.ts';
import { pressCreases, smoothCreases } from './press-creases.ts';
import { relaxFolds } from './relax-folds.ts';
import { coverLower, moveSlit, type Slit } from './slit.ts';

/** A slit of the rig with what its lower layer needs. */
interface SlitPlan {
  readonly topRim: Float32Array;
  readonly bottomRim: Float32Array;
  readonly box: NodeBox;
  readonly flow: FlowGrid;
  readonly rect: RectPx;
  readonly eye: number | undefined;
  readonly restGapPx: number;
  /** Where its two layers differ at most: see coverLower. */
  readonly within: { readonly besidePx: number; readonly belowPx: number } | undefined;
  /** Its middle in the picture, frame px. */
  readonly restXPx: number;
  readonly restYPx: number;
}

/** What drawing a rig needs from frame to frame: buffers and plans, no memory of other frames. */
export interface Stage {
  readonly rig: Rig;
  readonly state: FaceState;
  readonly field: DisplacementField;
  readonly flow: FlowGrid;
  readonly box: NodeBox;
  /** Outside this every frame is the picture. */
  readonly rect: RectPx;
  readonly slits: readonly SlitPlan[];
  readonly colours: MouthColours;
  readonly warmth: number;
}

/** Sets a rig on stage. */
export function setStage(rig: Rig): Stage {
  const { grid, plate } = rig;
  const box = { column0: 0, row0: 0, column1: grid.columns, row1: grid.rows };
  const frame = { xPx: 0, yPx: 0, widthPx: plate.widthPx, heightPx: plate.heightPx };
  const rect = nodeRect(grid, box, frame);
  const slits: SlitPlan[] = [planMouth(rig, rect)];
  for (const [i, eye] of rig.eyes.entries()) {
    if (!eye.plain) slits.push(planEye(rig, eye, i, rect));
  }
  return {
    rig,
    state: createFaceState(),
    field: createDisplacementField(rig),
    flow: createFlowGrid(grid, box),
    box,
    rect,
    slits,
    colours: rig.style === 'animal' ? mixMuzzleColours(rig) : mixMouthColours(rig),
    // Half of what red and blue go apart by.
    warmth: (rig.shadowTint[2] - rig.shadowTint[0]) / 2,
  };
}

/**
 * Draws the frame at a time into `out.frame`, which holds the rig's picture (see loadPlate): only
 * what may move, `stage.rect`, is written. The same time gives the same bytes, in any order.
 */
export function renderFrame(
  stage: Stage,
  performance: Performance,
  timeSeconds: number,
  out: Kernels,
): void {
  performance.stateAt(timeSeconds, stage.state);
  renderState(stage, stage.state, out);
}

/** Draws one state of the face: see renderFrame. */
export function renderState(stage: Stage, state: FaceState, out: Kernels): void {
  const { rig, field, flow, slits } = stage;
  smoothCreases(rig, out.plate);
  relaxFolds(rig, state, out.plate);
  pressCreases(rig, state, out.plate);
  if (isAtRest(state)) {
    out.reset(stage.rect);
    return;
  }
  displaceNodes(rig, state, field);
  out.invertFlow(rig.grid, field.upper, field.logGain, stage.warmth, stage.box, flow);
  out.warp(flow, stage.rect, false);
  const soft = Math.max(1, 0.01 * rig.pose.iodPx);
  const moved: Slit[] = [];
  for (const slit of slits) {
    const now = moveSlit(rig.grid, field.upper, field.lower, slit.topRim, slit.bottomRim);
    moved.push(now);
    const { box, flow, rect } = rig.style === 'animal' ? followSlit(stage, slit, now) : slit;
    out.invertFlow(rig.grid, field.lower, field.logGain, stage.warmth, box, flow);
    coverLower(now, rect, out.widthPx, soft, out.coverage, slit.within);
    out.warp(flow, rect, true);
  }
  slits.forEach((slit, i) => {
    if (slit.eye === undefined) paintMouth(rig, state, stage.colours, moved[i], out);
    else {
      const eye = rig.eyes[slit.eye];
      if (rig.style === 'animal') paintAnimalEye(rig, state, slit.eye, moved[i], out);
      else paintEyeball(rig, state, eye, rig.eyeballs[slit.eye], moved[i], slit.restGapPx, out);
    }
  });
  paintOpenEyes(rig, state, field.upper, out);
}

/** Puts a rig's plate into kernels of its size, and the picture itself into their frame. */
export function loadPlate(rig: Rig, kernels: Kernels): void {
  kernels.plate.set(rig.stillGround?.subject ?? rig.plate.rgba);
  kernels.ground.set(rig.stillGround?.behind ?? rig.plate.rgba);
  kernels.reset();
}

function isAtRest(state: FaceState): boolean {
  return (
    state.shutMouth01 === 0 &&
    state.gazeX === 0 &&
    state.gazeY === 0 &&
    state.yawRadians === 0 &&
    state.pitchRadians === 0 &&
    state.rollRadians === 0 &&
    state.liftIod === 0 &&
    state.strengths.every((s) => s === 0)
  );
}

/** A slit's box where the slit is now: animals move their heads by more than its margin. */
function followSlit({ rig, rect: bounds }: Stage, slit: SlitPlan, now: Slit) {
  const { grid } = rig;
  const { box, flow, restXPx, restYPx } = slit;
  const shift = (px: number, low: number, high: number) =>
    Math.max(low, Math.min(high, Math.round(px / grid.cellPx)));
  const columns = shift(now.centreXPx - restXPx, -box.column0, grid.columns - box.column1);
  const rows = shift(now.centreYPx - restYPx, -box.row0, grid.rows - box.row1);
  if (columns === 0 && rows === 0) return slit;
  const moved = {
    column0: box.column0 + columns,
    row0: box.row0 + rows,
    column1: box.column1 + columns,
    row1: box.row1 + rows,
  };
  return {
    box: moved,
    flow: {
      ...flow,
      originXPx: flow.originXPx + columns * grid.cellPx,
      originYPx: flow.originYPx + rows * grid.cellPx,
    },
    rect: nodeRect(grid, moved, bounds),
  };
}

/** Lower lids move skin down to .3 IOD below them: see displaceLids. */
const LIDS_MEET_IOD = 0.4;
/** Samples along each rim. */
const RIM_POINTS = 49;

function planMouth(rig: Rig, bounds: RectPx): SlitPlan {
  const { mouth, pose } = rig;
  const rim = (curve: MouthLine['upper']) => {
    const points = new Float32Array(2 * RIM_POINTS);
    for (let i = 0; i < RIM_POINTS; i++) {
      const s = -1 + (2 * i) / (RIM_POINTS - 1);
      points.set(mouthPoint(mouth, s, readCurve(curve, s)), 2 * i);
    }
    return points;
  };
  const iod = pose.iodPx;
  const reach = mouth.halfWidthPx + 0.3 * iod;
  const box = boxAround(rig.grid, mouth, -reach, reach, -1.15 * iod, mouth.gapPx + 0.35 * iod);
  return {
    topRim: rim(mouth.upper),
    bottomRim: rim(mouth.lower),
    ...flowOf(rig, box, bounds),
    eye: undefined,
    within: undefined,
    restGapPx: mouth.gapPx,
    restXPx: mouth.centreXPx,
    restYPx: mouth.centreYPx,
  };
}

function planEye(rig: Rig, eye: EyeLine, index: number, bounds: RectPx): SlitPlan {
  const rim = (curve: EyeLine['upper']) => {
    const points = new Float32Array(2 * RIM_POINTS);
    for (let i = 0; i < RIM_POINTS; i++) {
      const t = -1 + (2 * i) / (RIM_POINTS - 1);
      points.set(eyePoint(eye, t, readCurve(curve, t)), 2 * i);
    }
    return points;
  };
  const iod = rig.pose.iodPx;
  const reach = eye.halfWidthPx + 0.12 * iod;
  // Below it the layers must be the same.
  const low =
    rig.style === 'animal' ? Math.min(...eye.lower.values) - LAYERS_MEET * iod : -0.5 * iod;
  const box = boxAround(rig.grid, eye, -reach, reach, low, eye.gapPx + 0.1 * iod);
  return {
    topRim: rim(eye.upper),
    bottomRim: rim(eye.lower),
    ...flowOf(rig, box, bounds),
    eye: index,
    // Of a face that is tilted, an eye's rectangle reaches the mouth.
    within:
      rig.style === 'animal'
        ? undefined
        : { besidePx: 2 * rig.grid.cellPx, belowPx: LIDS_MEET_IOD * iod },
    restGapPx: eye.gapPx,
    restXPx: eye.centreXPx,
    restYPx: eye.centreYPx,
  };
}

function flowOf(rig: Rig, box: NodeBox, bounds: RectPx) {
  return { box, flow: createFlowGrid(rig.grid, box), rect: nodeRect(rig.grid, box, bounds) };
}

/** Nodes that cover a box in the axes of a slit. */
function boxAround(
  grid: PlateGrid,
  axes: { centreXPx: number; centreYPx: number; alongX: number; alongY: number },
  x0: number,
  x1: number,
  y0: number,
  y1: number,
): NodeBox {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [x0, x1]) {
    for (const y of [y0, y1]) {
      xs.push(axes.centreXPx + x * axes.alongX + y * axes.alongY);
      ys.push(axes.centreYPx + x * axes.alongY - y * axes.alongX);
    }
  }
  const column = (x: number) =>
    Math.max(0, Math.min(grid.columns, Math.round((x - grid.originXPx) / grid.cellPx)));
  const row = (y: number) =>
    Math.max(0, Math.min(grid.rows, Math.round((y - grid.originYPx) / grid.cellPx)));
  const column0 = Math.min(column(Math.min(...xs)), grid.columns - 2);
  const row0 = Math.min(row(Math.min(...ys)), grid.rows - 2);
  return {
    column0,
    row0,
    column1: Math.max(
      column0 + 2,
      column(Math.max(...xs)) + 1 > grid.columns ? grid.columns : column(Math.max(...xs)) + 1,
    ),
    row1: Math.max(
      row0 + 2,
      row(Math.max(...ys)) + 1 > grid.rows ? grid.rows : row(Math.max(...ys)) + 1,
    ),
  };
}

/** Whole pixels inside a box of nodes and inside `bounds`. */
function nodeRect(grid: PlateGrid, box: NodeBox, bounds: RectPx): RectPx {
  const x0 = Math.max(bounds.xPx, Math.ceil(grid.originXPx + box.column0 * grid.cellPx));
  const y0 = Math.max(bounds.yPx, Math.ceil(grid.originYPx + box.row0 * grid.cellPx));
  const x1 = Math.min(
    bounds.xPx + bounds.widthPx,
    Math.floor(grid.originXPx + (box.column1 - 1) * grid.cellPx),
  );
  const y1 = Math.min(
    bounds.yPx + bounds.heightPx,
    Math.floor(grid.originYPx + (box.row1 - 1) * grid.cellPx),
  );
  return { xPx: x0, yPx: y0, widthPx: Math.max(0, x1 - x0), heightPx: Math.max(0, y1 - y0) };
}

import { readCurve, type SampledCurve } from '../math/curve.ts';
import type { RectPx } from '../math/points.ts';
import { LAYERS_MEET } from '../rig/animal/animal-eyes.ts';
import { type EyeLine, eyePoint } from '../rig/eyes/eye-shape.ts';
import { mouthPoint } from '../rig/mouth/mouth-line.ts';
import type { PlateGrid } from '../rig/plate-grid.ts';
import type { Rig } from '../rig/rig.ts';
import { createFlowGrid } from './invert-flow.ts';
import type { FlowGrid, NodeBox } from './kernels/kernels.ts';
import type { Slit } from './slit.ts';

/** A slit of the rig with what its lower layer needs. */
export interface SlitPlan {
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

/** Lower lids move skin down to .3 IOD below them: see displaceLids. */
const LIDS_MEET_IOD = 0.4;
/** Samples along each rim. */
const RIM_POINTS = 49;

/** Plans the mouth's slit. @param bounds pixels of the frame that may move */
export function planMouthSlit(rig: Rig, bounds: RectPx): SlitPlan {
  const { mouth, pose } = rig;
  const pointAt = (s: number, heightPx: number) => mouthPoint(mouth, s, heightPx);
  const iod = pose.iodPx;
  const reach = mouth.halfWidthPx + 0.3 * iod;
  const box = boxAround(rig.grid, mouth, -reach, reach, -1.15 * iod, mouth.gapPx + 0.35 * iod);
  return {
    topRim: layRim(mouth.upper, pointAt),
    bottomRim: layRim(mouth.lower, pointAt),
    ...flowOf(rig, box, bounds),
    eye: undefined,
    within: undefined,
    restGapPx: mouth.gapPx,
    restXPx: mouth.centreXPx,
    restYPx: mouth.centreYPx,
  };
}

/** Plans an eye's slit. @param index of the eye among the rig's */
export function planEyeSlit(rig: Rig, eye: EyeLine, index: number, bounds: RectPx): SlitPlan {
  const pointAt = (t: number, heightPx: number) => eyePoint(eye, t, heightPx);
  const animal = rig.style === 'animal';
  const iod = rig.pose.iodPx;
  const reach = eye.halfWidthPx + 0.12 * iod;
  // The box must reach down to where the two layers are the same again.
  const low = animal ? Math.min(...eye.lower.values) - LAYERS_MEET * iod : -0.5 * iod;
  const box = boxAround(rig.grid, eye, -reach, reach, low, eye.gapPx + 0.1 * iod);
  return {
    topRim: layRim(eye.upper, pointAt),
    bottomRim: layRim(eye.lower, pointAt),
    ...flowOf(rig, box, bounds),
    eye: index,
    // On a tilted face most of the upright rectangle lies beside the eye, where nothing need be drawn.
    within: animal ? undefined : { besidePx: 2 * rig.grid.cellPx, belowPx: LIDS_MEET_IOD * iod },
    restGapPx: eye.gapPx,
    restXPx: eye.centreXPx,
    restYPx: eye.centreYPx,
  };
}

/** A slit's box where the slit is now: animals move their heads by more than its margin. */
export function followSlit(
  grid: PlateGrid,
  bounds: RectPx,
  slit: SlitPlan,
  now: Slit,
): Pick<SlitPlan, 'box' | 'flow' | 'rect'> {
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

/** Places of a rim from corner to corner, interleaved x,y, frame px. */
function layRim(
  rim: SampledCurve,
  pointAt: (along: number, heightPx: number) => [number, number],
): Float32Array {
  const points = new Float32Array(2 * RIM_POINTS);
  for (let i = 0; i < RIM_POINTS; i++) {
    const along = -1 + (2 * i) / (RIM_POINTS - 1);
    points.set(pointAt(along, readCurve(rim, along)), 2 * i);
  }
  return points;
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
    column1: Math.max(column0 + 2, Math.min(grid.columns, column(Math.max(...xs)) + 1)),
    row1: Math.max(row0 + 2, Math.min(grid.rows, row(Math.max(...ys)) + 1)),
  };
}

/** The box that has all nodes of a grid in it. */
export function allNodes({ columns, rows }: PlateGrid): NodeBox {
  return { column0: 0, row0: 0, column1: columns, row1: rows };
}

/** Whole pixels inside a box of nodes and inside `bounds`. */
export function nodeRect(grid: PlateGrid, box: NodeBox, bounds: RectPx): RectPx {
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

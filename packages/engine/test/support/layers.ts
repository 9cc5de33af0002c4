import type { FaceState } from '../../src/expression/face-state.ts';
import { displaceNodes } from '../../src/render/displacement-field.ts';
import type { Stage } from '../../src/render/render-frame.ts';
import { coverLower, moveSlit, rimAt, type Slit } from '../../src/render/slit.ts';

/** How one layer maps the plate's cells onto the frame, where the frame shows that layer. */
export interface LayerCell {
  readonly layer: 'upper' | 'lower' | 'lids';
  /** Area of the cell's image against its own: 0 or less where the layer folds. */
  readonly determinant: number;
  /** Head frame of the pose seen in the picture, IOD from between the eyes: to say where it is. */
  readonly place: string;
}

/** Slits of a stage as a state moves them: the mouth, the right eye, the left eye. */
export function movedSlits(stage: Stage, state: FaceState): Slit[] {
  displaceNodes(stage.rig, state, stage.field);
  const { upper, lower, lids } = stage.field;
  return stage.slits.map((s) =>
    moveSlit(stage.rig.grid, upper, s.eye === undefined ? lower : lids, s.topRim, s.bottomRim),
  );
}

/** Coverage from which on a pixel of a slit's soft edge is more of the lower layer than of the upper one. */
const MOSTLY = 128;

/**
 * Every cell of all layers that a frame shows: the upper one where no slit's lower layer covers
 * it, the others where their slit does; what lies in an open slit is painted and shows neither.
 */
export function* shownCells(stage: Stage, state: FaceState): Generator<LayerCell> {
  const { plate, pose } = stage.rig;
  const slits = movedSlits(stage, state);
  const soft = Math.max(1, 0.01 * pose.iodPx);
  const coverages = slits.map((slit, i) => {
    const coverage = new Uint8Array(plate.widthPx * plate.heightPx);
    coverLower(slit, stage.slits[i].rect, plate.widthPx, soft, coverage);
    return coverage;
  });
  const coveredBy = (slit: number, x: number, y: number) =>
    coverages[slit][Math.floor(y) * plate.widthPx + Math.floor(x)] ?? 0;
  const isOwn = {
    upper: slits.map(() => false),
    lower: stage.slits.map(({ eye }) => eye === undefined),
    lids: stage.slits.map(({ eye }) => eye !== undefined),
  };
  for (const cell of cellsOf(stage)) {
    const { layer, xPx, yPx } = cell;
    if (slits.some((slit) => inOpening(slit, xPx, yPx))) continue;
    const shown = slits.map((_, k) => coveredBy(k, xPx, yPx));
    const visible =
      layer === 'upper'
        ? shown.every((v) => v < MOSTLY)
        : shown.some((v, k) => isOwn[layer][k] && v >= MOSTLY);
    if (visible) yield cell;
  }
}

/** Every cell of all layers, seen or not. */
export function* allCells(stage: Stage, state: FaceState): Generator<LayerCell> {
  displaceNodes(stage.rig, state, stage.field);
  yield* cellsOf(stage);
}

/** Cells of a field, but for those of ground that stands still, of which no layer has anything. */
function* cellsOf({ rig, field }: Stage): Generator<LayerCell & { xPx: number; yPx: number }> {
  const { grid, pose, plate, stillGround } = rig;
  const { columns, cellPx } = grid;
  const isGround = (xPx: number, yPx: number) =>
    stillGround?.subject[4 * (Math.floor(yPx) * plate.widthPx + Math.floor(xPx)) + 3] === 0;
  for (const layer of ['upper', 'lower', 'lids'] as const) {
    const d = field[layer];
    for (let r = 0; r + 1 < grid.rows; r++) {
      for (let c = 0; c + 1 < columns; c++) {
        const i = 2 * (r * columns + c);
        const [right, below] = [i + 2, i + 2 * columns];
        const x = grid.originXPx + (c + 0.5) * cellPx;
        const y = grid.originYPx + (r + 0.5) * cellPx;
        if (isGround(x, y)) continue;
        const xx = 1 + (d[right] - d[i]) / cellPx;
        const yx = (d[right + 1] - d[i + 1]) / cellPx;
        const xy = (d[below] - d[i]) / cellPx;
        const yy = 1 + (d[below + 1] - d[i + 1]) / cellPx;
        const u = (grid.originXPx + c * cellPx - pose.originXPx) / pose.iodPx;
        const v = (pose.originYPx - grid.originYPx - r * cellPx) / pose.iodPx;
        const place = `${layer} layer at ${u.toFixed(2)}, ${v.toFixed(2)} IOD`;
        yield { layer, determinant: xx * yy - xy * yx, place, xPx: x + d[i], yPx: y + d[i + 1] };
      }
    }
  }
}

/** Whether a frame px lies between the moved rims of an open slit. */
export function inOpening(slit: Slit, xPx: number, yPx: number, marginPx = 0): boolean {
  const dx = xPx - slit.centreXPx;
  const dy = yPx - slit.centreYPx;
  const along = dx * slit.alongX + dy * slit.alongY;
  if (along <= slit.startPx - marginPx || along >= slit.endPx + marginPx) return false;
  const up = dx * slit.alongY - dy * slit.alongX;
  const top = rimAt(slit, slit.top, along);
  const bottom = rimAt(slit, slit.bottom, along);
  return up < Math.max(top, bottom) + marginPx && up > Math.min(top, bottom) - marginPx;
}

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

/**
 * Every cell of all layers that a frame shows: the upper one where no slit's lower layer covers
 * it, the others where their slit does; what lies in an open slit is painted and shows neither.
 */
export function* shownCells(stage: Stage, state: FaceState): Generator<LayerCell> {
  const { rig, field } = stage;
  const { grid, plate, pose } = rig;
  const slits = movedSlits(stage, state);
  const soft = Math.max(1, 0.01 * pose.iodPx);
  const coverages = slits.map((slit, i) => {
    const coverage = new Uint8Array(plate.widthPx * plate.heightPx);
    coverLower(slit, stage.slits[i].rect, plate.widthPx, soft, coverage);
    return coverage;
  });
  const coveredBy = (slit: number, x: number, y: number) =>
    coverages[slit][Math.floor(y) * plate.widthPx + Math.floor(x)] ?? 0;
  for (const layer of ['upper', 'lower', 'lids'] as const) {
    const isOwn = slits.map((_, k) => (stage.slits[k].eye === undefined) === (layer === 'lower'));
    const d = field[layer];
    for (let r = 0; r + 1 < grid.rows; r++) {
      for (let c = 0; c + 1 < grid.columns; c++) {
        const i = 2 * (r * grid.columns + c);
        const right = i + 2;
        const below = i + 2 * grid.columns;
        const x = grid.originXPx + (c + 0.5) * grid.cellPx + d[i];
        const y = grid.originYPx + (r + 0.5) * grid.cellPx + d[i + 1];
        if (slits.some((slit) => inOpening(slit, x, y))) continue;
        const shown = slits.map((_, k) => coveredBy(k, x, y));
        const visible =
          layer === 'upper' ? shown.every((v) => v < 255) : shown.some((v, k) => isOwn[k] && v > 0);
        if (!visible) continue;
        const xx = 1 + (d[right] - d[i]) / grid.cellPx;
        const yx = (d[right + 1] - d[i + 1]) / grid.cellPx;
        const xy = (d[below] - d[i]) / grid.cellPx;
        const yy = 1 + (d[below + 1] - d[i + 1]) / grid.cellPx;
        const u = (grid.originXPx + c * grid.cellPx - pose.originXPx) / pose.iodPx;
        const v = (pose.originYPx - grid.originYPx - r * grid.cellPx) / pose.iodPx;
        const place = `${layer} layer at ${u.toFixed(2)}, ${v.toFixed(2)} IOD`;
        yield { layer, determinant: xx * yy - xy * yx, place };
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

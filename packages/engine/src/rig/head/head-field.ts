import type { Points3 } from '../../math/points.ts';
import { fitThinPlateSpline } from '../../math/thin-plate-spline.ts';
import { type PlateGrid, sampleSmoothField } from '../plate-grid.ts';
import { HEAD_ANCHORS } from './head-anchors.ts';

/** Landmarks that expressions move too much to tie the chart to. */
const LOOSE = new Set([
  246, 161, 160, 159, 158, 157, 173, 7, 163, 144, 145, 153, 154, 155, 466, 388, 387, 386, 385, 384,
  398, 249, 390, 373, 374, 380, 381, 382,
]);

/** Cells between evaluations of splines: they are smooth over far more. */
const STRIDE = 4;

/** Where each node of the grid lies on a face at rest, IOD (a thin-plate spline over anchors). */
export function chartFace(
  grid: PlateGrid,
  landmarks: Points3<'frame-px'>,
): { chartX: Float32Array; chartY: Float32Array } {
  const used = HEAD_ANCHORS.filter(([index]) => !LOOSE.has(index));
  const points = used.flatMap(([i]) => [landmarks[3 * i], landmarks[3 * i + 1]]);
  const places = used.flatMap(([, x, y]) => [x, y]);
  let chart: Float32Array[] = [];
  for (const stiffness of CHART_STIFFNESS) {
    const spline = fitThinPlateSpline(points, places, 2, stiffness);
    chart = sampleSmoothField(grid, 2, STRIDE, (x, y, out, offset) =>
      spline.evaluate(x, y, out, offset),
    );
    if (!foldsInFace(grid, chart[0], chart[1])) break;
  }
  return { chartX: chart[0], chartY: chart[1] };
}

/**
 * On a turned head the nose hides part of the far cheek, and a chart through every anchor would
 * fold there: the first stiffness that leaves no fold is taken.
 */
const CHART_STIFFNESS = [0.002, 0.02, 0.1, 0.5, 2.5];
/** Area of a cell on the chart against the median one below which the chart counts as folded. */
const LEAST_AREA = 0.3;

function foldsInFace(grid: PlateGrid, chartX: Float32Array, chartY: Float32Array): boolean {
  const areas: number[] = [];
  for (let r = STRIDE; r < grid.rows - STRIDE; r += STRIDE) {
    for (let c = STRIDE; c < grid.columns - STRIDE; c += STRIDE) {
      const i = r * grid.columns + c;
      if (Math.hypot(chartX[i] / 1.1, (chartY[i] + 0.5) / 1.45) > 1) continue;
      const right = i + STRIDE;
      const below = i + STRIDE * grid.columns;
      areas.push(
        (chartX[right] - chartX[i]) * (chartY[i] - chartY[below]) -
          (chartX[i] - chartX[below]) * (chartY[right] - chartY[i]),
      );
    }
  }
  areas.sort((a, b) => a - b);
  return areas.length > 0 && areas[0] < LEAST_AREA * areas[areas.length >> 1];
}

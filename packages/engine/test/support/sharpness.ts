import type { Picture, RectPx } from '../../src/index.ts';
import { lumaAt } from '../../src/math/luma.ts';
import type { Stage } from '../../src/render/render-frame.ts';
import { readPair } from '../../src/rig/plate-grid.ts';

const EYES = [
  { upper: [33, 133, 159, 105], lower: [145] },
  { upper: [263, 362, 386, 334], lower: [374] },
] as const;
const MOUTH = { upper: [61, 291, 0, 164], lower: [17] } as const;

/**
 * Boxes in which sharpness is judged: both eyes with their brows, and the mouth, in whole px.
 * @param moved true: where the stage's field of displacements takes them
 */
export function eyeAndMouthBoxes(stage: Stage, moved: boolean): Record<'eyes' | 'mouth', RectPx[]> {
  const { landmarks, pose, grid } = stage.rig;
  const box = (parts: { upper: readonly number[]; lower: readonly number[] }): RectPx => {
    const d = new Float64Array(2);
    const xs: number[] = [];
    const ys: number[] = [];
    for (const layer of ['upper', 'lower'] as const) {
      for (const index of parts[layer]) {
        const [x, y] = [landmarks[3 * index], landmarks[3 * index + 1]];
        if (moved) readPair(grid, stage.field[layer], x, y, d);
        xs.push(x + d[0]);
        ys.push(y + d[1]);
      }
    }
    const margin = 0.08 * pose.iodPx;
    const xPx = Math.round(Math.min(...xs) - margin);
    const yPx = Math.round(Math.min(...ys) - margin);
    return {
      xPx,
      yPx,
      widthPx: Math.round(Math.max(...xs) + margin) - xPx,
      heightPx: Math.round(Math.max(...ys) + margin) - yPx,
    };
  };
  return { eyes: EYES.map(box), mouth: [box(MOUTH)] };
}

/** Root of the mean squared gradient of luma over boxes, levels per px. */
export function meanGradient(picture: Picture, boxes: readonly RectPx[]): number {
  let sum = 0;
  let count = 0;
  for (const { xPx, yPx, widthPx, heightPx } of boxes) {
    for (let y = yPx; y < yPx + heightPx; y++) {
      for (let x = xPx; x < xPx + widthPx; x++) {
        const here = lumaAt(picture, x, y);
        sum += (lumaAt(picture, x + 1, y) - here) ** 2 + (lumaAt(picture, x, y + 1) - here) ** 2;
        count++;
      }
    }
  }
  return Math.sqrt(sum / count);
}

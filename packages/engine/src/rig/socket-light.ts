import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { EyeLine } from './eye-shape.ts';
import { type FaceTone, lumaOf, patchMean } from './face-tone.ts';
import { cropField } from './field-box.ts';
import { blurField, type PlateGrid } from './plate-grid.ts';
import type { ShadingBasis } from './shading.ts';

/**
 * A brow that rises lets light into the socket below it. Without that, dark painted sockets would
 * only be drawn out into large dark patches.
 */

/** Darkness against the face's skin that is plain shade, ln; more is lifted by a share of it. */
const PLAIN_SHADE = 0.25;
const LIFTED_SHARE = 0.6;
const MOST_LIFT = 0.5;
/** Luma is read over this radius, IOD: folds stay, the shade as a whole is lifted. */
const PATCH_IOD = 0.03;
const SMOOTH_IOD = 0.03;
/** Changes smaller than this are not stored. */
const SILENT = 0.002;

/** Change of ln(colour) with the brows fully up; undefined where the sockets are not dark. */
export function lightSockets(
  plate: Picture,
  grid: PlateGrid,
  eyes: readonly EyeLine[],
  iodPx: number,
  tone: FaceTone,
): ShadingBasis | undefined {
  const lift = new Float32Array(grid.columns * grid.rows);
  const skin = Math.max(20, lumaOf(tone.skin));
  for (const eye of eyes) {
    const reachPx = 1.5 * eye.halfWidthPx + eye.browGapPx;
    for (let r = 0; r < grid.rows; r++) {
      const y = grid.originYPx + r * grid.cellPx;
      if (Math.abs(y - eye.centreYPx) > reachPx) continue;
      for (let c = 0; c < grid.columns; c++) {
        const x = grid.originXPx + c * grid.cellPx;
        if (Math.abs(x - eye.centreXPx) > reachPx) continue;
        const share = socketShare(eye, x, y);
        if (share === 0) continue;
        const luma = Math.max(8, lumaOf(patchMean(plate, x, y, PATCH_IOD * iodPx)));
        const dark = Math.log(skin / luma) - PLAIN_SHADE;
        lift[r * grid.columns + c] = share * clamp(LIFTED_SHARE * dark, 0, MOST_LIFT);
      }
    }
  }
  blurField(grid, lift, Math.max(1, Math.round((SMOOTH_IOD * iodPx) / grid.cellPx / 2)));
  const box = cropField(grid, lift, 1, SILENT, 0, grid.rows - 1);
  if (!box) return undefined;
  const { values, ...place } = box;
  return { ...place, logGain: values };
}

/** 1 between lashes and brow, 0 on both and beside the eye. */
function socketShare(eye: EyeLine, x: number, y: number): number {
  const dx = x - eye.centreXPx;
  const dy = y - eye.centreYPx;
  const t = (dx * eye.alongX + dy * eye.alongY) / eye.halfWidthPx;
  const above = dx * eye.alongY - dy * eye.alongX - readCurve(eye.upper, t);
  const q = above / Math.max(1, eye.browGapPx);
  return (
    smoothstep(0.05, 0.3, q) * smoothstep(1, 0.7, q) * (1 - smoothstep(0.7, 1.45, Math.abs(t)))
  );
}

import { gaussian } from '../../math/easing.ts';
import { wholeOf } from '../../math/points.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { type Slit, slitRect } from '../slit.ts';

/** Breadth of the shade in which an opening ends, along the mouth outwards, inwards and across, IOD. */
const OUTWARDS_IOD = 0.03;
const INWARDS_IOD = 0.035;
const ACROSS_IOD = 0.036;
/** Light that is lost at the corner itself. */
const DEPTH = 0.13;

/**
 * The corners of an open mouth lie deeper than the skin beside them: an opening ends in soft shade,
 * not at a cut.
 * @param open01 how far the corners have left the line of the shut mouth
 */
export function shadeCorners(rig: Rig, slit: Slit, open01: number, out: Kernels): void {
  const iod = rig.pose.iodPx;
  if (open01 === 0 || rig.seamInk) return;
  const bounds = wholeOf(out);
  const reach = 3 * ACROSS_IOD * iod;
  for (const side of [-1, 1] as const) {
    const end = side < 0 ? slit.startPx : slit.endPx;
    const height = slit.top[side < 0 ? 0 : slit.top.length - 1];
    const outer = end + side * 3 * OUTWARDS_IOD * iod;
    const inner = end - side * 3 * INWARDS_IOD * iod;
    const [x0, x1] = [Math.min(outer, inner), Math.max(outer, inner)];
    const rect = slitRect(slit, x0, x1, height - reach, height + reach, bounds);
    for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
      for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
        const dx = x + 0.5 - slit.centreXPx;
        const dy = y + 0.5 - slit.centreYPx;
        const along = side * (dx * slit.alongX + dy * slit.alongY - end);
        const up = dx * slit.alongY - dy * slit.alongX - height;
        const breadth = along > 0 ? OUTWARDS_IOD : INWARDS_IOD;
        const shade =
          DEPTH * open01 * gaussian(along, breadth * iod) * gaussian(up, ACROSS_IOD * iod);
        if (shade < 0.004) continue;
        const i = 4 * (y * out.widthPx + x);
        for (let k = 0; k < 3; k++) {
          out.frame[i + k] = Math.round(out.frame[i + k] * (1 - shade) ** rig.shadowTint[k]);
        }
      }
    }
  }
}

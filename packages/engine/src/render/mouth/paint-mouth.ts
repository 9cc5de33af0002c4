import type { FaceState } from '../../expression/face-state.ts';
import { wholeOf } from '../../math/points.ts';
import type { Rig } from '../../rig/rig.ts';
import { cornersLeft } from '../apply-plate-changes.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { heightsOf, type Slit, slitRect } from '../slit.ts';
import { shapeMoves } from './drawn-mouth-motion.ts';
import { inkRims } from './ink-mouth.ts';
import type { MouthColours } from './mouth-colours.ts';
import { mouthFeatherPx } from './mouth-feather.ts';
import { paintInside } from './paint-inside.ts';
import { paintMuzzle } from './paint-muzzle.ts';
import { paintPenMouth } from './pen-mouth.ts';
import { reddenRims } from './redden-rims.ts';
import { roundLowerLip } from './round-lower-lip.ts';
import { shadeCorners } from './shade-corners.ts';
import { shadeRims } from './shade-rims.ts';
import { paintShapeMouth } from './shape-mouth.ts';
import { stretchInside } from './stretch-mouth.ts';

/** Paints what lies between parted lips, or the seam where they meet. */
export function paintMouth(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  if (rig.style === 'animal') {
    if (rig.muzzleKnown01 > 0) paintMuzzle(rig, state, colours, slit, out);
    return;
  }
  if (rig.mouthless) return;
  if (rig.pen) {
    paintPenMouth(rig, rig.pen, state, colours, slit, out);
    return;
  }
  if (rig.shutLine && shapeMoves(state)) {
    paintShapeMouth(rig, rig.shutLine, state, colours, slit, out);
    return;
  }
  const bounds = wholeOf(out);
  const margin = 0.06 * rig.pose.iodPx + 2;
  const [low, high] = heightsOf(slit, margin, margin);
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, bounds);
  reddenRims(rig, state, slit, out);
  roundLowerLip(rig, state, slit, out);
  shadeRims(rig, state, slit, rect, out);
  if (rig.cornerMarks) shadeCorners(rig, slit, cornersLeft(rig, state), out);
  if (slit.gapPx > 0) {
    if (rig.style === 'drawing' && rig.mouth.gapPx > 0) {
      stretchInside(rig, colours, slit, mouthFeatherPx(rig), out);
    } else paintInside(rig, state, colours, slit, rect, out);
  }
  inkRims(rig, slit, out);
}

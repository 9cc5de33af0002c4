import type { Rig } from '../../rig/rig.ts';
import { asMade } from '../as-made.ts';

/** Feather of what is drawn, of the breadth of the picture's own edges, and of the lips'. */
const EDGE_RAMP = 1.4;
const LIP_RAMP = 1.35;
/** Cracks and strokes are sharp; what is painted around a mouth is not. */
const SOFTER = { seen: 1, painted: 1.4 } as const;
/** … but an opening is never all feather, IOD. */
const MOST_FEATHER_IOD = 0.075;

/** Breadth of the ramp from lip to mouth, px: as soft as the picture's own edges. */
export function mouthFeatherPx(rig: Rig): number {
  const { surface, pose } = rig;
  const { edgePx, lipEdgePx } = surface;
  const own = asMade(rig, SOFTER) * Math.max(EDGE_RAMP * edgePx, LIP_RAMP * lipEdgePx);
  return Math.max(1.2, 0.02 * pose.iodPx, Math.min(MOST_FEATHER_IOD * pose.iodPx, own));
}

import type { FaceState } from '../expression/face-state.ts';
import { clamp } from '../math/easing.ts';
import { meanStrength } from '../rig/action-units.ts';
import type { Rig } from '../rig/rig.ts';

/** 0..1: how far a state takes back the smile that the picture shows; 0 where it shows none. */
export function smileTaken01({ sourceUnits }: Pick<Rig, 'sourceUnits'>, state: FaceState): number {
  const [right, left] = sourceUnits.atRest.AU12;
  return clamp(-meanStrength(state.strengths, 'AU12') / Math.max(0.005, (right + left) / 2), 0, 1);
}

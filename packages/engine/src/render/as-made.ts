import { mix } from '../math/easing.ts';
import type { Rig } from '../rig/rig.ts';

/** A figure that what is drawn depends on: its value in a photo (`seen`) and in a painting (`painted`). */
export interface SeenOrPainted {
  readonly seen: number;
  readonly painted: number;
}

/** The figure for one picture: between the two values by `painted01`. */
export function asMade({ painted01 }: Pick<Rig, 'painted01'>, of: SeenOrPainted): number {
  return mix(of.seen, of.painted, painted01);
}

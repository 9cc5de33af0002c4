import { mix } from '../math/easing.ts';
import type { Rig } from '../rig/rig.ts';

/** A figure of what is drawn: as a camera sees it, and as painters paint it. */
export interface SeenOrPainted {
  readonly seen: number;
  readonly painted: number;
}

/** That figure for a picture, between both where it is hardly a painting. */
export function asMade({ painted01 }: Pick<Rig, 'painted01'>, of: SeenOrPainted): number {
  return mix(of.seen, of.painted, painted01);
}

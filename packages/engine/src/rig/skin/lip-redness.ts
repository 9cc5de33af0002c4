import { clamp } from '../../math/easing.ts';
import type { FaceTone } from './face-tone.ts';

/** ln of red against green that lips have more than the skin beside them: at least, and at most. */
const LIP_REDNESS = [0.18, 0.45] as const;
/** … and of blue, parts of that. */
const BLUE_SHARE = [0.6, 1.2] as const;
/** Mean chroma of a face, levels, whose lips have all of it; grey faces have grey lips. */
const FULL_CHROMA = 50;
/** What all channels lose, parts of what green loses against red: red skin is darker, too. */
const DARKER = 0.3;

/** How much redder than the skin a face's lips are, and how red its skin is: ln of red against green (redness). */
export interface LipRedness {
  readonly wanted: number;
  readonly skin: number;
  /** ln by which red, green and blue change for each unit of redness that is lacking. */
  readonly reddening: readonly [number, number, number];
}

/** Reads it from a face's colours. */
export function lipRedness({
  lip,
  mouthSkin,
  chroma,
}: Pick<FaceTone, 'lip' | 'mouthSkin' | 'chroma'>): LipRedness {
  const skin = redness(mouthSkin[0], mouthSkin[1]);
  const own = redness(lip[0], lip[1]) - skin;
  const ownBlue = redness(lip[0], lip[2]) - redness(mouthSkin[0], mouthSkin[2]);
  // Lips that are hardly redder than skin do not tell how blue they are.
  const blueShare = own > LIP_REDNESS[0] / 2 ? clamp(ownBlue / own, ...BLUE_SHARE) : 1;
  const wanted = Math.min(1, chroma / FULL_CHROMA) * clamp(own, ...LIP_REDNESS);
  return { wanted, skin, reddening: [-DARKER, -(1 + DARKER), -(blueShare + DARKER)] };
}

/** ln of red against another channel, levels. */
export function redness(red: number, other: number): number {
  return Math.log((red + 1) / (other + 1));
}

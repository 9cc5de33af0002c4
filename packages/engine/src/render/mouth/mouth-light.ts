import { smoothstep } from '../../math/easing.ts';
import type { Rig } from '../../rig/rig.ts';
import { colourfulness, lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';

/** Skin beside the mouth against the whole face's, at least. */
const BARE_SKIN = 0.88;
/** A painting is muted whose nostrils are as pale as this against the skin: from the first on, wholly at the second. */
const PALE_NOSTRILS = [0.27, 0.35] as const;
/** What has more colour than this, levels, is no white even under a warm light. */
const MOST_OF_WHITE = 100;
const WHITE: Rgb = [250, 250, 250];

/** Luma of skin around the mouth: around some there is none, and a beard's shade does not darken what lies behind. */
export function lumaAroundMouth({ skin, mouthSkin }: Rig['tone']): number {
  return Math.max(1, lumaOf(mouthSkin), BARE_SKIN * lumaOf(skin));
}

/** 0..1: a painting whose darkest places are pale, and with them all that an open mouth shows. */
export function muted01({ painted01, tone }: Pick<Rig, 'painted01' | 'tone'>): number {
  return painted01 * smoothstep(...PALE_NOSTRILS, tone.nostrilLuma / lumaAroundMouth(tone));
}

/** What white looks like in this picture: artists may fill a whole eye with its colour, which is none. */
export function whiteOf({ style, tone }: Pick<Rig, 'style' | 'tone'>): Rgb {
  return style === 'drawing' && colourfulness(tone.white) > MOST_OF_WHITE ? WHITE : tone.white;
}

export function blueToGreen([, g, b]: Rgb): number {
  return b / Math.max(1, g);
}

import { mix, smoothstep } from '../../math/easing.ts';

/** Gaps all of which lies in the half shade of both lips, and none, IOD. */
const NARROW_GAP_IOD = [0.07, 0.16] as const;
/** What red, green and blue lose where it is half dark, and what all of them do in a picture without colours. */
const FLESH_LOSES = [0.12, 0.34, 0.32] as const;
const GREY_LOSES = 0.24;

/**
 * How much of a place at the rims of a narrow gap is half shade, 0..1.
 * @param alpha01 how much of it is inside the mouth
 */
export function halfShade01(alpha01: number, gapIod: number): number {
  return 4 * alpha01 * (1 - alpha01) * (1 - smoothstep(...NARROW_GAP_IOD, gapIod));
}

/**
 * Light that half shade leaves of a channel, 0..1. It has gone through flesh, whose green and blue are lost first:
 * mixed of pale lips and the dark of a mouth alone, a narrow gap is a grey smear.
 * @param channel 0 red, 1 green, 2 blue
 * @param coloured01 how much colour the picture has: see MouthColours
 */
export function halfShadeLight(channel: number, half01: number, coloured01: number): number {
  return 1 - half01 * mix(GREY_LOSES, FLESH_LOSES[channel], coloured01);
}

import type { Picture } from '../../math/picture.ts';

/** Differences are small: they are shown so many times larger, around grey. */
const DIFFERENCE_GAIN = 4;
const GREY = 128;

/** What a picture of a difference is called. */
export const DIFFERENCE_LABEL = `difference × ${DIFFERENCE_GAIN}`;

/**
 * How far a picture is from another, pixel by pixel: grey where they are the same, opaque
 * throughout. undefined where their sizes differ.
 */
export function showDifference(before: Picture, after: Picture): Picture | undefined {
  const { widthPx, heightPx } = before;
  if (widthPx !== after.widthPx || heightPx !== after.heightPx) return undefined;
  const rgba = new Uint8Array(before.rgba.length);
  for (let i = 0; i < rgba.length; i++) {
    const level = GREY + DIFFERENCE_GAIN * (after.rgba[i]! - before.rgba[i]!);
    rgba[i] = i % 4 === 3 ? 255 : Math.min(255, Math.max(0, level));
  }
  return { rgba, widthPx, heightPx };
}

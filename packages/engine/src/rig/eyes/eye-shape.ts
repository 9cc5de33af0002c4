import { fromAxes, onAxes } from '../../math/axes.ts';
import { readCurve, type SampledCurve } from '../../math/curve.ts';
import type { PenPath } from '../../math/pen-path.ts';
import type { PixelChange } from '../skin/pixel-change.ts';

/** An eye that its artist drew shut: a line, or an arc that laughs. In surprise it opens to a dot. */
export interface ShutEye {
  /** sRGB 0..255. */
  readonly colour: readonly [number, number, number];
  /** The line, px along and up from the eye's middle. */
  readonly path: PenPath;
  /** Skin in its place. */
  readonly fill: PixelChange;
}

/**
 * An eye that is drawn as a plain shape, a dot say, without lids. The network sees an almond around
 * it, and lids that moved over skin would draw that. Such an eye is drawn out and pushed together
 * as a whole, as cartoonists do it: lengths are IOD on the eye's own axes.
 */
export interface PlainEye {
  /** Middle of the shape against the eye's, along and up. */
  readonly along: number;
  readonly up: number;
  readonly halfWidth: number;
  /** 0: a line, which stays one. */
  readonly halfHeight: number;
  /** Is it filled with ink, whatever its outline? */
  readonly filled?: boolean | undefined;
  /** What looks out of it, with white all around; places are against the shape's middle. */
  readonly iris?: Omit<PlainEye, 'iris' | 'shut' | 'filled'> | undefined;
  /** It was drawn shut: how it opens. */
  readonly shut?: ShutEye | undefined;
}

/**
 * One eye as the picture shows it. Its own axes: t from -1 (corner on the picture's left) to 1;
 * heights are px along `up`, 0 on the line between the corners.
 */
export interface EyeLine {
  readonly side: 'right' | 'left';
  readonly centreXPx: number;
  readonly centreYPx: number;
  /** Unit vector from the picture-left corner to the other; up = (alongY, -alongX). */
  readonly alongX: number;
  readonly alongY: number;
  readonly halfWidthPx: number;
  readonly upper: SampledCurve;
  readonly lower: SampledCurve;
  /** Largest gap between the lids, px. */
  readonly gapPx: number;
  /** From the upper rim to the brow's lower edge, mean over the brow's middle, px. */
  readonly browGapPx: number;
  readonly iris: { readonly xPx: number; readonly yPx: number; readonly radiusPx: number };
  /** 0 where the lids are shut or a slit, 1 where the eye is plainly open: scales what is opened. */
  readonly open01: number;
  /** 0..1: a laugh has narrowed it to a crescent, in which hardly any of its white is seen; 0 if left out. */
  readonly laughs01?: number | undefined;
  /** true: hair lies over it: no lid moves there, and no ball is painted. */
  readonly covered?: boolean | undefined;
  /** The shape of a drawing's eye that has no lids: it has no slit either. */
  readonly plain?: PlainEye | undefined;
}

/** Frame px of the place at t (-1..1) of an eye's axis and `heightPx` along its up. */
export function eyePoint(eye: EyeLine, t: number, heightPx: number): [number, number] {
  return fromAxes(eye, t * eye.halfWidthPx, heightPx);
}

/** t and height of a place of the frame, px: the inverse of eyePoint. */
export function eyePlace(eye: EyeLine, xPx: number, yPx: number): [t: number, upPx: number] {
  const [along, up] = onAxes(eye, xPx, yPx);
  return [along / eye.halfWidthPx, up];
}

/** How high a place of the frame lies between the rims: 0 at the lower one, 1 at the upper one. */
export function heightShare(eye: EyeLine, xPx: number, yPx: number): number {
  const [t, up] = eyePlace(eye, xPx, yPx);
  const low = readCurve(eye.lower, t);
  return (up - low) / Math.max(1e-3, readCurve(eye.upper, t) - low);
}

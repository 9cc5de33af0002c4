import { clamp, mix } from '../../math/easing.ts';
import { type PenPath, penReader } from '../../math/pen-path.ts';
import type { Picture } from '../../math/picture.ts';
import { type MouthLine, placeOnAxes } from '../mouth/mouth-line.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import type { SeamInk } from './ink.ts';

/**
 * A mouth that is one stroke, as its artist's pen drew it: places are px along the mouth's axis from its
 * middle and up from the line between its corners.
 */
export interface PenLine extends PenPath {
  readonly colour: Rgb;
  /** Half its breadth in the middle, px. */
  readonly halfPx: number;
  /** Is it nothing but a line? One with ticks at its ends, or with a curl, is not. */
  readonly plain: boolean;
  /** Is what it encloses of its colour too, as 3-D characters have it? */
  readonly solid?: boolean;
}

/** Points of a line that was read. */
const POINTS = 65;
const SMOOTH_PASSES = 3;
/** Ink that a plain line would have elsewhere, share of all of it, at most. */
const MOST_ELSEWHERE = 0.3;
/** … of one whose half breadth is no more than this, px: pixels say less of where such a line lies. */
const HAIRLINE_PX = 1.2;
const MOST_BESIDE_HAIRLINE = 0.45;
/** The ends of a line, share of its length. */
const ENDS = 0.12;
/** Columns with less ink than this, px, are gaps. */
const LEAST_INK_PX = 0.5;

/**
 * Reads middle and breadth of a stroke at each place along it from the ink that its fill takes away.
 * @param fill the stroke's pixels and what makes them skin: see fillStroke
 */
export function readPenLine(
  plate: Picture,
  mouth: MouthLine,
  ink: SeamInk,
  fill: PixelChange,
  iodPx: number,
): PenLine | undefined {
  const halfPx = ink.halfIod * iodPx;
  const inked = inkOf(plate, ink, fill, mouth);
  if (inked.length === 0) return undefined;
  const left = Math.floor(Math.min(...inked.map(({ x }) => x)));
  const columns = Math.ceil(Math.max(...inked.map(({ x }) => x))) - left;
  const area = new Float64Array(columns);
  const moment = new Float64Array(columns);
  for (const { x, y, share } of inked) {
    const column = clamp(Math.floor(x - left), 0, columns - 1);
    area[column] += share;
    moment[column] += share * y;
  }
  const [from, to] = [firstWhole(area, halfPx, 1), firstWhole(area, halfPx, -1)];
  if (to - from < 4) return undefined;
  bridgeGaps(area, moment, from, to);
  for (let pass = 0; pass < SMOOTH_PASSES; pass++) {
    smooth(area);
    smooth(moment);
  }
  const end = Math.round(ENDS * (to - from));
  const gaps = area.subarray(from + end, to - end).some((inkPx) => inkPx < LEAST_INK_PX);
  const xs = new Float64Array(POINTS);
  const ys = new Float64Array(POINTS);
  const radii = new Float64Array(POINTS);
  const heightAt = (column: number) => moment[column] / Math.max(1e-6, area[column]);
  for (let k = 0; k < POINTS; k++) {
    const at = from + ((to - from) * k) / (POINTS - 1);
    const c = Math.min(columns - 2, Math.floor(at));
    const f = at - c;
    xs[k] = left + at + 0.5;
    ys[k] = heightAt(c) + f * (heightAt(c + 1) - heightAt(c));
    const slope = heightAt(Math.min(columns - 1, c + 2)) - heightAt(Math.max(0, c - 1));
    const run = Math.min(columns - 1, c + 2) - Math.max(0, c - 1);
    const across = run / Math.hypot(run, slope);
    radii[k] = (across * (area[c] + f * (area[c + 1] - area[c]))) / 2;
  }
  trimEnds(radii);
  const coverage = penReader({ xs, ys, radii });
  let ink01 = 0;
  let elsewhere = 0;
  for (const { x, y, share } of inked) {
    ink01 += share;
    elsewhere += Math.abs(share - coverage(x, y));
  }
  const most = halfPx < HAIRLINE_PX ? MOST_BESIDE_HAIRLINE : MOST_ELSEWHERE;
  return {
    xs,
    ys,
    radii,
    colour: ink.penColour,
    halfPx,
    plain: !gaps && elsewhere < most * ink01,
  };
}

/** Places of a stroke's pixels in the mouth's axes, px, and how much ink each holds, 0..1. */
function inkOf(
  { rgba, widthPx }: Picture,
  ink: SeamInk,
  { pixels, change }: PixelChange,
  mouth: MouthLine,
): { x: number; y: number; share: number }[] {
  const size = (i: number) => Math.hypot(change[3 * i], change[3 * i + 1], change[3 * i + 2]);
  let most = 0;
  for (let i = 1; i < pixels.length; i++) if (size(i) > size(most)) most = i;
  // The pixel that changes most was all ink, and becomes all skin.
  const toSkin = ink.colour.map((v, k) => rgba[4 * pixels[most] + k] + change[3 * most + k] - v);
  const length2 = Math.max(
    1,
    toSkin.reduce((sum, d) => sum + d * d, 0),
  );
  return Array.from(pixels, (pixel, i) => {
    const [t, up] = placeOnAxes(mouth, [
      (pixel % widthPx) + 0.5,
      Math.floor(pixel / widthPx) + 0.5,
    ]);
    const towards = toSkin.reduce((sum, d, k) => sum + d * change[3 * i + k], 0);
    return { x: t * mouth.halfWidthPx, y: up, share: clamp(towards / length2, 0, 1) };
  });
}

/** Where a pen's round end has its middle: as far from the end as it is broad there, or as steep ends let it seem. */
function firstWhole(area: Float64Array, halfPx: number, way: 1 | -1): number {
  const n = area.length;
  let end = -1;
  for (let away = 0; away < n / 2; away++) {
    const column = way > 0 ? away : n - 1 - away;
    if (end < 0 && area[column] > LEAST_INK_PX) end = away;
    if (end >= 0 && away - end + 0.5 >= Math.min(halfPx, area[column] / 2)) return column;
  }
  return way > 0 ? 0 : n - 1;
}

/** Gaps of a line that are no longer than this share of it are where its artist lifted the pen. */
const SHORT_GAP = 0.08;

/** Carries a line on over short gaps as it goes at their ends, in its ink's area and moment of each column. */
function bridgeGaps(area: Float64Array, moment: Float64Array, from: number, to: number): void {
  const inked = (column: number) => area[column] >= LEAST_INK_PX;
  for (let start = from; start < to; start++) {
    if (!inked(start) || inked(start + 1)) continue;
    let end = start + 1;
    while (end < to && !inked(end)) end++;
    if (!inked(end) || end - start - 1 > SHORT_GAP * (to - from)) continue;
    for (let column = start + 1; column < end; column++) {
      const at = (column - start) / (end - start);
      area[column] = mix(area[start], area[end], at);
      moment[column] = area[column] * mix(moment[start] / area[start], moment[end] / area[end], at);
    }
  }
}

/** A pen that is lifted makes no knob: what ends steeply or square would look like one. */
function trimEnds(radii: Float64Array): void {
  const inner = Math.round(ENDS * (radii.length - 1));
  const last = radii.length - 1;
  for (let k = 0; k < inner; k++) {
    radii[k] = Math.min(radii[k], radii[inner]);
    radii[last - k] = Math.min(radii[last - k], radii[last - inner]);
  }
}

/** Binomial, once; what lies beyond the ends is empty. */
function smooth(values: Float64Array): void {
  const before = values.slice();
  for (let i = 0; i < values.length; i++) {
    const left = before[i - 1] ?? 0;
    const right = before[i + 1] ?? 0;
    values[i] = (left + 2 * before[i] + right) / 4;
  }
}

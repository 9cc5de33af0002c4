import { mean } from '../../math/mean.ts';
import { colourfulness, lumaOf, type Rgb } from '../skin/face-tone.ts';
import { levelsOff, type Piece, type Region } from './drawn-pieces.ts';

/** A line stands out from the lips on either side of it by so many levels; those differ by less. */
const LINE_LEVELS = 60;
const ALIKE_LEVELS = 60;
/** Lips have so much colour, levels between their strongest channel and their weakest: teeth have none. */
const LEAST_COLOUR = 60;
/** Of the columns between these parts of the breadth, so many have to show it. */
const MIDDLE = [0.2, 0.8] as const;
const MOSTLY = 0.75;
/** A line is as dark as this part of its darkest. */
const AS_DEEP = 0.85;
/** What is so much lighter than lips is a tooth, and no more of their height, or they are not shut. */
const TOOTH = 1.6;
const MOST_TEETH = 0.3;

/**
 * The line between two drawn lips that are shut: a dark one, with one and the same colour above and below.
 * @returns its height in each column of the piece, IOD; undefined where a piece is no such pair
 */
export function seamOfLips(region: Region, piece: Piece): readonly number[] | undefined {
  const { columns } = piece;
  const lines = columns.map((_, k) => lineAt(columnOf(region, piece, k)));
  const from = Math.floor(MIDDLE[0] * columns.length);
  const middle = lines.slice(from, Math.ceil(MIDDLE[1] * columns.length));
  if (middle.filter((line) => line !== undefined).length < MOSTLY * middle.length) return undefined;
  return smooth(
    columns.map(([low, high], k) => {
      const part = lines[k] ?? nearest(lines, k);
      return high - part * (high - low);
    }),
  );
}

/** Colours of one column, from the top down. */
function columnOf(region: Region, { left, columns }: Piece, k: number): Rgb[] {
  const { stepIod } = region;
  const column = Math.round((left - region.left) / stepIod) + k;
  const [low, high] = columns[k];
  const first = Math.round((region.top - high) / stepIod);
  const last = Math.round((region.top - low) / stepIod);
  const colours: Rgb[] = [];
  for (let row = first; row <= last; row++) {
    colours.push(region.colours[row * region.columns + column]);
  }
  return colours;
}

/** How far down a column the middle of its line is, 0..1. */
function lineAt(colours: readonly Rgb[]): number | undefined {
  const upper = mostColourfulBefore(colours);
  const lower = mostColourfulAfter(colours);
  const depths = colours.map((_, k) => depthOf(colours, k, upper[k], lower[k]));
  const deepest = Math.max(...depths);
  if (deepest <= LINE_LEVELS) return undefined;
  // A broad line is as dark in all of it.
  const line = depths.flatMap((depth, k) => (depth > AS_DEEP * deepest ? [k] : []));
  return (line[0] + line[line.length - 1]) / 2 / (colours.length - 1);
}

/** Levels by which one colour of a column stands out as a line from lips above and below; 0 if those are none. */
function depthOf(colours: readonly Rgb[], k: number, upper?: Rgb, lower?: Rgb): number {
  if (!upper || !lower) return 0;
  const colour = colours[k];
  const alike = levelsOff(upper, lower) < ALIKE_LEVELS;
  const coloured = Math.min(colourfulness(upper), colourfulness(lower)) > LEAST_COLOUR;
  if (!alike || !coloured || Math.max(...colour) > Math.max(...upper)) return 0;
  const light = colours.filter((c, i) => i !== k && lumaOf(c) > TOOTH * lumaOf(upper));
  if (light.length > MOST_TEETH * (colours.length - 1)) return 0;
  return Math.min(levelsOff(upper, colour), levelsOff(lower, colour));
}

/** The most colourful one above each place of a column, the topmost of equal ones. */
function mostColourfulBefore(colours: readonly Rgb[]): (Rgb | undefined)[] {
  let best: Rgb | undefined;
  return colours.map((colour) => {
    const above = best;
    if (!best || colourfulness(colour) > colourfulness(best)) best = colour;
    return above;
  });
}

/** … and below it. */
function mostColourfulAfter(colours: readonly Rgb[]): (Rgb | undefined)[] {
  let best: Rgb | undefined;
  return colours
    .toReversed()
    .map((colour) => {
      const below = best;
      if (!best || colourfulness(colour) >= colourfulness(best)) best = colour;
      return below;
    })
    .reverse();
}

/** From the columns around one that shows no line. */
function nearest(lines: readonly (number | undefined)[], k: number): number {
  for (let away = 1; away < lines.length; away++) {
    const line = lines[k - away] ?? lines[k + away];
    if (line !== undefined) return line;
  }
  return 0.5;
}

/** Means over so many columns to either side. */
const SMOOTH = 2;

function smooth(heights: readonly number[]): number[] {
  return heights.map((_, k) => mean(heights.slice(Math.max(0, k - SMOOTH), k + SMOOTH + 1)));
}

import { curveOf, readCurve, type SampledCurve, smoothCurve } from '../../math/curve.ts';
import { mix } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/** What is darker than this share of the teeth above it is the hollow of the mouth. */
const DARK_UNDER = 0.55;
/** … where it is higher than this share of the opening: gaps between crowns are not. */
const LEAST_HOLLOW = 0.1;
/** Part of an opening above the lower rim in which a row that goes on behind the lip is not enamel. */
const WET_RIM = 0.1;
/** Rows are looked through in steps of this share of the opening. */
const STEP = 0.03;

/** Hollows on either side that are no further apart than this, in s, may be the ends of one bite. */
const LONGEST_BITE = 0.9;
/** Where rows meet a line is darker than both by this share … */
const BITE_DARKER = 0.08;
/** … this near to where the hollows beside it put it, share of the opening … */
const BITE_NEAR = 0.15;
/** … in this share of the columns at least. */
const BITE_SEEN = 0.5;

/**
 * Nobody's crowns are longer than the first, gums and the landmarks' error included (.17 to .26 where
 * a hollow tells): what fills more of an opening without one is both rows, and of these the upper one
 * shows about the second. IOD.
 */
const LONGEST_CROWN_IOD = 0.265;
const CROWN_OF_TWO_ROWS_IOD = 0.19;
/** A hollow this near to the middle, |s|, tells where the row ends. */
const ROWS_SEEN_TO = 0.25;

/**
 * Lower edge of the upper row of teeth over s, px on the mouth's up axis; just above the lower rim
 * where the row reaches down to it. The edge is where it gets dark under bright crowns. Where the
 * upper row stands on the lower one there is no such dark: there it runs on from the hollows on
 * either side, along the fine line between the rows. A row longer than crowns are ends where they do.
 * @param enamelLuma least luma of a crown, 0..255
 */
export function upperRowEdge(
  plate: Picture,
  mouth: MouthLine,
  enamelLuma: number,
  iodPx: number,
): SampledCurve {
  const columns: Column[] = [];
  const found = curveOf((s) => {
    const column = readColumn(plate, mouth, s);
    columns.push(column);
    return hollowUnder(column, enamelLuma) ?? Number.NaN;
  }).values;
  const heights = columns.map(({ top, low }, i) =>
    Number.isNaN(found[i]) ? low + WET_RIM * (top - low) : found[i]!,
  );
  const seen = columns.flatMap(({ s, top }, i) =>
    Number.isNaN(found[i]) ? [] : [{ i, s, crown: top - found[i]! }],
  );
  for (const [k, right] of seen.slice(1).entries()) {
    const left = seen[k]!;
    if (right.i - left.i < 2 || right.s - left.s > LONGEST_BITE) continue;
    // Crowns, not heights: the edge follows the lip that smiles above it.
    const between = columns.slice(left.i + 1, right.i).map((column, n) => {
      const share = (column.s - left.s) / (right.s - left.s);
      const edge = column.top - mix(left.crown, right.crown, share);
      return { i: left.i + 1 + n, column, edge };
    });
    const bitten = between.filter(({ column, edge }) => isBitten(column, edge, enamelLuma));
    if (bitten.length < BITE_SEEN * between.length) continue;
    for (const { i, edge } of between) heights[i] = Math.max(heights[i]!, edge);
  }
  if (!seen.some(({ s }) => Math.abs(s) < ROWS_SEEN_TO)) endAsCrowns(columns, heights, iodPx);
  return smoothCurve({ values: Float32Array.from(heights) }, 1);
}

/** Shortens a row that is longer than crowns are, all along and in place: it is two. */
function endAsCrowns(columns: readonly Column[], heights: number[], iodPx: number): void {
  const middle = columns.findIndex(({ s }) => s >= 0);
  const crown = columns[middle]!.top - heights[middle]!;
  if (crown < LONGEST_CROWN_IOD * iodPx) return;
  const share = (CROWN_OF_TWO_ROWS_IOD * iodPx) / crown;
  for (const [i, { top }] of columns.entries()) heights[i] = top - share * (top - heights[i]!);
}

/** What the opening shows at one s, from the upper rim down. */
interface Column {
  readonly s: number;
  readonly top: number;
  readonly low: number;
  readonly heights: readonly number[];
  readonly lumas: readonly number[];
}

function readColumn(plate: Picture, mouth: MouthLine, s: number): Column {
  const top = readCurve(mouth.upper, s);
  const low = readCurve(mouth.lower, s);
  const heights: number[] = [];
  for (let k = 0.95; k > 0.05; k -= STEP) heights.push(low + (top - low) * k);
  const lumas = heights.map((height) => lumaAt(plate, ...mouthPoint(mouth, s, height)));
  return { s, top, low, heights, lumas };
}

/** The last bright place above a hollow. What is bright below it is the lower lip or row. */
function hollowUnder({ top, low, heights, lumas }: Column, enamelLuma: number) {
  let brightest = 0;
  let lastBright = top;
  for (const [i, luma] of lumas.entries()) {
    brightest = Math.max(brightest, luma);
    if (luma > DARK_UNDER * brightest) lastBright = heights[i]!;
    else if (brightest > enamelLuma && lastBright - heights[i]! > LEAST_HOLLOW * (top - low))
      return lastBright;
  }
  return;
}

/** Is there a dark line with crowns above and below it near this height? */
function isBitten({ top, low, heights, lumas }: Column, edge: number, enamelLuma: number): boolean {
  const near = BITE_NEAR * (top - low);
  let darkest = Infinity;
  let above = 0;
  let below = 0;
  for (const [i, luma] of lumas.entries()) {
    if (heights[i]! > edge + near) above = Math.max(above, luma);
    else if (heights[i]! > edge - near) darkest = Math.min(darkest, luma);
    else below = Math.max(below, luma);
  }
  return Math.min(above, below) > Math.max(enamelLuma, darkest / (1 - BITE_DARKER));
}

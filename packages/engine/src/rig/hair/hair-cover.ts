import { distanceToArea } from '../../math/chamfer-distance.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { median } from '../../math/median.ts';
import { type BesideEyes, besideEyes, type HairCells, type HairInput } from './hair-cells.ts';

/** Hair, or cloth, that hangs before a face, on cells; all f32[columns·rows]. */
export interface HairCover {
  /** 1 where it is, else 0. */
  readonly hair: Float32Array;
  /** 0..1: how much of the hair is taken off the face: less towards where it goes with the skin. */
  readonly fade: Float32Array;
  /** 0..1: how much skin there is in the place of the hair where nothing of that shows through. */
  readonly fill: Float32Array;
  /** 0..1 of each eye: how much of its brow lies under hair. */
  readonly browsCovered: readonly number[];
  /** 1 on skin that is surely bare, else 0. */
  readonly bare: Float32Array;
  /** Share of the forehead over the brows that it covers. */
  readonly share: number;
  /** Does it end plainly? Shade does not. */
  readonly plain: boolean;
}

const HAIR_FROM = 0.5;
/** Hair begins above the forehead or beside the temples, IOD. */
const SEED = { above: 1, aside: 1.1, asideAbove: 0.3 } as const;
/** Over a brow's upper edge, IOD, hair is told from it. */
const OVER_BROW = 0.025;
/** Hair that ends on a brow goes on into it so far, IOD, and is taken off less and less there. */
const INTO_BROW = 0.07;
/** Hair that comes down to so far below a brow's upper edge, IOD, covers it; looked for in as many parts. */
const ON_BROW = 0.01;
const PARTS = 16;
/** A brow is seen where it is darker than what lies above it up to here, IOD, by this, ln of light: it is none of that. */
const ABOVE_BROW = 0.1;
const SEEN_BROW = 0.25;
/** Beyond a brow's ends, IOD, nothing of it is left. */
const BESIDE_BROW = 0.04;
/** Hair over the hairline goes with the skin, which hardly moves there, IOD on the chart … */
const FADE_UP = [1, 1.35] as const;
/** … and so does what lies so far aside … */
const FADE_ASIDE = [1.15, 1.4] as const;
/** … and what hangs below these heights: between the brows, over them, and beside the eyes; it fades over so much. */
const FLOOR = { between: -0.02, over: 0.2, beside: -0.3 } as const;
const FADE_DOWN = 0.16;
/**
 * Hair that is taken off by less than this is not whole. So far from such hair, IOD, hair lies below hair,
 * too: no edge of filled skin may come where what is over it is not whole.
 */
const WHOLE = 0.97;
const FILL_BESIDE = [0.02, 0.12] as const;

/** Finds what hangs together with the hair above and beside the face. */
export function coverFace(
  cells: HairCells,
  byColour: Float32Array,
  input: Pick<HairInput, 'eyes' | 'brows' | 'iodPx'>,
): HairCover {
  const { columns, rows, x, v, person } = cells;
  const count = columns * rows;
  const beside = besideEyes(cells, input);
  const { overBrow, underBrow, aside } = beside;
  const onBand = (i: number) => aside[i] <= BESIDE_BROW;
  const free = (i: number) => {
    if (onBand(i)) return overBrow[i] > OVER_BROW;
    return v[i] > floorOf(Math.abs(x[i]));
  };
  const isHair = (i: number) => person[i] > 0.4 && byColour[i] > HAIR_FROM;
  const hair = new Float32Array(count);
  const seeds: number[] = [];
  for (let i = 0; i < count; i++) {
    const a = Math.abs(x[i]);
    const seed = v[i] > SEED.above || (a > SEED.aside && v[i] > SEED.asideAbove);
    if (seed && isHair(i) && free(i)) seeds.push(i);
  }
  flood(cells, seeds, hair, (i) => isHair(i) && free(i));

  // What the face's bare skin does not reach lies among the hair: its lights.
  const open = new Float32Array(count);
  const starts: number[] = [];
  for (let i = 0; i < count; i++) {
    if (!hair[i] && (v[i] < FLOOR.beside || (Math.abs(x[i]) < 0.15 && v[i] < 0.25))) starts.push(i);
  }
  flood(cells, starts, open, (i) => !hair[i]);
  for (let i = 0; i < count; i++) {
    if (!open[i] && free(i) && person[i] > 0.4 && v[i] < SEED.above + 0.6) hair[i] = 1;
  }

  // Down into a brow, below a mass of hair.
  const depth = Math.max(1, Math.round((0.05 * input.iodPx) / cells.step));
  for (let i = depth * columns; i < count; i++) {
    if (hair[i] || !onBand(i) || overBrow[i] < -INTO_BROW || overBrow[i] > OVER_BROW) continue;
    if (byColour[i] <= HAIR_FROM) continue;
    let whole = true;
    for (let k = 1; k <= depth && whole; k++) whole = hair[i - k * columns] === 1;
    if (whole) hair[i] = 1;
  }

  const parts = input.eyes.map((_, eye) => readBrowParts(cells, hair, beside, eye));
  /** Above what is left alone over a brow, IOD. */
  const overLeft = overBrow.map(
    (over, i) => over - leftOver(parts[beside.nearest[i]], beside.along[i]),
  );
  for (let i = 0; i < count; i++) {
    // Hair that goes with the skin fades where it meets the rest, and does not end there.
    if (!onBand(i) || overLeft[i] > -INTO_BROW) continue;
    const { covered } = parts[beside.nearest[i]];
    if (!covered[partOf(beside.along[i])]) hair[i] = 0;
  }

  const fade = new Float32Array(count);
  const bare = new Float32Array(count);
  let [all, covered] = [0, 0];
  for (let i = 0; i < count; i++) {
    const a = Math.abs(x[i]);
    const floor = floorOf(a);
    const overBand = smoothstep(-INTO_BROW, OVER_BROW, overLeft[i]);
    const taken =
      smoothstep(floor, floor + FADE_DOWN, v[i]) *
      mix(overBand, 1, smoothstep(BESIDE_BROW, 2 * BESIDE_BROW, aside[i]));
    fade[i] =
      taken *
      (1 - smoothstep(FADE_UP[0], FADE_UP[1], v[i])) *
      (1 - smoothstep(FADE_ASIDE[0], FADE_ASIDE[1], a)) *
      smoothstep(0.5, 0.95, person[i]);
    const plain = !hair[i] && byColour[i] < HAIR_FROM && person[i] > 0.9;
    const offEyes = free(i) || (onBand(i) && underBrow[i] > 0.02 && underBrow[i] < 0.05);
    if (plain && (offEyes || v[i] < -0.25)) bare[i] = 1;
    if (!isForehead(x[i], v[i]) || !free(i)) continue;
    all++;
    covered += hair[i];
  }
  const partly = fade.map((f, i) => (hair[i] && f < WHOLE ? 1 : 0));
  const fill = distanceToArea(partly, columns, rows).map((cellsAway) =>
    smoothstep(FILL_BESIDE[0], FILL_BESIDE[1], (cellsAway * cells.step) / input.iodPx),
  );
  return {
    hair,
    fade,
    fill,
    browsCovered: parts.map(({ covered }) => covered.reduce((sum, part) => sum + part, 0) / PARTS),
    bare,
    share: covered / Math.max(1, all),
    plain: isPlain(cells, hair, byColour, free),
  };
}

/** Parts of a brow from one end to the other. */
interface BrowParts {
  /** 1 where it lies under hair, else 0. */
  readonly covered: Uint8Array;
  /** 1 where it is seen right below what passes for hair, else 0: shade, or its own upper edge. */
  readonly seen: Uint8Array;
}

function readBrowParts(
  { features }: HairCells,
  hair: Float32Array,
  { overBrow, underBrow, aside, along, nearest }: BesideEyes,
  eye: number,
): BrowParts {
  const lies = new Uint8Array(PARTS);
  const above = Array.from({ length: PARTS }, (): number[] => []);
  const on = Array.from({ length: PARTS }, (): number[] => []);
  for (let i = 0; i < hair.length; i++) {
    if (nearest[i] !== eye || aside[i] > 0) continue;
    const part = partOf(along[i]);
    if (hair[i] && overBrow[i] < -ON_BROW) lies[part] = 1;
    const [light] = features[i];
    if (overBrow[i] > OVER_BROW && overBrow[i] < ABOVE_BROW) above[part].push(light);
    else if (overBrow[i] < 0 && underBrow[i] < 0) on[part].push(light);
  }
  const isSeen = (part: number) =>
    above[part].length > 0 &&
    on[part].length > 0 &&
    median(above[part]) - median(on[part]) > SEEN_BROW;
  return {
    covered: lies.map((part, k) => (part && !isSeen(k) ? 1 : 0)),
    seen: lies.map((_, k) => ([k - 1, k, k + 1].some((j) => lies[j] && isSeen(j)) ? 1 : 0)),
  };
}

/** Over a brow that is seen so much is left alone, IOD: less towards parts where nothing lies on it. */
const LEFT_OVER_SEEN = 0.16;

function leftOver({ seen }: BrowParts, along: number): number {
  const at = ((along + 1) / 2) * PARTS - 0.5;
  const from = Math.floor(at);
  const seenAt = (part: number) => seen[clamp(part, 0, PARTS - 1)];
  return LEFT_OVER_SEEN * mix(seenAt(from), seenAt(from + 1), at - from);
}

/** @param along -1..1 between a brow's ends */
function partOf(along: number): number {
  return clamp(Math.floor(((along + 1) / 2) * PARTS), 0, PARTS - 1);
}

/** Height below which hair is left alone at a distance from the midline, IOD. */
function floorOf(a: number): number {
  const inner = mix(FLOOR.between, FLOOR.over, smoothstep(0.3, 0.5, a));
  return mix(inner, FLOOR.beside, smoothstep(0.9, 1.05, a));
}

/** Marks all that hangs together with some cells, by their sides. */
function flood(
  { columns, rows }: HairCells,
  front: number[],
  marked: Float32Array,
  taken: (i: number) => boolean,
): void {
  for (const i of front) marked[i] = 1;
  while (front.length > 0) {
    const i = front.pop()!;
    const c = i % columns;
    const go = (next: number) => {
      if (marked[next] || !taken(next)) return;
      marked[next] = 1;
      front.push(next);
    };
    if (c > 0) go(i - 1);
    if (c < columns - 1) go(i + 1);
    if (i >= columns) go(i - columns);
    if (i + columns < columns * rows) go(i + columns);
  }
}

/** Cells to either side of an edge that are compared. */
const BESIDE_EDGE = 2;
/** Half of an edge parts colours that differ by this, or shares of hair that do: see featureOf, hairShare. */
const PLAIN = { feature: 0.31, share: 0.3 } as const;
/** An edge parts this much of what differs so many cells to either side: over shade, colours run on. */
const PARTED = 0.25;
const AROUND_EDGE = 7;
/** Cells that differ by less than this there are no measure of it. */
const LEAST_DIFFERENT = 0.05;

/** Does what was found end at an edge on the forehead? Shade of a head's side goes over into light. */
function isPlain(
  { columns, x, v, features }: HairCells,
  hair: Float32Array,
  byColour: Float32Array,
  free: (i: number) => boolean,
): boolean {
  const differences: number[] = [];
  const shares: number[] = [];
  const parted: number[] = [];
  const margin = (AROUND_EDGE + 2) * (columns + 1);
  const differ = (i: number, j: number) =>
    Math.hypot(...features[i].map((f, k) => f - features[j][k]));
  for (let i = margin; i < hair.length - margin; i++) {
    if (!hair[i] || !isForehead(x[i], v[i]) || !free(i)) continue;
    for (const step of [1, -1, columns]) {
      const inside = i - BESIDE_EDGE * step;
      const outside = i + (BESIDE_EDGE + 1) * step;
      if (hair[i + step] || !free(outside)) continue;
      differences.push(differ(inside, outside));
      shares.push(byColour[inside] - byColour[outside]);
      const far = i + (AROUND_EDGE + 1) * step;
      if (!free(far)) continue;
      const around = Math.max(LEAST_DIFFERENT, differ(i - AROUND_EDGE * step, far));
      parted.push(differ(i - step, i + 2 * step) / around);
    }
  }
  if (shares.length === 0) return true;
  if (parted.length > 0 && median(parted) < PARTED) return false;
  return median(differences) >= PLAIN.feature || median(shares) >= PLAIN.share;
}

function isForehead(x: number, v: number): boolean {
  return Math.abs(x) < 0.9 && v > 0.3 && v < 0.9;
}

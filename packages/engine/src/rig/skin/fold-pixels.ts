import { averageCells } from '../../math/average-cells.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';

/** Pixels of the plate and how they change. */
export interface PixelChange {
  /** Indices of pixels, increasing. */
  readonly pixels: Uint32Array;
  /** Change of red, green and blue, levels: 3 for each pixel. */
  readonly change: Float32Array;
}

/** A node of the grid in a band. */
export interface BandNode {
  readonly index: number;
  readonly xPx: number;
  readonly yPx: number;
  /** Across the fold, frame px of one IOD. */
  readonly acrossXPx: number;
  readonly acrossYPx: number;
  /** 0..1: how much of a fold found here counts. */
  readonly weight: number;
  /** 0..1: part of a fold that goes here. */
  readonly fill: number;
  /** 0..1: how deep folds are here against the deepest that a face has. */
  readonly deepest01: number;
  /** What is left of it is not deeper than this, ln of luma. */
  readonly deepestLeft: number;
}

/** Added to colours before their logarithm, so that black has one and dark noise is small. */
export const DARKEST = 10;
/** ln of each level of a colour, so added to. */
export const LOG_LEVELS = Float32Array.from({ length: 256 }, (_, level) =>
  Math.log(level + DARKEST),
);

/** Adds ln of the colour at a place, frame px, to a sum of such; beyond the border as on it. */
export function addLogsAt(
  { rgba, widthPx, heightPx }: Picture,
  xPx: number,
  yPx: number,
  sum: number[],
): void {
  const row = clamp(Math.floor(yPx), 0, heightPx - 1);
  const at = 4 * (row * widthPx + clamp(Math.floor(xPx), 0, widthPx - 1));
  for (let k = 0; k < 3; k++) sum[k] += Math.log(rgba[at + k] + DARKEST);
}

/**
 * Appends what brings a pixel a part of the way to another colour: see PixelChange.
 * @param at index of its red in `rgba`
 * @param lacks what it lacks, ln of red, green and blue
 */
export function pushChange(
  change: number[],
  rgba: Uint8Array,
  at: number,
  lacks: readonly number[],
  share01: number,
): void {
  for (let k = 0; k < 3; k++) {
    change.push((rgba[at + k] + DARKEST) * (Math.exp(share01 * lacks[k]) - 1));
  }
}

/** Adds a share of a change to a picture's pixels. */
export function addChange(
  { pixels, change }: PixelChange,
  share01: number,
  rgba: Uint8Array | Uint8ClampedArray,
): void {
  for (let i = 0; i < pixels.length; i++) {
    const at = 4 * pixels[i];
    for (let k = 0; k < 3; k++) {
      const level = rgba[at + k] + share01 * change[3 * i + k] + 0.5;
      rgba[at + k] = level < 0 ? 0 : level > 255 ? 255 : level;
    }
  }
}

/** Over which way along a fold its depth is averaged, to either side: IOD, and at least px. */
const ALONG_IOD = 0.05;
const LEAST_ALONG_PX = 3;
const ALONG_STEPS = 3;
/** Dark specks up to this depth, ln, are the skin's own. */
const GRAIN_DEPTH = 0.03;
/** No pixel gets brighter than what is wanted by more than this, ln: skin between hairs would sparkle. */
const BRIGHT_GRAIN = 0.04;
/** A core deeper than this is a hair, unless what lies along it lacks as much as the next says. */
const HAIR_CORE = [0.12, 0.3] as const;
const IN_LINE = [0.12, 0.3] as const;
/**
 * What of a fold is finer than this, IOD, goes wholly where as much of it is filled as the second
 * says: a valley may stay, but not the line in it, which only pressed skin has.
 */
const LINE_IOD = 0.05;
const LINE_GOES = [0.42, 0.62] as const;
/**
 * A dark spot lacks this much more, ln of green, not at all and wholly, than what lies so far from it
 * along a fold, straight on or where it bends, IOD: a mole. The bends are tried so closely that none
 * misses the core of a fold, which may be a pixel broad: taken for moles, such cores stay as scars.
 */
const MOLE_DEPTH = [0.06, 0.12] as const;
/** … and by this part of what lies there more: deep folds differ more along them. */
const MOLE_IN_FOLD = 0.5;
const MOLE_IOD = 0.09;
const MOLE_BENDS = Array.from({ length: 11 }, (_, i) => (i - 5) / 10);
/** Directions tried to either side of a band's own, and their step in radians. */
const TURNS = 4;
const TURN_STEP = 0.15;

/**
 * From what the nodes want to pixels: lines that are finer than the grid go, the skin's grain stays.
 * @param wanted ln of red, green and blue (plus DARKEST) at the nodes of the grid
 * @param shares f32[N], 0..1: how much of the way to what is wanted pixels go
 */
export function fillPixels(
  plate: Picture,
  grid: PlateGrid,
  iodPx: number,
  nodes: readonly BandNode[],
  wanted: readonly Float32Array[],
  shares: Float32Array,
): PixelChange {
  const along = Math.max(LEAST_ALONG_PX, ALONG_IOD * iodPx);
  const all = measureLack(plate, grid, nodes, wanted, along);
  const turns = findTurns(grid, nodes, all, along);
  const lack = withoutMoles(all, grid, turns, MOLE_IOD * iodPx);
  const valley = smoothed(lack, Math.max(1, Math.round(LINE_IOD * iodPx)));
  const pixels: number[] = [];
  const change: number[] = [];
  const { widthPx, rgba } = plate;
  const sums = [0, 0, 0];
  for (let y = lack.y0; y < lack.y1; y++) {
    for (let x = lack.x0; x < lack.x1; x++) {
      const node = nodeOf(grid, x, y);
      if (shares[node] === 0) continue;
      const share = readField(grid, shares, x + 0.5, y + 0.5);
      const length = Math.hypot(turns[0][node], turns[1][node]);
      if (share === 0 || length === 0) continue;
      const dx = (along * turns[0][node]) / (length * ALONG_STEPS);
      const dy = (along * turns[1][node]) / (length * ALONG_STEPS);
      // A fold is a line: what it lacks is the same a little further along it; grain is not.
      sums.fill(0);
      for (let k = -ALONG_STEPS; k <= ALONG_STEPS; k++) {
        for (let j = 0; j < 3; j++) sums[j] += readLack(lack, j, x + k * dx, y + k * dy);
      }
      for (let j = 0; j < 3; j++) sums[j] /= 2 * ALONG_STEPS + 1;
      // The core of a line that bends lacks more than its surroundings, and more than grain does.
      const more = readLack(lack, 1, x, y) - sums[1];
      const hair = smoothstep(...HAIR_CORE, more) * (1 - smoothstep(...IN_LINE, sums[1]));
      const core = more > GRAIN_DEPTH ? ((more - GRAIN_DEPTH) / more) * (1 - hair) : 0;
      pixels.push(y * widthPx + x);
      const ofLine = mix(share, 1, smoothstep(...LINE_GOES, share));
      // Of its colour goes more than of its shade: red that lost its dark is a sore.
      const ofHue = Math.sqrt(share);
      const shade = readLack(valley, 1, x, y);
      for (let j = 0; j < 3; j++) {
        const level = rgba[4 * (y * widthPx + x) + j];
        const broad = readLack(valley, j, x, y);
        const line = sums[j] - broad + core * (readLack(lack, j, x, y) - sums[j]);
        const ofValley = share * shade + ofHue * (broad - shade);
        // Lighter than the valley around it, what is left of its line would be a bright thread.
        const left = ofLine * Math.max(0, broad - ofValley);
        const rise = Math.min(
          ofValley + ofLine * line,
          Math.max(0, readLack(lack, j, x, y) - left + BRIGHT_GRAIN),
        );
        change.push((level + DARKEST) * (Math.exp(rise) - 1));
      }
    }
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** The node to the left of and above a pixel, whose cell it lies in. */
function nodeOf({ columns, cellPx, originXPx, originYPx }: PlateGrid, x: number, y: number) {
  const column = Math.floor((x + 0.5 - originXPx) / cellPx);
  return Math.floor((y + 0.5 - originYPx) / cellPx) * columns + column;
}

/** What pixels of a box lack to what is wanted, ln, for each colour. */
interface Lack {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly colours: readonly Float32Array[];
}

function measureLack(
  { widthPx, heightPx, rgba }: Picture,
  grid: PlateGrid,
  nodes: readonly BandNode[],
  wanted: readonly Float32Array[],
  alongPx: number,
): Lack {
  const margin = grid.cellPx + alongPx + 2;
  const xs = nodes.map((node) => node.xPx);
  const ys = nodes.map((node) => node.yPx);
  const x0 = Math.max(0, Math.ceil(grid.originXPx), Math.floor(Math.min(...xs) - margin));
  const y0 = Math.max(0, Math.ceil(grid.originYPx), Math.floor(Math.min(...ys) - margin));
  const gridX1 = Math.floor(grid.originXPx + (grid.columns - 1) * grid.cellPx);
  const gridY1 = Math.floor(grid.originYPx + (grid.rows - 1) * grid.cellPx);
  const x1 = Math.min(widthPx, gridX1, Math.ceil(Math.max(...xs) + margin));
  const y1 = Math.min(heightPx, gridY1, Math.ceil(Math.max(...ys) + margin));
  const colours = wanted.map(() => new Float32Array((x1 - x0) * (y1 - y0)));
  // No closure for each colour: V8 would compile it anew for every fold.
  for (const [j, out] of colours.entries()) {
    const field = wanted[j];
    let i = 0;
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++, i++) {
        out[i] =
          readField(grid, field, x + 0.5, y + 0.5) - LOG_LEVELS[rgba[4 * (y * widthPx + x) + j]];
      }
    }
  }
  return { x0, y0, x1, y1, colours };
}

/**
 * The same without moles and other dark spots: what lacks much more than places on either side of it
 * along the fold do, lacks what they lack.
 * @param turns which way folds run at the nodes
 * @param awayPx where those places lie
 */
function withoutMoles(
  lack: Lack,
  grid: PlateGrid,
  turns: readonly [x: Float32Array, y: Float32Array],
  awayPx: number,
): Lack {
  const { x0, y0, x1, y1 } = lack;
  const colours = lack.colours.map((field) => field.slice());
  for (let y = y0, i = 0; y < y1; y++) {
    for (let x = x0; x < x1; x++, i++) {
      const own = lack.colours[1][i];
      if (own < MOLE_DEPTH[0]) continue;
      const node = nodeOf(grid, x, y);
      const dx = turns[0][node];
      const dy = turns[1][node];
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      let most = Number.NEGATIVE_INFINITY;
      let mostX = x;
      let mostY = y;
      for (const way of [-awayPx / length, awayPx / length]) {
        for (const bend of MOLE_BENDS) {
          const px = x + way * (dx - bend * dy);
          const py = y + way * (dy + bend * dx);
          const there = readLack(lack, 1, px, py);
          if (there <= most) continue;
          most = there;
          mostX = px;
          mostY = py;
        }
      }
      const mole01 = smoothstep(...MOLE_DEPTH, own - most - MOLE_IN_FOLD * Math.max(0, most));
      if (mole01 === 0) continue;
      for (let j = 0; j < 3; j++) {
        colours[j][i] = mix(colours[j][i], readLack(lack, j, mostX, mostY), mole01);
      }
    }
  }
  return { ...lack, colours };
}

/** The same without what is finer than a radius, px. */
function smoothed(lack: Lack, radiusPx: number): Lack {
  const width = lack.x1 - lack.x0;
  const colours = lack.colours.map((field) => {
    const mean = field.slice();
    for (let pass = 0; pass < 2; pass++) averageCells(mean, width, lack.y1 - lack.y0, radiusPx);
    return mean;
  });
  return { ...lack, colours };
}

/** Bilinear, at px counted from the middle of the first pixel; edges replicated. */
function readLack({ x0, y0, x1, y1, colours }: Lack, j: number, x: number, y: number): number {
  const width = x1 - x0;
  const qx = Math.max(0, Math.min(width - 1.001, x - x0));
  const qy = Math.max(0, Math.min(y1 - y0 - 1.001, y - y0));
  const c = Math.floor(qx);
  const r = Math.floor(qy);
  const fx = qx - c;
  const fy = qy - r;
  const field = colours[j];
  const i = r * width + c;
  return (
    (field[i] + (field[i + 1] - field[i]) * fx) * (1 - fy) +
    (field[i + width] + (field[i + width + 1] - field[i + width]) * fx) * fy
  );
}

/**
 * Which way folds run at the nodes, vectors x and y: of the directions around the band's own, that
 * in which averages along parallel lines differ most from what is wanted; evened out over nodes.
 */
function findTurns(
  grid: PlateGrid,
  nodes: readonly BandNode[],
  lack: Lack,
  alongPx: number,
): [Float32Array, Float32Array] {
  const x = new Float32Array(grid.columns * grid.rows);
  const y = new Float32Array(x.length);
  for (const node of nodes) {
    // Along a fold is across it, turned by a right angle.
    const base = Math.atan2(node.acrossXPx, -node.acrossYPx);
    let best = -1;
    for (let turn = -TURNS; turn <= TURNS; turn++) {
      const dx = Math.cos(base + turn * TURN_STEP);
      const dy = Math.sin(base + turn * TURN_STEP);
      let energy = 0;
      for (let line = -2; line <= 2; line++) {
        const offset = (line * grid.cellPx) / 2;
        let sum = 0;
        for (let k = -ALONG_STEPS; k <= ALONG_STEPS; k++) {
          const d = (alongPx * k) / ALONG_STEPS;
          const px = node.xPx + d * dx - offset * dy - 0.5;
          sum += readLack(lack, 1, px, node.yPx + d * dy + offset * dx - 0.5);
        }
        energy += sum * sum;
      }
      // The band's own direction where there is no line to follow.
      energy *= 1 - 0.05 * Math.abs(turn);
      if (energy <= best) continue;
      best = energy;
      x[node.index] = dx;
      y[node.index] = dy;
    }
  }
  smoothOnce(grid, x);
  smoothOnce(grid, y);
  return [x, y];
}

/** One binomial pass in both directions, in place. */
export function smoothOnce(grid: PlateGrid, field: Float32Array): void {
  const before = field.slice();
  const { columns } = grid;
  for (let r = 1; r < grid.rows - 1; r++) {
    for (let c = 1; c < columns - 1; c++) {
      const i = r * columns + c;
      const rows = (k: number) =>
        0.25 * before[k - columns] + 0.5 * before[k] + 0.25 * before[k + columns];
      field[i] = 0.25 * rows(i - 1) + 0.5 * rows(i) + 0.25 * rows(i + 1);
    }
  }
}

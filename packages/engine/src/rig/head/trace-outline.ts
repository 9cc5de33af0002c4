import type { PersonMask } from '../../face/face.ts';
import { readMask } from '../../face/read-mask.ts';
import { averageCells } from '../../math/average-cells.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { guideMatte, type MatteCells } from './guided-matte.ts';

/** Levels of the mask, 0..1, that its soft edge lies between: a little further out than its middle. */
const ROUGH_FROM = 0.12;
const ROUGH_TO = 0.62;
/** The outline lies within this distance of the mask's, IOD. */
const BAND_IOD = 0.1;
/** Radius of the windows in which the mask is a linear function of colours, IOD. */
const WINDOW_IOD = 0.045;
/** Of what the windows say, what is below counts as ground, what is above as subject. */
const NONE_BELOW = 0.12;
const WHOLE_ABOVE = 0.8;
/** From the first of the mask's own levels on nothing is only ground, from the second on all is subject. */
const SURE_FROM = 0.5;
const SURE_TO = 0.8;
/**
 * Shares of subject within BAND_IOD around a place. Where there is less than the first, colours are
 * not heard, and from the second on they are; from the last on all is subject.
 */
const HEARD_FROM = 0.1;
const HEARD_TO = 0.35;
const DEEP_FROM = 0.8;
const DEEP_TO = 0.95;
/** Breadths of the mask's soft edge, IOD, up to which it is trusted and from which it is not. */
const SHARP_EDGE_IOD = 0.12;
const VAGUE_EDGE_IOD = 0.2;
/** An outline's sharpness is judged over this radius, IOD. */
const JUDGED_IOD = 0.22;

/** What is known of each cell of a picture's outline. */
export interface Outline {
  readonly cells: MatteCells;
  /** Pixels along a cell. */
  readonly step: number;
  /** f32[N]: the mask, 0..1. */
  readonly level: Float32Array;
  /** f32[N]: share of subject within BAND_IOD. */
  readonly inside: Float32Array;
  /** f32[4·N]: see guideMatte. */
  readonly linear: Float32Array;
  /** f32[N], 0..1: how surely the mask knows where the outline runs. */
  readonly trust: Float32Array;
  /** u8[N]: WHOLE where a cell and all around it are the subject's, PLAIN where all is ground; or 0. */
  readonly sorted: Uint8Array;
}

/**
 * Lays the mask on the picture's edges.
 * @param believed trust up to which nothing of an outline is known, and from which on all of it is; left
 * out, trust counts as it is
 */
export function traceOutline(
  plate: Picture,
  mask: PersonMask,
  step: number,
  cellsPerIod: number,
  believed?: readonly [number, number],
): Outline {
  const cells = shrink(plate, step);
  const { columns, rows } = cells;
  const count = columns * rows;
  const radius = (iod: number, least: number) => Math.max(least, Math.round(iod * cellsPerIod));
  const level = new Float32Array(count);
  const rough = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = ((i % columns) + 0.5) * step;
    const y = (Math.floor(i / columns) + 0.5) * step;
    level[i] = readMask(mask, x, y) / 255;
    rough[i] = clamp((level[i]! - ROUGH_FROM) / (ROUGH_TO - ROUGH_FROM), 0, 1);
  }
  const inside = rough.slice();
  averageCells(inside, columns, rows, radius(BAND_IOD, 2));
  const wanted = new Uint8Array(count);
  for (let i = 0; i < count; i++) wanted[i] = inside[i]! > 0.001 && inside[i]! < 0.999 ? 1 : 0;
  const linear = guideMatte(cells, rough, wanted, radius(WINDOW_IOD, 2));
  const judged = trustOutline(level, columns, rows, 1 / cellsPerIod, radius(JUDGED_IOD, 2));
  const trust = believed ? judged.map((t) => smoothstep(...believed, t)) : judged;
  const sorted = sortCells(inside, trust, columns, rows);
  return { cells, step, level, inside, linear, trust, sorted };
}

/** How much of a place is the subject's, 0..1: by colours, mask and what is around. */
export function matte({ said, level, inside }: OutlinePlace): number {
  if (inside < 0.001) return 0;
  const shown = clamp((said - NONE_BELOW) / (WHOLE_ABOVE - NONE_BELOW), 0, 1);
  const sure = clamp((level - SURE_FROM) / (SURE_TO - SURE_FROM), 0, 1);
  const heard = shown * smoothstep(HEARD_FROM, HEARD_TO, inside);
  return Math.max(heard, sure, smoothstep(DEEP_FROM, DEEP_TO, inside));
}

/** What an outline says of one place. */
export interface OutlinePlace {
  /** The cell up and left of it, and the shares of that, the next, and those below. */
  cell: number;
  readonly shares: Float64Array;
  /** See Outline. */
  inside: number;
  level: number;
  trust: number;
  /** How much of the place is the subject's, as the colours around have it; not held to 0..1. */
  said: number;
}

/** A place to read an outline into. */
export function createOutlinePlace(): OutlinePlace {
  return { cell: 0, shares: new Float64Array(4), inside: 0, level: 0, trust: 0, said: 0 };
}

/** Reads an outline at a place of the picture, px, that has a colour, 0..1. */
export function readOutline(
  { cells, step, level, inside, linear, trust }: Outline,
  xPx: number,
  yPx: number,
  red: number,
  green: number,
  blue: number,
  out: OutlinePlace,
): void {
  const { columns, rows } = cells;
  const column = clamp(xPx / step - 0.5, 0, columns - 1.001);
  const row = clamp(yPx / step - 0.5, 0, rows - 1.001);
  const c = Math.floor(column);
  const r = Math.floor(row);
  out.cell = r * columns + c;
  out.shares[0] = (1 - column + c) * (1 - row + r);
  out.shares[1] = (column - c) * (1 - row + r);
  out.shares[2] = (1 - column + c) * (row - r);
  out.shares[3] = (column - c) * (row - r);
  out.inside = 0;
  out.level = 0;
  out.trust = 0;
  out.said = 0;
  for (let k = 0; k < 4; k++) {
    const share = out.shares[k]!;
    const i = out.cell + (k & 1) + (k >> 1) * columns;
    const at = 4 * i;
    out.inside += share * inside[i]!;
    out.level += share * level[i]!;
    out.trust += share * trust[i]!;
    out.said +=
      share *
      (linear[at]! * red + linear[at + 1]! * green + linear[at + 2]! * blue + linear[at + 3]!);
  }
}

/** What an outline says of cells whose surroundings are all alike. */
export const WHOLE = 1;
export const PLAIN = 2;

/** u8[N]: WHOLE, PLAIN or 0. */
function sortCells(
  inside: Float32Array,
  trust: Float32Array,
  columns: number,
  rows: number,
): Uint8Array {
  const sorted = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let all = WHOLE | PLAIN;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          const i = r * columns + c;
          if (inside[i]! < DEEP_TO) all &= ~WHOLE;
          if (inside[i]! >= 0.001 || trust[i]! < 1) all &= ~PLAIN;
        }
      }
      sorted[row * columns + column] = all;
    }
  }
  return sorted;
}

/** The picture's mean colours on cells of step × step pixels. */
export function shrink({ rgba, widthPx, heightPx }: Picture, step: number): MatteCells {
  const columns = Math.ceil(widthPx / step);
  const rows = Math.ceil(heightPx / step);
  const colours = new Float32Array(3 * columns * rows);
  for (let y = 0; y < heightPx; y++) {
    const start = 3 * columns * Math.floor(y / step);
    for (let x = 0, i = 4 * y * widthPx; x < widthPx; x++, i += 4) {
      const to = start + 3 * Math.floor(x / step);
      colours[to]! += rgba[i]!;
      colours[to + 1]! += rgba[i + 1]!;
      colours[to + 2]! += rgba[i + 2]!;
    }
  }
  for (let r = 0, to = 0; r < rows; r++) {
    const high = Math.min(step, heightPx - r * step);
    for (let c = 0; c < columns; c++, to += 3) {
      const share = 1 / (255 * high * Math.min(step, widthPx - c * step));
      for (let k = 0; k < 3; k++) colours[to + k]! *= share;
    }
  }
  return { columns, rows, colours };
}

/** 0..1 around an outline: how surely the mask knows where it runs. Its soft edge is narrow there. */
function trustOutline(
  level: Float32Array,
  columns: number,
  rows: number,
  iodPerCell: number,
  radius: number,
): Float32Array {
  const area = new Float32Array(columns * rows);
  const length = new Float32Array(columns * rows);
  for (let r = 1; r < rows - 1; r++) {
    for (let c = 1; c < columns - 1; c++) {
      const i = r * columns + c;
      const a = level[i]!;
      if (a < SOFT_FROM || a > SOFT_TO) continue;
      const dx = level[i + 1]! - level[i - 1]!;
      const dy = level[i + columns]! - level[i - columns]!;
      area[i] = 1;
      // The steeper, the less of the edge's area lies along each cell of its length.
      length[i] = Math.sqrt(dx * dx + dy * dy) / (2 * (SOFT_TO - SOFT_FROM));
    }
  }
  // Where half-tones fill a place, the mask does not know what that is, sharp edges around or not.
  const blank = area.slice();
  averageCells(blank, columns, rows, Math.max(1, radius >> 1));
  for (let i = 0; i < blank.length; i++) {
    blank[i] = smoothstep(BLANK_FROM, BLANK_TO, blank[i]!);
  }
  for (const field of [area, length, blank]) {
    averageCells(field, columns, rows, radius);
    averageCells(field, columns, rows, radius);
  }
  // Far from any outline nothing speaks against the mask.
  const prior = 0.2 / radius ** 2;
  for (let i = 0; i < area.length; i++) {
    const breadth = (iodPerCell * area[i]! + 0.05 * prior) / (length[i]! + prior);
    const sharp = 1 - smoothstep(SHARP_EDGE_IOD, VAGUE_EDGE_IOD, breadth);
    area[i] = sharp * (1 - smoothstep(0.01, 0.12, blank[i]!));
  }
  return area;
}

/** Shares of half-tones around a place from which it counts as blank; an edge alone has less. */
const BLANK_FROM = 0.55;
const BLANK_TO = 0.75;
/** Levels of the mask that count as its soft edge. */
const SOFT_FROM = 0.1;
const SOFT_TO = 0.9;

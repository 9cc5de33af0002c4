import type { PersonMask } from '../face/face.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';
import { BEHIND, type CarriedGround, carryGround, mirrorPixel } from './carry-ground.ts';
import { averageCells, guideMatte, type MatteCells } from './guided-matte.ts';
import { readMask } from './head-field.ts';

/** The picture taken apart: whom it shows, and what stands still behind. Both u8[4·W·H]. */
export interface StillGround {
  /** The subject: colours times alpha, and alpha. Laid over `behind` it is the picture, exactly. */
  readonly subject: Uint8Array;
  /** The ground, carried on a little way behind the subject; opaque. */
  readonly behind: Uint8Array;
}

/** Cells in an IOD, about. */
const CELLS_PER_IOD = 26;
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
 * not heard, and from the second on they are; between the next two the ground is no more taken from
 * the picture, so that what hair is in it goes with the head; from the last on all is subject.
 */
const HEARD_FROM = 0.1;
const HEARD_TO = 0.35;
const INVENTED_FROM = 0.06;
const INVENTED_TO = 0.3;
/** Of what the windows say, what counts as a trace of the subject. */
const TRACE_FROM = 0.02;
const TRACE_TO = 0.1;
const DEEP_FROM = 0.8;
const DEEP_TO = 0.95;
/** Breadths of the mask's soft edge, IOD, up to which it is trusted and from which it is not. */
const SHARP_EDGE_IOD = 0.12;
const VAGUE_EDGE_IOD = 0.2;
/** An outline's sharpness is judged over this radius, IOD. */
const JUDGED_IOD = 0.22;
/** The ground that is carried on may be made this much darker, so that it fits; levels. */
const DARKER_GROUND = 8;

/** Where less of what may move is ground, it bends with the head. */
const LEAST_GROUND = 0.01;

/** How plain edges are: on pictures with soft edges, halos and hair, and on drawings. */
interface EdgeKind {
  /** Ground this near to what may be the subject is not carried on, cells. */
  readonly margin: number;
  /** Shares of subject around a place between which ground beside the edge is invented, too. */
  readonly fringe: readonly [number, number];
  /** See carryGround. */
  readonly mirror: number;
  /** The ground is carried on this far from where it is sure, IOD: further than heads and ears move. */
  readonly reach: number;
}
/** Skin and hair, lines and flat paint, and fur, whose tips are too fine for any mask. */
export type EdgeName = 'soft' | 'drawn' | 'fur';
const EDGES: Readonly<Record<EdgeName, EdgeKind>> = {
  soft: { margin: 2, fringe: [0.25, 0.42], mirror: 0.35, reach: 0.36 },
  drawn: { margin: 1, fringe: [0.4, 0.5], mirror: 0.1, reach: 0.36 },
  fur: { margin: 3, fringe: [0.02, 0.12], mirror: 0.35, reach: 0.85 },
};

/** What is known of each cell of a picture's outline. */
interface Outline {
  readonly cells: MatteCells;
  /** Pixels along a cell. */
  readonly step: number;
  readonly kind: EdgeKind;
  /** f32[N]: the mask, 0..1. */
  readonly level: Float32Array;
  /** f32[N]: share of subject within BAND_IOD. */
  readonly inside: Float32Array;
  /** f32[4·N]: see guideMatte. */
  readonly linear: Float32Array;
  /** f32[N], 0..1: how surely the mask knows where the outline runs. */
  readonly trust: Float32Array;
}

/**
 * Takes a picture apart along its subject's outline, so that the subject can move and the ground
 * stays. Where the outline is not plainly known, or no ground is near it, all counts as subject:
 * there the ground bends with the head.
 *
 * @param edges what the subject's outline is made of
 * @param areaPx whole pixels of the picture outside which nothing moves
 * @param whole pixels that are the subject's, whatever the mask says
 * @returns undefined where there is no mask, or hardly any ground
 */
export function findStillGround(
  plate: Picture,
  mask: PersonMask | undefined,
  iodPx: number,
  edges: EdgeName,
  areaPx: RectPx,
  whole: readonly Uint32Array[],
): StillGround | undefined {
  const step = Math.max(1, Math.round(iodPx / CELLS_PER_IOD));
  if (!mask || Math.min(areaPx.widthPx, areaPx.heightPx) < 4 * step) return undefined;
  const { rgba } = plate;
  const ground = { subject: rgba.slice(), behind: rgba.slice() };
  const from = mask.areaPx;
  const moved = { ...from, xPx: from.xPx - areaPx.xPx, yPx: from.yPx - areaPx.yPx };
  const parted = partArea(cut(plate, areaPx), { ...mask, areaPx: moved }, step, iodPx, edges);
  if (groundShare(parted.subject) < LEAST_GROUND) return undefined;
  const width = 4 * areaPx.widthPx;
  for (let y = 0; y < areaPx.heightPx; y++) {
    const to = 4 * ((areaPx.yPx + y) * plate.widthPx + areaPx.xPx);
    ground.subject.set(parted.subject.subarray(y * width, (y + 1) * width), to);
    ground.behind.set(parted.behind.subarray(y * width, (y + 1) * width), to);
  }
  for (const pixels of whole) {
    for (const pixel of pixels) {
      ground.subject.set(rgba.subarray(4 * pixel, 4 * pixel + 4), 4 * pixel);
    }
  }
  return ground;
}

/** Share of a picture's pixels that are mostly ground. */
function groundShare(subject: Uint8Array): number {
  let count = 0;
  for (let i = 3; i < subject.length; i += 4) if (subject[i]! < 128) count++;
  return (4 * count) / subject.length;
}

/** A rectangle of whole pixels that lies inside a picture. */
function cut({ rgba, widthPx }: Picture, areaPx: RectPx): Picture {
  const out = new Uint8Array(4 * areaPx.widthPx * areaPx.heightPx);
  for (let y = 0; y < areaPx.heightPx; y++) {
    const start = 4 * ((areaPx.yPx + y) * widthPx + areaPx.xPx);
    out.set(rgba.subarray(start, start + 4 * areaPx.widthPx), 4 * y * areaPx.widthPx);
  }
  return { rgba: out, widthPx: areaPx.widthPx, heightPx: areaPx.heightPx };
}

/** Takes a whole picture apart on cells of `step` pixels. */
function partArea(
  plate: Picture,
  mask: PersonMask,
  step: number,
  iodPx: number,
  edges: EdgeName,
): StillGround {
  const { widthPx, heightPx, rgba } = plate;
  const cellsPerIod = iodPx / step;
  const outline = traceOutline(plate, mask, step, cellsPerIod, EDGES[edges]);
  const reach = outline.kind.reach * cellsPerIod;
  const carried = carryGround(outline.cells, sureGround(outline), reach + 3, outline.kind.mirror);
  const subject = rgba.slice();
  const behind = rgba.slice();
  const { columns, rows } = outline.cells;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (carried.depth[i]! > reach) continue;
      const y1 = Math.min(heightPx, (r + 1) * step);
      const x1 = Math.min(widthPx, (c + 1) * step);
      const plain = isPlainGround(outline, c, r);
      for (let y = r * step; y < y1; y++) {
        if (plain) subject.fill(0, 4 * (y * widthPx + c * step), 4 * (y * widthPx + x1));
        else
          for (let x = c * step; x < x1; x++) part(plate, outline, carried, x, y, subject, behind);
      }
    }
  }
  return { subject, behind };
}

/** Lays the mask on the picture's edges. */
function traceOutline(
  plate: Picture,
  mask: PersonMask,
  step: number,
  cellsPerIod: number,
  kind: EdgeKind,
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
  const trust = trustOutline(level, columns, rows, 1 / cellsPerIod, radius(JUDGED_IOD, 2));
  return { cells, step, kind, level, inside, linear, trust };
}

/** How much of a place is the subject's, 0..1: by colours, mask and what is around. */
function matte(said: number, level: number, inside: number): number {
  if (inside < 0.001) return 0;
  const shown = clamp((said - NONE_BELOW) / (WHOLE_ABOVE - NONE_BELOW), 0, 1);
  const sure = clamp((level - SURE_FROM) / (SURE_TO - SURE_FROM), 0, 1);
  const heard = shown * smoothstep(HEARD_FROM, HEARD_TO, inside);
  return Math.max(heard, sure, smoothstep(DEEP_FROM, DEEP_TO, inside));
}

/** f32[N]: 1 on cells that are ground beyond doubt, as are all around them; else 0. */
function sureGround({ cells, kind, level, inside, linear }: Outline): Float32Array {
  const { columns, rows, colours } = cells;
  const doubt = new Float32Array(columns * rows);
  for (let i = 0; i < doubt.length; i++) {
    const said =
      linear[4 * i]! * colours[3 * i]! +
      linear[4 * i + 1]! * colours[3 * i + 1]! +
      linear[4 * i + 2]! * colours[3 * i + 2]! +
      linear[4 * i + 3]!;
    doubt[i] = matte(said, level[i]!, inside[i]!) > 0.04 ? 1 : 0;
  }
  averageCells(doubt, columns, rows, kind.margin);
  for (let i = 0; i < doubt.length; i++) doubt[i] = doubt[i]! > 0.02 ? 0 : 1;
  return doubt;
}

/** Whether a cell and all around it are ground and known to be. */
function isPlainGround({ cells, inside, trust }: Outline, column: number, row: number): boolean {
  const { columns, rows } = cells;
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
      const i = r * columns + c;
      if (inside[i]! >= 0.001 || trust[i]! < 1) return false;
    }
  }
  return true;
}

const ground = new Float64Array(3);
const place = new Float32Array(BEHIND);

/** Parts one pixel. */
function part(
  { rgba, widthPx, heightPx }: Picture,
  { cells, step, kind, level, inside, linear, trust }: Outline,
  carried: CarriedGround,
  x: number,
  y: number,
  subject: Uint8Array,
  behind: Uint8Array,
): void {
  const { columns, rows } = cells;
  const column = clamp((x + 0.5) / step - 0.5, 0, columns - 1.001);
  const row = clamp((y + 0.5) / step - 0.5, 0, rows - 1.001);
  const c = Math.floor(column);
  const r = Math.floor(row);
  const i = r * columns + c;
  const j = i + columns;
  const w11 = (column - c) * (row - r);
  const w10 = (column - c) * (1 - row + r);
  const w01 = (1 - column + c) * (row - r);
  const w00 = (1 - column + c) * (1 - row + r);
  const to = 4 * (y * widthPx + x);
  const n = w00 * inside[i]! + w10 * inside[i + 1]! + w01 * inside[j]! + w11 * inside[j + 1]!;
  const m = w00 * level[i]! + w10 * level[i + 1]! + w01 * level[j]! + w11 * level[j + 1]!;
  let said = 0;
  for (let k = 0; k < 4; k++) {
    const factor =
      w00 * linear[4 * i + k]! +
      w10 * linear[4 * i + 4 + k]! +
      w01 * linear[4 * j + k]! +
      w11 * linear[4 * j + 4 + k]!;
    said += k < 3 ? (factor * rgba[to + k]!) / 255 : factor;
  }
  const known = w00 * trust[i]! + w10 * trust[i + 1]! + w01 * trust[j]! + w11 * trust[j + 1]!;
  let shows = known * (1 - matte(said, m, n));
  // Close to the edge, and further out where a trace of the subject's colours is.
  const invented = Math.max(
    1 - smoothstep(0.7, 1, shows),
    smoothstep(kind.fringe[0], kind.fringe[1], n),
    smoothstep(INVENTED_FROM, INVENTED_TO, n) * smoothstep(TRACE_FROM, TRACE_TO, said),
  );
  if (invented > 0) {
    for (let k = 0; k < BEHIND; k++) {
      place[k] =
        w00 * carried.behind[BEHIND * i + k]! +
        w10 * carried.behind[BEHIND * i + BEHIND + k]! +
        w01 * carried.behind[BEHIND * j + k]! +
        w11 * carried.behind[BEHIND * j + BEHIND + k]!;
    }
    if (place[6]! < 0.999) shows = 0;
    const px = x + place[0]! * step;
    const py = y + place[1]! * step;
    mirrorPixel(rgba, widthPx, heightPx, px, py, place[2]!, place, ground);
    for (let k = 0; k < 3; k++) {
      const own = rgba[to + k]!;
      const level = own + invented * (ground[k]! - own);
      behind[to + k] = clamp(level + 0.5, 0, 255);
      // What the subject keeps of the colour cannot be darker than nothing.
      if (shows * (level - DARKER_GROUND) > own) shows = own / (level - DARKER_GROUND);
    }
  }
  const rest = Math.floor(255 * shows);
  subject[to + 3] = 255 - rest;
  for (let k = 0; k < 3; k++) {
    const own = rgba[to + k]!;
    if (rest * behind[to + k]! > 255 * own) behind[to + k] = Math.floor((255 * own) / rest);
    subject[to + k] = own - Math.round((rest * behind[to + k]!) / 255);
  }
}

/** The picture's mean colours on cells of step × step pixels. */
function shrink({ rgba, widthPx, heightPx }: Picture, step: number): MatteCells {
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

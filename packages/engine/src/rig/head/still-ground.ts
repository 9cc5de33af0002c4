import type { PersonMask } from '../../face/face.ts';
import { averageCells } from '../../math/average-cells.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import type { ArtStyle } from '../style/art-style.ts';
import { type MatteCells, readColours } from './guided-matte.ts';
import { addGrain, type MirroredGrain, mirrorGrain, readOpposite } from './mirror-grain.ts';
import { runOnGround } from './run-on-ground.ts';
import { softenDeep } from './soften-deep.ts';
import {
  createOutlinePlace,
  matte,
  type Outline,
  PLAIN,
  readOutline,
  shrink,
  traceOutline,
  WHOLE,
} from './trace-outline.ts';

/** The picture taken apart: whom it shows, and what stands still behind. Both u8[4·W·H]. */
export interface StillGround {
  /**
   * The subject: colours times alpha, and alpha, which a colour may exceed a little. Laid over `behind` it
   * is the picture, exactly.
   */
  readonly subject: Uint8Array;
  /** The ground, carried on a little way behind the subject; opaque. */
  readonly behind: Uint8Array;
}

/** Cells in an IOD, about. */
const CELLS_PER_IOD = 26;
/** Where less of what may move is ground, it bends with the head. */
const LEAST_GROUND = 0.01;
/**
 * The ground that is carried on may be made this much darker where it is brighter than the picture, levels.
 * What is darker by more is a trace of the subject and goes with it: left behind it is a line around where it was.
 */
const DARKER_GROUND = 2;
/**
 * The subject may be brighter than white by so much, levels, as if the ground were brighter: pictures
 * that were sharpened are brighter than their ground along edges, and that light goes with the head.
 */
const SUBJECT_OVER_WHITE = 32;

/**
 * Shares of subject within a tenth of an IOD around a place between which the ground is no more
 * taken from the picture where it bears a trace of the subject's colours: what hair is in it goes
 * with the head.
 */
const INVENTED_FROM = 0.06;
const INVENTED_TO = 0.3;
/** Of what the colours around say, what counts as a trace of the subject. */
const TRACE_FROM = 0.02;
const TRACE_TO = 0.1;

/** How plain edges are. */
interface EdgeKind {
  /** Cells in an IOD, about, on which the ground runs on. */
  readonly fineness: number;
  /** Ground this near to what may be the subject is not carried on, IOD. */
  readonly marginIod: number;
  /** Shares of subject around a place between which ground beside the edge is invented, too. */
  readonly fringe: readonly [number, number];
  /** Whether the ground has a grain that goes on with it. */
  readonly grain: boolean;
  /** Whether the ground gets softer the deeper behind the subject it runs: ears move far. */
  readonly softens: boolean;
  /**
   * See traceOutline. Ground of which a little counts as the subject's goes with an ear as a smear of it;
   * half of it does only where there is no telling.
   */
  readonly believed?: readonly [number, number];
  /** The ground is carried on this far from where it is sure, IOD: further than heads and ears move. */
  readonly reach: number;
}
/** Skin and hair, lines and flat paint, and fur, whose tips are too fine for any mask. */
type EdgeName = 'soft' | 'drawn' | 'fur';
const EDGES: Readonly<Record<EdgeName, EdgeKind>> = {
  soft: {
    fineness: 37,
    marginIod: 0.06,
    fringe: [0.12, 0.28],
    grain: true,
    softens: false,
    reach: 0.42,
  },
  drawn: {
    fineness: 70,
    marginIod: 0.02,
    fringe: [0.4, 0.5],
    grain: false,
    softens: false,
    reach: 0.36,
  },
  fur: {
    fineness: 35,
    marginIod: 0.07,
    fringe: [0.02, 0.12],
    grain: true,
    softens: true,
    reach: 0.85,
    believed: [0.3, 0.7],
  },
};

/** What outlines are made of in pictures of each style. */
export const EDGES_OF: Readonly<Record<ArtStyle, EdgeName>> = {
  photo: 'soft',
  painting: 'soft',
  drawing: 'drawn',
  animal: 'fur',
};

/** A ground that runs on behind the subject. */
interface FineGround {
  readonly cells: MatteCells;
  readonly step: number;
  /** f32[N]: 1 on cells that are ground beyond doubt, else 0. */
  readonly sure: Float32Array;
}

/**
 * Takes a picture apart along its subject's outline, so that the subject can move and the ground
 * stays. Where the outline is not plainly known, or no ground is near it, all counts as subject:
 * there the ground bends with the head.
 *
 * @param edges what the subject's outline is made of
 * @param areaPx whole pixels of the picture outside which nothing moves
 * @returns undefined where there is no mask, or hardly any ground
 */
export function findStillGround(
  plate: Picture,
  mask: PersonMask | undefined,
  iodPx: number,
  edges: EdgeName,
  areaPx: RectPx,
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
  const kind = EDGES[edges];
  const outline = traceOutline(plate, mask, step, cellsPerIod, kind.believed);
  const reach = kind.reach * cellsPerIod;
  const margin = Math.max(1, Math.round(kind.marginIod * cellsPerIod));
  const sure = sureGround(outline, outline.cells, step, margin);
  const mirrored = mirrorGrain(outline.cells, step, sure, reach + 3, cellsPerIod);
  const fine = runOn(plate, outline, iodPx, kind);
  const parts = {
    plate,
    outline,
    mirrored,
    fine,
    kind,
    subject: rgba.slice(),
    behind: rgba.slice(),
  };
  const { columns, rows } = outline.cells;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (mirrored.depth[i]! > reach) continue;
      const y1 = Math.min(heightPx, (r + 1) * step);
      const x1 = Math.min(widthPx, (c + 1) * step);
      const plain = outline.sorted[i] === PLAIN;
      for (let y = r * step; y < y1; y++) {
        if (plain) parts.subject.fill(0, 4 * (y * widthPx + c * step), 4 * (y * widthPx + x1));
        else for (let x = c * step; x < x1; x++) part(parts, x, y);
      }
    }
  }
  return parts;
}

/** Lets the ground run on behind the subject on cells of its own. */
function runOn(plate: Picture, outline: Outline, iodPx: number, kind: EdgeKind): FineGround {
  const step = Math.max(1, Math.round(iodPx / kind.fineness));
  const cells = shrink(plate, step);
  const cellsPerIod = iodPx / step;
  const margin = Math.max(1, Math.round(kind.marginIod * cellsPerIod));
  const ground = sureGround(outline, cells, step, margin);
  const reach = kind.reach * cellsPerIod + 2;
  const run = runOnGround(cells, ground, reach);
  const colours = kind.softens ? softenDeep(run, ground, cells.columns, cells.rows, reach) : run;
  return { cells: { ...cells, colours }, step, sure: ground };
}

/** Ground without a trace of the subject's colours is sure from this part of the margin on. */
const CLEAR_MARGIN = 0.5;

/**
 * f32[N] on cells of any size: 1 where the ground is beyond doubt, as it is all around; else 0. What
 * is next to the subject runs on behind it; from further off, another thing would come in between.
 */
function sureGround(
  outline: Outline,
  { columns, rows, colours }: MatteCells,
  step: number,
  margin: number,
): Float32Array {
  const doubt = new Float32Array(columns * rows);
  const traced = new Uint8Array(columns * rows);
  for (let r = 0, i = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, i++) {
      const [x, y] = [(c + 0.5) * step, (r + 0.5) * step];
      const cell =
        Math.floor(y / outline.step) * outline.cells.columns + Math.floor(x / outline.step);
      const sort = outline.sorted[cell]!;
      if (sort === PLAIN) continue;
      if (sort === WHOLE) {
        doubt[i] = 1;
        continue;
      }
      readOutline(outline, x, y, colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!, place);
      doubt[i] = matte(place) > 0.04 || place.trust < 0.5 ? 1 : 0;
      traced[i] = place.said > TRACE_FROM ? 1 : 0;
    }
  }
  const close = hasWithin(doubt, columns, rows, margin);
  const next = hasWithin(doubt, columns, rows, Math.max(1, Math.round(CLEAR_MARGIN * margin)));
  return doubt.map((_, i) => (next[i] === 1 || (close[i] === 1 && traced[i] === 1) ? 0 : 1));
}

/** u8[N]: 1 where any cell that is `margin` cells away at most, also diagonally, is not 0. */
function hasWithin(
  marked: Float32Array,
  columns: number,
  rows: number,
  margin: number,
): Uint8Array {
  const share = marked.slice();
  averageCells(share, columns, rows, margin);
  const least = 0.5 / (2 * margin + 1) ** 2;
  const has = new Uint8Array(share.length);
  for (let i = 0; i < has.length; i++) has[i] = share[i]! > least ? 1 : 0;
  return has;
}

const place = createOutlinePlace();
const ground = new Float64Array(3);
const opposite = new Float64Array(4);

interface Parts extends StillGround {
  readonly plate: Picture;
  readonly outline: Outline;
  readonly mirrored: MirroredGrain;
  readonly fine: FineGround;
  readonly kind: EdgeKind;
}

/** Parts one pixel. */
function part(parts: Parts, x: number, y: number): void {
  const { plate, outline, mirrored, fine, kind, subject, behind } = parts;
  const { rgba, widthPx } = plate;
  const to = 4 * (y * widthPx + x);
  const [red, green, blue] = [rgba[to]! / 255, rgba[to + 1]! / 255, rgba[to + 2]! / 255];
  readOutline(outline, x + 0.5, y + 0.5, red, green, blue, place);
  const n = place.inside;
  let shows = place.trust * (1 - matte(place));
  // Close to the edge, and further out where a trace of the subject's colours is.
  const invented = Math.max(
    1 - smoothstep(0.7, 1, shows),
    smoothstep(kind.fringe[0], kind.fringe[1], n),
    smoothstep(INVENTED_FROM, INVENTED_TO, n) * smoothstep(TRACE_FROM, TRACE_TO, place.said),
  );
  const column = Math.floor(x / fine.step);
  const row = Math.floor(y / fine.step);
  if (invented > 0 && fine.sure[row * fine.cells.columns + column] === 0) {
    readOpposite(mirrored, place, opposite);
    if (opposite[3]! < 0.999) shows = 0;
    readColours(fine.cells, (x + 0.5) / fine.step, (y + 0.5) / fine.step, ground);
    if (kind.grain) addGrain(mirrored, plate, x, y, opposite, ground);
    for (let k = 0; k < 3; k++) {
      const own = rgba[to + k]!;
      const level = own + invented * (ground[k]! - own);
      behind[to + k] = clamp(level + 0.5, 0, 255);
      // What the subject keeps of the colour cannot be darker than nothing, nor much brighter than white.
      if (shows * (level - DARKER_GROUND) > own) shows = own / (level - DARKER_GROUND);
      const room = 255 - level - SUBJECT_OVER_WHITE;
      if (shows * room > 255 - own) shows = (255 - own) / room;
    }
  }
  const rest = Math.floor(255 * shows + 1e-6);
  subject[to + 3] = 255 - rest;
  for (let k = 0; k < 3; k++) {
    const own = rgba[to + k]!;
    if (rest * behind[to + k]! > 255 * own) behind[to + k] = Math.floor((255 * own) / rest);
    subject[to + k] = own - Math.round((rest * behind[to + k]!) / 255);
  }
}

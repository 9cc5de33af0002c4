import { isInside } from '../../math/closed-line.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { ActionUnit } from '../action-units.ts';
import type { LayerDraft } from '../field-box.ts';
import { nodeXPx, nodeYPx, type PlateGrid, readField } from '../plate-grid.ts';
import type { BrowBand } from './brow-band.ts';
import { distanceByBrow, type FromFrame, placeBrow } from './brow-by-glasses.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';
import type { Glasses } from './glasses-frame.ts';

/** Where nodes stand against the frame of somebody's glasses. */
export interface GlassesHold {
  /** Nodes near the frame … */
  readonly nodes: Uint32Array;
  /** … and the distance of each from its edge, IOD; 0 on it. */
  readonly distance: Float32Array;
  /** The same for what raises brows: see distanceByBrow. */
  readonly raising: Float32Array;
  /** 0..1: how far the lids behind it shut. */
  readonly shuts01: number;
}

/**
 * How far from a frame all of a unit's motion is back, IOD: as far as keeps skin from being pushed
 * over itself, hair of brows from being squeezed or drawn out, and lids free between the rims.
 */
const RAISED_ROOM = 0.3;
const SKIN_ROOM = 0.38;
const LID_ROOM = 0.1;
/** A lid that opens wide goes towards the rim above it, where one that shuts leaves it. */
const OPENING_ROOM = 0.13;
/** A frame moves with what is this many cells around it: fields are linear between nodes. */
const MARGIN_CELLS = 1.2;

const RAISES = new Set<ActionUnit>(['AU1', 'AU2']);
const LIDS = new Set<ActionUnit>(['AU7', 'AU41', 'AU43']);

const LENSES = 2;

/** Finds the nodes that a frame holds back. Brows that rise above it are held as one piece each. */
export function layGlassesHold(
  grid: PlateGrid,
  glasses: Glasses,
  iodPx: number,
  eyes: readonly EyeLine[] = [],
  bands: readonly BrowBand[] = [],
): GlassesHold {
  const edgePx = glasses.halfThicknessPx + MARGIN_CELLS * grid.cellPx;
  const reachPx = SKIN_ROOM * iodPx + edgePx;
  const nodes: number[] = [];
  const distance: number[] = [];
  const raising: number[] = [];
  const box = boundsOf(glasses.lines, reachPx);
  const lenses = glasses.lines.slice(0, LENSES);
  const fromFrame: FromFrame = (x, y) =>
    lenses.some((lens) => isInside(lens, x, y))
      ? 0
      : Math.max(0, distanceTo(glasses.lines, x, y) - edgePx) / iodPx;
  const brows = bands.flatMap((band) => {
    const eye = eyes.find(({ side }) => side === band.side);
    return eye ? [placeBrow(eye, band, fromFrame)] : [];
  });
  for (let i = 0; i < grid.columns * grid.rows; i++) {
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
    // What is seen in an opaque lens is the lens.
    const inLens = lenses.some((lens) => isInside(lens, x, y));
    const fromPx = inLens && glasses.opaque ? 0 : distanceTo(glasses.lines, x, y);
    if (fromPx > reachPx) continue;
    nodes.push(i);
    let apart = Math.max(0, fromPx - edgePx) / iodPx;
    distance.push(apart);
    if (!inLens) {
      for (const brow of brows) apart = distanceByBrow(brow, grid, i, apart, fromFrame, iodPx);
    }
    raising.push(apart);
  }
  const hold = {
    nodes: Uint32Array.from(nodes),
    distance: Float32Array.from(distance),
    raising: Float32Array.from(raising),
  };
  return { ...hold, shuts01: shutsBehind(hold, grid, eyes) };
}

/** Places along an upper lid, and the parts of its way that they are left, mean, at which it shuts not at all, and fully. */
const LID_PLACES = [-0.6, -0.3, 0, 0.3, 0.6] as const;
const LEFT_TO_SHUT = [0.6, 0.8] as const;

/**
 * A lid that is held here and not there shuts in waves, and one that shuts beside one that is held
 * winks: both shut as far as the one that is held more.
 */
function shutsBehind(
  hold: Pick<GlassesHold, 'nodes' | 'distance'>,
  grid: PlateGrid,
  eyes: readonly EyeLine[],
): number {
  const free = freeOfFrame(hold, grid, LID_ROOM);
  const left = eyes.map((eye) => {
    const places = LID_PLACES.map((t) => eyePoint(eye, t, readCurve(eye.upper, t)));
    return places.reduce((sum, place) => sum + readField(grid, free, ...place), 0) / places.length;
  });
  return smoothstep(...LEFT_TO_SHUT, Math.min(1, ...left));
}

/**
 * Holds a unit's motion back around a frame, which lies on the skull: on the frame nothing moves,
 * and skin comes out from under it little by little.
 */
export function holdAtGlasses(hold: GlassesHold, unit: ActionUnit, draft: LayerDraft): void {
  const room = roomOf(unit);
  const distance = RAISES.has(unit) ? hold.raising : hold.distance;
  hold.nodes.forEach((node, n) => {
    const share = smoothstep(0, room, distance[n]);
    for (const layer of [draft.upper, draft.lower]) {
      layer[2 * node] *= share;
      layer[2 * node + 1] *= share;
    }
  });
}

/** A frame stands on skin whose colour changes from so far beside it on, IOD: nearer than that moves. */
const COLOUR_ROOM = 0.035;

/**
 * How far the skin of lids that shut behind a frame may change its colour, 0..1 for each node of the grid:
 * also where it goes part of the way only, lashes and creases that are drawn out are streaks.
 */
export function lidsFree01(hold: GlassesHold, grid: PlateGrid): Float32Array {
  return freeOfFrame(hold, grid, COLOUR_ROOM).map((free) => hold.shuts01 * free);
}

/** What a frame leaves, 0..1: all from so far beside it on, IOD. */
function freeOfFrame(
  hold: Pick<GlassesHold, 'nodes' | 'distance'>,
  grid: PlateGrid,
  room: number,
): Float32Array {
  const free = new Float32Array(grid.columns * grid.rows).fill(1);
  hold.nodes.forEach((node, n) => {
    free[node] = smoothstep(0, room, hold.distance[n]);
  });
  return free;
}

function roomOf(unit: ActionUnit): number {
  if (unit === 'AU5') return OPENING_ROOM;
  if (LIDS.has(unit)) return LID_ROOM;
  return RAISES.has(unit) ? RAISED_ROOM : SKIN_ROOM;
}

function boundsOf(lines: readonly Float64Array[], margin: number) {
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  for (const line of lines) {
    for (let p = 0; p < line.length; p += 2) {
      box.x0 = Math.min(box.x0, line[p] - margin);
      box.x1 = Math.max(box.x1, line[p] + margin);
      box.y0 = Math.min(box.y0, line[p + 1] - margin);
      box.y1 = Math.max(box.y1, line[p + 1] + margin);
    }
  }
  return box;
}

/** From (x, y) to the nearest place on the lines, px. */
function distanceTo(lines: readonly Float64Array[], x: number, y: number): number {
  let best = Infinity;
  for (const line of lines) {
    for (let p = 0; p + 3 < line.length; p += 2) {
      const dx = line[p + 2] - line[p];
      const dy = line[p + 3] - line[p + 1];
      const along = (x - line[p]) * dx + (y - line[p + 1]) * dy;
      const t = clamp(along / Math.max(1e-9, dx * dx + dy * dy), 0, 1);
      best = Math.min(best, (line[p] + t * dx - x) ** 2 + (line[p + 1] + t * dy - y) ** 2);
    }
  }
  return Math.sqrt(best);
}

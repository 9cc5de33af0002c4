import { curveOf, readCurve, type SampledCurve } from '../../math/curve.ts';
import { clamp, gaussian } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { clearOfWhite, traceUpperRim } from './drawn-lid.ts';
import { clearLevels, type EdgePlace, readEdge } from './eye-edge.ts';
import type { EyeLine } from './eye-shape.ts';

/**
 * Lays the lids' rims onto the edges that the picture shows. The mesh knows where a person's lids
 * are to about a tenth of the eye's width, and less in paintings and cartoons; but white that is
 * left outside the rims would be dragged along with the skin, and lashes inside them painted over.
 * Each rim is shifted as a whole and its halves bent: a freer curve would follow lashes, bags and
 * cracks. Where no place is clearly better the mesh's rim stays.
 */
export function fitRims(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  drawn = false,
): { readonly upper: SampledCurve; readonly lower: SampledCurve } {
  return {
    upper: fitRim(plate, eye, iodPx, 'upper', drawn),
    lower: fitRim(plate, eye, iodPx, 'lower', drawn),
  };
}

/** Shifts of a rim's middle that are tried, shares of the eye's gap: furthest down, furthest up. */
const SHIFTS = { upper: [-0.14, 0.14], lower: [-0.18, 0.08] } as const;
/** Steps in which shifts and bends are tried, and the furthest bend, shares of the gap. */
const SHIFT_STEP = 0.02;
const MOST_BEND = 0.2;
/** Drawn eyes have thick lashes and lines but clean edges: rims may go further inwards there. */
const DRAWN_SHIFTS = { upper: [-0.14, 0.14], lower: [-0.18, 0.22] } as const;
const DRAWN_BEND = 0.3;
const BEND_SIGMA = 0.3;
/** … and where the bends of its halves may take it. */
const BENT = { upper: [-0.16, 0.24], lower: [-0.2, 0.12] } as const;
const DRAWN_BENT = { upper: [-0.34, 0.24], lower: [-0.2, 0.3] } as const;
/** Half width of the edge filter, IOD, and at least in px. */
const EDGE_IOD = 0.012;
const EDGE_PX = 0.8;
/** What a shift and a bend of .2 of the gap cost, in parts of a clear edge all along. */
const SHIFT_COST = 0.06;
const BEND_COST = 0.05;
/** A rim must be clearer than the mesh's by this. */
const LEAST_GAIN = 0.03;
/** Middle and halves are placed in turn, this often. */
const ROUNDS = 2;
/** Where the search for a rim's middle starts, too, part of the way to its limits. */
const STARTS = 0.75;

/** What a rim's place is looked for by. */
interface RimSearch {
  readonly plate: Picture;
  readonly eye: EyeLine;
  readonly which: 'upper' | 'lower';
  readonly edgePx: number;
  readonly drawn: boolean;
  /** Furthest shifts down and up, and where bends may take it, shares of the gap. */
  readonly shifts: readonly [down: number, up: number];
  readonly bent: readonly [lowest: number, highest: number];
  readonly mostBend: number;
}

/** A rim's shift and the bends of its halves, shares of the gap, and how clear the rim is then. */
interface RimPlace {
  readonly moved: readonly [shift: number, left: number, right: number];
  readonly clear: number;
}

function fitRim(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  which: 'upper' | 'lower',
  drawn: boolean,
): SampledCurve {
  const edgePx = Math.max(EDGE_PX, EDGE_IOD * iodPx);
  const shifts = (drawn ? DRAWN_SHIFTS : SHIFTS)[which];
  const bent = (drawn ? DRAWN_BENT : BENT)[which];
  const mostBend = drawn ? DRAWN_BEND : MOST_BEND;
  const search: RimSearch = { plate, eye, which, edgePx, drawn, shifts, bent, mostBend };
  const mesh = placeRim(search, 0, 0, 0);
  const stays = { ...mesh, clear: mesh.clear + LEAST_GAIN };
  let found = climb(search, stays);
  if (drawn) {
    // Thick lashes have an edge on either side: the search starts on the inner one, too.
    const inner = STARTS * shifts[which === 'upper' ? 0 : 1];
    const other = climb(search, placeRim(search, inner, 0, 0));
    if (other.clear > found.clear) found = other;
  }
  const fitted = moveRim(search, ...found.moved);
  if (!drawn || which === 'lower') return fitted;
  const traced = traceUpperRim(plate, eye, edgePx);
  const clearer =
    clearOfWhite(plate, eye, traced, edgePx) - clearOfWhite(plate, eye, fitted, edgePx);
  return clearer > LEAST_GAIN ? traced : fitted;
}

// Functions of the module, not of fitRim: V8 would compile them anew for each film.

function moveRim({ eye, which, bent }: RimSearch, shift: number, left: number, right: number) {
  const mesh = eye[which];
  return curveOf((t) => {
    const way =
      shift + left * gaussian(t + 0.6, BEND_SIGMA) + right * gaussian(t - 0.6, BEND_SIGMA);
    return readCurve(mesh, t) + eye.gapPx * clamp(way, bent[0], bent[1]) * (1 - t ** 4);
  });
}

function placeRim(search: RimSearch, shift: number, left: number, right: number): RimPlace {
  const clear =
    edgeAlong(search, moveRim(search, shift, left, right)) -
    SHIFT_COST * (shift / 0.2) ** 2 -
    BEND_COST * ((left / MOST_BEND) ** 2 + (right / MOST_BEND) ** 2);
  return { moved: [shift, left, right], clear };
}

function climb(search: RimSearch, from: RimPlace): RimPlace {
  const { shifts, mostBend } = search;
  let best = from;
  for (let round = 0; round < ROUNDS; round++) {
    const middle = clearest(search, best, 0, shifts[0], shifts[1]);
    // Both halves from the same place: the second one would lie otherwise in a mirror image.
    const left = clearest(search, middle, 1, -mostBend, mostBend);
    const right = clearest(search, middle, 2, -mostBend, mostBend);
    best = left.clear > right.clear ? left : right;
    const both = placeRim(search, middle.moved[0], left.moved[1], right.moved[2]);
    if (both.clear > best.clear) best = both;
  }
  return best;
}

/** The clearest place that differs from one in its shift (0), its left bend (1) or its right one (2). */
function clearest(
  search: RimSearch,
  from: RimPlace,
  index: 0 | 1 | 2,
  low: number,
  high: number,
): RimPlace {
  const [shift, left, right] = from.moved;
  let best = from;
  for (let way = low; way <= high + 1e-9; way += SHIFT_STEP) {
    const tried = placeRim(
      search,
      index === 0 ? way : shift,
      index === 1 ? way : left,
      index === 2 ? way : right,
    );
    if (tried.clear > best.clear) best = tried;
  }
  return best;
}

/** 0..1: how clear an edge between ball and lid a rim lies on, mean over its columns. */
function edgeAlong({ plate, eye, which, edgePx, drawn }: RimSearch, rim: SampledCurve): number {
  let sum = 0;
  let weights = 0;
  const place: EdgePlace = { levels: 0, weight: 0 };
  for (let t = -0.9; t < 0.91; t += 0.06) {
    readEdge(plate, eye, which, t, readCurve(rim, t), edgePx, drawn, place);
    sum += place.weight * clamp(place.levels / clearLevels(which, drawn), 0, 1);
    weights += place.weight;
  }
  return sum / weights;
}

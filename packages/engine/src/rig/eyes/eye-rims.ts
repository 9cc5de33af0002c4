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

function fitRim(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  which: 'upper' | 'lower',
  drawn: boolean,
): SampledCurve {
  const mesh = eye[which];
  const edgePx = Math.max(EDGE_PX, EDGE_IOD * iodPx);
  const [down, up] = (drawn ? DRAWN_SHIFTS : SHIFTS)[which];
  const mostBend = drawn ? DRAWN_BEND : MOST_BEND;
  const [lowest, highest] = (drawn ? DRAWN_BENT : BENT)[which];
  const move = (shift: number, left: number, right: number) =>
    curveOf((t) => {
      const way =
        shift + left * gaussian(t + 0.6, BEND_SIGMA) + right * gaussian(t - 0.6, BEND_SIGMA);
      return readCurve(mesh, t) + eye.gapPx * clamp(way, lowest, highest) * (1 - t ** 4);
    });
  const clearness = (shift: number, left: number, right: number) =>
    edgeAlong(plate, eye, which, move(shift, left, right), edgePx, drawn) -
    SHIFT_COST * (shift / 0.2) ** 2 -
    BEND_COST * ((left / MOST_BEND) ** 2 + (right / MOST_BEND) ** 2);
  const stays = clearness(0, 0, 0) + LEAST_GAIN;
  let clearest = stays;
  let found = [0, 0, 0];
  // Thick lashes have an edge on either side: the search starts on the inner one, too.
  for (const first of drawn ? [0, STARTS * (which === 'upper' ? down : up)] : [0]) {
    const [clear, place] = climb([first, 0, 0], first === 0 ? stays : clearness(first, 0, 0));
    if (clear > clearest) [clearest, found] = [clear, place];
  }
  const fitted = move(found[0], found[1], found[2]);
  if (!drawn || which === 'lower') return fitted;
  const traced = traceUpperRim(plate, eye, edgePx);
  const clearer =
    clearOfWhite(plate, eye, traced, edgePx) - clearOfWhite(plate, eye, fitted, edgePx);
  return clearer > LEAST_GAIN ? traced : fitted;

  function climb(from: number[], clearAtStart: number): [number, number[]] {
    let best = clearAtStart;
    let place = from;
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < 3; k++) {
        const [low, high] = k === 0 ? [down, up] : [-mostBend, mostBend];
        const start = place;
        for (let way = low; way <= high + 1e-9; way += SHIFT_STEP) {
          const tried = start.with(k, way);
          const clear = clearness(tried[0], tried[1], tried[2]);
          if (clear <= best) continue;
          best = clear;
          place = tried;
        }
      }
    }
    return [best, place];
  }
}

/** 0..1: how clear an edge between ball and lid a rim lies on, mean over its columns. */
function edgeAlong(
  plate: Picture,
  eye: EyeLine,
  which: 'upper' | 'lower',
  rim: SampledCurve,
  edgePx: number,
  drawn: boolean,
): number {
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

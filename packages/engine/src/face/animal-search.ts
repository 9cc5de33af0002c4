import { type Affine, apply, compose, rotation, scaling, translation } from '../math/affine.ts';
import { type EyePair, findAnimalEyes } from './animal-eyes.ts';
import { findAnimalMouth } from './animal-mouth.ts';
import { catWindows } from './cat-windows.ts';
import type { Pyramid } from './crop.ts';
import { FROM_FOUND } from './eye-ellipses.ts';
import type { HaarCascade } from './haar-cascade.ts';

/** The smallest face that is looked for, part of the picture's longer side. */
const SMALLEST_PART = 0.13;
/** Factor from one size to the next. */
const SIZE_STEP = 1.13;
/** Faces may be cut off by the picture's border: windows reach beyond it by this part of their own side. */
const BEYOND = 0.3;
/** Tilts of the head that are tried, radians. */
const ROLLS_RADIANS = [0, 0.3, -0.3];
/** … and those of a head that is cocked, where an animal is seen, but none of its face. */
export const COCKED_RADIANS = [0.45, -0.45, 0.6, -0.6];
/** Windows count as one find if they lie no further apart than this, shares of a side, and differ in size by less than this, ln. */
const SAME_PLACE = 0.25;
const SAME_SIZE = 0.3;

/** Where a face that fills the unit square has its eyes: measured on six cats, a dog and a fox. */
const EYES_IN_WINDOW = [
  [0.28, 0.42],
  [0.72, 0.42],
] as const;
/** Eyes are looked for in this many of the best finds. */
const FINDS_TRIED = 3;
/**
 * What is believed: votes × √(size, part of the picture's longer side) × what speaks for the weaker
 * eye, levels. The faces of eight animals that the models miss have 12 to 220; of 23 screenshots, diagrams
 * and still lifes one has 14 (a board of markers), the others less than 11.
 */
const LEAST_WORTH = 11;
/** Of several, that whose worth × how plainly a mouth is seen below is the most; black ones are not seen. */
const LEAST_MOUTH = 0.6;
/** An eye counts for no more than this: two plain ones make no face of what the cascade hardly saw. */
const PLAIN_EYE = 8;
/** Eyes brighter than their coat have no dark rim that could be seen: a black cat's. */
const UNSEEN_EYE = 2.5;

/** Eyes and mouth of an animal, image px: x,y of the eye on the picture's left, the other, the mouth. */
export interface AnimalFind {
  readonly points: readonly [number, number, number, number, number, number];
  readonly worth: number;
}

/**
 * Looks for the face of an animal, which the models do not know: a cascade that was trained on cats'
 * faces says where one may be (it sees foxes and some dogs as well), their dark-rimmed eyes whether
 * it is one. About a second.
 */
export function searchAnimal(
  pyramid: Pyramid,
  cascade: HaarCascade,
  rolls: readonly number[] = ROLLS_RADIANS,
): AnimalFind | undefined {
  const { picture } = pyramid;
  const longer = Math.max(picture.widthPx, picture.heightPx);
  let best: { readonly eyes: EyePair; readonly worth: number; readonly rank: number } | undefined;
  for (const find of findWindows(pyramid, cascade, rolls, longer).slice(0, FINDS_TRIED)) {
    const [right, left] = EYES_IN_WINDOW.map(([u, v]) => apply(find.toImage, u, v));
    const eyes = findAnimalEyes(pyramid, [right!, left!]);
    const worth = find.worth * (eyes.worth > 0 ? Math.min(PLAIN_EYE, eyes.worth) : UNSEEN_EYE);
    if (worth < LEAST_WORTH) continue;
    const mouth = findAnimalMouth(pyramid, eyes.right, eyes.left);
    const rank = worth * Math.max(LEAST_MOUTH, mouth.worth);
    if (rank > (best?.rank ?? 0)) best = { eyes, worth, rank };
  }
  if (!best) return undefined;
  const { right, left } = findAgain(pyramid, best.eyes);
  return {
    points: [...right, ...left, ...findAnimalMouth(pyramid, right, left).point],
    worth: best.worth,
  };
}

/**
 * Looks for eyes once more from where they were found: a guess that is far off draws them to itself.
 * Those that were not seen stay where they are guessed.
 */
function findAgain(pyramid: Pyramid, found: EyePair): EyePair {
  if (found.worth === 0) return found;
  return findAnimalEyes(pyramid, [found.right, found.left], FROM_FOUND);
}

/** Where the cascade sees a face: its window's unit square to image px. */
interface Find {
  readonly toImage: Affine;
  /** How many windows that hardly differ passed, weighed by their size. */
  readonly worth: number;
}

function findWindows(
  pyramid: Pyramid,
  cascade: HaarCascade,
  rolls: readonly number[],
  longer: number,
): Find[] {
  return rolls
    .flatMap((roll) => look(pyramid, cascade, roll, longer))
    .sort((a, b) => b.worth - a.worth);
}

/** Sums over the windows of one find: their middles from the picture's, turned back, image px. */
interface Cluster {
  x: number;
  y: number;
  side: number;
  votes: number;
}

/** The finds at one tilt of the head. */
function look(pyramid: Pyramid, cascade: HaarCascade, roll: number, longer: number): Find[] {
  const { widthPx, heightPx } = pyramid.picture;
  const { sidePx } = cascade;
  const cos = Math.cos(roll);
  const sin = Math.abs(Math.sin(roll));
  const beyondPx = BEYOND * sidePx;
  const middle = compose(translation(widthPx / 2, heightPx / 2), rotation(roll));
  const clusters: Cluster[] = [];
  for (let scale = (SMALLEST_PART * longer) / sidePx; ; scale *= SIZE_STEP) {
    const w = Math.round((cos * widthPx + sin * heightPx) / scale + 2 * beyondPx);
    const h = Math.round((sin * widthPx + cos * heightPx) / scale + 2 * beyondPx);
    if (Math.min(w, h) < sidePx) break;
    const toImage = compose(middle, compose(scaling(scale, scale), translation(-w / 2, -h / 2)));
    const size = { widthPx: w, heightPx: h };
    const passed = catWindows(pyramid, cascade, size, toImage);
    for (let i = 0; i < passed.length; i += 2) {
      const x = (passed[i]! + (sidePx - w) / 2) * scale;
      const y = (passed[i + 1]! + (sidePx - h) / 2) * scale;
      join(clusters, x, y, sidePx * scale);
    }
  }
  return clusters.map(({ x, y, side, votes }) => {
    const mean = side / votes;
    const corner = translation(x / votes - mean / 2, y / votes - mean / 2);
    const toImage = compose(middle, compose(corner, scaling(mean, mean)));
    return { toImage, worth: votes * Math.sqrt(mean / longer) };
  });
}

function join(clusters: Cluster[], x: number, y: number, side: number): void {
  const same = clusters.find((c) => {
    const apart = Math.hypot(c.x / c.votes - x, c.y / c.votes - y);
    return apart < SAME_PLACE * side && Math.abs(Math.log(c.side / c.votes / side)) < SAME_SIZE;
  });
  if (!same) {
    clusters.push({ x, y, side, votes: 1 });
    return;
  }
  same.x += x;
  same.y += y;
  same.side += side;
  same.votes++;
}

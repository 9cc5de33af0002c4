import { type Affine, apply, invert, meanScale, turnedAbout } from '../math/affine.ts';
import type { RectPx } from '../math/points.ts';
import { type Means, meansOf } from '../math/summed-area.ts';
import { readCoat } from './coat-tones.ts';
import type { Pyramid } from './crop.ts';

type Point = readonly [x: number, y: number];

/** The face below the eyes is looked at upright in a crop in which they lie this far apart, px. */
const IOD_PX = 100;
const WIDTH_PX = 280;
const HEIGHT_PX = 240;
/** Where the middle between the eyes lies in it. */
const MIDDLE_X = WIDTH_PX / 2;
const EYE_LINE_Y = 20;

/** Where noses are tried, IOD: aside of the middle between the eyes to both sides, and below their line. */
const NOSES_ASIDE = steps(-0.6, 0.6, 0.04);
const NOSES_BELOW = steps(0.1, 1.4, 0.03);
/** Usual places and their spreads, IOD: cats' noses lie at .35 to .75, those of dogs and foxes at .3 to 1.1. */
const USUAL_BELOW = 0.7;
const BELOW_SPREAD = 0.29;
const ASIDE_SPREAD = 0.33;
/** A mouth lies .17 to .47 below the middle of the nose, and on a turned head hardly further from its middle. */
const GAPS = steps(0.14, 0.5, 0.02);
const USUAL_GAP = 0.3;
const GAP_SPREAD = 0.1;
const FOLLOWS_NOSE = 0.9;
const FROM_NOSE = steps(-0.08, 0.08, 0.04);
const FROM_IT_SPREAD = 0.24;
/** What leaving a usual place by one spread costs, in the unit of valley and nose (ln). */
const AWAY_COST = 0.5;

/** Half breadths of noses, IOD, and their height over their breadth. */
const NOSE_HALVES = [0.09, 0.13, 0.18, 0.24];
const NOSE_HEIGHT = 0.7;
/** A nose's inner part, and where beside it and above it coat is, half breadths (above: half heights). */
const INNER = 0.8;
const BESIDE = { away: 1.75, half: 0.4 };
const ABOVE = { away: 2, half: 0.5 };
/** How much the weaker side counts for, and the coat above. */
const WEAKER_SIDE = 0.75;
const COUNTS_ABOVE = 0.47;
/** What is redder than the coat counts for less than what is darker, and no more than so much, ln. */
const REDNESS_COUNTS = 0.3;
const REDDEST = 0.6;
/** A nose that stands out more plainly than this, ln, counts no more. */
const PLAIN_NOSE = 1.25;
const NOSE_COUNTS = 1.75;

/** The line between the lips is looked for on both sides of the middle from here to there, IOD. */
const ALONG_LINE = steps(0.05, 0.24, 0.03);
/** Half breadths of the valley that it is, IOD; it may rise or fall by this much. */
const VALLEYS = [0.04, 0.07] as const;
const LINE_BENDS = 0.03;
/** A valley that is deeper than this, ln, counts no more: a black nostril is no better a mouth than a dark line. */
const DEEPEST = 0.4;
const WEAKER_LINE = 0.3;
const LINE_COUNTS = 4.2;

/** Where less than this worth is seen, the mouth is where cats have it. A white kitten's pink nose alone is worth .75. */
const LEAST_WORTH = 0.6;
const CATS_BELOW = 0.82;

/** A mouth that somebody else sees is taken for one that lies no further from it than this, IOD. */
const SAME_MOUTH = 0.08;

/** The mouth of an animal. */
export interface AnimalMouth {
  /** Image px. */
  readonly point: Point;
  /** How plainly nose and line show that it is there, 0 to about 4. */
  readonly worth: number;
  /** How much more speaks for it, usual places included, than for a mouth where `other` is. */
  readonly lead: number;
}

/**
 * The mouth of an animal with these eyes: below what stands out from the coat on all sides by being
 * darker or redder, the nose, where a dark line runs to both sides; else where cats have it. What counts for how much was fitted to
 * 28 animals with given eyes, at three guesses of these each: a mouth lies .11 IOD off in the mean, .25 before.
 *
 * @param other where somebody else sees the mouth, image px
 */
export function findAnimalMouth(
  pyramid: Pyramid,
  [rightX, rightY]: Point,
  [leftX, leftY]: Point,
  other?: Point,
): AnimalMouth {
  const roll = Math.atan2(leftY - rightY, leftX - rightX);
  const scale = Math.hypot(leftX - rightX, leftY - rightY) / IOD_PX;
  const between: Point = [(rightX + leftX) / 2, (rightY + leftY) / 2];
  const toImage = turnedAbout(between, roll, scale, [MIDDLE_X, EYE_LINE_Y]);
  const coat = readCoat(pyramid, toImage, { widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  const noseAt = readNoses(coat.tones, coat.redness);
  const lines = readLines(coat.tones);
  leaveOutside(lines, toImage, pyramid.picture);
  let best = { aside: 0, below: CATS_BELOW, seen: 0 };
  let most = Number.NEGATIVE_INFINITY;
  const [otherX, otherY] = other ? apply(invert(toImage)!, ...other) : [Number.NaN, Number.NaN];
  let mostThere = Number.NEGATIVE_INFINITY;
  for (const noseAside of NOSES_ASIDE) {
    for (const noseBelow of NOSES_BELOW) {
      const nose = NOSE_COUNTS * noseAt(noseAside, noseBelow);
      const away =
        spreads(noseBelow - USUAL_BELOW, BELOW_SPREAD) + spreads(noseAside, ASIDE_SPREAD);
      for (const from of FROM_NOSE) {
        const aside = FOLLOWS_NOSE * noseAside + from;
        for (const gap of GAPS) {
          const below = noseBelow + gap;
          const [x, y] = cropPx(aside, below);
          const seen = nose + LINE_COUNTS * at(lines, Math.round(x), Math.round(y));
          const unusual =
            away + spreads(gap - USUAL_GAP, GAP_SPREAD) + spreads(from, FROM_IT_SPREAD);
          const worth = seen - AWAY_COST * unusual;
          const isThere = Math.hypot(x - otherX, y - otherY) < SAME_MOUTH * IOD_PX;
          if (isThere && worth > mostThere) mostThere = worth;
          if (worth <= most) continue;
          most = worth;
          best = { aside, below, seen };
        }
      }
    }
  }
  const isSeen = best.seen >= LEAST_WORTH;
  const [x, y] = isSeen ? cropPx(best.aside, best.below) : cropPx(0, CATS_BELOW);
  return { point: apply(toImage, x, y), worth: best.seen, lead: most - mostThere };
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
}

function spreads(away: number, spread: number): number {
  return (away / spread) ** 2;
}

function cropPx(aside: number, below: number): Point {
  return [MIDDLE_X + aside * IOD_PX, EYE_LINE_Y + below * IOD_PX];
}

/** How plainly something stands out from the coat around a place as a nose does, ln, at most PLAIN_NOSE. */
function readNoses(
  tones: Float32Array,
  redness: Float32Array,
): (aside: number, below: number) => number {
  const size = { widthPx: WIDTH_PX, heightPx: HEIGHT_PX };
  const light = meansOf({ values: tones.map((tone) => Math.log(10 + tone)), ...size });
  const red = meansOf({ values: redness, ...size });
  /** How much less there is inside than beside it, and than above it. */
  const standsOut = ({ over }: Means, x: number, y: number, w: number, h: number) => {
    const inside = over(x, y, INNER * w, INNER * h);
    const beside = (side: number) =>
      over(x + side * BESIDE.away * w, y, BESIDE.half * w, INNER * h) - inside;
    const above = over(x, y - ABOVE.away * h, INNER * w, ABOVE.half * h) - inside;
    return { right: beside(-1), left: beside(1), above };
  };
  return (aside, below) => {
    const [x, y] = cropPx(aside, below);
    let most = Number.NEGATIVE_INFINITY;
    for (const half of NOSE_HALVES) {
      const w = half * IOD_PX;
      const h = NOSE_HEIGHT * w;
      const tone = standsOut(light, x, y, w, h);
      const darker = towardsLess(tone.right, tone.left, WEAKER_SIDE);
      const hue = standsOut(red, x, y, w, h);
      const redder = Math.min(REDDEST, towardsLess(-hue.right, -hue.left, WEAKER_SIDE));
      const nose =
        darker +
        COUNTS_ABOVE * Math.min(0, tone.above - darker) +
        REDNESS_COUNTS * Math.min(redder, (redder - hue.above) / 2);
      most = Math.max(most, nose);
    }
    return Math.min(PLAIN_NOSE, most);
  };
}

/** Their mean, nearer to the lesser one by its weight. */
function towardsLess(a: number, b: number, weight: number): number {
  return weight * Math.min(a, b) + ((1 - weight) * (a + b)) / 2;
}

/** How deep the dark line to both sides of each place is, ln: f32[H·W]. */
function readLines(tones: Float32Array): Float32Array {
  const valleys = readValleys(tones);
  const away = ALONG_LINE.map((d) => Math.round(d * IOD_PX));
  return valleys.map((_, i) => {
    const x = i % WIDTH_PX;
    const y = (i - x) / WIDTH_PX;
    let right = 0;
    let left = 0;
    for (const d of away) {
      right += at(valleys, x - d, y);
      left += at(valleys, x + d, y);
    }
    return towardsLess(right / away.length, left / away.length, WEAKER_LINE);
  });
}

/** Lips of a mouth nearer than this to the picture's border would lie beyond it, IOD. */
const MARGIN = 0.05;

/** No mouth is looked for there or outside of the picture, whose border may be the deepest line of all. */
function leaveOutside(
  lines: Float32Array,
  toImage: Affine,
  { widthPx, heightPx }: Pick<RectPx, 'widthPx' | 'heightPx'>,
): void {
  const margin = MARGIN * IOD_PX * meanScale(toImage);
  const isIn = (at: number, size: number) => at >= margin && at <= size - margin;
  for (let i = 0; i < lines.length; i++) {
    const column = i % WIDTH_PX;
    const [x, y] = apply(toImage, column, (i - column) / WIDTH_PX);
    if (!isIn(x, widthPx) || !isIn(y, heightPx)) lines[i] = Number.NEGATIVE_INFINITY;
  }
}

/** How deep a dark line at each place lies that may bend a little, ln: f32[H·W]. */
function readValleys(tones: Float32Array): Float32Array {
  const logs = tones.map((_, i) => {
    const x = i % WIDTH_PX;
    const y = (i - x) / WIDTH_PX;
    let sum = 0;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) sum += at(tones, x + dx, y + dy);
    return Math.log(12 + sum / 9);
  });
  const depths = logs.map((own, i) => {
    const x = i % WIDTH_PX;
    const y = (i - x) / WIDTH_PX;
    let deepest = 0;
    for (const breadth of VALLEYS) {
      const away = Math.round(breadth * IOD_PX);
      deepest = Math.max(deepest, Math.min(at(logs, x, y - away), at(logs, x, y + away)) - own);
    }
    return Math.min(DEEPEST, deepest);
  });
  const bend = Math.round(LINE_BENDS * IOD_PX);
  return depths.map((own, i) => {
    const x = i % WIDTH_PX;
    const y = (i - x) / WIDTH_PX;
    let deepest = own;
    for (let d = -bend; d <= bend; d++) deepest = Math.max(deepest, at(depths, x, y + d));
    return deepest;
  });
}

function at(map: Float32Array, x: number, y: number): number {
  const column = Math.max(0, Math.min(WIDTH_PX - 1, x));
  const row = Math.max(0, Math.min(HEIGHT_PX - 1, y));
  return map[row * WIDTH_PX + column]!;
}

import { apply, turnedAbout } from '../math/affine.ts';
import { coatTones } from './coat-tones.ts';
import type { Pyramid } from './crop.ts';

type Point = readonly [x: number, y: number];

/** The face below the eyes is looked at upright in a crop in which they lie this far apart, px. */
const IOD_PX = 100;
const WIDTH_PX = 240;
const HEIGHT_PX = 180;
/** Where the middle between the eyes lies in it. */
const MIDDLE_X = WIDTH_PX / 2;
const EYE_LINE_Y = 20;

/** How far below the eye line a mouth lies and aside of its middle, IOD, each with its usual place. */
const LOWEST = 1.25;
const HIGHEST = 0.55;
const USUAL_BELOW = 0.82;
const USUAL_SPREAD = 0.3;
const FURTHEST_ASIDE = 0.4;
const ASIDE_SPREAD = 0.35;
/** What leaving the usual place by one spread costs, in the unit of valley and nose (ln). */
const AWAY_COST = 0.5;
/** Steps of the search, IOD. */
const STEP_BELOW = 0.02;
const STEP_ASIDE = 0.05;

/** The nose, IOD: between which heights above the mouth it lies, its half breadth and half height, and how far aside its cheeks begin and end. */
const NOSE_ABOVE = [0.12, 0.3] as const;
const NOSE_HALF = 0.08;
const NOSE_HALF_HEIGHT = 0.03;
const CHEEK_FROM = 0.25;
const CHEEK_TO = 0.4;
/** A nose that is darker than its cheeks by more than this, ln, counts no more. */
const PLAIN_NOSE = 1;
const NOSE_COUNTS = 0.6;

/** The line between the lips is looked for on both sides from here to there, IOD, below the nose's rim. */
const LINE_FROM = 0.07;
const LINE_TO = 0.28;
/** Half breadths of the valley that it is, IOD; it may rise or fall by this much. */
const VALLEYS = [0.04, 0.07] as const;
const LINE_BENDS = 0.03;
/** A valley that is deeper than this, ln, counts no more: a black nostril is no better a mouth than a dark line. */
const DEEPEST = 0.4;
const LINE_COUNTS = 4;

/**
 * The mouth of an animal with these eyes, image px: where a dark line runs to both sides below what
 * is darker or redder than the cheeks beside it, the nose; else where cats have it.
 */
export function findAnimalMouth(
  pyramid: Pyramid,
  [rightX, rightY]: Point,
  [leftX, leftY]: Point,
): Point {
  const roll = Math.atan2(leftY - rightY, leftX - rightX);
  const scale = Math.hypot(leftX - rightX, leftY - rightY) / IOD_PX;
  const between: Point = [(rightX + leftX) / 2, (rightY + leftY) / 2];
  const toImage = turnedAbout(between, roll, scale, [MIDDLE_X, EYE_LINE_Y]);
  const tones = coatTones(pyramid, toImage, { widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  const valleys = readValleys(tones);
  let best: Point = [0, USUAL_BELOW];
  let most = Number.NEGATIVE_INFINITY;
  for (let aside = -FURTHEST_ASIDE; aside <= FURTHEST_ASIDE + 1e-9; aside += STEP_ASIDE) {
    for (let below = HIGHEST; below <= LOWEST + 1e-9; below += STEP_BELOW) {
      const away = ((below - USUAL_BELOW) / USUAL_SPREAD) ** 2 + (aside / ASIDE_SPREAD) ** 2;
      const worth =
        LINE_COUNTS * lineAt(valleys, aside, below) +
        NOSE_COUNTS * noseAbove(tones, aside, below) -
        AWAY_COST * away;
      if (worth <= most) continue;
      most = worth;
      best = [aside, below];
    }
  }
  return apply(toImage, MIDDLE_X + best[0] * IOD_PX, EYE_LINE_Y + best[1] * IOD_PX);
}

/** Mean depth of the dark line to both sides of a place, ln. */
function lineAt(valleys: Float32Array, aside: number, below: number): number {
  let sum = 0;
  let count = 0;
  const y = Math.round(EYE_LINE_Y + below * IOD_PX);
  for (let away = LINE_FROM; away <= LINE_TO; away += 0.03) {
    for (const side of [-1, 1]) {
      sum += at(valleys, Math.round(MIDDLE_X + (aside + side * away) * IOD_PX), y);
      count++;
    }
  }
  return sum / count;
}

/** How much darker or redder than the cheeks it is above a place, ln, at most PLAIN_NOSE. */
function noseAbove(tones: Float32Array, aside: number, below: number): number {
  let most = 0;
  for (let above = NOSE_ABOVE[0]; above <= NOSE_ABOVE[1]; above += 0.03) {
    const mean = (from: number, to: number) =>
      meanTone(tones, aside + from, aside + to, below - above);
    const cheeks = (mean(-CHEEK_TO, -CHEEK_FROM) + mean(CHEEK_FROM, CHEEK_TO)) / 2;
    most = Math.max(most, Math.log((cheeks + 8) / (mean(-NOSE_HALF, NOSE_HALF) + 8)));
  }
  return Math.min(PLAIN_NOSE, most);
}

function meanTone(tones: Float32Array, from: number, to: number, below: number): number {
  let sum = 0;
  let count = 0;
  for (let y = below - NOSE_HALF_HEIGHT; y <= below + NOSE_HALF_HEIGHT + 1e-9; y += 0.02) {
    for (let x = from; x <= to + 1e-9; x += 0.02) {
      sum += at(tones, Math.round(MIDDLE_X + x * IOD_PX), Math.round(EYE_LINE_Y + y * IOD_PX));
      count++;
    }
  }
  return sum / count;
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

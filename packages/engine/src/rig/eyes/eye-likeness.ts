import { clamp } from '../../math/easing.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/**
 * What an eye looks like: mean of ln of light around 367 eyes of photos and paintings, the right one
 * and the left one mirrored, less its mean. Columns from 1.3 half widths beyond the outer corner to the inner
 * one, rows from .75 half widths below the line between the corners to as far above.
 */
const LOOK = [
  [5, 6, 6, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7],
  [4, 5, 4, 4, 4, 4, 4, 4, 5, 5, 6, 6, 6],
  [3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6],
  [0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 3, 4, 5],
  [-2, -4, -3, 0, -3, -7, -7, -4, 1, 1, 1, 2, 4],
  [-2, -5, -7, -5, -8, -13, -13, -8, -2, -1, -2, 1, 3],
  [0, -2, -4, -7, -11, -14, -14, -10, -6, -4, -2, 0, 2],
  [1, 1, 0, -2, -3, -5, -7, -6, -4, -2, -1, 0, 2],
  [2, 2, 2, 2, 1, 0, 0, -1, -1, -1, 0, 1, 2],
] as const;
const ROWS = LOOK.length;
const COLUMNS = LOOK[0].length;
const REACH_ALONG = 1.3;
const REACH_UP = 0.75;
/** It may lie this far beside where the landmarks have it, half widths. */
const BESIDE = [-0.2, -0.1, 0, 0.1, 0.2] as const;
/** Around each place light is averaged over so much to all sides, half widths. */
const AROUND = [
  [0, 0],
  [0.04, 0],
  [-0.04, 0],
  [0, 0.04],
  [0, -0.04],
] as const;
/** Levels that are added before the logarithm: black's noise is no contrast. */
const BLACK_LEVELS = 12;

const LOOKS = normed(LOOK.flat());

/** Deviation of ln of light around an eye below which nothing but grain is seen there, neither eye nor hair. */
const LEAST_DEVIATION = 0.04;

/**
 * How much what the landmarks take for an eye looks like one: the best correlation, -1..1, of its light
 * with that of most eyes, in any of the three colours (green eyes in red light are bright in green); 1
 * where there is nothing that could be told from one.
 */
export function eyeLikeness(plate: Picture, eye: EyeLine): number {
  if (isPlain(plate, eye)) return 1;
  let best = -1;
  for (const aside of BESIDE) {
    for (const up of BESIDE) {
      for (const values of readAround(plate, eye, aside, up)) {
        const here = normed(values);
        let sum = 0;
        for (let i = 0; i < here.length; i++) sum += here[i]! * LOOKS[i]!;
        best = Math.max(best, sum);
      }
    }
  }
  return best;
}

function isPlain(plate: Picture, eye: EyeLine): boolean {
  const [, green] = readAround(plate, eye, 0, 0);
  const middle = mean(green);
  return Math.sqrt(mean(green.map((v) => (v - middle) ** 2))) < LEAST_DEVIATION;
}

/** ln of red, green and blue on the places of LOOK. */
function readAround(
  { rgba, widthPx, heightPx }: Picture,
  eye: EyeLine,
  aside: number,
  up: number,
): [red: number[], green: number[], blue: number[]] {
  const inwards = eye.side === 'right' ? 1 : -1;
  const colours: [number[], number[], number[]] = [[], [], []];
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      const t = inwards * (REACH_ALONG * ((2 * c) / (COLUMNS - 1) - 1) + aside);
      const h = REACH_UP * ((2 * r) / (ROWS - 1) - 1) + up;
      const sums = [0, 0, 0];
      for (const [dt, dh] of AROUND) {
        const [x, y] = eyePoint(eye, t + dt, (h + dh) * eye.halfWidthPx);
        const row = clamp(Math.floor(y), 0, heightPx - 1);
        const at = 4 * (row * widthPx + clamp(Math.floor(x), 0, widthPx - 1));
        for (let k = 0; k < 3; k++) sums[k]! += rgba[at + k]!;
      }
      for (let k = 0; k < 3; k++) {
        colours[k]!.push(Math.log(sums[k]! / AROUND.length + BLACK_LEVELS));
      }
    }
  }
  return colours;
}

/** Less their mean, of length 1. */
function normed(values: readonly number[]): number[] {
  const middle = mean(values);
  const length = Math.sqrt(values.reduce((sum, v) => sum + (v - middle) ** 2, 0)) || 1;
  return values.map((v) => (v - middle) / length);
}

/**
 * Of 367 eyes ten are less like one: hair over them, and what lenses mirror. Of those that are seen, behind
 * glasses, in shade or shut, .24 and more.
 */
const NO_EYE = 0.2;
/** … and where one is none, the other one up to here is behind the other lens: eyes beside hair have .6. */
const NEITHER = 0.32;

/** Which of the eyes that landmarks have are seen in the picture: not what is under hair or behind a lens that mirrors. */
export function seenAmong(plate: Picture, eyes: readonly EyeLine[]): readonly boolean[] {
  const likeness = eyes.map((eye) => eyeLikeness(plate, eye));
  const least = Math.min(...likeness) < NO_EYE ? NEITHER : NO_EYE;
  return likeness.map((like) => like >= least);
}

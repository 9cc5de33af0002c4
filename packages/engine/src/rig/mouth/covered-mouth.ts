import { findBestLine } from '../../math/best-line.ts';
import { readCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { MotionWeights } from '../head/motion-weights.ts';
import { type FaceTone, patchMean } from '../skin/face-tone.ts';
import { redness } from '../skin/lip-redness.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/** Part of the mouth in which its line is looked for, |s|, and how far from where it should lie, IOD. */
const ALONG = 0.8;
const REACH_IOD = 0.06;
const COLUMNS = 41;
const ROWS = 25;
/** How far above and below a line the lips are read, IOD: it is darker than both, by this, ln units. */
const BESIDE_IOD = [0.03, 0.05, 0.08] as const;
const STANDS_OUT = 0.06;
/** Rows by which the line may move from column to column, and what each costs, ln units. */
const MOST_STEPS = 2;
const STEP_COST = 0.02;
/** Added before logarithms, levels: noise in the dark is no line. */
const LOG_OFFSET = 8;
/**
 * Share of the mouth along which a line is seen: of 280 faces those with a scarf, a mask or a fist over the
 * mouth had .22 to .63, bare mouths .76 at least, and two under full beards .59 and .73 …
 */
const LEAST_SEEN = 0.68;
/** … whose lips are redder than what is around them, by ln .18 or more, where cloth had .09 at most. */
const LIPS_REDDER = 0.12;

/** Landmarks between the eyes, which masks leave bare, and where they lie: nose, lips, cheeks and chin. */
const BARE = [8, 9, 168, 6] as const;
const BENEATH = [4, 164, 0, 14, 17, 199, 205, 425] as const;
const PATCH_IOD = 0.05;
/**
 * Cloth is of one colour where a face has lips: in 310 bare ones the farthest of those places from their mean is
 * .11 off at least if the mean is as far from the skin between the eyes as this, or .07 if less; chroma, ln units.
 */
const CLOTHS_OWN = 0.07;
const NOT_SKIN = 0.13;
/**
 * Cloth in folds is of less than one colour; but where it is as far from that skin, no redder where lips should be, and
 * shows a line there hardly more clearly than covered mouths do, it is cloth: a line that bare mouths would have .76 of.
 */
const FOLDED = { clothsOwn: 0.18, notSkin: 0.3, lipsRedder: 0.05, line: 0.75 };

/**
 * Is there something over a mouth: a mask, a scarf, a hand? Then what lies there is of one colour that is not
 * the skin's; or no lips are seen where it should be, and no line between them. Opened, it would be an opening
 * in a scarf.
 */
export function isMouthCovered(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  mouth: MouthLine,
  { lip, mouthSkin }: Pick<FaceTone, 'lip' | 'mouthSkin'>,
  iodPx: number,
): boolean {
  const { spread, fromSkin } = readCloth(plate, landmarks, iodPx);
  if (spread < CLOTHS_OWN && fromSkin > NOT_SKIN) return true;
  if (mouth.gapPx > 0) return false;
  const redder = redness(lip[0], lip[1]) - redness(mouthSkin[0], mouthSkin[1]);
  if (redder > LIPS_REDDER) return false;
  const folded =
    spread < FOLDED.clothsOwn && fromSkin > FOLDED.notSkin && redder < FOLDED.lipsRedder;
  return shareOfLine(plate, mouth, iodPx) < (folded ? FOLDED.line : LEAST_SEEN);
}

/** How many colours what lies below the eyes has, and how far it is from the skin between them; chroma, ln units. */
function readCloth(plate: Picture, landmarks: Points3<'frame-px'>, iodPx: number) {
  const colourAt = (index: number): Chroma => {
    const [x, y] = [landmarks[3 * index], landmarks[3 * index + 1]];
    const [r, g, b] = patchMean(plate, x, y, PATCH_IOD * iodPx).map((v) =>
      Math.log(v + LOG_OFFSET),
    );
    return [r - g, b - g];
  };
  const places = BENEATH.map(colourAt);
  const cloth = meanChroma(places);
  return {
    spread: Math.max(...places.map((place) => apart(place, cloth))),
    fromSkin: apart(meanChroma(BARE.map(colourAt)), cloth),
  };
}

/** ln of red and of blue against green. */
type Chroma = readonly [red: number, blue: number];

function meanChroma(colours: readonly Chroma[]): Chroma {
  return [mean(colours.map(([red]) => red)), mean(colours.map(([, blue]) => blue))];
}

function apart(a: Chroma, b: Chroma): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Share of its way on which a dark line is seen about where the lips should meet. */
export function shareOfLine(plate: Picture, mouth: MouthLine, iodPx: number): number {
  const gains = new Float64Array(COLUMNS * ROWS);
  for (let k = 0; k < COLUMNS; k++) {
    const s = ALONG * ((2 * k) / (COLUMNS - 1) - 1);
    const seam = readCurve(mouth.upper, s);
    for (let j = 0; j < ROWS; j++) {
      const at = seam + REACH_IOD * iodPx * ((2 * j) / (ROWS - 1) - 1);
      const read = (up: number) => {
        const [x, y] = mouthPoint(mouth, s, at + up * iodPx);
        return Math.log(lumaAt(plate, x, y) + LOG_OFFSET);
      };
      const here = read(0);
      const darker = BESIDE_IOD.map((d) => Math.min(read(d), read(-d)) - here);
      gains[k * ROWS + j] = Math.max(...darker);
    }
  }
  const line = findBestLine(gains, COLUMNS, ROWS, {
    mostSteps: MOST_STEPS,
    stepCost: (rows) => STEP_COST * rows,
    most: 1,
  });
  return line.gains.filter((gain) => gain > STANDS_OUT).length / COLUMNS;
}

/** Chart heights, IOD, between which what covers a mouth begins, and what share of the face's motion it has. */
const COVER_BEGINS = [-0.4, -0.75] as const;
const COVER_FOLLOWS = 0.25;

/**
 * What covers a mouth goes with the head, and hardly with the face behind it: no folds are pressed into a scarf.
 * @param chartY height of each node on the chart, IOD
 */
export function weighCover(weights: MotionWeights, chartY: Float32Array): MotionWeights {
  const share = chartY.map((v) => 1 - (1 - COVER_FOLLOWS) * smoothstep(...COVER_BEGINS, v));
  const cover = (weight: Float32Array) => weight.map((w, i) => w * share[i]);
  const { faceWeight, jawBeyond } = weights;
  return { ...weights, faceWeight: cover(faceWeight), jawBeyond: jawBeyond && cover(jawBeyond) };
}

import { readCurve } from '../math/curve.ts';
import { clamp, mix, smoothstep } from '../math/easing.ts';
import type { Points3 } from '../math/points.ts';
import { irisCover } from './eyes/eye-line.ts';
import type { EyeLine } from './eyes/eye-shape.ts';
import { type HeadPose, landmarkToHead } from './head/head-pose.ts';
import type { MouthLine } from './mouth/mouth-line.ts';

/** The action units that the picture already shows, 0..1 each (the mean of both sides). */
export interface SourceUnits {
  readonly AU1: number;
  readonly AU2: number;
  readonly AU4: number;
  readonly AU5: number;
  /** Not measured: smiles raise the cheeks. */
  readonly AU6: number;
  /** Not measured: a smile has tightened the lower lids as far as they lie over the iris. */
  readonly AU7: number;
  /** Not measured: a smile that bares the teeth has raised the upper lip. */
  readonly AU10: number;
  readonly AU12: number;
  readonly AU15: number;
  readonly AU20: number;
  /** Lips apart; only counted where a smile parts them, since nothing else says how far. */
  readonly AU25: number;
  readonly AU26: number;
  /** Largest gap between the lips / mouth width; 0 where the mouth is shut. */
  readonly lipGapRatio: number;
  /** 0..1: share of the opening that is teeth: see OwnTeeth. */
  readonly teethShown01: number;
  /**
   * 0..1: the head is turned so far that half of the mouth is foreshortened; what a wide open
   * mouth would show there is not in the picture.
   */
  readonly turned01: number;
  /** 0..1: the head is turned so far that the mouth's far half is all but hidden. */
  readonly profile01: number;
  /** 0..1: how much of what would say a feeling is hidden: brows under hair, lips under a moustache, eyes behind lenses. */
  readonly hidden01: number;
  /**
   * What takes the picture's mouth back to rest: strengths of AU12 [right, left] and of AU20 to take
   * away and of AU15 to add, as settleMouth finds them on the face; from the landmarks alone, what
   * is shown. `AU20Shaped` is what goes of AU20 where the feeling opens lips that it purses or
   * stretches: nearer to anybody's width.
   */
  readonly atRest: {
    readonly AU12: readonly [number, number];
    readonly AU15: number;
    readonly AU20: number;
    readonly AU20Shaped: number;
  };
  /** AU1 that slanting brows show beyond their height, [right, left], 0..MOST_WORRIED. */
  readonly worried: readonly [number, number];
  /** AU4 that their slant shows, in the same way: such brows go back where a feeling has no AU4. */
  readonly scowling: readonly [number, number];
}

/** A face of which nothing is known but where it lies. */
export const NEUTRAL_SOURCE: SourceUnits = {
  AU1: 0,
  AU2: 0,
  AU4: 0,
  AU5: 0,
  AU6: 0,
  AU7: 0,
  AU10: 0,
  AU12: 0,
  AU15: 0,
  AU20: 0,
  AU25: 0,
  AU26: 0,
  lipGapRatio: 0,
  teethShown01: 0,
  turned01: 0,
  profile01: 0,
  hidden01: 0,
  atRest: { AU12: [0, 0], AU15: 0, AU20: 0, AU20Shaped: 0 },
  worried: [0, 0],
  scowling: [0, 0],
};

/**
 * Figures of a face at rest in the head frame, IOD. The slack on either side is what people (and
 * the landmark network) differ by; only what goes beyond it counts as expression.
 */
export const REST_FIGURES = {
  cornerLift: -0.035, // corners against the middle of the seam
  cornerSlack: 0.025,
  mouthWidth: 0.76,
  widthSlack: 0.07,
  innerBrow: 0.36,
  outerBrow: 0.33,
  browSlack: 0.06,
  irisCover: 0.035, // what the upper lid hides of the iris
  coverSlack: 0.035,
} as const;

/**
 * What the largest smile that is told apart is of AU12's full pull. Lips that are shut say less:
 * a broad mouth with deep corners may be the person's own.
 */
export const OPEN_SMILE = 0.64;
const SHUT_SMILE = 0.5;

/** What a smile raises the cheeks by, share of AU6, and what one that bares the teeth does. */
const CHEEKS_UP = 0.6;
const CHEEKS_UP_LAUGHING = 0.85;

/** Smiles, shares of the largest that is told apart, that tighten no lid and all that is seen of it. */
const SQUINTS = [0.25, 0.75] as const;

/** Yaw from which on a head counts as turned and as a profile, and at which it is wholly so, rad. */
const TURNED = [(18 * Math.PI) / 180, (38 * Math.PI) / 180] as const;
const PROFILE = [(40 * Math.PI) / 180, (56 * Math.PI) / 180] as const;

/** Reads the source's action units from its landmarks, which know nothing of teeth. */
export function readSourceUnits(
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
  mouth: MouthLine,
  eyes: readonly EyeLine[],
): SourceUnits {
  const p = new Float64Array(3);
  const head = (index: number) => {
    landmarkToHead(pose, landmarks, index, p, 0);
    return [p[0], p[1], p[2]] as [number, number, number];
  };
  const right = head(61);
  const left = head(291);
  const middle = (readCurve(mouth.upper, 0) + readCurve(mouth.lower, 0)) / 2 / pose.iodPx;
  const ends = (readCurve(mouth.upper, -0.95) + readCurve(mouth.upper, 0.95)) / 2 / pose.iodPx;
  const lift = ends - middle - REST_FIGURES.cornerLift;
  const width = Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
  const wider = width - REST_FIGURES.mouthWidth;
  const lipGapRatio = mouth.gapPx / (2 * mouth.halfWidthPx);
  const gapIod = mouth.gapPx / pose.iodPx;

  // A smile widens the mouth AND bends it; either alone may be the shape of the person's mouth.
  const bend = over(lift, REST_FIGURES.cornerSlack) / 0.1;
  const stretch = over(wider, REST_FIGURES.widthSlack) / 0.16;
  const smile = clamp(
    bend > 0 ? bend * 0.65 + Math.max(0, stretch) * 0.6 : Math.max(0, stretch) * 0.35,
    0,
    1,
  );
  const innerBrow =
    (head(107)[1] + head(336)[1] + head(55)[1] + head(285)[1]) / 4 - REST_FIGURES.innerBrow + 0.05;
  const outerBrow =
    (head(70)[1] + head(300)[1] + head(63)[1] + head(293)[1]) / 4 - REST_FIGURES.outerBrow + 0.03;
  const cover = eyes.reduce((sum, e) => sum + irisCover(e) / eyes.length, 0) / pose.iodPx;
  const bared = smile > 0.5 ? clamp((gapIod - 0.03) / 0.12, 0, 1) : 0;
  // A brow over an eye that is not seen slants as the other does.
  const sides = (['right', 'left'] as const).map((side) =>
    eyes.length !== 1 || eyes[0].side === side ? side : eyes[0].side,
  );
  const slants = sides.map((side) => slantOf(BROWS[side], head));
  const AU12 = smile * (mouth.gapPx > 0 ? OPEN_SMILE : SHUT_SMILE);
  const AU20 = clamp(stretch, 0, 1) * (1 - smoothstep(0.1, 0.5, smile));
  return {
    AU1: clamp(over(innerBrow, REST_FIGURES.browSlack) / 0.12, 0, 1),
    AU2: clamp(over(outerBrow, REST_FIGURES.browSlack) / 0.14, 0, 1),
    AU4: clamp(-over(innerBrow, REST_FIGURES.browSlack) / 0.09, 0, 1),
    // Not the gap itself: cartoons and some people have large eyes, and white above the iris tells.
    // Shapes without lids, large ones say, show nothing of it.
    AU5: eyes.some((eye) => eye.plain)
      ? 0
      : clamp(-over(cover - REST_FIGURES.irisCover, REST_FIGURES.coverSlack) / 0.06, 0, 1),
    AU6: smile * mix(CHEEKS_UP, CHEEKS_UP_LAUGHING, bared),
    AU7: eyes.some((eye) => eye.plain) ? 0 : smoothstep(...SQUINTS, smile),
    AU10: 0.85 * bared,
    AU12,
    AU15: clamp(-over(lift, REST_FIGURES.cornerSlack * 1.6) / 0.08, 0, 1),
    AU20,
    AU25: bared,
    AU26: clamp((gapIod - 0.12) / 0.25, 0, 1),
    lipGapRatio,
    teethShown01: 0,
    turned01: smoothstep(...TURNED, Math.abs(pose.yawRadians)),
    profile01: smoothstep(...PROFILE, Math.abs(pose.yawRadians)),
    hidden01: 0,
    atRest: { AU12: [AU12, AU12], AU15: 0, AU20, AU20Shaped: AU20 },
    worried: [worryOf(slants[0]), worryOf(slants[1])],
    scowling: [scowlOf(slants[0]), scowlOf(slants[1])],
  };
}

/** Inner end, middle and outer end of the brows. */
const BROWS = {
  right: [
    [107, 55],
    [105, 52],
    [70, 46],
  ],
  left: [
    [336, 285],
    [334, 282],
    [300, 276],
  ],
} as const;
/** How far inner ends lie above middles and above outer ends on faces at rest, median, IOD. */
const INNER_OVER_MIDDLE = -0.052;
const INNER_OVER_OUTER = 0.086;
/** A slant beyond the first is worry; the second more is an inner brow raised by a full AU1. */
const WORRY_SLACK_IOD = 0.004;
const WORRY_IOD = 0.06;
const MOST_WORRIED = 0.4;

/** A slant the other way beyond the first is a scowl; the second more is a brow that AU4 lowers fully. */
const SCOWL_SLACK_IOD = 0.025;
const SCOWL_IOD = 0.06;
const MOST_SCOWLING = 0.7;

/** How far the inner end of a brow lies above the rest of it, against faces at rest, IOD. */
function slantOf(
  brow: (typeof BROWS)['right' | 'left'],
  head: (index: number) => readonly number[],
): number {
  const [inner, middle, outer] = brow.map(([a, b]) => (head(a)[1] + head(b)[1]) / 2);
  return (inner - middle - INNER_OVER_MIDDLE + (inner - outer - INNER_OVER_OUTER)) / 2;
}

/** What the slant of a brow shows of AU1: a worried face, or brows of that kind. */
function worryOf(slantIod: number): number {
  return clamp((slantIod - WORRY_SLACK_IOD) / WORRY_IOD, 0, MOST_WORRIED);
}

/** What it shows of AU4: a stern face, or brows of that kind. */
function scowlOf(slantIod: number): number {
  return clamp((-slantIod - SCOWL_SLACK_IOD) / SCOWL_IOD, 0, MOST_SCOWLING);
}

/** What is left of x beyond ±slack, with its sign. */
function over(x: number, slack: number): number {
  return Math.abs(x) <= slack ? 0 : x - Math.sign(x) * slack;
}

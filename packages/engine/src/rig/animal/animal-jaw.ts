import { gaussian, mix, smoothstep } from '../../math/easing.ts';
import { type MouthLine, mouthS, mouthT } from '../mouth/mouth-line.ts';
import type { Displacement, MouthPlace } from '../unit-displacement.ts';
import type { MuzzleBreadth } from './animal-displacement.ts';
import { droopOf, fadesBelow, LOWER_PAST, pouch, UPPER_PAST } from './animal-pouch.ts';

/** Lower lip's drop of AU26 at strength 1, IOD: a mouth parted in a start, no yawn. */
const DROP = 0.28;
/** A short mouth opens no further than this part of its half width. */
const DROP_OF_HALF_WIDTH = 0.72;
/** The chin goes as one piece this far from the midline, fading over σ; IOD. */
const CHIN_HALF = 0.12;
const CHIN_SIGMA = 0.26;
/** Below the lips the jaw has all of its motion from here, and none of it past the second; IOD. */
const CHIN_FROM = 0.24;
const CHIN_HOLDS = 0.34;
const CHIN_ENDS = 1;
/** The line's ends go down by this part of the drop. */
const ENDS_SINK = 0.4;
/** … and so does this part of a smile that they show. */
const SMILE_GOES = 0.7;
/**
 * Ends that droop rise instead, by this part of how far they do, and do not sink at all where that is sure
 * (see droopOf): a jaw that drops under a line that droops opens a crescent, where a start opens round.
 */
const DROOP_GOES = 1;
/** … and they come in by this, IOD: the jaw of an ape is as broad as its mouth, and a broad slot says fear. */
const PURSES = 0.18;
/** … and the jaw drops by this part more: much of its way only straightens a lip that rises in its middle. */
const DROOP_DROPS = 0.5;
/** … which takes that much more room below it to fade out in: IOD as CHIN_ENDS. */
const DROOPING_CHIN_ENDS = 1.35;
/** Part of the point where the upper lips meet that the dropped lower lip does not follow. */
const ARCH_FLATTENS = 0.9;
/** The upper lip's share: pads are drawn up a little over a jaw that drops. */
const PADS_RISE = 0.07;
/** … and lips that droop by this part more, since they are long and bare: cut straight, the opening is a slot. */
const DROOPING_LIP_RISES = 0.22;

/**
 * A mouth opens by no more than this part further to one side of its middle than to the other, and by so
 * much more for each radian that the head is turned: of one side the line may be seen deep into the cheek.
 */
const MOST_UNEVEN = 1.1;
const TURNED = 1;

/** |s| at which an opening ends on both sides of the subject. */
export function openingEnds(mouth: Pick<MouthLine, 'skew'>, yawRadians: number) {
  const middle = mouthT(mouth, 0);
  const short = 1 - Math.abs(middle);
  const reach = (MOST_UNEVEN + TURNED * Math.abs(yawRadians)) * short;
  const end = (way: 1 | -1) =>
    Math.min(1, Math.abs(mouthS(mouth, middle + way * Math.min(reach, 1 - way * middle))));
  return { right: end(-1), left: end(1) };
}

/**
 * What a dropping jaw (AU26) moves on an animal, IOD: the chin as a piece, and the fur below it less
 * and less. `opening` is s in the breadth of the opening, where that is less than the line's.
 * @param lower true: below the line between the lips
 * @param arch how far the line rises above its ends here, IOD: the lower lip is rounded where the
 *   upper ones meet in a point
 */
export function dropAnimalJaw(
  { s, h, opening = s }: MouthPlace & { readonly opening?: number },
  { half, smiles }: Pick<MuzzleBreadth, 'half' | 'smiles'>,
  arch: number,
  lower: boolean,
  out: Displacement,
): void {
  const x = s * half;
  const droops = Math.max(0, -smiles);
  const drooping01 = droopOf(smiles);
  const chin =
    gaussian(Math.max(0, x - CHIN_HALF), CHIN_SIGMA) *
    smoothstep(0, CHIN_FROM, -h) *
    (1 - smoothstep(CHIN_HOLDS, mix(CHIN_ENDS, DROOPING_CHIN_ENDS, drooping01), -h));
  const p = pouch(opening, half, droops);
  const lowerCut = p * (1 - smoothstep(...LOWER_PAST, h));
  const cut = lower ? lowerCut : p * (1 - smoothstep(...UPPER_PAST, -h));
  const lip = lowerCut * fadesBelow(h);
  const drop = Math.min(DROP, DROP_OF_HALF_WIDTH * half) * (1 + DROOP_DROPS * drooping01);
  // The ends of the line go down with the jaw: no mouth that drops smiles.
  const sink = ENDS_SINK * drop * (1 - drooping01);
  const ends =
    (DROOP_GOES * droops - sink - SMILE_GOES * Math.max(0, smiles)) *
    smoothstep(0.3, 1, s) *
    gaussian(Math.max(0, x - half), 0.2) *
    gaussian(h, 0.22) *
    (1 - chin);
  out.out =
    -PURSES *
    drooping01 *
    smoothstep(0.2, 1, s) *
    gaussian(Math.max(0, x - half), 0.16) *
    gaussian(h, 0.2);
  out.up = lower
    ? ends * (1 - cut) - drop * (chin + (1 - chin) * lip) - ARCH_FLATTENS * arch * lip
    : ends +
      (PADS_RISE + DROOPING_LIP_RISES * drooping01) *
        drop *
        p *
        gaussian(h, 0.2) *
        smoothstep(-0.1, 0, h) -
      drop * chin * (1 - cut);
}

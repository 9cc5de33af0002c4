import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { DARKEST, type Logs, type PixelChange } from '../skin/pixel-change.ts';
import { forEachAroundMouth } from './around-mouth.ts';
import { closedSeamAt, closedSeamWeight } from './closed-seam.ts';
import { logsAround, roughnessAround } from './colour-around.ts';
import { GLOSS, lipColours, type ShownLips, tellLipFromSkin } from './lip-colour.ts';
import {
  glowAcross,
  glowOf,
  lightAlong,
  lightOnLower,
  lightOnUpper,
  softestShadePx,
} from './lip-light.ts';
import { lowerLipHeight, upperLipHeight } from './lip-shape.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import { mouthPoint, placeOnAxes } from './mouth-line.ts';

/**
 * A smile that bares the teeth draws the lips thin and wide, and leaves the dark of the mouth on
 * their rims. This is what the lips of that mouth at rest need on top of what the picture shows:
 * their red over the whole height that lips have at rest, bow and all, lit as closed lips are, and
 * no black fringe. Change of the plate at full rest.
 */
export interface ClosedLipsInput extends ShownLips {
  readonly rest: MouthAtRest;
  /** 0..1: hair over the upper lip; it hides the lip's upper rim. */
  readonly moustache01: number;
}

/** How much of the way to the lip's colour skin goes, and what is lip already. */
const SKIN_REDDENS = 0.75;
const LIP_EVENS = 0.45;
/** Gloss goes by so much: shut lips turn from the light. */
const GLOSS_GOES = 0.7;
/** Lips that no smile has thinned keep their gloss and red: of what they change in a grin, so much is left. */
const PARTED_EVENS = 0.15;
/** A pixel brighter than its surroundings by more, ln, is a glint. */
const GLINT = 0.05;
const FRINGE_GOES = 0.9;
/** A rim darker than the lip by these, ln of luma, is the mouth's dark. */
const FRINGE = [0.08, 0.3] as const;
/** … and of its red by no less than one over this of it: what is only redder is lip. */
const RED_LACKS = 2;
/** How far the dark reaches past the rims, IOD. */
const FRINGE_IOD = 0.05;
/** Radius of what counts as a pixel's surroundings, IOD. */
const AROUND_IOD = 0.012;
/** Hair: deviation of ln luma in a pixel's wider surroundings. */
const HAIR = [0.06, 0.13] as const;
const HAIR_AROUND_IOD = 0.03;
/**
 * The far end of a turned grin's lower lip climbs steeply to its corner. Level at rest it would end in an
 * upright edge: red that is below where shut lips end goes by so much, from these shares of half the mouth
 * on, to the skin so far below the lip, IOD.
 */
const TRIMS = 0.85;
const TAPERS = [0.5, 0.75] as const;
const SKIN_BELOW_IOD = 0.05;
/** Shade under the lower lip, ln, where it stands off the lip's rim, and its breadth, IOD. */
const UNDER_LIP = { shade: 0.14, off: 0.03, breadth: 0.045 } as const;
/** What lights red lips lights their red least: part of the glow that red gets. */
const GLOW_RED = 0.8;

/** For a mouth that is open in the picture, and how it lies at rest. */
export function fillClosedLips(input: ClosedLipsInput): PixelChange {
  const { plate, mouth, rest, iodPx } = input;
  const radius = Math.max(1, Math.round(AROUND_IOD * iodPx));
  const hairRadius = Math.max(2, Math.round(HAIR_AROUND_IOD * iodPx));
  const { upper, lower } = lipColours(input);
  const redness = tellLipFromSkin(lower, input.tone.mouthSkin);
  const light = lightAlong(input);
  const weighs = closedSeamWeight(input.edgePx / iodPx);
  const softest = softestShadePx(input.edgePx);
  const glow = glowOf(lower, input);
  const upperHeight = upperLipHeight(rest, iodPx);
  const lowerHeight = lowerLipHeight(rest, iodPx);
  const edge = Math.max(0.02 * iodPx, 0.8 * input.edgePx);
  const pixels: number[] = [];
  const change: number[] = [];
  const here: Logs = [0, 0, 0];
  const skinHere: Logs = [0, 0, 0];
  const trims = TRIMS * rest.drawnThin01;
  const below = (s: number) => readCurve(mouth.lowerOuter, s) - SKIN_BELOW_IOD * iodPx;
  const moved = new Float64Array(2);
  const reach = Math.ceil(mouth.halfWidthPx + 0.3 * iodPx);
  forEachAroundMouth(plate, mouth, reach, (pixel, s, up) => {
    if (Math.abs(s) >= 1) return;
    const x = pixel % plate.widthPx;
    const y = Math.floor(pixel / plate.widthPx);
    const top = readCurve(mouth.upper, s);
    const bottom = readCurve(mouth.lower, s);
    const above = up >= (top + bottom) / 2;
    const out = above ? up - top : bottom - up;
    if (out < -0.025 * iodPx) return;
    const thick = above
      ? readCurve(mouth.upperOuter, s) - top
      : bottom - readCurve(mouth.lowerOuter, s);
    rest.move(x + 0.5, y + 0.5, !above, moved);
    const [t, height] = placeOnAxes(rest, [moved[0], moved[1]]);
    const offSeam = (above ? 1 : -1) * (height - readCurve(rest.seam, t));
    const high = above ? upperHeight(t) : lowerHeight(t);
    if (Math.abs(t) >= 1 || offSeam > Math.max(high + 0.12 * iodPx, FRINGE_IOD * iodPx)) return;
    const lip = 1 - smoothstep(-edge, edge, offSeam - high);
    const fringed = 1 - smoothstep(0.4, 1, out / Math.max(1, Math.min(thick, FRINGE_IOD * iodPx)));
    const shade = above
      ? 0
      : UNDER_LIP.shade *
        (1 - lip) *
        (1 - t * t) *
        gaussian((offSeam - high) / iodPx - UNDER_LIP.off, UNDER_LIP.breadth);
    if (lip + fringed + shade < 0.005) return;
    const ends = 1 - smoothstep(0.9, 1, Math.abs(t));
    const inside = smoothstep(-0.025 * iodPx, -0.005 * iodPx, out);
    logsAround(plate, x, y, radius, here);
    const v = Math.max(0, offSeam) / Math.max(1, high);
    const target = above ? upper : lower;
    const line = weighs * closedSeamAt(t);
    const lit =
      readCurve(light, s) +
      (above ? lightOnUpper(v, line, softest / high) : lightOnLower(v, line, softest / high));
    const lacks = target[1] + lit - here[1];
    const hair = smoothstep(...HAIR, roughnessAround(plate, x, y, hairRadius));
    const covered = above ? input.moustache01 : 0;
    const ownLip = redness(here) * (1 - smoothstep(0.9, 1.2, out / Math.max(1, thick)));
    const gloss = GLOSS_GOES * smoothstep(...GLOSS, -lacks);
    const red =
      lip *
      mix(PARTED_EVENS, 1, rest.drawnThin01) *
      Math.max(mix(SKIN_REDDENS * (1 - hair) * (1 - covered), LIP_EVENS, ownLip), ownLip * gloss);
    // The mouth's own dark on the rim, of either lip.
    const lacksRed = target[0] + lit - here[0];
    const fringe =
      FRINGE_GOES * fringed * smoothstep(...FRINGE, Math.min(lacks, RED_LACKS * lacksRed));
    const share = ends * inside * Math.max(red, fringe);
    const under = shade * (1 - hair);
    const glows = above
      ? 0
      : glow * lip * ends * rest.drawnThin01 * (1 - t * t) * (1 - hair) * glowAcross(v);
    const beyond = above ? 0 : trims * smoothstep(...TAPERS, Math.abs(t)) * (1 - lip) * ownLip;
    if (share < 0.01 && under < 0.005 && beyond < 0.01 && Math.abs(glows) < 0.005) return;
    if (beyond > 0) logsAround(plate, ...mouthPoint(mouth, s, below(s)), 2 * radius, skinHere);
    pixels.push(pixel);
    const at = 4 * pixel;
    const glint = Math.log(plate.rgba[at + 1] + DARKEST) - here[1];
    const dull = share * GLOSS_GOES * Math.max(0, glint - GLINT);
    for (let k = 0; k < 3; k++) {
      const paler = beyond * clamp(skinHere[k] - here[k], -0.7, 0.7);
      const gain = Math.exp(
        share * clamp(target[k] + lit - here[k], -0.7, 1.6) +
          paler +
          (k === 0 && glows > 0 ? GLOW_RED : 1) * glows -
          under -
          dull,
      );
      change.push((plate.rgba[at + k] + DARKEST) * (gain - 1));
    }
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

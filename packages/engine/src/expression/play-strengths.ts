import { smoothNoise } from '../math/random.ts';
import { ACTION_UNITS, type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import type { Act } from './acts.ts';
import type { Beats } from './beats.ts';
import { type Blink, blinkDepth } from './blinks.ts';
import type { Drive } from './drive.ts';
import type { FaceState } from './face-state.ts';
import { type Moment, WANDER } from './moment.ts';

/** By how much strengths drift while an expression stands, share of each, and how fast, noise steps a second. */
const DRIFT_SHARE = 0.1;
const DRIFT_HZ = 1.1;

/** How much later one side of the face is than the other, seconds: at least, and at most so much more. */
const LEAST_LAG_SECONDS = 0.02;
const MORE_LAG_SECONDS = 0.04;
/** The least share of a target's asymmetry that a clip shows; the most is all of it. */
const LEAST_TILT = 0.35;

/** An animal curls its lip on one side more than on the other, by so many times its asymmetry. */
const SNARL_SIDED = 4;
const SNARLING_UNITS = new Set<ActionUnit>(['AU9', 'AU10']);

const LIDS = [strengthIndex('AU43', 'right'), strengthIndex('AU43', 'left')] as const;
/** Give way to a blink. */
const LID_MOVERS = (['AU5', 'AU41'] as const).map(
  (unit) => [strengthIndex(unit, 'right'), strengthIndex(unit, 'left')] as const,
);

/** … and so does this below 0: a lower lid that a smile has let go of comes up to meet the other one. */
const TIGHTENED = [strengthIndex('AU7', 'right'), strengthIndex('AU7', 'left')] as const;

/** How the two sides of a face differ in a clip: never quite together, never quite alike. */
export interface Sides {
  /** -1: the right side leads, 1: the left one. */
  readonly lead: -1 | 1;
  /** How much later the other side is. */
  readonly lagSeconds: number;
  /** Share by which the left side is stronger than the mean, negative for the right one. */
  readonly tilt: number;
}

/** Draws how a clip's sides differ. @param asymmetry of the target, see EmotionTarget */
export function drawSides(random: () => number, asymmetry: number): Sides {
  const lead = random() < 0.5 ? -1 : 1;
  const lagSeconds = LEAST_LAG_SECONDS + MORE_LAG_SECONDS * random();
  const tilt = (LEAST_TILT + (1 - LEAST_TILT) * random()) * lead * asymmetry;
  return { lead, lagSeconds, tilt };
}

/** What strengths are played from. */
export interface StrengthsPlan {
  readonly drive: readonly Drive[];
  readonly act: Pick<Act, 'pulse'>;
  readonly beats: Beats;
  /** The level of the expression over time, 0..1. */
  readonly envelope: (timeSeconds: number) => number;
  /** How much of what the picture shows has gone at a level, 0..1. */
  readonly goneAt: (level01: number) => number;
  readonly sides: Sides;
  readonly animal: boolean;
  readonly noiseSeed: number;
}

/** Plays the strengths of all driven units: written into `out`, the others stay. */
export function playStrengths(plan: StrengthsPlan): (moment: Moment, out: FaceState) => void {
  return (moment, out) => strengthsAt(plan, moment, out);
}

// Not within playStrengths: V8 would compile it anew for each film.
function strengthsAt(
  { drive, act, beats, envelope, goneAt, sides, animal, noiseSeed }: StrengthsPlan,
  { timeSeconds: t, level01, ends01, pulse, play }: Moment,
  { strengths }: FaceState,
): void {
  const { lead, lagSeconds, tilt } = sides;
  const late01 = envelope(t - lagSeconds);
  for (let k = 0; k < drive.length; k++) {
    const { unit, comes, goes, crooked, pulsed, paired, even } = drive[k];
    const name = ACTION_UNITS[unit];
    const rhythm = pulsed && act.pulse ? 1 + act.pulse.share * pulse : 1;
    const played = play.level * beats.factorAt(name, t);
    const curl = animal && SNARLING_UNITS.has(name) ? SNARL_SIDED : 1;
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? -1 : 1;
      const at = paired || sign === lead ? level01 : late01;
      const wander = noiseSeed + WANDER.strengths + 2 * k + (paired || even ? 0 : side);
      const drift = 1 + DRIFT_SHARE * smoothNoise(wander, t * DRIFT_HZ);
      const sided = paired || even ? 1 : 1 + sign * tilt * curl;
      const there = comes * played * rhythm * sided * at + (goes + sign * crooked) * goneAt(at);
      strengths[2 * unit + side] = there * drift * ends01;
    }
  }
}

/** Lets the lids of both eyes fall and rise, on top of the strengths that are there. */
export function playBlinks(
  blinks: readonly Blink[],
  timeSeconds: number,
  { strengths }: FaceState,
): void {
  const shut01 = blinkDepth(blinks, timeSeconds);
  for (let side = 0; side < 2; side++) {
    const lid = LIDS[side];
    strengths[lid] += shut01 * (1 - Math.max(0, strengths[lid]));
    for (const mover of LID_MOVERS) strengths[mover[side]] *= 1 - shut01;
    if (strengths[TIGHTENED[side]] < 0) strengths[TIGHTENED[side]] *= 1 - shut01;
  }
}

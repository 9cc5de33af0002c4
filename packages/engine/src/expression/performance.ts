import { clamp, mix, smoothstep } from '../math/easing.ts';
import { createRandom, mixSeeds } from '../math/random.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { AT_HEIGHT, type Play, planBeats } from './beats.ts';
import { planBlinks } from './blinks.ts';
import { driveTowards, growthOf, releaseOf, saysMore01 } from './drive.ts';
import type { Emotion, EmotionTarget } from './emotions.ts';
import { type FaceState, resetFaceState } from './face-state.ts';
import type { Moment } from './moment.ts';
import { playBody } from './play-body.ts';
import { playGaze } from './play-gaze.ts';
import { playHair } from './play-hair.ts';
import { playHead } from './play-head.ts';
import { drawSides, playBlinks, playStrengths } from './play-strengths.ts';
import { pulseOf } from './pulse.ts';
import { styleTarget } from './style-profiles.ts';
import { chooseTake } from './takes.ts';
import { envelopeOf, goneOf, timeClip } from './timing.ts';

/** What a performance is planned from. */
export interface PerformancePlan {
  readonly emotion: Emotion;
  /** 0..1; 0 is the picture as it is, 1 the full expression. */
  readonly intensity01: number;
  /** Length of the clip. */
  readonly seconds: number;
  readonly style: ArtStyle;
  /** See StyleGuess; 1 if left out. */
  readonly painted01?: number | undefined;
  /** From the picture and the emotion: the same seed gives the same clip. */
  readonly seed: number;
  /** 0, 1, 2, …: another way of acting it, see chooseTake; 0 if left out. */
  readonly take?: number | undefined;
  /** true: the clip ends on the picture it began with; false: it ends at the apex. */
  readonly loop: boolean;
  readonly source: SourceUnits;
  /** true: the head stays where it is; only the face moves. */
  readonly stillHead?: boolean | undefined;
}

/** A face's act over time. */
export interface Performance {
  readonly seconds: number;
  /** A moment of full expression: what a poster shows. */
  readonly apexSeconds: number;
  /** Which way of acting the emotion the seed chose. */
  readonly actName: string;
  /** Writes the state at a time (clamped to the clip). Pure: no memory between calls. */
  stateAt(timeSeconds: number, out: FaceState): void;
}

/** Everything fades over this time at a clip's start, and at its end where it loops: both are the picture. */
const REST_FADE_SECONDS = 0.35;

/** Intensity from which on a face lives besides: it breathes, blinks and glances about. At 0 a film is the picture. */
const LIVES_FROM = 0.1;

/** Keep drift, glances and sway, and the moments of beats, away from the other streams of a seed. */
const NOISE_STREAM = 77;
const BEATS_STREAM = 0xbea7;

/** The head's part of a target, which turns further where the face is hidden. */
function headWhereHidden(
  { head, whereHidden }: EmotionTarget,
  source: SourceUnits,
): Pick<EmotionTarget, 'head'> {
  const turns = mix(1, whereHidden?.turns ?? 1, saysMore01(source));
  return { head: { ...head, yaw: turns * head.yaw, roll: turns * head.roll } };
}

/** Plans a clip. */
export function planPerformance(plan: PerformancePlan): Performance {
  const { emotion, seconds, loop, source, style, stillHead = false } = plan;
  const animal = style === 'animal';
  const acts = animal ? ANIMAL_ACTS[emotion] : ACTS[emotion];
  // The take draws from `random` first, then the sides, the turn and the blinks, in this order.
  const { act, seed, random } = chooseTake(plan.seed, emotion, plan.take ?? 0, acts);
  const target = styleTarget(emotion, style, plan.painted01);
  const intensity01 = growthOf(plan.intensity01, target.growth?.all);
  const timing = timeClip(target, act, seconds, loop);
  const envelope = envelopeOf(timing, act, loop);
  const sides = drawSides(random, target.asymmetry);
  const turn = random() < 0.5 ? -1 : 1;
  // An animal blinks seldom, and the skin that would come down over its eye is fur.
  const lives01 = smoothstep(0, LIVES_FROM, plan.intensity01);
  const blinks = animal
    ? []
    : planBlinks(timing, emotion, act.blinkFirst === true, random, seconds).map((blink) => ({
        ...blink,
        depth01: lives01 * blink.depth01,
      }));
  const noiseSeed = mixSeeds(seed, NOISE_STREAM + emotion);
  const beatsRandom = createRandom(mixSeeds(seed, BEATS_STREAM + emotion));
  const beats = planBeats(act.beats, timing, plan, beatsRandom);
  const pulse = pulseOf(act.pulse, timing);
  const drive = driveTowards(target, act, source, plan.intensity01);
  const goneAt = target.lingers ? (level01: number) => level01 : goneOf;
  const strengthsAt = playStrengths({
    drive,
    act,
    beats,
    envelope,
    goneAt,
    sides,
    animal,
    noiseSeed,
  });
  const gaze = act.gaze ?? target.gaze;
  const life = { intensity01, lives01, envelope, turn, noiseSeed } as const;
  const gazeAt = playGaze({ target, gaze, stillHead, ...life });
  const headAt = playHead({ target: headWhereHidden(target, source), act, animal, ...life });
  const bodyAt = playBody({ target, act, ...life });
  const hairAt = playHair(momentAt, headAt);
  const shuts01 = source.lipGapRatio > 0 ? target.shutMouth01 : 0;
  const released01 = releaseOf(intensity01);

  return {
    seconds,
    apexSeconds: timing.apexSeconds,
    actName: act.name,
    stateAt(wantedSeconds, out) {
      resetFaceState(out);
      const timeSeconds = clamp(wantedSeconds, 0, seconds);
      const moment = momentAt(timeSeconds);
      const { level01, ends01 } = moment;
      if (ends01 === 0) return;
      strengthsAt(moment, out);
      playBlinks(blinks, timeSeconds, out);
      out.shutMouth01 = shuts01 * goneAt(level01) * ends01 * released01;
      out.teeth01 = target.teeth01;
      gazeAt(moment, out);
      if (stillHead) return;
      headAt(moment, out);
      hairAt(moment, out);
      bodyAt(moment, out);
    },
  };

  function momentAt(timeSeconds: number): Moment {
    const ends01 =
      smoothstep(0, REST_FADE_SECONDS, timeSeconds) *
      (loop ? smoothstep(seconds, seconds - REST_FADE_SECONDS, timeSeconds) : 1);
    const play: Play = { ...AT_HEIGHT };
    beats.playAt(timeSeconds, play);
    return { timeSeconds, level01: envelope(timeSeconds), ends01, pulse: pulse(timeSeconds), play };
  }
}

import { clamp, smoothstep } from '../math/easing.ts';
import { createRandom, mixSeeds, smoothNoise } from '../math/random.ts';
import { ACTION_UNITS, type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { AT_HEIGHT, type Play, planBeats } from './beats.ts';
import { blinkDepth, planBlinks } from './blinks.ts';
import { driveTowards, releaseOf } from './drive.ts';
import type { Emotion } from './emotions.ts';
import { type FaceState, resetFaceState } from './face-state.ts';
import { styleTarget } from './style-profiles.ts';
import { chooseTake } from './takes.ts';
import { envelopeOf, timeClip } from './timing.ts';

/** What a performance is planned from. */
export interface PerformancePlan {
  readonly emotion: Emotion;
  /** 0..1; 1 is the full expression. */
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

/** Slow drift of strengths at the apex, share and Hz. */
const DRIFT_SHARE = 0.1;
const DRIFT_HZ = 1.1;
/** Breathing: share of the IOD and Hz. */
const BREATH_IOD = 0.008;
const BREATH_HZ = 0.27;
/** What is not driven by the emotion (breath, sway) fades over this time at a loop's ends. */
const REST_FADE_SECONDS = 0.35;
/** Intensity from which on eyes look where the act has them look. */
const LOOKS_AT = 0.5;
/** An eyeball's radius, 12 mm of the 63 mm between two eyes. */
const EYE_IOD = 0.19;
/** The head starts a little after the face. */
const HEAD_LAG_SECONDS = 0.06;
/** Pupils answer slowly. */
const PUPIL_LAG_SECONDS = 0.12;

/** Keeps the moments of beats away from the other streams of a seed. */
const BEATS_STREAM = 0xbea7;

/** An animal curls its lip on one side more than on the other by this much of its asymmetry. */
const SNARLING_UNITS = new Set<ActionUnit>(['AU9', 'AU10']);
const SNARL_SIDED = 4;

const LIDS = [strengthIndex('AU43', 'right'), strengthIndex('AU43', 'left')] as const;
/** Give way to a blink. */
const LID_MOVERS = (['AU5', 'AU41'] as const).map(
  (unit) => [strengthIndex(unit, 'right'), strengthIndex(unit, 'left')] as const,
);

/** Plans a clip. */
export function planPerformance(plan: PerformancePlan): Performance {
  const { emotion, seconds, loop, source, style, stillHead } = plan;
  const acts = style === 'animal' ? ANIMAL_ACTS[emotion] : ACTS[emotion];
  const { act, seed, random } = chooseTake(plan.seed, emotion, plan.take ?? 0, acts);
  const target = styleTarget(emotion, style, plan.painted01);
  const growth = target.growth ?? {};
  const intensity01 = plan.intensity01 ** (growth.all ?? 1);
  const timing = timeClip(target, act, seconds, loop);
  const envelope = envelopeOf(timing, act, loop);
  const released = releaseOf(intensity01);
  const drive = driveTowards(target, act, source, plan.intensity01);
  // Left and right are never quite together: one side leads by a few hundredths of a second.
  const lead = random() < 0.5 ? -1 : 1;
  const lag = 0.02 + 0.04 * random();
  const tilt = (0.35 + 0.65 * random()) * lead * target.asymmetry;
  const turn = random() < 0.5 ? -1 : 1;
  // An animal blinks seldom, and the skin that would come down over its eye is fur.
  const blinks =
    style === 'animal' ? [] : planBlinks(timing, emotion, act.blinkFirst === true, random, seconds);
  const noiseSeed = mixSeeds(seed, 77 + emotion);
  const beats = planBeats(
    act.beats,
    timing,
    plan,
    createRandom(mixSeeds(seed, BEATS_STREAM + emotion)),
  );
  const pulseEnd =
    timing.reachedSeconds +
    (act.pulse?.lasts ?? 0) * Math.max(0, timing.releaseSeconds - timing.reachedSeconds);
  const gaze = act.gaze ?? target.gaze;
  // Eyes that are cast down say as much as brows do: a hint of a feeling casts them down by less.
  const looks = smoothstep(0, LOOKS_AT, intensity01);
  const headFactor = {
    yaw: act.head?.yaw ?? 1,
    pitch: act.head?.pitch ?? 1,
    roll: act.head?.roll ?? 1,
  };

  return {
    seconds,
    apexSeconds: timing.apexSeconds,
    actName: act.name,
    stateAt(timeSeconds, out) {
      resetFaceState(out);
      const t = clamp(timeSeconds, 0, seconds);
      const ends =
        smoothstep(0, REST_FADE_SECONDS, t) *
        (loop ? smoothstep(seconds, seconds - REST_FADE_SECONDS, t) : 1);
      if (ends === 0) return;
      const level = envelope(t);
      const beat = act.pulse
        ? Math.sin(2 * Math.PI * act.pulse.hz * (t - timing.startSeconds)) *
          smoothstep(timing.reachedSeconds - 0.2, timing.reachedSeconds + 0.1, t) *
          smoothstep(pulseEnd, pulseEnd - 0.4, t)
        : 0;
      const late = envelope(t - lag);
      const play: Play = { ...AT_HEIGHT };
      beats.playAt(t, play);
      for (let k = 0; k < drive.length; k++) {
        const { unit, amount, crooked, pulsed, paired, even } = drive[k];
        const rhythm = pulsed && act.pulse ? 1 + act.pulse.share * beat : 1;
        const played = amount > 0 ? play.level * beats.factorAt(ACTION_UNITS[unit], t) : 1;
        for (let side = 0; side < 2; side++) {
          const sign = side === 0 ? -1 : 1;
          const at = paired || sign === lead ? level : late;
          const wander = noiseSeed + 2 * k + (paired || even ? 0 : side);
          const drift = 1 + DRIFT_SHARE * smoothNoise(wander, t * DRIFT_HZ);
          const curl =
            style === 'animal' && SNARLING_UNITS.has(ACTION_UNITS[unit]) ? SNARL_SIDED : 1;
          const sided = amount > 0 && !paired && !even ? 1 + sign * tilt * curl : 1;
          out.strengths[2 * unit + side] =
            (amount * played * rhythm * sided + sign * crooked) * at * drift * ends;
        }
      }
      const shut = blinkDepth(blinks, t);
      for (let side = 0; side < 2; side++) {
        const lid = LIDS[side];
        out.strengths[lid] += shut * (1 - Math.max(0, out.strengths[lid]));
        for (const mover of LID_MOVERS) out.strengths[mover[side]] *= 1 - shut;
      }
      out.shutMouth01 = source.lipGapRatio > 0 ? target.shutMouth01 * level * ends * released : 0;
      out.teeth01 = target.teeth01;
      const glanceX = 0.01 * smoothNoise(noiseSeed + 901, t * 0.9);
      const glanceY = 0.006 * smoothNoise(noiseSeed + 902, t * 0.8);
      // Eyes hold on to what they look at while the head moves (the vestibulo-ocular reflex).
      const radians = (Math.PI / 180) * intensity01;
      const held = stillHead ? 0 : EYE_IOD * radians;
      const gazeX = looks * (gaze[0] + play.gazeX) - held * play.yawDegrees;
      const gazeY = looks * (gaze[1] + play.gazeY) + held * play.pitchDegrees;
      out.gazeX = (gazeX * turn + glanceX) * level * ends;
      out.gazeY = (gazeY + glanceY) * level * ends;
      out.pupils = (target.pupils ?? 0) * intensity01 * envelope(t - PUPIL_LAG_SECONDS) * ends;
      out.liftIod = BREATH_IOD * Math.sin(2 * Math.PI * BREATH_HZ * t) * ends;
      if (stillHead) {
        out.liftIod = 0;
        return;
      }
      const head = envelope(t - HEAD_LAG_SECONDS) * ends;
      out.liftIod += intensity01 * (target.head.lift ?? 0) * head;
      const sway = (k: number, size: number) => size * smoothNoise(noiseSeed + k, t * 0.55) * ends;
      out.yawRadians =
        radians *
        ((target.head.yaw * headFactor.yaw + play.yawDegrees) * turn * head + sway(911, 1.2));
      out.pitchRadians =
        radians *
        ((target.head.pitch * headFactor.pitch + play.pitchDegrees) * head +
          (act.pulse?.pitchDegrees ?? 0) * beat * ends +
          sway(912, 1));
      out.rollRadians =
        radians *
        ((target.head.roll * headFactor.roll + play.rollDegrees) * turn * head + sway(913, 0.8));
    },
  };
}

import { clamp, mix, smoothstep } from '../math/easing.ts';
import { createRandom, mixSeeds, smoothNoise } from '../math/random.ts';
import { ACTION_UNITS, type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS, type Act } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { AT_HEIGHT, type Play, planBeats } from './beats.ts';
import { blinkDepth, planBlinks } from './blinks.ts';
import type { Emotion, EmotionTarget } from './emotions.ts';
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

/** Even a face that already shows the emotion moves by this share of it. */
const LEAST_DRIVE = 0.3;
/** A mouth that is already there moves less: what it shows is real, what would be added is not. */
const LEAST_MOUTH_DRIVE = 0.12;
const MOUTH_UNITS = new Set<ActionUnit>(['AU10', 'AU12', 'AU20', 'AU25', 'AU26']);
/** From this intensity on, what the picture shows is taken back wholly: no half smile stays. */
const RELEASED_AT = 0.5;
/**
 * Part of a smile's raised upper lip and cheeks that goes before another feeling raises them by its
 * own muscles: wholly for one that hardly does. What stays would leave a short lip over a long chin.
 */
const CURL_RELEASES = 0.3;
const SQUINT_RELEASES = 0.15;
/** Slow drift of strengths at the apex, share and Hz. */
const DRIFT_SHARE = 0.1;
const DRIFT_HZ = 1.1;
/** Breathing: share of the IOD and Hz. */
const BREATH_IOD = 0.008;
const BREATH_HZ = 0.27;
/** What is not driven by the emotion (breath, sway) fades over this time at a loop's ends. */
const REST_FADE_SECONDS = 0.35;
/** An eyeball's radius, 12 mm of the 63 mm between two eyes. */
const EYE_IOD = 0.19;
/** The head starts a little after the face. */
const HEAD_LAG_SECONDS = 0.06;
/** Pupils answer slowly. */
const PUPIL_LAG_SECONDS = 0.12;

/** Keeps the moments of beats away from the other streams of a seed. */
const BEATS_STREAM = 0xbea7;

const PAIRED_UNITS = new Set<ActionUnit>(['AU16', 'AU17', 'AU18', 'AU24', 'AU25', 'AU26']);

/**
 * What a mouth on a turned head does less, share of a unit: see SourceUnits.turned01. It opens less,
 * and smiles with hardly parted lips: a grin's far half would be all teeth.
 */
const TURNED_DOES_LESS: Partial<Record<ActionUnit, number>> = {
  AU10: 0.5,
  AU12: 0.3,
  AU16: 0.5,
  AU25: 0.75,
  AU26: 0.5,
};

/** What a jaw does less in fear where the picture's lips are apart: those would leave a dark slot. */
const PARTED_DOES_LESS: Partial<Record<ActionUnit, number>> = { AU26: 0.55 };
/** … all of it from this SourceUnits.lipGapRatio on. */
const PARTED_GAP_RATIO = 0.06;

/** An animal curls its lip on one side more than on the other by this much of its asymmetry. */
const SNARLING_UNITS = new Set<ActionUnit>(['AU9', 'AU10']);
const SNARL_SIDED = 4;

const LIDS = [strengthIndex('AU43', 'right'), strengthIndex('AU43', 'left')] as const;
/** Give way to a blink. */
const LID_MOVERS = (['AU5', 'AU41'] as const).map(
  (unit) => [strengthIndex(unit, 'right'), strengthIndex(unit, 'left')] as const,
);
/** Eyes that are open unevenly look wrong long before brows or corners do. */
const EVEN_UNITS = new Set<ActionUnit>(['AU5', 'AU6', 'AU7', 'AU41', 'AU43']);

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
    style === 'animal' ? [] : planBlinks(timing, emotion, act.blinkFirst === true, random);
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
      const gazeX = gaze[0] + play.gazeX - held * play.yawDegrees;
      const gazeY = gaze[1] + play.gazeY + held * play.pitchDegrees;
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

function releaseOf(intensity01: number): number {
  return Math.min(1, intensity01 / RELEASED_AT);
}

interface Drive {
  readonly unit: number;
  readonly amount: number;
  /** Half of what the left side takes more than the right one. */
  readonly crooked: number;
  readonly pulsed: boolean;
  /** Both sides as one: the jaw is one bone, and lips part over it. */
  readonly paired: boolean;
  /** Both sides as strong as each other. */
  readonly even: boolean;
}

const EVEN = [0, 0] as const;

/** Part of a smile's cheeks that another smile reckons to be there. */
const SMILES_OWN_CHEEKS = 0.4;

/** What goes of a smile in a unit that the target has without smiling: see CURL_RELEASES. */
function smilesOf(
  name: ActionUnit,
  wanted: number,
  { units }: EmotionTarget,
  source: SourceUnits,
): number {
  if (units.AU12 || !units[name]) return 0;
  const raised01 = clamp(wanted, 0, 1);
  if (name === 'AU10') return mix(1, CURL_RELEASES, raised01) * source.AU10;
  if (name === 'AU6') return mix(1, SQUINT_RELEASES, raised01) * source.AU6;
  return 0;
}

/**
 * Lips that have come in from a smile's width look pursed already: AU18 per unit of AU12 and of AU20
 * that is taken back, about half of what would narrow the mouth as much (see displaceByUnit).
 */
const SMILE_PURSES = 0.5;
const WIDTH_PURSES = 0.6;
/** … but after the broadest grin they still purse. */
const MOST_PURSED = 0.45;

/** AU18 that a mouth is spared which loses a smile and its width. */
function pursedBy(smile: number, width: number): number {
  const purses = SMILE_PURSES * Math.max(0, smile) + WIDTH_PURSES * Math.max(0, width);
  return Math.min(MOST_PURSED, purses);
}

/** Part of a grin's raised upper lip that goes where the mouth opens again … */
const CURL_LEAVES = 0.5;
/** … all of it where stretched lips are parted by less than the first, gap over the mouth's width … */
const BARES_TEETH = [0.12, 0.15] as const;
/** … and where a jaw drops below a row that is seen to its roots, from the second on. */
const ROW_IS_HIGH = [0.17, 0.25] as const;

/**
 * A mouth that opens bares the teeth that a grin showed: let down over them, the lip would leave a
 * dark hole in a mouth that was full of teeth.
 */
function curlLeaves({ units }: EmotionTarget, { lipGapRatio }: SourceUnits): number {
  if (units.AU20) return mix(1, CURL_LEAVES, smoothstep(...BARES_TEETH, lipGapRatio));
  if (units.AU18) return mix(CURL_LEAVES, 1, smoothstep(...ROW_IS_HIGH, lipGapRatio));
  return 1;
}

/**
 * Bend that leaves the lips of a grin as it goes, AU12: .16 and more. Below it, lips that the blend
 * shapes call a smile are parted, as in speech, over corners that hang.
 */
const LEAST_GRIN = 0.1;

function meanOf([right, left]: readonly [number, number]): number {
  return (right + left) / 2;
}

/** What must be added to the picture's own units so that the face shows the target. */
function driveTowards(
  target: EmotionTarget,
  act: Act,
  source: SourceUnits,
  asked01: number,
): readonly Drive[] {
  const { units, growth = {} } = target;
  const intensity01 = asked01 ** (growth.all ?? 1);
  const drive: Drive[] = [];
  const open =
    source.lipGapRatio > 0 && source.AU12 > 0.4 && meanOf(source.atRest.AU12) > LEAST_GRIN;
  // A smile that bares the teeth is broad enough: for another smile it counts as all of it.
  const AU12 = units.AU12 ? (open ? units.AU12 : source.AU12) : meanOf(source.atRest.AU12);
  const shapesOpening = units.AU26 && (units.AU18 || units.AU20);
  const restWidth = shapesOpening ? source.atRest.AU20Shaped : source.atRest.AU20;
  // A smile's own width belongs to it as long as it lasts.
  const smilesWidth = units.AU12 ? 0 : restWidth - source.AU20;
  const parted01 = units.AU20 ? smoothstep(0, PARTED_GAP_RATIO, source.lipGapRatio) : 0;
  const shown: Partial<Record<ActionUnit, number>> = {
    ...source,
    AU10: units.AU10 && !units.AU12 ? 0 : source.AU10 * curlLeaves(target, source),
    AU12,
    // With a grin's raised lip its gap goes as well: a mouth that opens then starts from nothing.
    AU25: units.AU26 && !units.AU12 ? 0 : source.AU25,
    AU15: source.AU15 - (units.AU12 ? 0 : source.atRest.AU15),
    AU18: units.AU18 ? pursedBy(AU12, smilesWidth) : 0,
    // Not measured but inferred from the mouth: a smile for the camera seldom has it all.
    AU6: units.AU6 ? (units.AU12 ? SMILES_OWN_CHEEKS * source.AU6 : 0) : source.AU6,
    // Slanting brows are no worry to be taken back where the emotion slants them.
    AU1: source.AU1 + (units.AU1 ? 0 : meanOf(source.worried)),
    AU4: Math.max(source.AU4, units.AU4 ? 0 : meanOf(source.scowling)),
  };
  // A crooked smile is taken back by more where it is higher, and so is a slanting brow; another
  // emotion's is as it is.
  const uneven: Partial<Record<ActionUnit, readonly [right: number, left: number]>> = {
    AU12: source.atRest.AU12,
    AU1: source.worried,
    AU4: source.scowling,
  };
  ACTION_UNITS.forEach((name, unit) => {
    const wanted = (units[name] ?? 0) * (act.factors?.[name] ?? 1) + (act.extras?.[name] ?? 0);
    const less01 = Math.max(
      (TURNED_DOES_LESS[name] ?? 0) * source.turned01,
      (PARTED_DOES_LESS[name] ?? 0) * parted01,
    );
    const missing = wanted * (1 - less01) - (shown[name] ?? 0);
    const least = open && MOUTH_UNITS.has(name) ? LEAST_MOUTH_DRIVE : LEAST_DRIVE;
    // What belongs to the emotion is never taken back, even where an act does without it. The rest
    // goes sooner than what is added comes.
    const added = units[name]
      ? Math.max(missing, least * wanted) * asked01 ** (growth[name] ?? growth.all ?? 1)
      : missing * (missing < 0 || wanted === 0 ? releaseOf(intensity01) : intensity01);
    // Stretched lips are as wide as they would be from rest.
    const smiles = name === 'AU20' ? smilesWidth : smilesOf(name, wanted, target, source);
    const amount = added - smiles * releaseOf(intensity01);
    if (amount === 0) return;
    const [more, less] = uneven[name] ?? EVEN;
    const crooked = units[name] ? 0 : ((more - less) / 2) * releaseOf(intensity01);
    const pulsed = act.pulse?.units.includes(name) ?? false;
    const paired = PAIRED_UNITS.has(name);
    drive.push({ unit, amount, crooked, pulsed, paired, even: EVEN_UNITS.has(name) });
  });
  return drive;
}

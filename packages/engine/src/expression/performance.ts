import { clamp, minimumJerk, smoothstep } from '../math/easing.ts';
import { createRandom, mixSeeds, smoothNoise } from '../math/random.ts';
import { ACTION_UNITS, type ActionUnit } from '../rig/action-units.ts';
import type { ArtStyle } from '../rig/art-style.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import { BLINK_SECONDS, type Blink, blinkDepth } from './blinks.ts';
import { EMOTION_TARGETS, type Emotion, type EmotionTarget } from './emotions.ts';
import { type FaceState, resetFaceState } from './face-state.ts';

/** What a performance is planned from. */
export interface PerformancePlan {
  readonly emotion: Emotion;
  /** 0..1; 1 is the full expression. */
  readonly intensity01: number;
  /** Length of the clip. */
  readonly seconds: number;
  readonly style: ArtStyle;
  /** From the picture and the emotion: the same seed gives the same clip. */
  readonly seed: number;
  /** true: the clip ends on the picture it began with; false: it ends at the apex. */
  readonly loop: boolean;
  readonly source: SourceUnits;
}

/** A face's act over time. */
export interface Performance {
  readonly seconds: number;
  /** A moment of full expression: what a poster shows. */
  readonly apexSeconds: number;
  /** Writes the state at a time (clamped to the clip). Pure: no memory between calls. */
  stateAt(timeSeconds: number, out: FaceState): void;
}

/** Even a face that already shows the emotion moves by this share of it. */
const LEAST_DRIVE = 0.3;
/** Slow drift of strengths at the apex, share and Hz. */
const DRIFT_SHARE = 0.05;
const DRIFT_HZ = 1.1;
/** Breathing: share of the IOD and Hz. */
const BREATH_IOD = 0.008;
const BREATH_HZ = 0.27;

/** Plans a clip. */
export function planPerformance(plan: PerformancePlan): Performance {
  const { emotion, intensity01, seconds, loop, source, seed } = plan;
  const target = EMOTION_TARGETS[emotion];
  const random = createRandom(mixSeeds(seed, emotion + 1));
  const timing = timeClip(target, seconds, loop);
  const drive = driveTowards(target, source, intensity01);
  const lead = random() < 0.5 ? -1 : 1;
  const lag = 0.02 + 0.04 * random();
  const tilt = (random() - 0.5) * 2 * target.asymmetry;
  const blinks = planBlinks(timing, emotion, random);
  const turn = random() < 0.5 ? -1 : 1;
  const noiseSeed = mixSeeds(seed, 77 + emotion);

  const envelope = (t: number): number => {
    const rise = minimumJerk((t - timing.startSeconds) / timing.onsetSeconds);
    const fall = loop ? minimumJerk((t - timing.releaseSeconds) / timing.offsetSeconds) : 0;
    return rise * (1 - fall);
  };

  return {
    seconds,
    apexSeconds: timing.apexSeconds,
    stateAt(timeSeconds, out) {
      resetFaceState(out);
      const t = clamp(timeSeconds, 0, seconds);
      const level = envelope(t);
      const ends = smoothstep(0, 0.35, t) * (loop ? smoothstep(seconds, seconds - 0.35, t) : 1);
      const shut = blinkDepth(blinks, t);
      for (let k = 0; k < drive.length; k++) {
        const amount = drive[k].amount;
        for (let side = 0; side < 2; side++) {
          const sign = side === 0 ? -1 : 1;
          const late = sign === lead ? lag : 0;
          const at = envelope(t - late) * (t >= seconds - 1e-9 && loop ? 0 : 1);
          const drift = 1 + DRIFT_SHARE * smoothNoise(noiseSeed + 2 * k + side, t * DRIFT_HZ);
          const sided = amount > 0 ? 1 + sign * tilt : 1;
          out.strengths[2 * drive[k].unit + side] = amount * at * drift * sided * ends;
        }
      }
      const lids = 2 * ACTION_UNITS.indexOf('AU43');
      const raise = 2 * ACTION_UNITS.indexOf('AU5');
      for (let side = 0; side < 2; side++) {
        out.strengths[lids + side] += shut * (1 - Math.max(0, out.strengths[lids + side]));
        out.strengths[raise + side] *= 1 - shut;
      }
      out.shutMouth01 = source.lipGapRatio > 0 ? target.shutMouth01 * level * ends : 0;
      out.teeth01 = target.teeth01;
      const glance = smoothNoise(noiseSeed + 901, t * 0.8);
      out.gazeX = (target.gaze[0] * turn + 0.006 * glance) * level * ends;
      out.gazeY = (target.gaze[1] + 0.004 * smoothNoise(noiseSeed + 902, t * 0.7)) * level * ends;
      const degrees = (Math.PI / 180) * intensity01;
      const headLevel = envelope(t - 0.06) * ends;
      const sway = (k: number, size: number) => size * smoothNoise(noiseSeed + k, t * 0.55) * ends;
      out.yawRadians = degrees * (target.head.yaw * turn * headLevel + sway(911, 0.6));
      out.pitchRadians = degrees * (target.head.pitch * headLevel + sway(912, 0.5));
      out.rollRadians = degrees * (target.head.roll * turn * headLevel + sway(913, 0.35));
      out.liftIod = BREATH_IOD * Math.sin(2 * Math.PI * BREATH_HZ * t) * ends;
    },
  };
}

interface Timing {
  readonly startSeconds: number;
  readonly onsetSeconds: number;
  readonly apexSeconds: number;
  readonly releaseSeconds: number;
  readonly offsetSeconds: number;
}

/** Fits onset, apex and offset into the clip: the apex takes what is over, all shrink when short. */
function timeClip(target: EmotionTarget, seconds: number, loop: boolean): Timing {
  const rest = loop ? 0.35 : 0.25;
  const tail = loop ? 0.15 : 0;
  const offset = loop ? target.offset : 0;
  const least = rest + tail + target.onset + offset + 0.5;
  const scale = Math.min(1, seconds / least);
  const startSeconds = rest * scale;
  const onsetSeconds = target.onset * scale;
  const offsetSeconds = Math.max(0.01, offset * scale);
  const releaseSeconds = loop ? seconds - tail * scale - offsetSeconds - 0.06 : seconds + 1;
  const reached = startSeconds + onsetSeconds;
  const apexSeconds = loop
    ? reached + 0.45 * Math.max(0, releaseSeconds - reached)
    : Math.min(seconds, reached + 0.3);
  return { startSeconds, onsetSeconds, apexSeconds, releaseSeconds, offsetSeconds };
}

/** What must be added to the picture's own units so that the face shows the target. */
function driveTowards(
  target: EmotionTarget,
  source: SourceUnits,
  intensity01: number,
): { unit: number; amount: number }[] {
  const shown = source as unknown as Partial<Record<ActionUnit, number>>;
  const drive: { unit: number; amount: number }[] = [];
  ACTION_UNITS.forEach((name, unit) => {
    const wanted = target.units[name] ?? 0;
    const there = shown[name] ?? 0;
    const missing = wanted - there;
    const amount = wanted > 0 ? Math.max(missing, LEAST_DRIVE * wanted) : missing;
    if (amount !== 0) drive.push({ unit, amount: amount * intensity01 });
  });
  return drive;
}

/** Blinks keep off the onset; surprise and fear hold the eyes open at their height. */
function planBlinks(timing: Timing, emotion: Emotion, random: () => number): Blink[] {
  const blinks: Blink[] = [];
  const wide = emotion === 3 || emotion === 4;
  const depth = () => (random() < 0.5 ? 1 : 0.55 + 0.3 * random());
  const room = timing.releaseSeconds - timing.apexSeconds;
  if (wide) {
    blinks.push({ startSeconds: timing.releaseSeconds + 0.1, depth01: 1 });
  } else if (room > BLINK_SECONDS + 0.3) {
    blinks.push({
      startSeconds: timing.apexSeconds + 0.25 + random() * (room - BLINK_SECONDS - 0.3),
      depth01: depth(),
    });
  }
  return blinks;
}

import { clamp, minimumJerk, mix } from '../math/easing.ts';
import type { Act } from './acts.ts';
import type { EmotionTarget } from './emotions.ts';

/** When an expression comes, stands and goes; seconds from the clip's start. */
export interface Timing {
  readonly startSeconds: number;
  readonly onsetSeconds: number;
  /** End of the onset. */
  readonly reachedSeconds: number;
  /** A moment of full expression. */
  readonly apexSeconds: number;
  /** Start of the offset; after the clip's end where it does not loop. */
  readonly releaseSeconds: number;
  readonly offsetSeconds: number;
}

/**
 * Where in the time that it stands an expression has its height, but no later than this after it has
 * come: what comes after is played, see Beat.
 */
const APEX_AT = 0.4;
const MOST_TO_APEX_SECONDS = 1;

/** Stillness before the onset and after the offset, and the shortest apex. */
const LEAD_SECONDS = 0.3;
const TAIL_SECONDS = 0.2;
const LEAST_APEX_SECONDS = 0.5;

/** Fits onset, apex and offset into the clip: the apex takes what is over, all shrink when short. */
export function timeClip(target: EmotionTarget, act: Act, seconds: number, loop: boolean): Timing {
  const tail = loop ? TAIL_SECONDS : 0;
  const onset = target.onset * (act.onsetFactor ?? 1) + (act.step?.pauseSeconds ?? 0);
  const offset = loop ? target.offset : 0;
  const scale = Math.min(1, seconds / (LEAD_SECONDS + onset + LEAST_APEX_SECONDS + offset + tail));
  const startSeconds = LEAD_SECONDS * scale;
  const onsetSeconds = onset * scale;
  const offsetSeconds = Math.max(0.01, offset * scale);
  const reachedSeconds = startSeconds + onsetSeconds;
  const releaseSeconds = loop ? seconds - tail * scale - offsetSeconds : seconds + 1;
  const room = (loop ? releaseSeconds : seconds) - reachedSeconds;
  const apexSeconds = reachedSeconds + clamp(APEX_AT * room, 0, MOST_TO_APEX_SECONDS);
  return {
    startSeconds,
    onsetSeconds,
    reachedSeconds,
    apexSeconds,
    releaseSeconds,
    offsetSeconds,
  };
}

/** A face lets go quickly and lingers near its rest: an onset played backwards looks artificial. */
const LINGER = 0.7;
/**
 * An expression that has come still grows to its height and wanes again before it is let go: held, it
 * is one pose for most of the film. Levels that viewers chose, see ADR 0081.
 */
const REACHED_LEVEL = 0.5;
const WANED_LEVEL = 0.55;

/** The level of an expression over time, 0..1, smooth in its speed and acceleration. */
export function envelopeOf(timing: Timing, act: Act, loop: boolean): (t: number) => number {
  const { startSeconds, onsetSeconds, apexSeconds, releaseSeconds, offsetSeconds } = timing;
  const step = act.step;
  // Both steps take the same time; the pause lies between their middles.
  const half = step ? onsetSeconds * 0.55 : onsetSeconds;
  const second = step ? startSeconds + onsetSeconds - half : startSeconds;
  return (t) => {
    const rise = step
      ? step.level01 * minimumJerk((t - startSeconds) / half) +
        (1 - step.level01) * minimumJerk((t - second) / half)
      : minimumJerk((t - startSeconds) / onsetSeconds);
    const swell = mix(
      REACHED_LEVEL,
      1,
      minimumJerk((t - startSeconds) / (apexSeconds - startSeconds)),
    );
    const held = loop ? (t - apexSeconds) / Math.max(0.01, releaseSeconds - apexSeconds) : 0;
    const wane = mix(1, WANED_LEVEL, minimumJerk(held));
    const gone = clamp((t - releaseSeconds) / offsetSeconds, 0, 1);
    const fall = loop ? minimumJerk(gone ** LINGER) : 0;
    return rise * swell * wane * (1 - fall);
  };
}

/**
 * What the picture shows goes sooner than the feeling comes, by this level: a grin that goes while
 * surprise comes would laugh on the way, and a feeling that wanes would let half of it back.
 */
const GONE_AT_LEVEL = WANED_LEVEL;

/** How much of what has to go has gone at a level of the expression, 0..1; 0 at 0, slow at its end. */
export function goneOf(level01: number): number {
  const left01 = 1 - Math.min(1, level01 / GONE_AT_LEVEL);
  return 1 - left01 * left01;
}

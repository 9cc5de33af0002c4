import { minimumJerk, mix, smoothstep } from '../math/easing.ts';
import type { ActionUnit } from '../rig/action-units.ts';
import type { Beat } from './acts.ts';
import type { Timing } from './timing.ts';

/** How a face differs from the expression's height at one moment. */
export interface Play {
  level: number;
  gazeX: number;
  gazeY: number;
  yawDegrees: number;
  pitchDegrees: number;
  rollDegrees: number;
}

/** What the height itself is. */
export const AT_HEIGHT: Readonly<Play> = {
  level: 1,
  gazeX: 0,
  gazeY: 0,
  yawDegrees: 0,
  pitchDegrees: 0,
  rollDegrees: 0,
};

/** The beats of a clip. */
export interface Beats {
  /** Writes what they do at a time, seconds from the clip's start. */
  playAt(timeSeconds: number, out: Play): void;
  /** Factor on a unit at a time, the level left out. */
  factorAt(unit: ActionUnit, timeSeconds: number): number;
}

/** A face changes in this time, a head takes longer and follows. */
const FACE_SECONDS = 0.4;
const HEAD_SECONDS = 0.6;
const HEAD_LAG_SECONDS = 0.04;
/**
 * Eyes jump: 25 ms and 2.4 ms a degree (Carpenter, Movements of the Eyes), with an eye of .19 IOD.
 * At 30 frames a second that would be a cut, so they take twice as long.
 */
const JUMP_SECONDS = 0.05;
const JUMP_SECONDS_PER_IOD = 1.4;
const MOST_JUMP_SECONDS = 0.2;
/** Where a feeling stands for less than the first there is no time to play; for all of it from the second on. */
const PLAYS_FROM_SECONDS = [0.9, 1.3] as const;
/** A beat keeps this far off the release. */
const BEFORE_RELEASE_SECONDS = 0.25;
/** A clip that ends at its height goes back to it from this long before its end. */
const BEFORE_END_SECONDS = HEAD_LAG_SECONDS + HEAD_SECONDS;
/** Beats come by up to this share sooner or later. */
const JITTER = 0.15;

interface Change {
  readonly atSeconds: number;
  readonly from: Beat;
  readonly to: Beat;
}

const HEIGHT: Beat = { afterSeconds: 0 };
/** In a long clip the height comes back this long after the last beat, and the beats after it. */
const AGAIN_AFTER_SECONDS = 0.9;

/**
 * Lays an act's beats into the time that the expression stands after its height; in long clips they
 * come again. Before the height there are none: a feeling first comes to it. A clip that ends at its
 * height is back there in time.
 */
export function planBeats(
  played: readonly Beat[],
  { apexSeconds, reachedSeconds, releaseSeconds }: Timing,
  clip: { readonly seconds: number; readonly loop: boolean },
  random: () => number,
): Beats {
  const untilSeconds = clip.loop ? releaseSeconds : clip.seconds;
  const size = smoothstep(...PLAYS_FROM_SECONDS, untilSeconds - reachedSeconds);
  const lastSeconds = untilSeconds - (clip.loop ? BEFORE_RELEASE_SECONDS : BEFORE_END_SECONDS);
  const cycle = [...played, { ...HEIGHT, afterSeconds: AGAIN_AFTER_SECONDS }];
  const changes: Change[] = [];
  let atSeconds = apexSeconds;
  let from = HEIGHT;
  for (let k = 0; size > 0; k++) {
    const to = cycle[k % cycle.length];
    atSeconds += to.afterSeconds * mix(1 - JITTER, 1 + JITTER, random());
    if (atSeconds > lastSeconds) break;
    changes.push({ atSeconds, from, to });
    from = to;
  }
  if (!clip.loop) changes.push({ atSeconds: lastSeconds, from, to: HEIGHT });
  const sum = (of: (beat: Beat) => number, part: (change: Change) => number) => {
    let value = 0;
    for (const change of changes) {
      const step = of(change.to) - of(change.from);
      if (step !== 0) value += step * part(change);
    }
    return size * value;
  };
  return {
    playAt(t, out) {
      const face = faceAt(t);
      const head = (change: Change) =>
        minimumJerk((t - change.atSeconds - HEAD_LAG_SECONDS) / HEAD_SECONDS);
      const jump = (change: Change) => minimumJerk((t - change.atSeconds) / jumpSeconds(change));
      out.level = 1 + sum((beat) => (beat.level ?? 1) - 1, face);
      out.gazeX = sum((beat) => beat.gaze?.[0] ?? 0, jump);
      out.gazeY = sum((beat) => beat.gaze?.[1] ?? 0, jump);
      out.yawDegrees = sum((beat) => beat.head?.yaw ?? 0, head);
      out.pitchDegrees = sum((beat) => beat.head?.pitch ?? 0, head);
      out.rollDegrees = sum((beat) => beat.head?.roll ?? 0, head);
    },
    factorAt(unit, t) {
      return 1 + sum((beat) => (beat.factors?.[unit] ?? 1) - 1, faceAt(t));
    },
  };
}

/** How far a face has changed at a time, 0..1. */
function faceAt(t: number): (change: Change) => number {
  return ({ atSeconds }) => minimumJerk((t - atSeconds) / FACE_SECONDS);
}

function jumpSeconds({ from, to }: Change): number {
  const [x0, y0] = from.gaze ?? [0, 0];
  const [x1, y1] = to.gaze ?? [0, 0];
  const jump = Math.hypot(x1 - x0, y1 - y0);
  return Math.min(MOST_JUMP_SECONDS, JUMP_SECONDS + JUMP_SECONDS_PER_IOD * jump);
}

import { smoothNoise } from '../math/random.ts';
import type { Act } from './acts.ts';
import { growthOf } from './drive.ts';
import type { EmotionTarget } from './emotions.ts';
import type { FaceState } from './face-state.ts';
import { type Moment, WANDER } from './moment.ts';

/** Shoulders start after the face, and are heavier: they take the mean of its level at so many moments, this far apart. */
const LAG_SECONDS = 0.05;
const LAGS = 8;
/** How a body's motion grows with the intensity asked for, an exponent on it: as the head's does. */
const BODY_GROWTH = 0.7;
/** How far shoulders follow the head, IOD for each radian that it turns and tilts. */
const LEAN_PER_YAW = 0.35;
const LEAN_PER_ROLL = 0.7;
/** They sway besides: by this much to each side at full intensity, IOD, and how fast, noise steps a second. */
const SWAY_IOD = 0.02;
const SWAY_HZ = 0.4;
/** How far shoulders bounce for each degree that the act's rhythm nods the head, IOD. */
const BOUNCE_PER_DEGREE = 0.05;

/** What the body is played from. */
export interface BodyPlan {
  readonly target: Pick<EmotionTarget, 'body'>;
  readonly act: Pick<Act, 'pulse'>;
  readonly intensity01: number;
  /** 0..1: how deep it breathes. */
  readonly lives01: number;
  /** The level of the expression over time, 0..1. */
  readonly envelope: (timeSeconds: number) => number;
  readonly noiseSeed: number;
}

/** Plays shoulders, breath and lean into `out`, whose head is played already. */
export function playBody(plan: BodyPlan): (moment: Moment, out: FaceState) => void {
  const { target, act, intensity01, lives01, envelope, noiseSeed } = plan;
  const { body } = target;
  if (!body) return () => {};
  const grown = growthOf(intensity01, BODY_GROWTH);
  const bounce = BOUNCE_PER_DEGREE * (act.pulse?.pitchDegrees ?? 0);
  return ({ timeSeconds: t, ends01, pulse }, out) => {
    let level01 = 0;
    for (let k = 1; k <= LAGS; k++) level01 += envelope(t - k * LAG_SECONDS) / LAGS;
    // A breath is drawn from the first moment on: the picture is one that has breathed out.
    const breath = 0.5 - 0.5 * Math.cos(2 * Math.PI * body.breathHz * t);
    out.shouldersIod =
      ends01 *
      (grown * (body.shoulders * level01 + bounce * pulse) + lives01 * body.breath * breath);
    out.leanIod =
      LEAN_PER_YAW * out.yawRadians +
      LEAN_PER_ROLL * out.rollRadians +
      grown * SWAY_IOD * smoothNoise(noiseSeed + WANDER.swayBody, t * SWAY_HZ) * ends01;
  };
}

import { smoothNoise } from '../math/random.ts';
import type { Act } from './acts.ts';
import { growthOf } from './drive.ts';
import type { EmotionTarget } from './emotions.ts';
import type { FaceState } from './face-state.ts';
import { type Moment, WANDER } from './moment.ts';

/** The head starts a little after the face. */
const HEAD_LAG_SECONDS = 0.06;
/** Breathing lifts the head by this much, IOD, at this rate: some 16 breaths a minute, as people at rest have. */
const BREATH_IOD = 0.008;
const BREATH_HZ = 0.27;
/** A head that is held up sways: by this much to each side at full intensity, degrees, and how fast, noise steps a second. */
const SWAY_YAW_DEGREES = 2;
const SWAY_PITCH_DEGREES = 1.7;
const SWAY_ROLL_DEGREES = 0.8;
const SWAY_HZ = 0.55;

/**
 * How a head's motion grows with the intensity asked for, an exponent on it: a head that keeps still
 * tells of a still before the face does, and all out it would turn further than one picture can show.
 */
const HEAD_GROWTH = { person: 0.7, animal: 0.5 } as const;

/** What the head is played from. */
export interface HeadPlan {
  readonly target: Pick<EmotionTarget, 'head'>;
  readonly act: Pick<Act, 'head' | 'pulse'>;
  readonly intensity01: number;
  readonly animal: boolean;
  /** 0..1: how deep it breathes. */
  readonly lives01: number;
  /** The level of the expression over time, 0..1. */
  readonly envelope: (timeSeconds: number) => number;
  /** 1 or -1: the side to which the act turns. */
  readonly turn: -1 | 1;
  readonly noiseSeed: number;
}

/** Plays turn and lift of the head into `out`. */
export function playHead(plan: HeadPlan): (moment: Moment, out: FaceState) => void {
  const { target, act, intensity01, animal, lives01, envelope, turn, noiseSeed } = plan;
  const { head } = target;
  const yaw = head.yaw * (act.head?.yaw ?? 1);
  const pitch = head.pitch * (act.head?.pitch ?? 1);
  const roll = head.roll * (act.head?.roll ?? 1);
  const nod = act.pulse?.pitchDegrees ?? 0;
  const grown = growthOf(intensity01, HEAD_GROWTH[animal ? 'animal' : 'person']);
  const radians = (Math.PI / 180) * grown;
  return ({ timeSeconds: t, ends01, pulse, play }, out) => {
    const level01 = envelope(t - HEAD_LAG_SECONDS) * ends01;
    const sway = (stream: number, degrees: number) =>
      degrees * smoothNoise(noiseSeed + stream, t * SWAY_HZ) * ends01;
    out.liftIod =
      lives01 * BREATH_IOD * Math.sin(2 * Math.PI * BREATH_HZ * t) * ends01 +
      grown * (head.lift ?? 0) * level01;
    out.yawRadians =
      radians * ((yaw + play.yawDegrees) * turn * level01 + sway(WANDER.swayYaw, SWAY_YAW_DEGREES));
    out.pitchRadians =
      radians *
      ((pitch + play.pitchDegrees) * level01 +
        nod * pulse * ends01 +
        sway(WANDER.swayPitch, SWAY_PITCH_DEGREES));
    out.rollRadians =
      radians *
      ((roll + play.rollDegrees) * turn * level01 + sway(WANDER.swayRoll, SWAY_ROLL_DEGREES));
  };
}

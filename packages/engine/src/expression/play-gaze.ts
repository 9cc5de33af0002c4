import { smoothstep } from '../math/easing.ts';
import { smoothNoise } from '../math/random.ts';
import type { EmotionTarget } from './emotions.ts';
import type { FaceState } from './face-state.ts';
import { type Moment, WANDER } from './moment.ts';

/** Intensity from which on eyes look where the act has them look. */
const LOOKS_AT = 0.5;
/** An eyeball's radius, 12 mm of the 63 mm between two eyes. */
const EYE_IOD = 0.19;
/** Pupils answer slowly. */
const PUPIL_LAG_SECONDS = 0.12;
/**
 * Small glances of eyes that look at something, IOD, and how fast they wander, noise steps a second.
 * Glances aside of more than .03 IOD were called eyes that go astray (docs/decisions/0006).
 */
const GLANCE_X_IOD = 0.01;
const GLANCE_Y_IOD = 0.006;
const GLANCE_X_HZ = 0.9;
const GLANCE_Y_HZ = 0.8;

/** What gaze and pupils are played from. */
export interface GazePlan {
  readonly target: Pick<EmotionTarget, 'pupils'>;
  /** Where the eyes go, IOD: see FaceState. */
  readonly gaze: readonly [x: number, y: number];
  readonly intensity01: number;
  /** 0..1: how much the eyes glance about besides. */
  readonly lives01: number;
  /** The level of the expression over time, 0..1. */
  readonly envelope: (timeSeconds: number) => number;
  /** 1 or -1: the side to which the act turns. */
  readonly turn: -1 | 1;
  readonly stillHead: boolean;
  readonly noiseSeed: number;
}

/** Plays gaze and pupils into `out`. */
export function playGaze(plan: GazePlan): (moment: Moment, out: FaceState) => void {
  const { target, gaze, intensity01, lives01, envelope, turn, stillHead, noiseSeed } = plan;
  // Eyes that are cast down say as much as brows do: a hint of a feeling casts them down by less.
  const looks01 = smoothstep(0, LOOKS_AT, intensity01);
  // Eyes hold on to what they look at while the head moves (the vestibulo-ocular reflex).
  const heldIod = stillHead ? 0 : EYE_IOD * ((Math.PI / 180) * intensity01);
  return ({ timeSeconds: t, level01, ends01, play }, out) => {
    const glanceX =
      lives01 * GLANCE_X_IOD * smoothNoise(noiseSeed + WANDER.glanceX, t * GLANCE_X_HZ);
    const glanceY =
      lives01 * GLANCE_Y_IOD * smoothNoise(noiseSeed + WANDER.glanceY, t * GLANCE_Y_HZ);
    const gazeX = looks01 * (gaze[0] + play.gazeX) - heldIod * play.yawDegrees;
    const gazeY = looks01 * (gaze[1] + play.gazeY) + heldIod * play.pitchDegrees;
    out.gazeX = (gazeX * turn + glanceX) * level01 * ends01;
    out.gazeY = (gazeY + glanceY) * level01 * ends01;
    out.pupils = (target.pupils ?? 0) * intensity01 * envelope(t - PUPIL_LAG_SECONDS) * ends01;
  };
}

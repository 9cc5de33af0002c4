import { createFaceState, type FaceState } from './face-state.ts';
import type { Moment } from './moment.ts';

/**
 * Hair hangs from the head as a pendulum that the air and its own strands damp: of 30 cm it swings once
 * in 1.1 s, and comes to rest in little more than one swing.
 */
const SWING_HZ = 0.9;
const DAMPING = 0.45;
/** How long it remembers where the head was, and in which steps. */
const MEMORY_SECONDS = 0.9;
const STEP_SECONDS = 0.05;

/** How much each moment of the past counts, the latest first; they sum to 1. */
const PAST = impulseResponse();

/** Plays what hangs from the head into `out`: where the head was over the last moments, as a damped pendulum follows it. */
export function playHair(
  momentAt: (timeSeconds: number) => Moment,
  headAt: (moment: Moment, out: FaceState) => void,
): (moment: Moment, out: FaceState) => void {
  const head = createFaceState();
  return ({ timeSeconds, ends01 }, out) => {
    PAST.forEach((weight, k) => {
      headAt(momentAt(timeSeconds - (k + 0.5) * STEP_SECONDS), head);
      const share = weight * ends01;
      out.hairYawRadians += share * head.yawRadians;
      out.hairPitchRadians += share * head.pitchRadians;
      out.hairRollRadians += share * head.rollRadians;
      out.hairLiftIod += share * head.liftIod;
    });
  };
}

/** That of a damped oscillator, sampled in the middle of each step. */
function impulseResponse(): number[] {
  const rate = 2 * Math.PI * SWING_HZ;
  const response = Array.from({ length: Math.round(MEMORY_SECONDS / STEP_SECONDS) }, (_, k) => {
    const t = (k + 0.5) * STEP_SECONDS;
    return Math.exp(-DAMPING * rate * t) * Math.sin(Math.sqrt(1 - DAMPING ** 2) * rate * t);
  });
  const sum = response.reduce((total, value) => total + value, 0);
  return response.map((value) => value / sum);
}

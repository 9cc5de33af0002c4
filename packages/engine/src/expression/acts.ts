import type { ActionUnit } from '../rig/action-units.ts';
import type { Emotion } from './emotions.ts';

/**
 * One way of acting an emotion. What is left out stays as the emotion's target has it. The seed of
 * a clip chooses the act, so two pictures do not play the same film.
 */
export interface Act {
  readonly name: string;
  /** Factors on the target's strengths. */
  readonly factors?: Partial<Record<ActionUnit, number>>;
  /** Strengths on top of the target's. */
  readonly extras?: Partial<Record<ActionUnit, number>>;
  /** Where the eyes go at the apex instead of the target's gaze, IOD. */
  readonly gaze?: readonly [x: number, y: number];
  /** Factors on the head's angles. */
  readonly head?: { readonly yaw?: number; readonly pitch?: number; readonly roll?: number };
  /** Factor on the onset's length. */
  readonly onsetFactor?: number;
  /** A rhythm on some units and the head while the expression stands: laughter, sobbing, trembling. */
  readonly pulse?: Pulse;
  /** The expression comes in two steps: this level first, then, after this pause, all of it. */
  readonly step?: { readonly level01: number; readonly pauseSeconds: number };
  /** What the face does while the expression stands. */
  readonly beats: readonly Beat[];
  /** true: a blink just before the onset. */
  readonly blinkFirst?: boolean;
}

/**
 * What a face does while a feeling stands: from its moment on, and until the next beat, it differs
 * from the expression's height by this. What is left out is as it is at the height.
 */
export interface Beat {
  /** Seconds after the beat before it, or after the expression's height. */
  readonly afterSeconds: number;
  /** Factor on all that the emotion adds. */
  readonly level?: number;
  /** Factors on single units beside it. */
  readonly factors?: Partial<Record<ActionUnit, number>>;
  /**
   * Where the eyes go, on top of the act's gaze, as seen by the viewer: IOD, x to the side to which
   * the head turns, y up. Left out, they hold on to what they looked at while the head moves.
   */
  readonly gaze?: readonly [x: number, y: number];
  /** Degrees on top of the act's: yaw and roll to the side to which the head turns. */
  readonly head?: { readonly yaw?: number; readonly pitch?: number; readonly roll?: number };
}

/** A rhythm: `units` and the head's pitch go up and down by `share` of the apex. */
export interface Pulse {
  readonly hz: number;
  readonly units: readonly ActionUnit[];
  readonly share: number;
  readonly pitchDegrees: number;
  /** Share of the apex, from its start, during which the rhythm lasts. */
  readonly lasts: number;
}

/** Three acts for each emotion. The first is the plainest. */
export const ACTS: Readonly<Record<Emotion, readonly [Act, Act, Act]>> = {
  0: [
    {
      name: 'a smile that grows',
      step: { level01: 0.45, pauseSeconds: 0.3 },
      beats: [
        { afterSeconds: 0.3, level: 0.89, gaze: [0.02, 0.003], head: { yaw: 7.5 } },
        { afterSeconds: 0.75, head: { pitch: 6.5 }, factors: { AU6: 1.04 } },
      ],
    },
    {
      name: 'a laugh',
      beats: [
        { afterSeconds: 0.25, head: { pitch: -6.5, yaw: 3.5 } },
        { afterSeconds: 0.75, level: 0.84, head: { pitch: 5, yaw: -3.5 } },
      ],
      factors: { AU26: 1.7, AU6: 1.1 },
      extras: { AU43: 0.06 },
      head: { pitch: 2 },
      pulse: {
        hz: 4.3,
        units: ['AU26', 'AU25', 'AU6'],
        share: 0.16,
        pitchDegrees: 0.82,
        lasts: 0.75,
      },
    },
    {
      name: 'a shy smile',
      beats: [
        { afterSeconds: 0.2, level: 0.87, gaze: [0.035, -0.04], head: { yaw: 8, pitch: 8 } },
        { afterSeconds: 0.85, head: { pitch: -1.6, roll: 2 } },
      ],
      factors: { AU6: 1.05, AU12: 1.05, AU25: 0, AU26: 0 },
      gaze: [0.01, -0.012],
      head: { pitch: -1.2, roll: 1.6 },
      onsetFactor: 1.25,
    },
  ],
  1: [
    {
      name: 'a glare',
      onsetFactor: 1.1,
      beats: [
        { afterSeconds: 0.25, head: { pitch: 6.5, yaw: 5 } },
        { afterSeconds: 0.8, factors: { AU24: 1.2, AU17: 1.1, AU4: 0.95 }, head: { yaw: -3.5 } },
      ],
    },
    {
      name: 'a flare',
      beats: [
        { afterSeconds: 0.2, factors: { AU9: 1.25, AU10: 1.3 }, head: { pitch: 5 } },
        { afterSeconds: 0.75, level: 0.87, head: { yaw: 5 } },
      ],
      factors: { AU7: 1.1 },
      extras: { AU9: 0.05, AU10: 0.1 },
      onsetFactor: 0.75,
      head: { pitch: 1.2 },
    },
    {
      name: 'anger held back',
      beats: [
        { afterSeconds: 0.3, level: 0.84, gaze: [0.03, -0.008], head: { yaw: 8, pitch: 3.5 } },
        { afterSeconds: 0.75, factors: { AU24: 1.15 } },
      ],
      factors: { AU24: 1.1, AU17: 1.25 },
      step: { level01: 0.55, pauseSeconds: 0.25 },
      head: { yaw: 2.2 },
    },
  ],
  2: [
    {
      name: 'sinking',
      onsetFactor: 1.1,
      beats: [
        { afterSeconds: 0.12, gaze: [0.012, -0.04], head: { pitch: 6.5, yaw: 5 } },
        {
          afterSeconds: 0.85,
          factors: { AU17: 1.15 },
          gaze: [0.016, -0.022],
          head: { pitch: 3.5 },
        },
      ],
    },
    {
      name: 'near tears',
      beats: [
        { afterSeconds: 0.12, gaze: [-0.008, 0.016], head: { yaw: -6.5, pitch: -3.5 } },
        { afterSeconds: 0.75, factors: { AU17: 1.12 }, gaze: [0, -0.048], head: { pitch: 6.5 } },
      ],
      factors: { AU17: 1.25, AU1: 1.05 },
      pulse: { hz: 3.1, units: ['AU17', 'AU15'], share: 0.1, pitchDegrees: 0.41, lasts: 0.8 },
    },
    {
      name: 'pleading',
      beats: [
        { afterSeconds: 0.12, level: 0.9, gaze: [0.015, -0.032], head: { pitch: 6.5, yaw: 5 } },
        { afterSeconds: 0.8, head: { roll: 2 } },
      ],
      factors: { AU43: 0.4, AU1: 1.1 },
      gaze: [0, 0.012],
      head: { pitch: 0.5, roll: 1.7 },
    },
  ],
  3: [
    {
      name: 'a gasp',
      onsetFactor: 0.9,
      beats: [
        { afterSeconds: 0.3, factors: { AU26: 0.86, AU1: 0.92, AU2: 0.92 }, head: { pitch: 6.5 } },
        { afterSeconds: 0.7, level: 0.94, head: { yaw: 6.5 } },
      ],
    },
    {
      name: 'a second look',
      blinkFirst: true,
      step: { level01: 0.5, pauseSeconds: 0.18 },
      beats: [
        {
          afterSeconds: 0.25,
          factors: { AU26: 0.86 },
          head: { yaw: 8, pitch: 3.5 },
        },
        { afterSeconds: 0.7, head: { pitch: 3.5 } },
      ],
    },
    {
      name: 'wonder',
      beats: [
        { afterSeconds: 0.3, gaze: [0.012, 0.012], head: { yaw: 6.5, roll: 2 } },
        { afterSeconds: 0.8, level: 0.87, gaze: [0, 0.008], head: { pitch: -3.5 } },
      ],
      factors: { AU26: 0.94, AU18: 0.95, AU1: 1.05, AU2: 1.05 },
      gaze: [0, 0.012],
      onsetFactor: 1.7,
      head: { pitch: 1.2 },
    },
  ],
  4: [
    {
      name: 'frozen',
      onsetFactor: 0.9,
      beats: [
        { afterSeconds: 0.2, head: { yaw: 6.5, pitch: -3.5 } },
        { afterSeconds: 0.55, gaze: [-0.014, 0], head: { yaw: -5 }, level: 0.94 },
        { afterSeconds: 0.5, factors: { AU20: 1.06 }, head: { pitch: -5 } },
      ],
    },
    {
      name: 'shrinking back',
      head: { yaw: 1.7, pitch: 2.2 },
      gaze: [-0.014, 0],
      beats: [
        { afterSeconds: 0.25, head: { yaw: 8, pitch: -3.5 } },
        { afterSeconds: 0.75, factors: { AU26: 0.85, AU20: 1.06 }, head: { pitch: 5 } },
      ],
    },
    {
      name: 'trembling',
      beats: [
        { afterSeconds: 0.25, head: { yaw: 6.5 } },
        { afterSeconds: 0.55, gaze: [-0.028, 0], head: { yaw: -5 }, level: 0.94 },
        { afterSeconds: 0.55, head: { pitch: 3.5 } },
      ],
      gaze: [0.014, 0],
      pulse: {
        hz: 7.3,
        units: ['AU20', 'AU25', 'AU16'],
        share: 0.06,
        pitchDegrees: 0.17,
        lasts: 1,
      },
    },
  ],
  5: [
    {
      name: 'a wrinkled nose',
      beats: [
        { afterSeconds: 0.3, head: { yaw: -6.5 } },
        { afterSeconds: 0.8, level: 0.84, head: { pitch: 5 } },
      ],
    },
    {
      name: 'turning away',
      head: { yaw: 1.4, roll: 1.3 },
      gaze: [-0.016, -0.008],
      beats: [
        { afterSeconds: 0.25, head: { yaw: -5.5, pitch: -3.5 } },
        { afterSeconds: 0.75, level: 0.92, gaze: [0.016, 0.008], head: { yaw: -4 } },
      ],
    },
    {
      name: 'a curled lip',
      beats: [
        {
          afterSeconds: 0.3,
          factors: { AU10: 0.82, AU9: 0.88 },
          head: { yaw: 4 },
        },
        { afterSeconds: 0.65, head: { pitch: -3.5, yaw: -4 } },
      ],
      factors: { AU10: 1.2, AU15: 0.8, AU17: 0.8 },
      step: { level01: 0.5, pauseSeconds: 0.22 },
    },
  ],
};

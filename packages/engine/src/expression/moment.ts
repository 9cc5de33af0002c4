import type { Play } from './beats.ts';

/** One moment of a clip, as strengths, lids, gaze and head all see it. */
export interface Moment {
  /** From the clip's start, within the clip. */
  readonly timeSeconds: number;
  /** 0..1: how much of the expression is there. */
  readonly level01: number;
  /** 0..1: fades everything at the clip's start, and at its end where it loops. */
  readonly ends01: number;
  /** -1..1: where the act's rhythm is; 0 where it has none. */
  readonly pulse: number;
  /** What the act's beats make of the expression. */
  readonly play: Readonly<Play>;
}

/**
 * What is added to a clip's noise seed for each thing that wanders (see smoothNoise), so that no two
 * go together. Strengths count up from 0: two for each unit that a clip drives, in the order of its
 * drive, of which a unit that both sides have as one takes the first.
 */
export const WANDER = {
  strengths: 0,
  glanceX: 901,
  glanceY: 902,
  swayYaw: 911,
  swayPitch: 912,
  swayRoll: 913,
  swayBody: 914,
} as const;

import type { Emotion } from '../../src/expression/emotions.ts';
import { createFaceState, type FaceState } from '../../src/expression/face-state.ts';
import {
  type Performance,
  type PerformancePlan,
  planPerformance,
} from '../../src/expression/performance.ts';
import { ACTION_UNITS, strengthIndex } from '../../src/rig/action-units.ts';
import { NEUTRAL_SOURCE, type SourceUnits } from '../../src/rig/source-units.ts';
import type { ArtStyle } from '../../src/rig/style/art-style.ts';

export const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
export const STYLES: readonly ArtStyle[] = ['photo', 'painting', 'drawing', 'animal'];
/** Enough of them that every act of every emotion comes (performance.test.ts asserts it). */
export const SEEDS = Array.from({ length: 24 }, (_, i) => i);

/** Lips that are parted as in breath: no teeth are seen. */
export const BREATHING: SourceUnits = { ...NEUTRAL_SOURCE, lipGapRatio: 0.15 };
/** Someone who laughs at the camera with parted lips. */
export const SMILING: SourceUnits = {
  ...NEUTRAL_SOURCE,
  AU6: 0.6,
  AU12: 0.95,
  AU26: 0.2,
  lipGapRatio: 0.2,
  // Crooked: the left corner is the higher one; and broad.
  atRest: { AU12: [0.5, 0.7], AU15: 0.1, AU20: 0.2, AU20Shaped: 0.35 },
};

export function plan(change: Partial<PerformancePlan> = {}): Performance {
  return planPerformance({
    emotion: 0,
    intensity01: 1,
    seconds: 4,
    style: 'photo',
    seed: 1,
    loop: true,
    source: NEUTRAL_SOURCE,
    ...change,
  });
}

export function stateAt(performance: Performance, timeSeconds: number): FaceState {
  const state = createFaceState();
  performance.stateAt(timeSeconds, state);
  return state;
}

/** Everything that moves, as one row of numbers. */
export function numbersOf(state: FaceState): number[] {
  return [
    ...state.strengths,
    state.shutMouth01,
    state.gazeX,
    state.gazeY,
    state.yawRadians,
    state.pitchRadians,
    state.rollRadians,
    state.liftIod,
    state.hairYawRadians,
    state.hairPitchRadians,
    state.hairRollRadians,
    state.hairLiftIod,
    state.shouldersIod,
    state.leanIod,
  ];
}

/** Strengths without what blinks and what they take over. */
export function withoutLids({ strengths }: FaceState): number[] {
  return [...strengths].filter((_v, i) => !['AU43', 'AU5'].includes(ACTION_UNITS[i >> 1]));
}

export function strength(state: FaceState, unit: (typeof ACTION_UNITS)[number]): number {
  return (
    (state.strengths[strengthIndex(unit, 'right')] + state.strengths[strengthIndex(unit, 'left')]) /
    2
  );
}

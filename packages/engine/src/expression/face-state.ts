import { STRENGTH_COUNT } from '../rig/action-units.ts';

/** Everything that moves at one moment. All zero: the face as the picture shows it. */
export interface FaceState {
  /** What is added to the picture's own expression, per strengthIndex. May be negative. */
  readonly strengths: Float32Array;
  /** 0..1: how far lips that are apart in the picture are brought together. */
  shutMouth01: number;
  /** 0..1: how much of the upper teeth the upper lip bares. */
  teeth01: number;
  /** IOD, x to the subject's left, y up. */
  gazeX: number;
  gazeY: number;
  /** -1: an animal's pupils at their narrowest, 1: wide open. */
  pupils: number;
  /** Radians; pitch positive looks down, roll positive tilts clockwise in the picture. */
  yawRadians: number;
  pitchRadians: number;
  rollRadians: number;
  /** IOD, up: breathing and start. */
  liftIod: number;
  /** The same of what hangs from the head and follows it late, swinging: long hair. */
  hairYawRadians: number;
  hairPitchRadians: number;
  hairRollRadians: number;
  hairLiftIod: number;
  /** IOD, up: how far shoulders rise, in breath and by feeling. */
  shouldersIod: number;
  /** IOD: how far shoulders go to the picture's right with the head. */
  leanIod: number;
}

const AT_REST: Omit<FaceState, 'strengths'> = {
  shutMouth01: 0,
  teeth01: 0,
  gazeX: 0,
  gazeY: 0,
  pupils: 0,
  yawRadians: 0,
  pitchRadians: 0,
  rollRadians: 0,
  liftIod: 0,
  hairYawRadians: 0,
  hairPitchRadians: 0,
  hairRollRadians: 0,
  hairLiftIod: 0,
  shouldersIod: 0,
  leanIod: 0,
};

/** A state at rest. */
export function createFaceState(): FaceState {
  return { strengths: new Float32Array(STRENGTH_COUNT), ...AT_REST };
}

/** Puts a state at rest again. */
export function resetFaceState(state: FaceState): void {
  state.strengths.fill(0);
  Object.assign(state, AT_REST);
}

import { createFaceState, type FaceState } from '../../src/expression/face-state.ts';
import { type ActionUnit, strengthIndex } from '../../src/rig/action-units.ts';

/** A face at rest but for some units, which both sides have. */
export function stateWith(strengths: Partial<Record<ActionUnit, number>>): FaceState {
  const state = createFaceState();
  for (const [unit, strength] of Object.entries(strengths)) {
    for (const side of ['right', 'left'] as const) {
      state.strengths[strengthIndex(unit as ActionUnit, side)] = strength;
    }
  }
  return state;
}

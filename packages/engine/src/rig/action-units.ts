/**
 * The controls of a rig: FACS action units, one strength for each side of the face. Strength 1
 * is the displacement at full activation; driving a face to a target may need negative ones.
 */
export const ACTION_UNITS = [
  'AU1', // inner brow raiser
  'AU2', // outer brow raiser
  'AU4', // brow lowerer
  'AU5', // upper lid raiser
  'AU6', // cheek raiser
  'AU7', // lid tightener
  'AU9', // nose wrinkler
  'AU10', // upper lip raiser
  'AU12', // lip corner puller
  'AU15', // lip corner depressor
  'AU16', // lower lip depressor
  'AU17', // chin raiser
  'AU18', // lip pucker: draws the corners in
  'AU20', // lip stretcher
  'AU24', // lip pressor (with 23, tightener)
  'AU25', // lips part
  'AU26', // jaw drop
  'AU41', // lid droop (FACS of 1978)
  'AU43', // upper lid closes; 1 meets the lower lid
  'EAD101', // animals: ears forward (DogFACS, CatFACS)
  'EAD103', // animals: ears flatten
] as const;

export type ActionUnit = (typeof ACTION_UNITS)[number];

/** Number of strengths in a state: two sides of every unit. */
export const STRENGTH_COUNT = ACTION_UNITS.length * 2;

const indexOfUnit = new Map<ActionUnit, number>(ACTION_UNITS.map((unit, i) => [unit, i]));

/** Mean strength of a unit over both sides of the face. */
export function meanStrength(strengths: Float32Array, unit: ActionUnit): number {
  return (strengths[strengthIndex(unit, 'right')] + strengths[strengthIndex(unit, 'left')]) / 2;
}

/** Where a unit's strength stands in a state: [right, left] per unit, the subject's sides. */
export function strengthIndex(unit: ActionUnit, side: 'right' | 'left'): number {
  return 2 * indexOfUnit.get(unit)! + (side === 'right' ? 0 : 1);
}

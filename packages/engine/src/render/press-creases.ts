import type { FaceState } from '../expression/face-state.ts';
import { smoothstep } from '../math/easing.ts';
import type { Rig } from '../rig/rig.ts';
import type { SkinCrease } from '../rig/skin/skin-creases.ts';
import { putBack } from './put-back.ts';

/** Folds cannot be pressed deeper than this share of their full depth. */
const MOST_PRESSED = 1.15;
/** A stroke of a drawing begins to show at the first share and is whole at the second: ink or none. */
const STROKE = [0.66, 0.74] as const;

/** 0..MOST_PRESSED: how deep a state presses a fold. */
export function pressedShare({ drives, stroke }: SkinCrease, strengths: Float32Array): number {
  let sum = 0;
  for (const [index, share] of drives) sum += share * Math.max(0, strengths[index]);
  return stroke ? smoothstep(...STROKE, sum) : Math.min(MOST_PRESSED, sum);
}

/** Puts back what folds changed. Must come before anything else changes the plate. */
export function smoothCreases(rig: Rig, plate: Uint8Array): void {
  for (const { pixels } of rig.skinCreases) putBack(pixels, rig.face.rgba, plate);
}

/** Presses folds into the plate as far as the state has them: they then go with the skin. */
export function pressCreases(rig: Rig, state: FaceState, plate: Uint8Array): void {
  for (const crease of rig.skinCreases) {
    const share = pressedShare(crease, state.strengths);
    if (share === 0) continue;
    const { pixels, change } = crease;
    for (let i = 0; i < pixels.length; i++) {
      const at = 4 * pixels[i];
      for (let k = 0; k < 3; k++) {
        const level = plate[at + k] * (1 + share * change[3 * i + k]) + 0.5;
        plate[at + k] = level > 255 ? 255 : level;
      }
    }
  }
}

import type { FaceState } from '../../expression/face-state.ts';
import { smoothstep } from '../../math/easing.ts';
import { type ActionUnit, meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';

/** A stroke is drawn again at this much of its motion, and only then filled: it never fades. */
export const DRAWN_AGAIN = 0.5;

/** Units that move a mouth's line, and strengths of theirs from which it is drawn again. */
const MOVES_LINE = ['AU10', 'AU12', 'AU15', 'AU16', 'AU17', 'AU18', 'AU20', 'AU24'] as const;
const LINE_MOVES = [0.004, 0.045] as const;

/** 0..1: how far the line of a mouth that is one stroke has left where the picture shows it. */
export function strokeMoves({ pen }: Pick<Rig, 'pen'>, state: FaceState): number {
  const opens = Math.max(...strokeOpens(state));
  // What is more than a line stays as its artist smiled it.
  if (!pen?.plain) return opens * (1 - strokeSmiles(state));
  return Math.max(opens, smoothstep(...LINE_MOVES, mostOf(state)));
}

/** Strengths over which a curl goes, and the part of its way on which it is pushed together before it is a line. */
const CURL_MOVES = [0.01, 0.15] as const;
const CURL_SHRINKS = 0.6;

/** 0..1 each: how far a mouth that is a curl is pushed together, and how far it is a line. */
export function curlMoves(state: FaceState): { gone01: number; line01: number } {
  const moves = Math.max(...strokeOpens(state), smoothstep(...CURL_MOVES, mostOf(state)));
  return {
    gone01: smoothstep(0, CURL_SHRINKS, moves),
    line01: smoothstep(0.5 * CURL_SHRINKS, CURL_SHRINKS, moves),
  };
}

/** Strength of the unit that moves a mouth's line most. */
function mostOf({ strengths }: FaceState): number {
  return Math.max(...MOVES_LINE.map((unit) => Math.abs(meanStrength(strengths, unit))));
}

/** Does anything move a mouth that is drawn as a shape? */
export function shapeMoves({ strengths, shutMouth01 }: FaceState): boolean {
  const moves = (unit: ActionUnit) => meanStrength(strengths, unit) !== 0;
  return shutMouth01 > 0 || moves('AU25') || moves('AU26') || MOVES_LINE.some(moves);
}

/** Strengths of AU12 from which an open mouth keeps its smile. */
const SMILES = [0.15, 0.4] as const;

/** 0..1: how far a mouth that is one stroke smiles. */
export function strokeSmiles({ strengths }: FaceState): number {
  return smoothstep(...SMILES, meanStrength(strengths, 'AU12'));
}

/** Strengths of a dropped jaw and of stretched lips that open a stroke; a smile's parted lips do not. */
const STROKE_DROPS = [0.06, 0.22] as const;
const STROKE_STRETCHES = [0.1, 0.4] as const;

/** 0..1: how far a mouth that is one stroke is to open: by its jaw, and stretched. */
export function strokeOpens({
  strengths,
}: FaceState): readonly [dropped: number, stretched: number] {
  return [
    smoothstep(...STROKE_DROPS, meanStrength(strengths, 'AU26')),
    smoothstep(...STROKE_STRETCHES, meanStrength(strengths, 'AU20')),
  ];
}

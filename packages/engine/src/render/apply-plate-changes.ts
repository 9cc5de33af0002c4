import type { FaceState } from '../expression/face-state.ts';
import { mix, smoothstep } from '../math/easing.ts';
import { meanStrength, strengthIndex } from '../rig/action-units.ts';
import { PLATE_CHANGES, type PlateChange } from '../rig/plate-changes.ts';
import type { Rig } from '../rig/rig.ts';
import { addChange } from '../rig/skin/pixel-change.ts';
import { browsMove } from './eyes/move-brows.ts';
import { eyesOpened } from './eyes/open-eye.ts';
import { DRAWN_AGAIN, shapeMoves, strokeMoves } from './mouth/drawn-mouth-motion.ts';
import { putBack } from './put-back.ts';
import { smileTaken01 } from './smile-taken.ts';

const RIGHT_MOUTH = strengthIndex('AU12', 'right');
const LEFT_MOUTH = strengthIndex('AU12', 'left');

/** How much of each change of the plate a state shows, 0..1. */
const SHARES: Readonly<Record<PlateChange, (rig: Rig, state: FaceState) => number>> = {
  restLight: atRest01,
  closedLips: atRest01,
  seamEnds: atRest01,
  grinCorners: (rig, state) => CORNERS_HEAL * atRest01(rig, state),
  squeezedSkin: atRest01,
  cornerMarks: (rig, state) => cornersHealed(rig, state) * cornersLeft(rig, state),
  seamMarks: (_, state) => lipsParted(state),
  strokeFill: (rig, state) => smoothstep(DRAWN_AGAIN, 1, strokeMoves(rig, state)),
  shutFill: (_, state) => (shapeMoves(state) ? 1 : 0),
  eyeFill: (_, state) => (eyesOpened(state) > 0 ? 1 : 0),
  browFill: (_, state) => (browsMove(state) ? 1 : 0),
  socketLight: (_, state) => raisedBrows(state),
  // Shut lids are evened out as well: either takes over from the other.
  evenLids: (_, state) => lidsDrawnOut(state) * (1 - lidsShut01(state)),
  pressedLids: (_, state) => lidsPressed(state) * (1 - lidsShut01(state)),
  shutLids: (_, state) => lidsShut01(state),
  cornerGleams: (_, state) => narrowed01(state) * (1 - lidsShut01(state)),
};

/**
 * Changes the plate to what a state asks for before anything moves: the picture's own folds are
 * filled as far as the state takes back the units that made them, then each of PLATE_CHANGES is
 * added by its share (marks and light around the mouth, skin in the place of what is drawn again,
 * light and skin of raised brows). They begin from the picture every time, so no state leaves
 * anything behind.
 *
 * @param plate u8[4·W·H], RGBA; holds the rig's plate, perhaps changed for another state. Only
 * pixels of own folds and of plate changes are written
 */
export function applyPlateChanges(rig: Rig, state: FaceState, plate: Uint8Array): void {
  const source = rig.face.rgba;
  // They may overlap: all are put back before any is added.
  for (const fold of rig.ownFolds) if (fold) putBack(fold.pixels, source, plate);
  for (const name of PLATE_CHANGES) {
    const change = rig[name];
    if (change) putBack(change.pixels, source, plate);
  }
  rig.ownFolds.forEach((fold, index) => {
    const strength = state.strengths[index];
    if (!fold || strength >= 0) return;
    const taken = Math.min(1, -strength / fold.wholeAt);
    const goes = foldGoes01(state, index);
    addChange(fold, taken * goes, plate);
    if (goes < 1) addChange(fold.besideMouth, taken * (1 - goes), plate);
  });
  for (const name of PLATE_CHANGES) {
    const change = rig[name];
    const share = change ? SHARES[name](rig, state) : 0;
    if (change && share > 0) addChange(change, share, plate);
  }
}

/** Part of the folds from nose to mouth that a wrinkled nose keeps, which folds them itself, and how wrinkled. */
const KEPT_BY_NOSE = 0.65;
const WRINKLED = [0.4, 1.1] as const;

/** 0..1: how much of a unit's folds goes with it. */
function foldGoes01({ strengths }: FaceState, index: number): number {
  const ofMouth = index === RIGHT_MOUTH || index === LEFT_MOUTH;
  return ofMouth ? 1 - KEPT_BY_NOSE * smoothstep(...WRINKLED, meanStrength(strengths, 'AU9')) : 1;
}

/** 0..1: how far the brows are up, at their inner ends or as a whole. */
function raisedBrows({ strengths }: FaceState): number {
  return smoothstep(0, 1, Math.max(meanStrength(strengths, 'AU1'), meanStrength(strengths, 'AU2')));
}

/** Mean strengths of raised brows, inner and outer ends, from which lids are drawn out, and altogether. */
const DRAWN_OUT = [0.2, 0.9] as const;

/** 0..1: how far raised brows draw out the skin of the lids. */
function lidsDrawnOut({ strengths }: FaceState): number {
  const inner = Math.max(0, meanStrength(strengths, 'AU1'));
  const outer = Math.max(0, meanStrength(strengths, 'AU2'));
  return smoothstep(...DRAWN_OUT, (inner + outer) / 2);
}

/** Strengths of lowered brows and of a wrinkled nose from which the skin below brows is pushed together, and all of it. */
const PRESSED = [0.15, 0.75] as const;

/** 0..1: how far brows that sink push the skin of the lids together; raised inner ends draw it out. */
function lidsPressed({ strengths }: FaceState): number {
  const lowered = meanStrength(strengths, 'AU4') - Math.max(0, meanStrength(strengths, 'AU1'));
  return smoothstep(...PRESSED, Math.max(lowered, meanStrength(strengths, 'AU9')));
}

/** Strengths of tightened lids and of a wrinkled nose from which gleams in the corners begin to go, and are gone. */
const NARROWED = [0.15, 0.55] as const;

/** 0..1: how far eyes narrow as the skin between them is pushed together, in anger and disgust. */
function narrowed01({ strengths }: FaceState): number {
  return smoothstep(
    ...NARROWED,
    Math.max(meanStrength(strengths, 'AU7'), meanStrength(strengths, 'AU9')),
  );
}

/** Strength at which the skin of lids that shut is all theirs; drooping lids come down by the other part of it. */
const SHUT_FROM = 0.6;
const DROOP_SHUTS = 0.35;

/** 0..1: how far lids that come down draw their skin out over the balls. */
export function lidsShut01({ strengths }: FaceState): number {
  const droops = Math.max(0, meanStrength(strengths, 'AU41'));
  return smoothstep(0, SHUT_FROM, meanStrength(strengths, 'AU43') + DROOP_SHUTS * droops);
}

/** Part of the dark beside a grin's corners that goes: shut lips have some shade there, too. */
const CORNERS_HEAL = 0.85;

/** 0..1: how far the lips of a smile are at rest: it is taken back, or they are shut. */
function atRest01(rig: Rig, state: FaceState): number {
  return Math.max(Math.min(1, state.shutMouth01), smileTaken01(rig, state));
}

/** Strengths of a dropped jaw and of parted lips from which no seam is left. */
const PARTED = [0.06, 0.3] as const;

/** 0..1: how far lips that were shut have parted. */
function lipsParted({ strengths }: FaceState): number {
  return smoothstep(
    ...PARTED,
    meanStrength(strengths, 'AU26') + Math.max(0, meanStrength(strengths, 'AU25')),
  );
}

/**
 * Strengths of a dropped jaw and of stretched lips from which corners leave their marks. In a drawing
 * these are the ends of a line: faint ones would hang in the air.
 */
const CORNERS_LEAVE = [0.15, 0.7] as const;
const ENDS_LEAVE = [0.32, 0.42] as const;
const STRETCH_SHARE = 0.4;

/** 0..1: how far the corners of an opening mouth have left where they lie in the picture. */
export function cornersLeft({ style }: Pick<Rig, 'style'>, { strengths }: FaceState): number {
  const jaw = meanStrength(strengths, 'AU26') + STRETCH_SHARE * meanStrength(strengths, 'AU20');
  const [from, to] = style === 'drawing' ? ENDS_LEAVE : CORNERS_LEAVE;
  return smoothstep(from, to, jaw);
}

/**
 * Part of the marks that a dropped jaw leaves which goes; all of it where lips are stretched too. A
 * ring whose corners are healed altogether is a hole in the skin; unhealed, stretched lips are a slash.
 */
const HEALED_BY_JAW = 0.45;
/** Strength of stretched lips from which it all goes. */
const STRETCHED = 0.5;

function cornersHealed({ style }: Rig, { strengths }: FaceState): number {
  if (style === 'drawing') return 1;
  return mix(HEALED_BY_JAW, 1, smoothstep(0, STRETCHED, meanStrength(strengths, 'AU20')));
}

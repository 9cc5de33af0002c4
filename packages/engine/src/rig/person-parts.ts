import type { Picture } from '../math/picture.ts';
import { hasLargeIrises } from './drawing/crescent-mouth.ts';
import type { Drawing } from './drawing/drawing.ts';
import { type DrawnBrows, findDrawnBrows, NO_DRAWN_BROWS } from './drawing/drawn-brow.ts';
import { findShadedBrows } from './drawing/shaded-brow.ts';
import { type BrowBand, findBrowBands } from './eyes/brow-band.ts';
import { findGlasses } from './eyes/glasses.ts';
import type { Glasses } from './eyes/glasses-frame.ts';
import { bothEyes } from './eyes/hidden-eye.ts';
import { findLidCrease, UNSEEN_CREASE_IOD } from './eyes/lid-crease.ts';
import type { Features } from './features.ts';
import type { HeadPose } from './head/head-pose.ts';
import { findMoustache } from './mouth/moustache.ts';
import { type MouthRing, readMouthRing } from './mouth/mouth-ring.ts';
import type { FaceTone } from './skin/face-tone.ts';
import { NEUTRAL_SOURCE, readSourceUnits, type SourceUnits } from './source-units.ts';

/** What people's faces have and animals' have not. */
export interface PersonParts {
  readonly brows: readonly BrowBand[];
  /** Height of the upper lids' crease above their rims, IOD. */
  readonly lidCreaseIod: number;
  /** 0..1: dark hair over the upper lip: see findMoustache. */
  readonly moustache01: number;
  /** The frame of glasses, which stays as it is; undefined on bare faces. */
  readonly glasses: Glasses | undefined;
  /** Brows that are drawn as shapes. */
  readonly drawnBrows: DrawnBrows;
  /** What the picture shows already, against a person's face at rest. */
  readonly seen: SourceUnits;
  /** What makes the mouth a ring as it opens. */
  readonly ring: MouthRing | undefined;
}

/** Of animals. What tells a face from one at rest is a person's: they count as neutral. */
export const NO_PERSON: PersonParts = {
  brows: [],
  lidCreaseIod: 0,
  moustache01: 0,
  glasses: undefined,
  drawnBrows: NO_DRAWN_BROWS,
  seen: NEUTRAL_SOURCE,
  ring: undefined,
};

/** Finds them. @param drawing of a picture that is one */
export function findPersonParts(
  plate: Picture,
  { landmarks, mouth, eyes }: Features,
  pose: HeadPose,
  tone: FaceTone,
  drawing: Drawing | undefined,
): PersonParts {
  const { iodPx } = pose;
  const flatSkin = drawing?.flatSkin;
  const both = bothEyes(landmarks, eyes);
  const glasses = findGlasses(plate, both, pose, drawing !== undefined, flatSkin);
  const seen = readSourceUnits(landmarks, pose, mouth, eyes);
  const brows = findBrowBands(landmarks, plate, eyes, iodPx);
  // A 3-D character may have fangs before its crescent.
  const modelled = drawing && (drawing.crescent || hasLargeIrises(landmarks, iodPx));
  return {
    brows,
    // The upper rim of glasses would be one.
    lidCreaseIod: glasses ? UNSEEN_CREASE_IOD : findLidCrease(plate, eyes, brows, iodPx),
    moustache01: findMoustache(plate, landmarks, mouth, iodPx, tone),
    glasses,
    drawnBrows: flatSkin
      ? findDrawnBrows(plate, eyes, flatSkin, iodPx, glasses)
      : modelled && !glasses
        ? findShadedBrows(plate, eyes, iodPx)
        : NO_DRAWN_BROWS,
    seen,
    ring: readMouthRing(mouth, iodPx, seen.AU12),
  };
}

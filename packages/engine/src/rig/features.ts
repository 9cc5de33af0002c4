import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { findAnimalEyeLines } from './animal/animal-eye-line.ts';
import { type AnimalEye, describeAnimalEyes } from './animal/animal-eyes.ts';
import { findMuzzle } from './animal/animal-muzzle.ts';
import { findPlainEyes } from './drawing/drawn-eye.ts';
import { type DrawnMouthKind, fitDrawnMouth } from './drawing/drawn-mouth.ts';
import { isFlatSkin } from './drawing/flat-skin.ts';
import { keepCastDown, shutTogether } from './eyes/between-lids.ts';
import { isEyeCovered } from './eyes/covered-eye.ts';
import { seenAmong } from './eyes/eye-likeness.ts';
import { findEyeLine } from './eyes/eye-line.ts';
import type { EyeLine } from './eyes/eye-shape.ts';
import { seenEyes } from './eyes/hidden-eye.ts';
import { openLaughing } from './eyes/laughing-eyes.ts';
import { findMouthLine, type MouthLine } from './mouth/mouth-line.ts';
import { shutOverSkin } from './mouth/skin-between.ts';
import type { ArtStyle } from './style/art-style.ts';

/** Mouth and eyes of a face, found in the way that pictures of its style need. */
export interface Features {
  /** Those that were given, but a drawing's mouth lies on the drawn one: see fitDrawnMouth. */
  readonly landmarks: Points3<'frame-px'>;
  readonly mouth: MouthLine;
  /** A drawing's; in other pictures it is no matter of shapes. */
  readonly drawnMouth: DrawnMouthKind;
  /** 0..1: how surely the line between an animal's lips is known; people's is found by landmarks. */
  readonly muzzleKnown01: number;
  /** Those that the picture shows: of a person in profile one. */
  readonly eyes: readonly EyeLine[];
  /** The same eyes, if they are an animal's. */
  readonly animalEyes: readonly AnimalEye[];
  /** true: a drawing on skin of one colour, see isFlatSkin. */
  readonly flat: boolean;
}

type FindFeatures = (
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  style: ArtStyle,
) => Features;

const FIND: Readonly<Record<ArtStyle, FindFeatures>> = {
  photo: findPersonFeatures,
  painting: findPersonFeatures,
  drawing: findDrawnFeatures,
  animal: findAnimalFeatures,
};

/** Finds them. @param landmarks frame px; not changed */
export function findFeatures(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  style: ArtStyle,
): Features {
  return FIND[style](plate, landmarks, iodPx, style);
}

function findPersonFeatures(
  ...[plate, landmarks, iodPx, style]: Parameters<FindFeatures>
): Features {
  const mouth = findMouthLine(landmarks, iodPx, plate);
  return {
    landmarks,
    mouth: shutOverSkin(plate, mouth, iodPx),
    drawnMouth: 'shape',
    muzzleKnown01: 0,
    eyes:
      style === 'drawing'
        ? findEyes(plate, landmarks, iodPx, style)
        : openLaughing(findEyes(plate, landmarks, iodPx, style), mouth, iodPx),
    animalEyes: [],
    flat: false,
  };
}

function findEyes(...[plate, landmarks, iodPx, style]: Parameters<FindFeatures>) {
  const eyes = seenEyes(
    (['right', 'left'] as const).map((side) => findEyeLine(landmarks, side, plate, iodPx, style)),
  );
  if (style === 'drawing') return eyes;
  const seen = seenAmong(plate, eyes);
  // The one that a head in profile shows may lie under its hair.
  const hidden = eyes.length === 1 && isEyeCovered(plate, eyes[0], iodPx);
  const shown = eyes.map((eye, i) => (hidden || !seen[i] ? { ...eye, covered: true } : eye));
  return hidden ? shown : shutTogether(keepCastDown(plate, shown, iodPx));
}

function findDrawnFeatures(...[plate, given, iodPx, style]: Parameters<FindFeatures>): Features {
  const flatGiven = isFlatSkin(plate, given, iodPx);
  const { landmarks, kind } = fitDrawnMouth(plate, given, iodPx, flatGiven);
  const person = findPersonFeatures(plate, landmarks, iodPx, style);
  // Drawn out to a low mouth, landmarks may lie on lines.
  const flat = flatGiven || isFlatSkin(plate, landmarks, iodPx);
  const eyes = findPlainEyes(plate, person.eyes, iodPx, flat);
  return { ...person, drawnMouth: kind, eyes, flat };
}

function findAnimalFeatures(...[plate, landmarks, iodPx]: Parameters<FindFeatures>): Features {
  const muzzle = findMuzzle(findMouthLine(landmarks, iodPx, plate), plate, iodPx);
  const eyes = findAnimalEyeLines(landmarks, plate, iodPx);
  return {
    landmarks,
    mouth: muzzle.mouth,
    drawnMouth: 'shape',
    muzzleKnown01: muzzle.known01,
    eyes,
    animalEyes: describeAnimalEyes(eyes),
    flat: false,
  };
}

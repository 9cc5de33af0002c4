import type { Face, FoundBy } from '../face/face.ts';
import type { Picture } from '../math/picture.ts';
import { gatherStyleEvidence, type StyleEvidence } from './style-evidence.ts';

/** How a picture was made, or what it shows: it decides on teeth, shading and lids. */
export type ArtStyle = 'photo' | 'painting' | 'drawing' | 'animal';

/** From this much evidence on a face is an animal's. Measured: people below 1, animals above 2. */
const ANIMAL_EVIDENCE = 1.4;

/** A guess; `photo` where nothing speaks clearly for something else. */
export function guessArtStyle(picture: Picture, face: Face): ArtStyle {
  const evidence = gatherStyleEvidence(picture, face);
  if (looksDrawn(evidence)) return 'drawing';
  if (animalEvidence(evidence, face) >= ANIMAL_EVIDENCE) return 'animal';
  return looksPainted(evidence) ? 'painting' : 'photo';
}

/** Even areas and few colours; or ink around them; or dark lines on paper. */
export function looksDrawn(evidence: StyleEvidence): boolean {
  const even = evidence.flatness01 > 0.5 || evidence.palette < 25;
  const inked = evidence.palette < 60 && evidence.outlines01 > 0.09;
  const sketched =
    evidence.skinSaturation < 14 && evidence.skinBrightness > 205 && evidence.outlines01 > 0.06;
  return even || inked || sketched;
}

/** Sum of what speaks for fur, muzzle and eyes without whites; below 0 for a plain person. */
export function animalEvidence(evidence: StyleEvidence, face: Face): number {
  const ramp = (value: number, none: number, full: number) =>
    Math.min(1, Math.max(0, (value - none) / (full - none)));
  return (
    1.2 * ramp(evidence.texture, 0.02, 0.045) +
    ramp(evidence.lipRedness, 0.06, -0.06) +
    ramp(evidence.eyeWhites, 0.55, 0.25) +
    ramp(evidence.noseContrast, 0.06, 0.16) +
    ramp(evidence.width, 1.25, 1.45) +
    foundEvidence(face.foundBy, face.confidence01)
  );
}

/** The models know people: of a person they are sure; of an animal less so, or they need help. */
function foundEvidence(foundBy: FoundBy, confidence01: number): number {
  switch (foundBy) {
    case 'points':
    case 'search':
      return 0.5;
    case 'first-pass':
      return Math.min(1, Math.max(-1, (0.86 - confidence01) / 0.06));
  }
}

/**
 * Soft edges and warm lights. The weakest of the guesses: many a photo has both, and a painting in
 * cool light has not.
 */
export function looksPainted(evidence: StyleEvidence): boolean {
  return evidence.outlines01 < 0.045 && evidence.highlightWarmth > 1.06;
}

import { mix, smoothstep } from '../../math/easing.ts';

/** What the lip takes along beside the chin fades out between these, IOD below it. */
const LIP_FADES = [0.08, 0.72] as const;
/**
 * How far a lip's own motion reaches past the slit into the other layer, IOD: the lower one's not
 * far up, for the layers of the eyes begin there.
 */
export const UPPER_PAST = [0.06, 0.24] as const;
export const LOWER_PAST = [0.02, 0.1] as const;
/** Ends of a line that hang by this much below its middle make it droop for sure, IOD. */
const DROOPS = 0.06;

/** 0..1: how surely a line droops, as an ape's does. @param smiles see MuzzleBreadth */
export function droopOf(smiles: number): number {
  return smoothstep(0, DROOPS, -smiles);
}

/**
 * Share of a lower lip's own motion at (s, h): all of it between the lips, less and less below them, and none
 * not far above.
 * @param smiles see MuzzleBreadth
 */
export function lowerLipShare(s: number, h: number, half: number, smiles: number): number {
  const cut = pouch(s, half, Math.max(0, -smiles)) * (1 - smoothstep(...LOWER_PAST, h));
  return cut * fadesBelow(h);
}

/** What is left of a lower lip's motion at h below the lips, 0..1. */
export function fadesBelow(h: number): number {
  return 1 - smoothstep(...LIP_FADES, -h);
}

/**
 * Shape of an animal's opening along the line between its lips, 1 in the middle, 0 from the corners
 * on. From the front the lower jaw is narrower than the pads above it: a rounded pouch.
 * @param droops how far the line's ends lie below its middle, IOD
 */
export function pouch(s: number, halfMouth: number, droops = 0): number {
  const drooping01 = droopOf(-droops);
  const q = Math.abs(s) / mix(POUCH_ENDS, DROOPING_POUCH_ENDS, drooping01);
  const long01 = smoothstep(0.3, 0.6, halfMouth) * (1 - drooping01);
  const blunt = mix(SHORT_POUCH, LONG_POUCH, long01);
  return q >= 1 ? 0 : (1 - q * q) ** blunt;
}

/** The lips part over this share of the line: its ends are folds of the cheek. */
const POUCH_ENDS = 0.92;
/** … and over this one where they droop: the further they open, the less round. */
const DROOPING_POUCH_ENDS = 0.8;
/** Exponents: a short mouth opens round, and so does one that droops, a long one as a lens. */
const SHORT_POUCH = 0.62;
const LONG_POUCH = 1;

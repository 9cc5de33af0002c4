import type { Picture } from '../math/picture.ts';
import type { StillGround } from './head/still-ground.ts';
import { PLATE_CHANGES, type PlateChanges } from './plate-changes.ts';
import type { FoldFill } from './skin/own-folds.ts';
import type { PixelChange } from './skin/pixel-change.ts';
import type { SkinCrease } from './skin/skin-creases.ts';

/** Pixels that are the subject's by this much are its alone, 0..255. */
const WHOLE = 250;

/** All that is changed on a face before it moves. */
export interface FaceChanges {
  readonly ownFolds: readonly (FoldFill | undefined)[];
  readonly skinCreases: readonly SkinCrease[];
  readonly changes: PlateChanges;
}

/**
 * Holds changes to what is the subject's alone: folds that reach to the outline of a jaw would take the
 * ground beside it along as a ragged rim.
 *
 * @param ground of the same picture; its pixels that are changed become the subject's wholly
 */
export function holdToSubject(
  face: FaceChanges,
  ground: StillGround | undefined,
  { rgba }: Picture,
): FaceChanges {
  if (!ground) return face;
  const { subject } = ground;
  const isWhole = (pixel: number) => subject[4 * pixel + 3]! >= WHOLE;
  const hold = <Change extends PixelChange>(change: Change): Change => {
    const kept = change.pixels.filter(isWhole);
    for (const pixel of kept) subject.set(rgba.subarray(4 * pixel, 4 * pixel + 4), 4 * pixel);
    if (kept.length === change.pixels.length) return change;
    return { ...change, pixels: kept, change: ofPixels(change, isWhole, kept.length) };
  };
  const changes: Record<string, PixelChange | undefined> = {};
  for (const name of PLATE_CHANGES) {
    const change = face.changes[name];
    changes[name] = change && hold(change);
  }
  return {
    ownFolds: face.ownFolds.map(
      (fold) => fold && { ...hold(fold), besideMouth: hold(fold.besideMouth) },
    ),
    skinCreases: face.skinCreases.map(hold),
    changes: changes as PlateChanges,
  };
}

function ofPixels(
  { pixels, change }: PixelChange,
  kept: (pixel: number) => boolean,
  count: number,
): Float32Array {
  const out = new Float32Array(3 * count);
  let to = 0;
  pixels.forEach((pixel, i) => {
    if (!kept(pixel)) return;
    out.set(change.subarray(3 * i, 3 * i + 3), to);
    to += 3;
  });
  return out;
}

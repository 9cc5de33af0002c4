import { performance } from 'node:perf_hooks';
import { animalWitness } from '../../face/animal-witness.ts';
import type { Face, ModelRuntime } from '../../face/face.ts';
import { fitFaceToPoints } from '../../face/face-from-points.ts';
import { findFaces } from '../../face/find-faces.ts';
import { fitAnimalEyes } from '../../face/fit-eyes.ts';
import { findPersonMask, personArea, readMaskTrust, trustMask } from '../../face/person-mask.ts';
import { placeAnimalMouth } from '../../face/place-animal-mouth.ts';
import type { Picture } from '../../math/picture.ts';
import { Refusal } from '../../refusal.ts';
import { guessArtStyle, isSurelyPerson } from '../../rig/style/art-style.ts';
import type { FilmSettings } from '../../video/film-settings.ts';
import type { Subject } from '../../video/set-scene.ts';
import { decodePicture } from './decode-picture.ts';

/** A picture as it comes: a file's path, a file's bytes, or decoded already. */
export type PictureSource = string | Uint8Array | Picture;

/** What was found in a picture, and how long it took. */
export interface PictureAnalysis extends Subject {
  /** All faces, largest first; with given points only the one that they make. */
  readonly faces: readonly Face[];
  readonly timesMs: { readonly decode: number; readonly find: number; readonly mask: number };
}

/**
 * Reads a picture and finds the face that shall act.
 * @throws Refusal for whatever is wrong with the picture, its face or the points
 */
export async function analysePicture(
  source: PictureSource,
  settings: Pick<FilmSettings, 'faceIndex' | 'points' | 'style'>,
  runtime: ModelRuntime,
  onFinding: () => void = () => {},
): Promise<PictureAnalysis> {
  const start = performance.now();
  const decoded = typeof source === 'string' || source instanceof Uint8Array;
  const picture = decoded ? await decodePicture(source) : source;
  onFinding();
  const read = performance.now();
  const faces = settings.points
    ? [await fitFaceToPoints(picture, runtime, settings.points)]
    : await findFaces(picture, runtime);
  const face = faces[settings.faceIndex];
  if (!face) {
    const count = faces.length === 1 ? 'only one face' : `only ${faces.length} faces`;
    throw new Refusal(
      'bad_settings',
      `This picture has ${count}; face ${settings.faceIndex} does not exist (0 is the largest).`,
    );
  }
  const found = performance.now();
  const seen = await findPersonMask(picture, runtime, personArea(picture, face));
  // Who says that it is a painting gets one throughout.
  const { style, painted01 } = settings.style
    ? { style: settings.style, painted01: undefined }
    : guessArtStyle(
        picture,
        face,
        readMaskTrust(seen, face),
        isSurelyPerson(face) ? undefined : await animalWitness(picture, face, runtime),
      );
  const mask = trustMask(picture, seen, face, style === 'animal');
  return {
    picture,
    faces,
    face: style === 'animal' ? placeAnimalMouth(picture, fitAnimalEyes(picture, face)) : face,
    mask,
    style,
    painted01,
    timesMs: { decode: read - start, find: found - read, mask: performance.now() - found },
  };
}

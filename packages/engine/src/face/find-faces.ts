import type { Picture } from '../math/picture.ts';
import { Refusal } from '../refusal.ts';
import { searchAnimal } from './animal-search.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceOfAnimal } from './face-from-points.ts';
import { interocularDistancePx, isInside, MIN_INTEROCULAR_PX } from './face-shape.ts';
import { findFacesAtOnce } from './first-pass.ts';
import { searchFace } from './search.ts';

const NO_FACE_FOUND =
  'No face was found in this picture. Place three points on it by hand: one on each eye and one ' +
  'on the mouth.';

/**
 * All faces of a picture with their landmarks, largest first. Where the first pass over the whole
 * picture finds none, a wider search looks for one, and then one for animals.
 *
 * @throws Refusal no_face_found, or face_too_small when all faces are
 */
export async function findFaces(picture: Picture, runtime: ModelRuntime): Promise<Face[]> {
  const pyramid = createPyramid(picture);
  const faces = await findFacesAtOnce(pyramid, runtime);
  if (faces.length === 0) {
    const face = await searchFurther(pyramid, runtime);
    if (face) faces.push(face);
  }
  if (faces.length === 0) throw new Refusal('no_face_found', NO_FACE_FOUND);
  const large = faces.filter((f) => interocularDistancePx(f.landmarks) >= MIN_INTEROCULAR_PX);
  if (large.length === 0) throw tooSmall(faces);
  return large.sort(
    (a, b) => b.boxPx.widthPx * b.boxPx.heightPx - a.boxPx.widthPx * a.boxPx.heightPx,
  );
}

/** The wider search finds a face in nearly every picture: below this confidence, 0..1, an animal is looked for too. */
const DOUBTFUL = 0.45;
/** An animal goes before such a face from this confidence on, 0..1. */
const LIKELY = 0.3;

async function searchFurther(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face | undefined> {
  const face = await searchFace(pyramid, runtime);
  if (face && face.confidence01 >= DOUBTFUL) return face;
  const animal = await searchAnimalFace(pyramid, runtime);
  return face && (animal?.confidence01 ?? 0) < LIKELY ? face : (animal ?? face);
}

/** From this worth on, a find of the search for animals is as sure as it gets. */
const SURE_WORTH = 60;

async function searchAnimalFace(
  pyramid: Pyramid,
  runtime: ModelRuntime,
): Promise<Face | undefined> {
  const find = searchAnimal(pyramid, await runtime.catCascade());
  if (!find) return undefined;
  const confidence01 = Math.min(1, find.worth / SURE_WORTH);
  const face = await faceOfAnimal(pyramid, runtime, find.points, confidence01);
  return face && isInside(face.landmarks, pyramid.picture) ? face : undefined;
}

function tooSmall(faces: readonly Face[]): Refusal {
  const iod = Math.max(...faces.map((face) => interocularDistancePx(face.landmarks)));
  return new Refusal(
    'face_too_small',
    `The face in this picture is too small: its eyes are ${Math.floor(iod)} pixels apart, and at ` +
      `least ${MIN_INTEROCULAR_PX} are needed. Use a larger picture or one from nearer by.`,
  );
}

import type { Picture } from '../math/picture.ts';
import { Refusal } from '../refusal.ts';
import { COCKED_RADIANS, searchAnimal } from './animal-search.ts';
import { animalWitness } from './animal-witness.ts';
import { type Being, detectBeings } from './being-detector.ts';
import { createPyramid, cutOut, type Pyramid } from './crop.ts';
import { type Frame, wholeFrame, windowFrames } from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceOfAnimal } from './face-from-points.ts';
import {
  faceFromLandmarks,
  interocularDistancePx,
  isInside,
  MIN_INTEROCULAR_PX,
} from './face-shape.ts';
import { findFacesAtOnce, findSmallFaces } from './first-pass.ts';
import { showsEyes } from './fit-eyes.ts';
import { searchFace } from './search.ts';

const NO_FACE_FOUND =
  'No face was found in this picture. Place three points on it by hand: one on each eye and one ' +
  'on the mouth.';

/**
 * All faces of a picture with their landmarks, largest first. Where the first pass over the whole
 * picture finds none, one is looked for on the animal that is seen there, by a wider search, by one for animals,
 * by one for animals that hold their heads aside, and at last small ones by a closer look. A single one that is hardly
 * believed gives way to an animal's that is seen more plainly. What looks like a face on an animal and shows no eyes is
 * none.
 *
 * @throws Refusal no_face_found, or face_too_small when all faces are
 */
export async function findFaces(picture: Picture, runtime: ModelRuntime): Promise<Face[]> {
  const pyramid = createPyramid(picture);
  const faces = await findFacesAtOnce(pyramid, runtime);
  if (faces.length === 0) {
    const face = await searchAround(pyramid, runtime);
    if (face) faces.push(face);
    else faces.push(...(await findSmallFaces(pyramid, runtime)));
  } else if (faces.length === 1) {
    faces[0] = await unlessAnAnimals(pyramid, runtime, faces[0]!);
  }
  if (faces.length === 0) throw new Refusal('no_face_found', NO_FACE_FOUND);
  const large = faces.filter((f) => interocularDistancePx(f.landmarks) >= MIN_INTEROCULAR_PX);
  if (large.length === 0) throw tooSmall(faces);
  return large.sort(bySize);
}

/** The largest first. */
function bySize({ boxPx: a }: Face, { boxPx: b }: Face): number {
  return b.widthPx * b.heightPx - a.widthPx * a.heightPx;
}

function largest(faces: readonly Face[]): Face | undefined {
  return [...faces].sort(bySize)[0];
}

/** The wider search finds a face in nearly every picture: below this confidence, 0..1, an animal is looked for too. */
const DOUBTFUL = 0.45;
/** … and where one is seen up to this: models of people lay eyes and mouth less well. */
const DOUBTFUL_ON_ANIMAL = 0.6;
/** An animal goes before such a face from this confidence on, 0..1. */
const LIKELY = 0.3;

/** An animal is worth a look from nearer by from this score on, 0..1 … */
const PLAINLY_ANIMAL = 0.3;
/** … unless it fills more than this part of both sides of the picture. */
const FILLS = 0.85;
/** What the wider search is not sure of there counts where the detector sees an animal around it as plainly as this. */
const PLAIN_HEAD = 0.6;
/**
 * Small ones are seen through windows, unless the whole picture shows one as plainly as the first, or one larger than a
 * window as plainly as the second: through a window a muzzle looks like an animal, too.
 */
const NEED_NO_WINDOWS = 0.5;
const LARGE_ONES_NEED_NONE = 0.2;
const WINDOWS = { part: 0.6, count: 2 };
/** It is looked at with this much around it, parts of its box. */
const AROUND = 0.08;

/** What the wider searches find: on an animal that is seen there, anywhere, and, of such an animal, held aside. */
async function searchAround(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face | undefined> {
  const animal = await mostPlainAnimal(pyramid, runtime);
  const face =
    (animal && (await searchOnAnimal(pyramid, runtime, animal))) ??
    (await searchFurther(pyramid, runtime));
  if (face && !(await isNobodys(pyramid, runtime, face))) return face;
  return animal && searchCocked(pyramid, runtime);
}

/** The face of an animal, found as in a picture that shows nothing else. */
async function searchOnAnimal(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  animal: Being,
): Promise<Face | undefined> {
  const { picture } = pyramid;
  if (isLarger(animal, FILLS, picture)) return undefined;
  const reach = 0.5 + AROUND;
  const { part, xPx, yPx } = cutOut(picture, {
    xPx: animal.centreX - reach * animal.width,
    yPx: animal.centreY - reach * animal.height,
    widthPx: 2 * reach * animal.width,
    heightPx: 2 * reach * animal.height,
  });
  const nearer = createPyramid(part);
  const face = (await searchNearBy(nearer, runtime)) ?? (await searchCocked(nearer, runtime));
  if (!face) return undefined;
  const landmarks = face.landmarks.map((value, i) => value + [xPx, yPx, 0][i % 3]!);
  // It took a search, however sure the models are of what they see from so near.
  const foundBy = face.foundBy === 'first-pass' ? 'search' : face.foundBy;
  return faceFromLandmarks(landmarks as typeof face.landmarks, face.confidence01, foundBy);
}

/** What is found where an animal fills the picture; undefined of nothing, and of what is hardly believed to be its face. */
async function searchNearBy(nearer: Pyramid, runtime: ModelRuntime): Promise<Face | undefined> {
  const face =
    largest(await findFacesAtOnce(nearer, runtime)) ??
    (await searchFurther(nearer, runtime, DOUBTFUL_ON_ANIMAL));
  if (!face || (await isNobodys(nearer, runtime, face))) return undefined;
  if (face.foundBy !== 'search' || face.confidence01 >= DOUBTFUL) return face;
  return (await animalWitness(nearer.picture, face, runtime)) < PLAIN_HEAD ? undefined : face;
}

/**
 * The detector sees an animal around a face that is held aside as plainly as this: .26 and more where it was one, .01
 * on the tail of a jaguar.
 */
const SEEN_AROUND = 0.15;

/** The face of a head that is held aside, where an animal is seen. */
async function searchCocked(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face | undefined> {
  const face = await searchAnimalFace(pyramid, runtime, COCKED_RADIANS);
  if (!face || face.confidence01 < LIKELY) return undefined;
  return (await animalWitness(pyramid.picture, face, runtime)) < SEEN_AROUND ? undefined : face;
}

/** Undefined where none is worth a look. */
async function mostPlainAnimal(
  pyramid: Pyramid,
  runtime: ModelRuntime,
): Promise<Being | undefined> {
  const { picture } = pyramid;
  const { widthPx, heightPx } = picture;
  const see = async (frame: Frame) =>
    (await detectBeings(pyramid, runtime, frame)).find(({ kind }) => kind === 'animal');
  let best = await see(wholeFrame(widthPx, heightPx));
  if (!best || !needsNoWindows(best, picture)) {
    for (const frame of windowFrames(widthPx, heightPx, WINDOWS)) {
      const animal = await see(frame);
      if (animal && animal.score01 > (best?.score01 ?? 0)) best = animal;
    }
  }
  return best && best.score01 >= PLAINLY_ANIMAL ? best : undefined;
}

function needsNoWindows(animal: Being, picture: Picture): boolean {
  const least = isLarger(animal, WINDOWS.part, picture) ? LARGE_ONES_NEED_NONE : NEED_NO_WINDOWS;
  return animal.score01 > least;
}

/** Whether it takes up more than this part of both sides of the picture. */
function isLarger({ width, height }: Being, part: number, { widthPx, heightPx }: Picture): boolean {
  return width > part * widthPx && height > part * heightPx;
}

async function searchFurther(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  doubtful = DOUBTFUL,
): Promise<Face | undefined> {
  const face = await searchFace(pyramid, runtime);
  if (face && face.confidence01 >= doubtful) return face;
  const animal = await searchAnimalFace(pyramid, runtime);
  if (!face || (animal && animal.confidence01 >= LIKELY)) return animal ?? face;
  // A search that knows people takes an eye of a cat that fills the picture for a face.
  const isAnimals = (await animalWitness(pyramid.picture, face, runtime)) >= PLAIN_HEAD;
  return !isAnimals || showsEyes(pyramid, face.landmarks) ? face : animal;
}

/**
 * What the wider search finds on the flank of an elephant or the back of a rabbit it is hardly sure of, it has no
 * eyes there, and an animal is seen: .02 and more, where 21 drawn people of whom the search was no surer had -.25
 * and less, and Munch's Scream, of whom hardly anything is seen, -.02.
 */
const HARDLY_SEEN = 0.5;
const NO_ANIMAL = 0;

/** Whether a face is only a shape in which the wider search saw one: asking for points is better than a film of it. */
export async function isNobodys(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  face: Face,
): Promise<boolean> {
  if (face.foundBy !== 'search' || face.confidence01 >= HARDLY_SEEN) return false;
  if (showsEyes(pyramid, face.landmarks)) return false;
  return (await animalWitness(pyramid.picture, face, runtime)) > NO_ANIMAL;
}

/** From this worth on, a find of the search for animals is as sure as it gets. */
const SURE_WORTH = 60;

/** A face of which the first pass is less sure than this may lie beside an eye of a cat … */
const HARDLY_SURE = 0.65;
/** … where the search for animals is as sure as this. */
const SURELY_ANIMALS = 0.5;

/** The face, or that of an animal that is seen there more plainly. */
async function unlessAnAnimals(pyramid: Pyramid, runtime: ModelRuntime, face: Face): Promise<Face> {
  if (face.confidence01 >= HARDLY_SURE) return face;
  if ((await animalWitness(pyramid.picture, face, runtime)) < PLAIN_HEAD) return face;
  const animal = await searchAnimalFace(pyramid, runtime);
  return animal && animal.confidence01 >= SURELY_ANIMALS ? animal : face;
}

async function searchAnimalFace(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  rolls?: readonly number[],
): Promise<Face | undefined> {
  const find = searchAnimal(pyramid, await runtime.catCascade(), rolls);
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

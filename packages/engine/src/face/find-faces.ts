import type { Picture } from '../math/picture.ts';
import { Refusal } from '../refusal.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import { detect, type Frame, meshFrame, wholeFrame } from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import {
  faceFromLandmarks,
  interocularDistancePx,
  MIN_INTEROCULAR_PX,
  sameFace,
} from './face-shape.ts';
import { findLandmarks } from './landmarks.ts';
import { searchFace } from './search.ts';

/** A detection is worth a look by the mesh from here. */
const DETECTION_THRESHOLD = 0.6;
/** The mesh model's own opinion, wanted in both passes. */
const FLAG_THRESHOLD = 0.9;

const NO_FACE_FOUND =
  'No face was found in this picture. Place three points on it by hand: one on each eye and one ' +
  'on the mouth.';

/**
 * All faces of a picture with their landmarks, largest first. Where the first pass over the whole
 * picture finds none, a wider search looks for one.
 *
 * @throws Refusal no_face_found, or face_too_small when all faces are
 */
export async function findFaces(picture: Picture, runtime: ModelRuntime): Promise<Face[]> {
  const pyramid = createPyramid(picture);
  const faces = await firstPass(pyramid, runtime);
  if (faces.length === 0) {
    const face = await searchFace(pyramid, runtime);
    if (face) faces.push(face);
  }
  if (faces.length === 0) throw new Refusal('no_face_found', NO_FACE_FOUND);
  const large = faces.filter((f) => interocularDistancePx(f.landmarks) >= MIN_INTEROCULAR_PX);
  if (large.length === 0) throw tooSmall(faces);
  return large.sort(
    (a, b) => b.boxPx.widthPx * b.boxPx.heightPx - a.boxPx.widthPx * a.boxPx.heightPx,
  );
}

function tooSmall(faces: readonly Face[]): Refusal {
  const iod = Math.max(...faces.map((face) => interocularDistancePx(face.landmarks)));
  return new Refusal(
    'face_too_small',
    `The face in this picture is too small: its eyes are ${iod.toFixed(0)} pixels apart, and at ` +
      `least ${MIN_INTEROCULAR_PX} are needed. Use a larger picture or one from nearer by.`,
  );
}

/** Both detectors on the whole picture: the short range for large faces, the full for small. */
async function firstPass(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face[]> {
  const whole = wholeFrame(pyramid.picture.widthPx, pyramid.picture.heightPx);
  const candidates: { readonly score01: number; readonly frame: Frame }[] = [];
  for (const detector of ['detector-short', 'detector-full'] as const) {
    for (const found of await detect(pyramid, runtime, detector, whole, DETECTION_THRESHOLD)) {
      candidates.push({ score01: found.score01, frame: meshFrame(found, whole) });
    }
  }
  const faces: Face[] = [];
  for (const { score01, frame } of candidates) {
    const { landmarks, flag01 } = await findLandmarks(pyramid, runtime, frame);
    if (flag01 < FLAG_THRESHOLD) continue;
    const face = faceFromLandmarks(landmarks, score01 * flag01, 'first-pass');
    if (!faces.some((other) => sameFace(other, face))) faces.push(face);
  }
  return faces;
}

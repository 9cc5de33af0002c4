import type { Picture } from '../math/picture.ts';
import { Refusal } from '../refusal.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import {
  type DetectorName,
  detect,
  type Frame,
  meshFrame,
  wholeFrame,
  windowFrames,
} from './detector.ts';
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
/** From this side on, faces that the whole picture hides from the detectors are large enough. */
const GROUP_SIDE_PX = 640;

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

/**
 * Both detectors on the whole picture, the short range for large faces and the full for small
 * ones, and the full range once more through windows where a picture has room for a group.
 */
async function firstPass(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face[]> {
  const { widthPx, heightPx } = pyramid.picture;
  const whole = wholeFrame(widthPx, heightPx);
  const looks: { readonly detector: DetectorName; readonly frame: Frame }[] = [
    { detector: 'detector-short', frame: whole },
    { detector: 'detector-full', frame: whole },
  ];
  if (Math.max(widthPx, heightPx) >= GROUP_SIDE_PX) {
    for (const frame of windowFrames(widthPx, heightPx, { part: 0.6, count: 2 })) {
      looks.push({ detector: 'detector-full', frame });
    }
  }
  const faces: Face[] = [];
  for (const { detector, frame } of looks) {
    for (const found of await detect(pyramid, runtime, detector, frame, DETECTION_THRESHOLD)) {
      const { landmarks, flag01 } = await findLandmarks(pyramid, runtime, meshFrame(found, frame));
      if (flag01 < FLAG_THRESHOLD) continue;
      const face = faceFromLandmarks(landmarks, found.score01 * flag01, 'first-pass');
      const twin = faces.findIndex((other) => sameFace(other, face));
      if (twin < 0) faces.push(face);
      else if (faces[twin]!.confidence01 < face.confidence01) faces[twin] = face;
    }
  }
  return faces;
}

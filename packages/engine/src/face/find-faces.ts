import type { Picture } from '../math/picture.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import { detect, type Frame, meshFrame, wholeFrame } from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceFromLandmarks, sameFace } from './face-shape.ts';
import { findLandmarks } from './landmarks.ts';

/** A detection is worth a look by the mesh from here. */
const DETECTION_THRESHOLD = 0.6;
/** The mesh model's own opinion, wanted in both passes. */
const FLAG_THRESHOLD = 0.9;

/**
 * All faces of a picture with their landmarks, largest first; none → an empty list.
 */
export async function findFaces(picture: Picture, runtime: ModelRuntime): Promise<Face[]> {
  const pyramid = createPyramid(picture);
  return (await firstPass(pyramid, runtime)).sort(
    (a, b) => b.boxPx.widthPx * b.boxPx.heightPx - a.boxPx.widthPx * a.boxPx.heightPx,
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

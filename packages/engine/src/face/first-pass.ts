import type { Pyramid } from './crop.ts';
import {
  type DetectorName,
  detect,
  type Frame,
  meshFrame,
  wholeFrame,
  windowFrames,
} from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceFromLandmarks, sameFace } from './face-shape.ts';
import { fitLargeEyes } from './fit-large-eyes.ts';
import { findLandmarks } from './landmarks.ts';

/** A detection is worth a look by the mesh from here. */
const DETECTION_THRESHOLD = 0.6;
/** The mesh model's own opinion, wanted in both passes. */
const FLAG_THRESHOLD = 0.9;
/** From this side on, faces that the whole picture hides from the detectors are large enough. */
const GROUP_SIDE_PX = 640;

/**
 * Both detectors on the whole picture, the short range for large faces and the full for small
 * ones, and the full range once more through windows where a picture has room for a group. In no
 * order; none → an empty list.
 */
export async function findFacesAtOnce(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face[]> {
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
  return faces.map((face) =>
    faceFromLandmarks(fitLargeEyes(pyramid, face.landmarks), face.confidence01, face.foundBy),
  );
}

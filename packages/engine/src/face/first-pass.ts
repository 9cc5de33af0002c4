import type { Pyramid } from './crop.ts';
import {
  type Box,
  boxInImage,
  type Detection,
  type DetectorName,
  detect,
  type Frame,
  meshFrame,
  overlap,
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

/** Two boxes are the same face from this overlap. */
const SAME_BOX_OVERLAP = 0.4;

/** A detection, the frame it was made in and its box on the picture. */
interface Find {
  readonly found: Detection;
  readonly frame: Frame;
  readonly box: Box;
}

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
  const finds: Find[] = [];
  for (const { detector, frame } of looks) {
    for (const found of await detect(pyramid, runtime, detector, frame, DETECTION_THRESHOLD)) {
      finds.push({ found, frame, box: boxInImage(found, frame) });
    }
  }
  // The best view of each face goes on to the mesh; the others of the same box are dropped.
  finds.sort((a, b) => b.found.score01 - a.found.score01);
  const faces: Face[] = [];
  const seen: Find[] = [];
  for (const find of finds) {
    if (seen.some((other) => overlap(other.box, find.box) > SAME_BOX_OVERLAP)) continue;
    const start = meshFrame(find.found, find.frame);
    const { landmarks, flag01 } = await findLandmarks(pyramid, runtime, start);
    if (flag01 < FLAG_THRESHOLD) continue;
    seen.push(find);
    const face = faceFromLandmarks(landmarks, find.found.score01 * flag01, 'first-pass');
    if (!faces.some((other) => sameFace(other, face))) faces.push(face);
  }
  return faces.map((face) =>
    faceFromLandmarks(fitLargeEyes(pyramid, face.landmarks), face.confidence01, face.foundBy),
  );
}

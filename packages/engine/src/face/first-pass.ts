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
  tileFrames,
  wholeFrame,
  windowFrames,
  windowsAcross,
} from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceFromLandmarks, isInside, sameFace } from './face-shape.ts';
import { fitLargeEyes } from './fit-large-eyes.ts';
import { findLandmarks } from './landmarks.ts';

/** A detection is worth a look by the mesh from here. */
const DETECTION_THRESHOLD = 0.6;
/** The mesh model's own opinion, wanted in both passes. */
const FLAG_THRESHOLD = 0.9;
/** From this side on, faces that the whole picture hides from the detectors are large enough. */
const GROUP_SIDE_PX = 640;
/** Windows for groups: about as large as the picture's short side, within these parts. */
const WINDOW_PART_MIN = 0.25;
const WINDOW_PART_MAX = 0.6;
/** Where no face is larger than this part of the long side, others may be too small for those windows … */
const SMALL_PART = 1 / 11;
/** … but not for windows of this part of it. */
const SMALL_WINDOW_PART = 1 / 3;
/** The same, where there is nothing else to be found. */
const SMALLEST_WINDOW_PART = 1 / 5;
/** In smaller windows the detector sees only faces that are too small for a film. */
const SMALLEST_WINDOW_PX = 400;

/** Two boxes are the same face from this overlap. */
const SAME_BOX_OVERLAP = 0.4;

/**
 * Both detectors' best scores together: upright faces reach 1.6-1.9, faces lying on their side
 * 1.0-1.7. From the first number on nothing else is tried; another way up must win by the second.
 */
const SURELY_UPRIGHT = 1.75;
const TURN_COST = 0.15;
/** The other ways up, radians: a quarter either way, and upside down. */
const TURNS_RADIANS = [Math.PI / 2, -Math.PI / 2, Math.PI];

/** A detection, the frame it was made in and its box on the picture. */
interface Find {
  readonly found: Detection;
  readonly frame: Frame;
  readonly box: Box;
}

/** The whole picture seen one way up. */
interface View {
  readonly rollRadians: number;
  readonly finds: readonly Find[];
  /** Best score of each detector; 0 for none. */
  readonly scores: readonly number[];
}

/**
 * Both detectors on the whole picture, the short range for large faces and the full for small
 * ones, and the full range once more through windows where a picture has room for a group, finer
 * ones where the faces are small. A picture that lies on its side or stands on its head is looked at the right way up. In no order;
 * none → an empty list.
 */
export async function findFacesAtOnce(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face[]> {
  const { widthPx, heightPx } = pyramid.picture;
  const view = await bestView(pyramid, runtime);
  const { rollRadians } = view;
  const finds = [...view.finds];
  const long = Math.max(widthPx, heightPx);
  if (long >= GROUP_SIDE_PX) {
    const shape = (1.2 * Math.min(widthPx, heightPx)) / long;
    const part = Math.max(WINDOW_PART_MIN, Math.min(WINDOW_PART_MAX, shape));
    const frames = windowFrames(widthPx, heightPx, { part, count: windowsAcross(1, part) });
    finds.push(...(await lookThrough(pyramid, runtime, frames, rollRadians)));
  }
  const met = await meet(pyramid, runtime, finds);
  const { faces } = met;
  const side = ({ boxPx }: Face) => Math.max(boxPx.widthPx, boxPx.heightPx);
  if (long >= GROUP_SIDE_PX && faces.length > 0 && Math.max(...faces.map(side)) < SMALL_PART * long)
    await meetSmall(pyramid, runtime, { part: SMALL_WINDOW_PART, rollRadians, met });
  return faces.map((face) => fitEyes(pyramid, face));
}

/**
 * The faces that are too small in a large picture for all other looks, by windows that are finer
 * still. In no order; none → an empty list.
 */
export async function findSmallFaces(pyramid: Pyramid, runtime: ModelRuntime): Promise<Face[]> {
  const met: Met = { faces: [], seen: [] };
  await meetSmall(pyramid, runtime, { part: SMALLEST_WINDOW_PART, rollRadians: 0, met });
  return met.faces.map((face) => fitEyes(pyramid, face));
}

/** The faces that were believed so far, and their detections. */
interface Met {
  readonly faces: Face[];
  readonly seen: Find[];
}

/** Adds those to `met` that show through windows of a part of the long side; no window may hold all. */
async function meetSmall(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  { part, rollRadians, met }: { part: number; rollRadians: number; met: Met },
): Promise<void> {
  const { widthPx, heightPx } = pyramid.picture;
  const long = Math.max(widthPx, heightPx);
  const sidePx = Math.max(part * long, SMALLEST_WINDOW_PX);
  if (sidePx >= long) return;
  const frames = tileFrames(widthPx, heightPx, sidePx);
  await meet(pyramid, runtime, await lookThrough(pyramid, runtime, frames, rollRadians), met);
}

/** Adds the faces to `met` that the mesh confirms: the best view of each, the others of its box are dropped. */
async function meet(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  finds: readonly Find[],
  met: Met = { faces: [], seen: [] },
): Promise<Met> {
  const { faces, seen } = met;
  for (const find of [...finds].sort((a, b) => b.found.score01 - a.found.score01)) {
    if (seen.some((other) => overlap(other.box, find.box) > SAME_BOX_OVERLAP)) continue;
    const start = meshFrame(find.found, find.frame);
    const { landmarks, flag01 } = await findLandmarks(pyramid, runtime, start);
    if (flag01 < FLAG_THRESHOLD || !isInside(landmarks, pyramid.picture)) continue;
    seen.push(find);
    const face = faceFromLandmarks(landmarks, find.found.score01 * flag01, 'first-pass');
    if (!faces.some((other) => sameFace(other, face))) faces.push(face);
  }
  return met;
}

function fitEyes(pyramid: Pyramid, { landmarks, confidence01, foundBy }: Face): Face {
  return faceFromLandmarks(fitLargeEyes(pyramid, landmarks), confidence01, foundBy);
}

/** The picture turned to the way up in which its best face is most surely one. */
async function bestView(pyramid: Pyramid, runtime: ModelRuntime): Promise<View> {
  const certainty = ({ scores }: View) => scores.reduce((sum, score) => sum + score, 0);
  let best = await viewOf(pyramid, runtime, 0);
  if (certainty(best) >= SURELY_UPRIGHT) return best;
  let toBeat = certainty(best) + TURN_COST;
  for (const rollRadians of TURNS_RADIANS) {
    const view = await viewOf(pyramid, runtime, rollRadians);
    if (view.scores.includes(0) || certainty(view) <= toBeat) continue;
    best = view;
    toBeat = certainty(view);
  }
  return best;
}

async function viewOf(pyramid: Pyramid, runtime: ModelRuntime, rollRadians: number): Promise<View> {
  const { widthPx, heightPx } = pyramid.picture;
  const frame = { ...wholeFrame(widthPx, heightPx), rollRadians };
  const finds: Find[] = [];
  const scores: number[] = [];
  for (const detector of ['detector-short', 'detector-full'] as const) {
    const found = await look(pyramid, runtime, detector, frame);
    scores.push(found[0]?.found.score01 ?? 0);
    finds.push(...found);
  }
  return { rollRadians, finds, scores };
}

/** What the full range finds through frames that are turned the same way. */
async function lookThrough(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  frames: readonly Frame[],
  rollRadians: number,
): Promise<Find[]> {
  const finds: Find[] = [];
  for (const frame of frames)
    finds.push(...(await look(pyramid, runtime, 'detector-full', { ...frame, rollRadians })));
  return finds;
}

/** What a detector finds through one frame, best first. */
async function look(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  detector: DetectorName,
  frame: Frame,
): Promise<Find[]> {
  const found = await detect(pyramid, runtime, detector, frame, DETECTION_THRESHOLD);
  return found.map((one) => ({ found: one, frame, box: boxInImage(one, frame) }));
}

import { apply } from '../math/affine.ts';
import type { Pyramid } from './crop.ts';
import {
  type Box,
  boxInImage,
  type Detection,
  detect,
  type Frame,
  frameToImage,
  meshFrame,
  overlap,
  type Windows,
  wholeFrame,
  windowFrames,
} from './detector.ts';
import type { Face, ModelRuntime } from './face.ts';
import { faceFromLandmarks, interocularDistancePx, isInside } from './face-shape.ts';
import { fitLargeEyes } from './fit-large-eyes.ts';
import { LEFT_IRIS, RIGHT_IRIS } from './landmark-indices.ts';
import { frameAroundLandmarks, runMesh } from './landmarks.ts';

/** Below this a detection is noise, even here. */
const DETECTION_THRESHOLD = 0.35;
/** How many of the best boxes the mesh looks at. */
const MESH_TRIES = 8;
/** Faces that score less are not believed. */
const ACCEPT_SCORE = 0.3;
/** Two boxes (in one squeezed picture) are the same find from this overlap. */
const SAME_BOX_OVERLAP = 0.3;

/** x is shrunk by these: the faces of cats and alpacas are wide. */
const ASPECTS = [1, 0.8, 1.3, 1.6];
const ROLLS_RADIANS = [0, 0.4, -0.4];
const WINDOWS: readonly Windows[] = [
  { part: 1, count: 1 },
  { part: 0.7, count: 2 },
  { part: 0.5, count: 3 },
];
/** Frames larger than the picture, for faces that fill it. */
const PADDINGS = [1.5, 2.2];

/** One find: the detection, the frame it came from, and how many frames agree with it. */
interface Candidate {
  readonly detection: Detection;
  readonly frame: Frame;
  /** Box in image px. */
  readonly box: Box;
  readonly votes: number;
}

/**
 * Looks for one face harder: through many windows, tilted, squeezed and stretched. For cartoons,
 * animals, far or turned faces, which the first pass misses. About 190 runs of the small detector
 * and up to 16 of the mesh: a second or two.
 *
 * @returns the best face, or undefined; `confidence01` is the search's own score
 */
export async function searchFace(
  pyramid: Pyramid,
  runtime: ModelRuntime,
): Promise<Face | undefined> {
  const { widthPx, heightPx } = pyramid.picture;
  const finds: Omit<Candidate, 'votes'>[] = [];
  for (const frame of searchFrames(widthPx, heightPx)) {
    for (const detection of await detect(
      pyramid,
      runtime,
      'detector-short',
      frame,
      DETECTION_THRESHOLD,
    )) {
      finds.push({ detection, frame, box: boxInImage(detection, frame) });
    }
  }
  let best: Face | undefined;
  for (const candidate of bestCandidates(finds)) {
    const face = await judge(pyramid, runtime, candidate);
    if (!isInside(face.landmarks, pyramid.picture)) continue;
    if (!best || face.confidence01 > best.confidence01) best = face;
  }
  if (!best || best.confidence01 < ACCEPT_SCORE) return undefined;
  return faceFromLandmarks(fitLargeEyes(pyramid, best.landmarks), best.confidence01, 'search');
}

/** All frames of the search, in a fixed order. */
function searchFrames(widthPx: number, heightPx: number): Frame[] {
  const frames: Frame[] = [];
  for (const aspect of ASPECTS) {
    for (const rollRadians of ROLLS_RADIANS) {
      for (const windows of WINDOWS) {
        for (const frame of windowFrames(widthPx, heightPx, windows, aspect)) {
          frames.push({ ...frame, rollRadians });
        }
      }
      for (const padding of PADDINGS) {
        frames.push({ ...wholeFrame(widthPx, heightPx, aspect, padding), rollRadians });
      }
    }
  }
  return frames;
}

/** The best finds, each with the number of frames that saw about the same box. */
function bestCandidates(finds: readonly Omit<Candidate, 'votes'>[]): Candidate[] {
  const ranked = [...finds].sort((a, b) => b.detection.score01 - a.detection.score01);
  const kept: Candidate[] = [];
  for (const find of ranked) {
    const twin = kept.some(
      (other) =>
        other.frame.aspect === find.frame.aspect && overlap(other.box, find.box) > SAME_BOX_OVERLAP,
    );
    if (twin) continue;
    const votes = finds.filter((other) => overlap(other.box, find.box) > SAME_BOX_OVERLAP).length;
    kept.push({ ...find, votes });
  }
  const worth = (c: Candidate) => c.detection.score01 * voteFactor(c.votes);
  return kept.sort((a, b) => worth(b) - worth(a)).slice(0, MESH_TRIES);
}

function voteFactor(votes: number): number {
  return 1 - 0.35 / votes;
}

/** Runs the mesh twice on a candidate and scores how well everything agrees, 0..1. */
async function judge(pyramid: Pyramid, runtime: ModelRuntime, candidate: Candidate): Promise<Face> {
  const { detection, frame, box, votes } = candidate;
  const { aspect } = frame;
  const first = await runMesh(pyramid, runtime, frameToImage(meshFrame(detection, frame)));
  const around = frameAroundLandmarks(first.landmarks, aspect);
  const second = await runMesh(pyramid, runtime, frameToImage(around));
  const { landmarks } = second;

  const toImage = frameToImage(frame);
  const iod = Math.max(1e-3, interocularDistancePx(landmarks));
  const distance = (keyPoint: number, iris: number): number => {
    const [x, y] = apply(
      toImage,
      detection.keyPoints[2 * keyPoint]!,
      detection.keyPoints[2 * keyPoint + 1]!,
    );
    return Math.hypot(x - landmarks[3 * iris]!, y - landmarks[3 * iris + 1]!) / iod;
  };
  const eyesApart = (distance(0, RIGHT_IRIS) + distance(1, LEFT_IRIS)) / 2;
  const shortSide = Math.min(pyramid.picture.widthPx, pyramid.picture.heightPx);
  const size = Math.max(box.width, box.height) / (shortSide / 4);
  const score =
    Math.sqrt((first.flag01 + 0.05) * (second.flag01 + 0.05)) *
    detection.score01 *
    Math.exp(-2 * eyesApart) *
    Math.exp(-0.3 * Math.abs(around.rollRadians)) *
    Math.min(1, size) ** 0.8 *
    voteFactor(votes) *
    (aspect === 1 ? 1 : 0.93);
  return faceFromLandmarks(landmarks, Math.min(1, score), 'search');
}

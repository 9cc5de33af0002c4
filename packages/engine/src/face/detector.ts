import { type Affine, apply, compose, rotation, scaling, translation } from '../math/affine.ts';
import { cropPicture, type Pyramid } from './crop.ts';
import type { ModelRuntime } from './face.ts';

/**
 * A square window on the picture that the detector looks through. `aspect` shrinks the picture's
 * x before anything else (wide animal faces become human ones); centre, side and roll are in that
 * squeezed picture.
 */
export interface Frame {
  readonly centreX: number;
  readonly centreY: number;
  readonly sidePx: number;
  readonly rollRadians: number;
  readonly aspect: number;
}

/** The frame that holds the whole picture, `padding` times as large as it must be. */
export function wholeFrame(widthPx: number, heightPx: number, aspect = 1, padding = 1): Frame {
  return {
    centreX: widthPx / aspect / 2,
    centreY: heightPx / 2,
    sidePx: Math.max(widthPx / aspect, heightPx) * padding,
    rollRadians: 0,
    aspect,
  };
}

/** Windows on a picture: their part of the whole frame's side, and how many along each axis. */
export interface Windows {
  readonly part: number;
  readonly count: number;
}

/** Upright windows that together cover the picture, row by row. */
export function windowFrames(
  widthPx: number,
  heightPx: number,
  { part, count }: Windows,
  aspect = 1,
): Frame[] {
  const sidePx = part * wholeFrame(widthPx, heightPx, aspect).sidePx;
  const xs = spread(widthPx / aspect, sidePx, count);
  return framesAt(xs, spread(heightPx, sidePx, count), sidePx, aspect);
}

/** Upright windows of one side that cover the picture, no more of them each way than it takes, row by row. */
export function tileFrames(widthPx: number, heightPx: number, sidePx: number): Frame[] {
  const centres = (length: number) => spread(length, sidePx, windowsAcross(length, sidePx));
  return framesAt(centres(widthPx), centres(heightPx), sidePx, 1);
}

/** How many windows of a side cover a length if each overlaps the next by a third at least. */
export function windowsAcross(length: number, side: number): number {
  return Math.max(0, Math.ceil(1.5 * (length / side - 1))) + 1;
}

function framesAt(
  xs: readonly number[],
  ys: readonly number[],
  sidePx: number,
  aspect: number,
): Frame[] {
  return ys.flatMap((centreY) =>
    xs.map((centreX) => ({ centreX, centreY, sidePx, rollRadians: 0, aspect })),
  );
}

/** Centres of up to `count` windows that cover a length; one where it fits into a window. */
function spread(length: number, window: number, count: number): number[] {
  if (count === 1 || window >= length) return [length / 2];
  return Array.from(
    { length: count },
    (_, i) => window / 2 + ((length - window) * i) / (count - 1),
  );
}

/** From the frame's unit square (0..1, y down) to image px. */
export function frameToImage(frame: Frame): Affine {
  return compose(
    scaling(frame.aspect, 1),
    compose(
      translation(frame.centreX, frame.centreY),
      compose(
        rotation(frame.rollRadians),
        compose(scaling(frame.sidePx, frame.sidePx), translation(-0.5, -0.5)),
      ),
    ),
  );
}

/** A face as the detector sees it, in the unit square of its frame. */
export interface Detection {
  readonly score01: number;
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
  readonly height: number;
  /**
   * x,y of six key points: the eye on the picture's left, the eye on its right, nose, mouth, the
   * ear on the picture's left, the ear on its right.
   */
  readonly keyPoints: readonly number[];
}

export type DetectorName = 'detector-short' | 'detector-full';

interface DetectorShape {
  readonly inputPx: number;
  /** f32[2·N], x,y of the anchors' centres, 0..1. */
  readonly anchors: Float32Array;
}

const DETECTORS: Record<DetectorName, DetectorShape> = {
  // 16×16 cells of 2 anchors, then 8×8 cells of 6.
  'detector-short': { inputPx: 128, anchors: makeAnchors([16, 2, 8, 6]) },
  'detector-full': { inputPx: 192, anchors: makeAnchors([48, 1]) },
};

/** Numbers per anchor: box centre and size, then six key points. */
const REGRESSORS = 16;
const KEY_POINT_NUMBERS = 12;
const NMS_OVERLAP = 0.3;
const LOGIT_LIMIT = 100;

function makeAnchors(layers: readonly number[]): Float32Array {
  const centres: number[] = [];
  for (let layer = 0; layer < layers.length; layer += 2) {
    const cells = layers[layer]!;
    for (let y = 0; y < cells; y++) {
      for (let x = 0; x < cells; x++) {
        for (let i = 0; i < layers[layer + 1]!; i++) {
          centres.push((x + 0.5) / cells, (y + 0.5) / cells);
        }
      }
    }
  }
  return Float32Array.from(centres);
}

/** What a detector is given of a frame: RGB f32[3·N·N], -1..1; what lies outside the picture is black. */
export function cropFrame(pyramid: Pyramid, frame: Frame, sidePx: number): Float32Array {
  return cropPicture(pyramid, {
    widthPx: sidePx,
    heightPx: sidePx,
    toImage: compose(frameToImage(frame), scaling(1 / sidePx, 1 / sidePx)),
    scale: 2 / 255,
    offset: -1,
    outside: 'black',
  });
}

/** Runs a detector on one frame; what lies outside the picture is black. Best first. */
export async function detect(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  detector: DetectorName,
  frame: Frame,
  threshold01: number,
): Promise<Detection[]> {
  const { inputPx, anchors } = DETECTORS[detector];
  const input = cropFrame(pyramid, frame, inputPx);
  const outputs = await runtime.run(detector, [input]);
  const count = anchors.length / 2;
  // The two models name and order their outputs differently; their lengths tell them apart.
  const regressors = outputs.find((output) => output.length === count * REGRESSORS);
  const logits = outputs.find((output) => output.length === count);
  if (!regressors || !logits) throw new Error(`Model ${detector} answered in an unknown shape.`);
  return suppress(decode(regressors, logits, anchors, inputPx, threshold01));
}

function decode(
  regressors: Float32Array,
  logits: Float32Array,
  anchors: Float32Array,
  inputPx: number,
  threshold01: number,
): Detection[] {
  const found: Detection[] = [];
  for (let i = 0; i < logits.length; i++) {
    const score01 = sigmoid(logits[i]!);
    if (score01 < threshold01) continue;
    const ax = anchors[2 * i]!;
    const ay = anchors[2 * i + 1]!;
    const raw = (k: number) => regressors[REGRESSORS * i + k]! / inputPx;
    found.push({
      score01,
      centreX: raw(0) + ax,
      centreY: raw(1) + ay,
      width: raw(2),
      height: raw(3),
      keyPoints: Array.from(
        { length: KEY_POINT_NUMBERS },
        (_, k) => raw(4 + k) + (k % 2 === 0 ? ax : ay),
      ),
    });
  }
  return found;
}

/** Weighted non-maximum suppression: overlapping detections melt into their weighted mean. */
export function suppress(detections: readonly Detection[]): Detection[] {
  let rest = [...detections].sort((a, b) => b.score01 - a.score01);
  const kept: Detection[] = [];
  while (rest.length > 0) {
    const best = rest[0]!;
    const cluster = rest.filter((other) => other === best || overlap(best, other) > NMS_OVERLAP);
    rest = rest.filter((other) => !cluster.includes(other));
    const total = cluster.reduce((sum, d) => sum + d.score01, 0);
    const mean = (value: (d: Detection) => number) =>
      cluster.reduce((sum, d) => sum + value(d) * d.score01, 0) / total;
    kept.push({
      score01: best.score01,
      centreX: mean((d) => d.centreX),
      centreY: mean((d) => d.centreY),
      width: mean((d) => d.width),
      height: mean((d) => d.height),
      keyPoints: best.keyPoints.map((_, k) => mean((d) => d.keyPoints[k]!)),
    });
  }
  return kept;
}

/** A box by its centre. */
export type Box = Pick<Detection, 'centreX' | 'centreY' | 'width' | 'height'>;

/** Intersection over union of two boxes, 0..1. */
export function overlap(a: Box, b: Box): number {
  const span = (ca: number, wa: number, cb: number, wb: number) =>
    Math.max(0, Math.min(ca + wa / 2, cb + wb / 2) - Math.max(ca - wa / 2, cb - wb / 2));
  const shared =
    span(a.centreX, a.width, b.centreX, b.width) * span(a.centreY, a.height, b.centreY, b.height);
  const union = a.width * a.height + b.width * b.height - shared;
  return union > 0 ? shared / union : 0;
}

/** A detection's box in image px; its sides along the picture's, whatever the frame's roll. */
export function boxInImage(detection: Box, frame: Frame): Box {
  const [centreX, centreY] = apply(frameToImage(frame), detection.centreX, detection.centreY);
  return {
    centreX,
    centreY,
    width: detection.width * frame.sidePx * frame.aspect,
    height: detection.height * frame.sidePx,
  };
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-Math.max(-LOGIT_LIMIT, Math.min(LOGIT_LIMIT, logit))));
}

/**
 * Where the mesh model is to look for a detected face: a square frame in the same squeezed
 * picture, upright with the eyes.
 */
export function meshFrame(detection: Detection, frame: Frame): Frame {
  const { aspect } = frame;
  const squeezed = compose(scaling(1 / aspect, 1), frameToImage(frame));
  const [centreX, centreY] = apply(squeezed, detection.centreX, detection.centreY);
  const eyes = detection.keyPoints;
  const [leftX, leftY] = apply(squeezed, eyes[0]!, eyes[1]!);
  const [rightX, rightY] = apply(squeezed, eyes[2]!, eyes[3]!);
  return {
    centreX,
    centreY,
    sidePx: MESH_FRAME_ENLARGEMENT * Math.max(detection.width, detection.height) * frame.sidePx,
    rollRadians: Math.atan2(rightY - leftY, rightX - leftX),
    aspect,
  };
}

/** The mesh model wants some room around the face; 1.2 to 2 works. */
export const MESH_FRAME_ENLARGEMENT = 1.5;

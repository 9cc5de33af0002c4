import { type Affine, apply, compose, meanScale, scaling } from '../math/affine.ts';
import type { Points3 } from '../math/points.ts';
import {
  ATTENTION_REGIONS,
  type AttentionRegion,
  EYE_RIM_LENGTH,
  FEATURE_MAP_SIZE,
  LEFT_EYE_REGION,
  LIPS_REGION,
  RIGHT_EYE_REGION,
} from './attention-regions.ts';
import { regionToFeatures, sampleRegion } from './attention-step.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import { cropPicture, type Pyramid } from './crop.ts';
import { type Frame, frameToImage, MESH_FRAME_ENLARGEMENT, sigmoid } from './detector.ts';
import { LANDMARK_COUNT, type ModelRuntime } from './face.ts';

/** Side of the mesh model's input, px; its points are in this unit. */
const MESH_INPUT_PX = 192;

/** Vertices whose line is the face's horizontal: outer corners of the right and the left eye. */
const ROLL_FROM = 33;
const ROLL_TO = 263;

/** What the mesh model says about one frame. */
export interface MeshPass {
  /** f32[3·478], image px. */
  readonly landmarks: Points3<'image-px'>;
  /** 0..1: how sure the model is that the frame holds a face. */
  readonly flag01: number;
}

/**
 * Runs both halves of the attention mesh model on one part of the picture.
 *
 * @param area from the model's unit square (0..1, y down) to image px
 */
export async function runMesh(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  area: Affine,
): Promise<MeshPass> {
  const toImage = compose(area, scaling(1 / MESH_INPUT_PX, 1 / MESH_INPUT_PX));
  const crop = cropPicture(pyramid, {
    widthPx: MESH_INPUT_PX,
    heightPx: MESH_INPUT_PX,
    toImage,
    scale: 1 / 255,
    offset: 0,
    outside: 'edge',
  });
  const [features, mesh, flag] = await runtime.run('mesh-attention-a', [crop]);
  const maps = ATTENTION_REGIONS.map((region) => regionToFeatures(mesh!, region));
  const [lips, rightEye, rightIris, leftEye, leftIris] = await runtime.run(
    'mesh-attention-b',
    maps.map((map) => sampleRegion(features!, map)),
  );

  const points = new Float32Array(3 * LANDMARK_COUNT);
  points.set(mesh!.subarray(0, 3 * MESH_VERTEX_COUNT));
  const refine = (
    region: AttentionRegion,
    vertices: readonly number[],
    refined: Float32Array,
  ): void => {
    const map = maps[ATTENTION_REGIONS.indexOf(region)]!;
    // From the feature map to the crop: 4 times; the model's own unit is a quarter of a region's
    // cell, which leaves the linear part as it is.
    const scale = MESH_INPUT_PX / FEATURE_MAP_SIZE;
    vertices.forEach((vertex, i) => {
      const u = refined[2 * i]!;
      const v = refined[2 * i + 1]!;
      points[3 * vertex] = map[0] * u + map[1] * v + scale * map[2];
      points[3 * vertex + 1] = map[3] * u + map[4] * v + scale * map[5];
    });
  };
  refine(LIPS_REGION, LIPS_REGION.vertices, lips!);
  refine(RIGHT_EYE_REGION, RIGHT_EYE_REGION.vertices, rightEye!);
  refine(LEFT_EYE_REGION, LEFT_EYE_REGION.vertices, leftEye!);
  refine(RIGHT_EYE_REGION, RIGHT_EYE_REGION.irisVertices, rightIris!);
  refine(LEFT_EYE_REGION, LEFT_EYE_REGION.irisVertices, leftIris!);
  for (const eye of [RIGHT_EYE_REGION, LEFT_EYE_REGION]) {
    const rim = eye.vertices.slice(0, EYE_RIM_LENGTH);
    const z = rim.reduce((sum, vertex) => sum + points[3 * vertex + 2]!, 0) / rim.length;
    for (const vertex of eye.irisVertices) points[3 * vertex + 2] = z;
  }

  const depthScale = meanScale(toImage);
  for (let i = 0; i < LANDMARK_COUNT; i++) {
    const [x, y] = apply(toImage, points[3 * i]!, points[3 * i + 1]!);
    points[3 * i] = x;
    points[3 * i + 1] = y;
    points[3 * i + 2]! *= depthScale;
  }
  return { landmarks: points, flag01: sigmoid(flag![0]!) };
}

/** The frame for another pass: upright with the eyes, around the 468 mesh points. */
export function frameAroundLandmarks(landmarks: Points3<'image-px'>, aspect: number): Frame {
  const x = (i: number) => landmarks[3 * i]! / aspect;
  const y = (i: number) => landmarks[3 * i + 1]!;
  const rollRadians = Math.atan2(y(ROLL_TO) - y(ROLL_FROM), x(ROLL_TO) - x(ROLL_FROM));
  const cos = Math.cos(rollRadians);
  const sin = Math.sin(rollRadians);
  let minU = Infinity;
  let maxU = -Infinity;
  let minV = Infinity;
  let maxV = -Infinity;
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    const u = cos * x(i) + sin * y(i);
    const v = cos * y(i) - sin * x(i);
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return {
    centreX: cos * u - sin * v,
    centreY: sin * u + cos * v,
    sidePx: MESH_FRAME_ENLARGEMENT * Math.max(maxU - minU, maxV - minV),
    rollRadians,
    aspect,
  };
}

/** Two passes: the second looks at the frame that the first found. `flag01` is the lower one. */
export async function findLandmarks(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  frame: Frame,
): Promise<MeshPass> {
  const first = await runMesh(pyramid, runtime, frameToImage(frame));
  const around = frameAroundLandmarks(first.landmarks, frame.aspect);
  const second = await runMesh(pyramid, runtime, frameToImage(around));
  return { landmarks: second.landmarks, flag01: Math.min(first.flag01, second.flag01) };
}

import { type Affine, affineFromPoints, apply, meanScale } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { Refusal } from '../refusal.ts';
import {
  type AttentionRegion,
  EYE_RIM_LENGTH,
  LEFT_EYE_REGION,
  RIGHT_EYE_REGION,
} from './attention-regions.ts';
import { CANONICAL_VERTICES, MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import { FROM_FACE, FROM_POINTS, type Shifts } from './eye-ellipses.ts';
import { type Face, LANDMARK_COUNT, type ModelRuntime } from './face.ts';
import { faceFromLandmarks, MIN_INTEROCULAR_PX } from './face-shape.ts';
import { findFacesAtOnce } from './first-pass.ts';
import { fitEyes } from './fit-eyes.ts';
import { IRIS_CENTRES, LOWER_INNER_LIP, UPPER_INNER_LIP } from './landmark-indices.ts';
import { runMesh } from './landmarks.ts';

type Point = readonly [number, number];

/** The eye on the picture's left (the subject's right one), the other eye, the mouth. */
type Anchors = readonly [Point, Point, Point];

/** Where eyes and mouth of a face stand in the mesh model's unit square. */
const MODEL_ANCHORS: Anchors = [
  [0.363, 0.387],
  [0.632, 0.386],
  [0.498, 0.675],
];
/** Diameter of a human iris is 11.7 mm; the canonical mesh is in cm. */
const IRIS_RADIUS_CM = 0.585;
/** The mouth lies at least this far below the eye line, in units of the distance between the eyes … */
const MOUTH_DISTANCE_MIN = 0.3;
/** … and at most this far from the middle between the eyes, in the same. */
const MOUTH_DISTANCE_MAX = 4;
/** The mesh model is believed only if it sees eyes and mouth nearer than this to the given points, IOD. */
const AGREEMENT_IOD = 0.2;
/** It must also see the irises nearer than this to the middles of the eyes that it sees, IOD. */
const IRIS_AGREEMENT_IOD = 0.12;

const HOW_TO_PLACE = 'Place one point on each eye and one on the mouth.';

/**
 * A face from three given points: a copy of the mean human face, affinely fitted to them.
 *
 * @param points x,y of one eye, the other eye and the mouth, image px; the eyes in either order
 * @param size of the picture
 * @throws Refusal bad_points: not six numbers, outside the picture, too close, or in one line
 */
export function faceFromPoints(
  points: readonly number[],
  size: Pick<Picture, 'widthPx' | 'heightPx'>,
): Face {
  const anchors = checkPoints(points, size);
  return faceFromLandmarks(canonicalAt(anchors), 1, 'points');
}

/**
 * The face at three given points: the one that the models find there; else the mesh model's view
 * of the picture bent so that eyes and mouth stand where a person's do, if it agrees with the
 * points; else `faceFromPoints`. In the last two cases the eyes take the outline that the picture
 * shows around the points, for such faces are mostly animals with large round eyes.
 *
 * @throws Refusal bad_points as `faceFromPoints`
 */
export async function fitFaceToPoints(
  picture: Picture,
  runtime: ModelRuntime,
  points: readonly number[],
): Promise<Face> {
  const anchors = checkPoints(points, picture);
  const pyramid = createPyramid(picture);
  for (const { landmarks } of await findFacesAtOnce(pyramid, runtime)) {
    if (agree(landmarks, anchors)) return faceFromLandmarks(landmarks, 1, 'points');
  }
  return faceFromLandmarks(await landmarksAt(pyramid, runtime, anchors, FROM_POINTS), 1, 'points');
}

/**
 * The face of an animal that a search found, from the points that it found: the models have seen nothing
 * there. undefined where they make no face that can act: a mouth cut off by the picture's border, say.
 */
export async function faceOfAnimal(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  points: readonly number[],
  confidence01: number,
): Promise<Face | undefined> {
  const anchors = anchorsOrNone(points, pyramid.picture);
  if (!anchors) return undefined;
  const landmarks = await landmarksAt(pyramid, runtime, anchors, FROM_FACE);
  return faceFromLandmarks(landmarks, confidence01, 'animal-search');
}

function anchorsOrNone(points: readonly number[], picture: Picture): Anchors | undefined {
  try {
    return checkPoints(points, picture);
  } catch (error) {
    // Nobody placed them, so nobody is to be told how to.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The mesh model's view bent onto the anchors, or the mean face there, with the picture's eyes. */
async function landmarksAt(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  anchors: Anchors,
  shifts: Shifts,
): Promise<Points3<'image-px'>> {
  const area = affineFromPoints(MODEL_ANCHORS, anchors)!;
  const { landmarks } = await runMesh(pyramid, runtime, area);
  const correction = agree(landmarks, anchors)
    ? affineFromPoints(anchorsOf(landmarks), anchors)
    : undefined;
  const there = correction ? mapped(landmarks, correction) : canonicalAt(anchors);
  return fitEyes(pyramid, there, shifts);
}

/** Whether landmarks have eyes, irises and mouth about where the points are. */
function agree(landmarks: Points3<'image-px'>, anchors: Anchors): boolean {
  const iod = distance(anchors[0], anchors[1]);
  const seen = anchorsOf(landmarks);
  return (
    seen.every((point, i) => distance(point, anchors[i]!) < AGREEMENT_IOD * iod) &&
    IRIS_CENTRES.every((vertex, i) => {
      const iris: Point = [landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!];
      return distance(iris, seen[i]!) < IRIS_AGREEMENT_IOD * iod;
    })
  );
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

/** Checks the points and brings the eyes into order. */
function checkPoints(
  points: readonly number[],
  { widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>,
): Anchors {
  const bad = (reason: string) => new Refusal('bad_points', `${reason} ${HOW_TO_PLACE}`);
  if (points.length !== 6 || !points.every(Number.isFinite)) {
    throw bad('Three points are needed: six numbers x,y,x,y,x,y.');
  }
  const [ax, ay, bx, by, mx, my] = points as [number, number, number, number, number, number];
  for (const [x, y] of [
    [ax, ay],
    [bx, by],
    [mx, my],
  ] as const) {
    if (x < 0 || y < 0 || x > widthPx || y > heightPx) {
      throw bad(
        `The point (${x}, ${y}) is outside of the picture (${widthPx} × ${heightPx} pixels).`,
      );
    }
  }
  const iod = Math.hypot(bx - ax, by - ay);
  if (iod < MIN_INTEROCULAR_PX) {
    throw bad(
      `The two eyes are only ${Math.floor(iod)} pixels apart; ` +
        `at least ${MIN_INTEROCULAR_PX} are needed.`,
    );
  }
  // Twice the triangle's signed area over the eye line: the mouth's distance below it.
  const below = ((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / iod;
  if (Math.abs(below) < MOUTH_DISTANCE_MIN * iod) {
    throw bad('The three points lie almost in one line.');
  }
  if (Math.hypot(mx - (ax + bx) / 2, my - (ay + by) / 2) > MOUTH_DISTANCE_MAX * iod) {
    throw bad('The mouth is too far from the eyes.');
  }
  // Seen with the mouth below, the first eye must be the one on the left.
  return below > 0
    ? [
        [ax, ay],
        [bx, by],
        [mx, my],
      ]
    : [
        [bx, by],
        [ax, ay],
        [mx, my],
      ];
}

function canonicalAt(anchors: Anchors): Points3<'image-px'> {
  const canonical = closedCanonical();
  return mapped(canonical, affineFromPoints(anchorsOf(canonical), anchors)!);
}

/** Centres of the eyes' rims and of the inner lips. */
function anchorsOf(landmarks: Float32Array): Anchors {
  const rim = (eye: AttentionRegion) => eye.vertices.slice(0, EYE_RIM_LENGTH);
  return [
    centreOf(landmarks, rim(RIGHT_EYE_REGION)),
    centreOf(landmarks, rim(LEFT_EYE_REGION)),
    centreOf(landmarks, [...UPPER_INNER_LIP, ...LOWER_INNER_LIP]),
  ];
}

function centreOf(landmarks: Float32Array, vertices: readonly number[]): Point {
  let x = 0;
  let y = 0;
  for (const vertex of vertices) {
    x += landmarks[3 * vertex]! / vertices.length;
    y += landmarks[3 * vertex + 1]! / vertices.length;
  }
  return [x, y];
}

/**
 * The canonical mesh with irises, in the landmarks' directions: y down, z away from the viewer
 * and 0 in the mean. Its lips are parted; here they are closed, for most faces are.
 */
function closedCanonical(): Float32Array {
  const points = new Float32Array(3 * LANDMARK_COUNT);
  let depth = 0;
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    depth += CANONICAL_VERTICES[3 * i + 2]! / MESH_VERTEX_COUNT;
  }
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    points[3 * i] = CANONICAL_VERTICES[3 * i]!;
    points[3 * i + 1] = -CANONICAL_VERTICES[3 * i + 1]!;
    points[3 * i + 2] = depth - CANONICAL_VERTICES[3 * i + 2]!;
  }
  UPPER_INNER_LIP.forEach((upper, i) => {
    const lower = LOWER_INNER_LIP[i]!;
    const y = (points[3 * upper + 1]! + points[3 * lower + 1]!) / 2;
    points[3 * upper + 1] = y;
    points[3 * lower + 1] = y;
  });
  for (const eye of [RIGHT_EYE_REGION, LEFT_EYE_REGION]) addIris(points, eye);
  return points;
}

/** Puts an iris into the middle of an eye: its centre, then +x, −y, −x, +y of it. */
function addIris(points: Float32Array, eye: AttentionRegion): void {
  const rim = eye.vertices.slice(0, EYE_RIM_LENGTH);
  const [x, y] = centreOf(points, rim);
  const z = rim.reduce((sum, i) => sum + points[3 * i + 2]!, 0) / rim.length;
  const directions = [0, 0, 1, 0, 0, -1, -1, 0, 0, 1];
  eye.irisVertices.forEach((vertex, i) => {
    points[3 * vertex] = x + IRIS_RADIUS_CM * directions[2 * i]!;
    points[3 * vertex + 1] = y + IRIS_RADIUS_CM * directions[2 * i + 1]!;
    points[3 * vertex + 2] = z;
  });
}

/** The points moved by a map of x,y; z grows with it. */
function mapped(points: Float32Array, map: Affine): Points3<'image-px'> {
  const out = new Float32Array(points.length);
  const scale = meanScale(map);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = apply(map, points[i]!, points[i + 1]!);
    out[i] = x;
    out[i + 1] = y;
    out[i + 2] = points[i + 2]! * scale;
  }
  return out;
}

import type { Points3, RectPx } from '../math/points.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import type { Face, FoundBy } from './face.ts';
import { IRIS_CENTRES, LEFT_IRIS, RIGHT_IRIS } from './landmark-indices.ts';

/** Faces whose boxes share more than this part of the smaller box are one. */
const SAME_FACE_COVER = 0.5;

/** Eyes nearer to each other than this show no expression that could be drawn. */
export const MIN_INTEROCULAR_PX = 12;

export function faceFromLandmarks(
  landmarks: Points3<'image-px'>,
  confidence01: number,
  foundBy: FoundBy,
): Face {
  return { landmarks, confidence01, foundBy, boxPx: boxOf(landmarks) };
}

/** Distance between the centres of the irises, image px. */
export function interocularDistancePx(landmarks: Points3<'image-px'>): number {
  return Math.hypot(
    landmarks[3 * LEFT_IRIS]! - landmarks[3 * RIGHT_IRIS]!,
    landmarks[3 * LEFT_IRIS + 1]! - landmarks[3 * RIGHT_IRIS + 1]!,
  );
}

/**
 * Mean radius of the irises, in the unit of the places.
 * @param at place of a vertex
 */
export function irisRadius(at: (vertex: number) => readonly [x: number, y: number]): number {
  let sum = 0;
  for (const centre of IRIS_CENTRES) {
    const [x, y] = at(centre);
    for (let i = 1; i <= 4; i++) {
      const [px, py] = at(centre + i);
      sum += Math.hypot(px - x, py - y) / (4 * IRIS_CENTRES.length);
    }
  }
  return sum;
}

/** Between the lips, on the upper one. */
const MOUTH = 13;

/** Whether both irises and the mouth lie on the picture; a face cut off there cannot act. */
export function isInside(
  landmarks: Points3<'image-px'>,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): boolean {
  return [RIGHT_IRIS, LEFT_IRIS, MOUTH].every((vertex) => {
    const x = landmarks[3 * vertex]!;
    const y = landmarks[3 * vertex + 1]!;
    return x >= 0 && y >= 0 && x <= widthPx && y <= heightPx;
  });
}

/** Whether two finds are one face; a find within another (an eye taken for a face) counts too. */
export function sameFace(a: Face, b: Face): boolean {
  const span = (pa: number, wa: number, pb: number, wb: number) =>
    Math.max(0, Math.min(pa + wa, pb + wb) - Math.max(pa, pb));
  const shared =
    span(a.boxPx.xPx, a.boxPx.widthPx, b.boxPx.xPx, b.boxPx.widthPx) *
    span(a.boxPx.yPx, a.boxPx.heightPx, b.boxPx.yPx, b.boxPx.heightPx);
  const smaller = Math.min(a.boxPx.widthPx * a.boxPx.heightPx, b.boxPx.widthPx * b.boxPx.heightPx);
  return shared > SAME_FACE_COVER * smaller;
}

function boxOf(landmarks: Points3<'image-px'>): RectPx {
  let minX = Infinity;
  let maxX = -Infinity;
  let minY = Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    minX = Math.min(minX, landmarks[3 * i]!);
    maxX = Math.max(maxX, landmarks[3 * i]!);
    minY = Math.min(minY, landmarks[3 * i + 1]!);
    maxY = Math.max(maxY, landmarks[3 * i + 1]!);
  }
  return { xPx: minX, yPx: minY, widthPx: maxX - minX, heightPx: maxY - minY };
}

import { CANONICAL_VERTICES, MESH_VERTEX_COUNT } from '../../src/face/canonical-mesh.ts';
import { LANDMARK_COUNT } from '../../src/face/face.ts';
import { IRIS_POINTS, LEFT_IRIS, RIGHT_IRIS } from '../../src/face/landmark-indices.ts';
import type { Picture } from '../../src/math/picture.ts';
import type { Points3, Space } from '../../src/math/points.ts';

/** The points of an iris in the order in which its mirror image has them: see putIris. */
const MIRRORED_IRIS = [0, 3, 2, 1, 4] as const;

/** For each landmark the one on the other side of the face. */
const OPPOSITE: Int32Array = (() => {
  const opposite = new Int32Array(LANDMARK_COUNT);
  const [x, y, z] = [0, 1, 2].map((k) => (i: number) => CANONICAL_VERTICES[3 * i + k]!);
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < MESH_VERTEX_COUNT; j++) {
      const away = Math.hypot(x!(i) + x!(j), y!(i) - y!(j), z!(i) - z!(j));
      if (away >= nearest) continue;
      nearest = away;
      opposite[i] = j;
    }
  }
  for (let k = 0; k < IRIS_POINTS; k++) {
    opposite[RIGHT_IRIS + k] = LEFT_IRIS + MIRRORED_IRIS[k]!;
    opposite[LEFT_IRIS + k] = RIGHT_IRIS + MIRRORED_IRIS[k]!;
  }
  return opposite;
})();

/** A face's landmarks as its picture's mirror image has them. */
export function mirrorLandmarks<S extends Space>(
  landmarks: Points3<S>,
  widthPx: number,
): Points3<S> {
  const mirrored: Points3<S> = new Float32Array(landmarks.length);
  for (let i = 0; i < LANDMARK_COUNT; i++) {
    const [x, y, z] = landmarks.subarray(3 * i, 3 * i + 3);
    mirrored.set([widthPx - x!, y!, z!], 3 * OPPOSITE[i]!);
  }
  return mirrored;
}

/** A picture's mirror image. */
export function mirrorPicture({ rgba, widthPx, heightPx }: Picture): Picture {
  const mirrored = new Uint8Array(rgba.length);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const x = i % widthPx;
    mirrored.set(rgba.subarray(4 * i, 4 * i + 4), 4 * (i - x + widthPx - 1 - x));
  }
  return { rgba: mirrored, widthPx, heightPx };
}

/** How far two faces' landmarks are apart at most, px. */
export function farthestApart(a: Float32Array, b: Float32Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3) {
    most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!));
  }
  return most;
}

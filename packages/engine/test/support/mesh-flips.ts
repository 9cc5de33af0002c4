import { TRIANGLES } from '../../src/face/canonical-mesh.ts';

/** Position of a vertex, px. */
export function at(landmarks: Float32Array, vertex: number): [number, number] {
  return [landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!];
}

/** Triangles whose corners run the other way round on another mesh. */
export function flips(before: Float32Array, after: Float32Array): number {
  let count = 0;
  for (let t = 0; t < TRIANGLES.length; t += 3) {
    const area = (points: Float32Array) => {
      const [ax, ay] = at(points, TRIANGLES[t]!);
      const [bx, by] = at(points, TRIANGLES[t + 1]!);
      const [cx, cy] = at(points, TRIANGLES[t + 2]!);
      return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    };
    if (area(before) * area(after) < 0) count++;
  }
  return count;
}

import type { Points3 } from '../../math/points.ts';

/** Landmarks around the face, from the middle of the forehead over the subject's left. */
const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** Distance of a point to the face's outline as the picture shows it, px; 0 outside. */
export function depthInFace(landmarks: Points3<'frame-px'>, xPx: number, yPx: number): number {
  let nearest2 = Number.POSITIVE_INFINITY;
  let inside = false;
  for (let i = 0; i < OVAL.length; i++) {
    const a = OVAL[i];
    const b = OVAL[(i + 1) % OVAL.length];
    const ax = landmarks[3 * a] - xPx;
    const ay = landmarks[3 * a + 1] - yPx;
    const bx = landmarks[3 * b] - xPx;
    const by = landmarks[3 * b + 1] - yPx;
    if (ay > 0 !== by > 0 && ax + ((bx - ax) * ay) / (ay - by) > 0) inside = !inside;
    const dx = bx - ax;
    const dy = by - ay;
    const t = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / Math.max(1e-9, dx * dx + dy * dy)));
    nearest2 = Math.min(nearest2, (ax + t * dx) ** 2 + (ay + t * dy) ** 2);
  }
  return inside ? Math.sqrt(nearest2) : 0;
}

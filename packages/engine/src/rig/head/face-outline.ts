import { FACE_OVAL } from '../../face/landmark-indices.ts';
import type { Points3 } from '../../math/points.ts';

/** Distance of a point to the face's outline as the picture shows it, px; 0 outside. */
export function depthInFace(landmarks: Points3<'frame-px'>, xPx: number, yPx: number): number {
  let nearest2 = Number.POSITIVE_INFINITY;
  let inside = false;
  for (let i = 0; i < FACE_OVAL.length; i++) {
    const a = FACE_OVAL[i];
    const b = FACE_OVAL[(i + 1) % FACE_OVAL.length];
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

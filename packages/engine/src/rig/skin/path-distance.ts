import { clamp } from '../../math/easing.ts';

/** How far the pixels around a path are from it. Arrays: f32[width·height], row by row. */
export interface PathDistance {
  /** First column and row of the box, frame px. */
  readonly x0: number;
  readonly y0: number;
  /** Columns of the box. */
  readonly width: number;
  /** Square of the distance of a pixel's centre, px²; Infinity from the reach on. */
  readonly distance2: Float32Array;
  /** Nearest place on the path: whole part its sample, the rest the way to the next one. */
  readonly place: Float32Array;
}

/** Measures a box of pixels around a path (frame px), cut off at the plate's borders. */
export function measureAround(
  path: readonly { readonly x: number; readonly y: number }[],
  reachPx: number,
  plate: { readonly widthPx: number; readonly heightPx: number },
): PathDistance {
  const x0 = Math.max(0, Math.floor(Math.min(...path.map((p) => p.x)) - reachPx));
  const x1 = Math.min(plate.widthPx, Math.ceil(Math.max(...path.map((p) => p.x)) + reachPx));
  const y0 = Math.max(0, Math.floor(Math.min(...path.map((p) => p.y)) - reachPx));
  const y1 = Math.min(plate.heightPx, Math.ceil(Math.max(...path.map((p) => p.y)) + reachPx));
  const width = Math.max(0, x1 - x0);
  const height = Math.max(0, y1 - y0);
  const reach2 = reachPx * reachPx;
  const distance2 = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const place = new Float32Array(width * height);
  for (let k = 0; k + 1 < path.length; k++) {
    const a = path[k];
    const b = path[k + 1];
    const sx = b.x - a.x;
    const sy = b.y - a.y;
    const length2 = Math.max(1e-6, sx * sx + sy * sy);
    const c0 = Math.max(0, Math.floor(Math.min(a.x, b.x) - reachPx) - x0);
    const c1 = Math.min(width, Math.ceil(Math.max(a.x, b.x) + reachPx) - x0);
    const r0 = Math.max(0, Math.floor(Math.min(a.y, b.y) - reachPx) - y0);
    const r1 = Math.min(height, Math.ceil(Math.max(a.y, b.y) + reachPx) - y0);
    for (let r = r0; r < r1; r++) {
      for (let c = c0; c < c1; c++) {
        const dx = c + x0 + 0.5 - a.x;
        const dy = r + y0 + 0.5 - a.y;
        const t = clamp((dx * sx + dy * sy) / length2, 0, 1);
        const offX = dx - t * sx;
        const offY = dy - t * sy;
        const d2 = offX * offX + offY * offY;
        const i = r * width + c;
        if (d2 >= reach2 || d2 >= distance2[i]) continue;
        distance2[i] = d2;
        place[i] = k + t;
      }
    }
  }
  return { x0, y0, width, distance2, place };
}

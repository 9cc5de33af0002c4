import { curveThrough, type SampledCurve, smoothCurve } from '../math/curve.ts';
import type { Points3 } from '../math/points.ts';

/** Landmarks of one eye, from the corner on the picture's left to the one on its right. */
const RIMS = {
  right: {
    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
    iris: [468, 469, 470, 471, 472],
  },
  left: {
    upper: [362, 398, 384, 385, 386, 387, 388, 466, 263],
    lower: [362, 382, 381, 380, 374, 373, 390, 249, 263],
    iris: [473, 474, 475, 476, 477],
  },
} as const;

/**
 * One eye as the picture shows it. Its own axes: t from -1 (corner on the picture's left) to 1;
 * heights are px along `up`, 0 on the line between the corners.
 */
export interface EyeLine {
  readonly side: 'right' | 'left';
  readonly centreXPx: number;
  readonly centreYPx: number;
  /** Unit vector from the picture-left corner to the other; up = (alongY, -alongX). */
  readonly alongX: number;
  readonly alongY: number;
  readonly halfWidthPx: number;
  readonly upper: SampledCurve;
  readonly lower: SampledCurve;
  /** Largest gap between the lids, px. */
  readonly gapPx: number;
  readonly iris: { readonly xPx: number; readonly yPx: number; readonly radiusPx: number };
  /** 0 where the lids are shut or a slit, 1 where the eye is plainly open: scales what is opened. */
  readonly open01: number;
}

/** Finds an eye from landmarks. */
export function findEyeLine(landmarks: Points3<'frame-px'>, side: 'right' | 'left'): EyeLine {
  const rims = RIMS[side];
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const [ax, ay] = at(rims.upper[0]);
  const [bx, by] = at(rims.upper[8]);
  const width = Math.max(1e-3, Math.hypot(bx - ax, by - ay));
  const alongX = (bx - ax) / width;
  const alongY = (by - ay) / width;
  const centreXPx = (ax + bx) / 2;
  const centreYPx = (ay + by) / 2;
  const halfWidthPx = width / 2;
  const rim = (indices: readonly number[]) => {
    const points = indices
      .map((i): [number, number] => {
        const [x, y] = at(i);
        const dx = x - centreXPx;
        const dy = y - centreYPx;
        return [(dx * alongX + dy * alongY) / halfWidthPx, dx * alongY - dy * alongX];
      })
      .sort((p, q) => p[0] - q[0]);
    return smoothCurve(
      curveThrough(
        points.map((p) => p[0]),
        points.map((p) => p[1]),
      ),
      1,
    );
  };
  const upper = rim(rims.upper);
  const lower = rim(rims.lower);
  let gapPx = 0;
  for (let i = 0; i < upper.values.length; i++) {
    gapPx = Math.max(gapPx, upper.values[i] - lower.values[i]);
  }
  const [ix, iy] = at(rims.iris[0]);
  let radiusPx = 0;
  for (const i of rims.iris.slice(1)) {
    const [x, y] = at(i);
    radiusPx += Math.hypot(x - ix, y - iy) / 4;
  }
  const ratio = gapPx / width;
  const open01 = Math.max(0, Math.min(1, (ratio - 0.1) / 0.1));
  return {
    side,
    centreXPx,
    centreYPx,
    alongX,
    alongY,
    halfWidthPx,
    upper,
    lower,
    gapPx,
    iris: { xPx: ix, yPx: iy, radiusPx },
    open01,
  };
}

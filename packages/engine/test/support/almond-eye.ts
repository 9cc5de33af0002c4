import { curveOf } from '../../src/math/curve.ts';
import type { EyeLine } from '../../src/rig/eyes/eye-shape.ts';

/** An open eye of 40 × 12 px, level in the picture. */
export function almondEye(side: EyeLine['side'], xPx: number, yPx: number): EyeLine {
  return {
    side,
    centreXPx: xPx,
    centreYPx: yPx,
    alongX: 1,
    alongY: 0,
    halfWidthPx: 20,
    upper: curveOf((t) => 6 * (1 - t * t)),
    lower: curveOf((t) => -6 * (1 - t * t)),
    gapPx: 12,
    browGapPx: 20,
    iris: { xPx, yPx, radiusPx: 6 },
    open01: 1,
  };
}

import { clamp } from './easing.ts';

/** A line of uneven breadth: points from left to right with the radius of the pen at each, px. */
export interface PenPath {
  /** f64[N], N ≥ 2, ascending. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly radii: Float64Array;
}

/** Tells how much of a pixel such a line covers, 0..1, its ends round; x and y are the pixel's middle. */
export function penReader(path: PenPath): (x: number, y: number) => number {
  const reach = 1 + Math.max(...path.radii);
  return (x, y) => coverage(path.xs, path.ys, path.radii, reach, x, y);
}

function coverage(
  xs: Float64Array,
  ys: Float64Array,
  radii: Float64Array,
  reach: number,
  x: number,
  y: number,
): number {
  const last = xs.length - 1;
  if (x < xs[0] - reach || x > xs[last] + reach) return 0;
  let deepest = -1;
  for (let k = Math.max(0, before(xs, x - reach)); k < last && xs[k] <= x + reach; k++) {
    const dx = x - xs[k];
    const dy = y - ys[k];
    const run = xs[k + 1] - xs[k];
    const rise = ys[k + 1] - ys[k];
    const f = clamp((dx * run + dy * rise) / Math.max(1e-9, run * run + rise * rise), 0, 1);
    const radius = radii[k] + f * (radii[k + 1] - radii[k]);
    const away = Math.hypot(dx - f * run, dy - f * rise);
    if (radius - away > deepest) deepest = radius - away;
  }
  return clamp(0.5 + deepest, 0, 1);
}

/** Index of the last point left of x; -1 before the first. */
function before(xs: Float64Array, x: number): number {
  let low = -1;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] < x) low = middle;
    else high = middle;
  }
  return low;
}

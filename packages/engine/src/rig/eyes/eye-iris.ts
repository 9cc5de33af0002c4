import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type EyeLine, eyePlace } from './eye-shape.ts';

/**
 * Centres are looked for this far from the mesh's along the eye, from corner to corner, one step up and
 * down across it, and radii in this range: shares of the mesh's radius. Its height is what the mesh
 * knows well.
 */
const SHIFT = 0.27;
const SHIFT_STEP = 0.09;
const RADII = [0.82, 0.88, 0.94, 1, 1.06, 1.12] as const;
/** The mean rise of brightness outwards must be better by this many levels. */
const LEAST_GAIN = 8;
/** What a full shift and the largest change of radius cost, levels. */
const SHIFT_COST = 6;
const RADIUS_COST = 12;
const DIRECTIONS = 48;
/** The circle is only seen between the lids, this far from their rims, shares of the radius. */
const CLEAR_OF_LIDS = 0.12;
/** One glint or lash must not outweigh the rest, levels. */
const RISE_LIMIT = 60;

/**
 * Lays an iris onto the circle that the picture shows: dark inside, brighter outside, as far as the
 * lids leave it to be seen. What lids uncover is painted on that circle, so it must fit.
 */
export function fitIris(plate: Picture, eye: EyeLine): EyeLine['iris'] {
  const { iris: mesh, alongX, alongY } = eye;
  let best = mesh;
  let most = riseAround(plate, eye, mesh) + LEAST_GAIN;
  for (const share of RADII) {
    for (let down = -SHIFT_STEP; down <= SHIFT_STEP; down += SHIFT_STEP) {
      for (let along = -SHIFT; along <= SHIFT + 1e-9; along += SHIFT_STEP) {
        const iris = {
          xPx: mesh.xPx + (along * alongX - down * alongY) * mesh.radiusPx,
          yPx: mesh.yPx + (along * alongY + down * alongX) * mesh.radiusPx,
          radiusPx: mesh.radiusPx * share,
        };
        const cost =
          (SHIFT_COST * (along * along + down * down)) / (SHIFT * SHIFT) +
          RADIUS_COST * ((share - 1) / 0.18) ** 2;
        const rise = riseAround(plate, eye, iris) - cost;
        if (rise > most) {
          most = rise;
          best = iris;
        }
      }
    }
  }
  return best;
}

/** Mean rise of luma outwards across the circle where it lies between the lids, levels. */
function riseAround(plate: Picture, eye: EyeLine, iris: EyeLine['iris']): number {
  const { xPx, yPx, radiusPx } = iris;
  const reach = Math.max(0.8, 0.07 * radiusPx);
  const clear = CLEAR_OF_LIDS * radiusPx;
  let sum = 0;
  let count = 0;
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    const x = Math.cos(angle);
    const y = Math.sin(angle);
    const [t, up] = eyePlace(eye, xPx + radiusPx * x, yPx + radiusPx * y);
    if (up > readCurve(eye.upper, t) - clear || up < readCurve(eye.lower, t) + clear) continue;
    const outer = lumaAt(plate, xPx + (radiusPx + reach) * x, yPx + (radiusPx + reach) * y);
    const inner = lumaAt(plate, xPx + (radiusPx - reach) * x, yPx + (radiusPx - reach) * y);
    sum += clamp(outer - inner, -RISE_LIMIT, RISE_LIMIT);
    count++;
  }
  return count >= DIRECTIONS / 6 ? sum / count : Number.NEGATIVE_INFINITY;
}

import { EYES, IRIS_POINTS } from '../../face/landmark-indices.ts';
import { type AxesPx, onAxes } from '../../math/axes.ts';
import {
  curveOf,
  curveThrough,
  readCurve,
  type SampledCurve,
  smoothCurve,
} from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { ArtStyle } from '../style/art-style.ts';
import { overIris } from './eye-edge.ts';
import { fitIris } from './eye-iris.ts';
import { fitRims } from './eye-rims.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';

const rimsOf = ({ corners: [from, to], upper, lower, iris }: (typeof EYES)[number]) => ({
  upper: [from, ...upper, to],
  lower: [from, ...lower, to],
  iris: Array.from({ length: IRIS_POINTS }, (_, k) => iris + k),
});
/** Landmarks of one eye, from the corner on the picture's left to the one on its right. */
const RIMS = {
  right: { ...rimsOf(EYES[0]), brow: [53, 52, 65] },
  left: { ...rimsOf(EYES[1]), brow: [283, 282, 295] },
} as const;

/** Lashes and the dark lid line reach at most this far below the landmarks' rim, IOD. */
const LASH_REACH_IOD = 0.024;
const LASH_STEPS = 8;
/** Nearer to the iris's middle than this, parts of its radius, lashes may lie before it. */
const BESIDE_IRIS = 1.1;
/** Rises of luma below this, levels a step, are grain. */
const LEAST_RISE = 2;
/** Sum of rises below which nothing is known of the lashes, levels. */
const LEAST_EVIDENCE = 24;

/**
 * How far the lid's dark line reaches below the landmarks' rim, px: it belongs to the lid and must
 * move with it. The mean place where luma rises most going down, weighted by that rise.
 */
export function lashDepth(plate: Picture, eye: EyeLine, iodPx: number): number {
  const step = (LASH_REACH_IOD * iodPx) / LASH_STEPS;
  let sum = 0;
  let total = 0;
  for (let t = -0.7; t <= 0.7; t += 0.05) {
    const rim = readCurve(eye.upper, t);
    // A dark iris hides where the lashes end: the white beside it tells.
    if (overIris(eye, t, BESIDE_IRIS)) continue;
    const room = rim - readCurve(eye.lower, t);
    let best = 0;
    let at = 0;
    let before = lumaAlong(plate, eye, t, rim + step);
    for (let k = 0; k <= LASH_STEPS && k * step < 0.45 * room; k++) {
      const here = lumaAlong(plate, eye, t, rim - k * step);
      if (here - before > best) {
        best = here - before;
        at = k * step;
      }
      before = here;
    }
    if (best < LEAST_RISE) continue;
    sum += best * at;
    total += best;
  }
  return total > LEAST_EVIDENCE ? sum / total : 0;
}

function lumaAlong(plate: Picture, eye: EyeLine, t: number, heightPx: number): number {
  return lumaAt(plate, ...eyePoint(eye, t, heightPx));
}

/** Finds a person's eye from landmarks and the picture. For animals see animal-eye-line.ts. */
export function findEyeLine(
  landmarks: Points3<'frame-px'>,
  side: 'right' | 'left',
  plate: Picture,
  iodPx: number,
  style?: ArtStyle,
): EyeLine {
  const eye = placeEyeLine(landmarks, side);
  if (eye.open01 === 0) return eye;
  // Eyes of cartoons are made of clean lines, whatever the rest is painted like. The far one of a
  // turned head looks narrower than it is: the near one tells.
  const other = placeEyeLine(landmarks, side === 'right' ? 'left' : 'right');
  const widthPx = 2 * Math.max(eye.halfWidthPx, other.halfWidthPx);
  const drawn = style === 'drawing' || eye.gapPx > CARTOON_RATIO * widthPx;
  const fitted = { ...eye, ...openingBetween(eye, fitRims(plate, eye, iodPx, drawn)) };
  return { ...fitted, iris: fitIris(plate, fitted) };
}

/** Frame px of an eye's rim, upper and lower with both corners. */
export function rimPoints(
  landmarks: Points3<'frame-px'>,
  side: 'right' | 'left',
): readonly (readonly [number, number])[] {
  const { upper, lower } = RIMS[side];
  return [...upper, ...lower.slice(1, -1)].map(
    (i) => [landmarks[3 * i], landmarks[3 * i + 1]] as const,
  );
}

/** Gap / width of eyes that no living person has. */
const CARTOON_RATIO = 0.5;
/** Part of the mesh's opening that fitted rims leave at least. */
const LEAST_OPENING = 0.5;

/** Fitted rims that nowhere come closer than a part of the mesh's, and their largest gap. */
function openingBetween(
  eye: EyeLine,
  rims: { readonly upper: SampledCurve; readonly lower: SampledCurve },
): Pick<EyeLine, 'upper' | 'lower' | 'gapPx'> {
  let gapPx = 1e-3;
  const upper = curveOf((t) => {
    const least = LEAST_OPENING * (readCurve(eye.upper, t) - readCurve(eye.lower, t));
    const low = readCurve(rims.lower, t);
    const top = Math.max(readCurve(rims.upper, t), low + least);
    gapPx = Math.max(gapPx, top - low);
    return top;
  });
  return { upper, lower: rims.lower, gapPx };
}

/** An eye as the landmarks have it. */
export function placeEyeLine(landmarks: Points3<'frame-px'>, side: 'right' | 'left'): EyeLine {
  const rims = RIMS[side];
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const [ax, ay] = at(rims.upper[0]);
  const [bx, by] = at(rims.upper[8]);
  const width = Math.max(1e-3, Math.hypot(bx - ax, by - ay));
  const axes: AxesPx = {
    centreXPx: (ax + bx) / 2,
    centreYPx: (ay + by) / 2,
    alongX: (bx - ax) / width,
    alongY: (by - ay) / width,
  };
  const halfWidthPx = width / 2;
  const rim = (indices: readonly number[]) => {
    const points = indices
      .map((i): [number, number] => {
        const [along, up] = onAxes(axes, ...at(i));
        return [along / halfWidthPx, up];
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
  let browGapPx = 0;
  for (const i of rims.brow) {
    const [along, up] = onAxes(axes, ...at(i));
    browGapPx += (up - readCurve(upper, along / halfWidthPx)) / rims.brow.length;
  }
  const ratio = gapPx / width;
  const open01 = Math.max(0, Math.min(1, (ratio - 0.1) / 0.1));
  return {
    side,
    ...axes,
    halfWidthPx,
    upper,
    lower,
    gapPx,
    browGapPx: Math.max(0, browGapPx),
    iris: { xPx: ix, yPx: iy, radiusPx },
    open01,
  };
}

/** How far the iris's top lies above the upper lid's rim, px; negative where white shows above it. */
export function irisCover(eye: EyeLine): number {
  const [t, up] = eyePlace(eye, eye.iris.xPx, eye.iris.yPx);
  return up + eye.iris.radiusPx - readCurve(eye.upper, t);
}

/** What the lower lid hides of the iris on faces at rest, IOD, and what it can have been raised by at most. */
const UNDER_AT_REST_IOD = 0.008;
const MOST_SQUINT_IOD = 0.05;

/**
 * How far the lower lid lies over the iris, beyond what it does at rest, IOD: what it sinks by when a
 * smile that tightens it lets go. Never further than the iris: white below it would be a stare.
 */
export function squintOf(eye: EyeLine, iodPx: number): number {
  const [t, up] = eyePlace(eye, eye.iris.xPx, eye.iris.yPx);
  const under = readCurve(eye.lower, t) - (up - eye.iris.radiusPx);
  return clamp(under / iodPx - UNDER_AT_REST_IOD, 0, MOST_SQUINT_IOD);
}

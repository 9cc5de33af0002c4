import { curveOf, readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { lashDepth, placeEyeLine, rimPoints } from '../eyes/eye-line.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';

/** Directions of an outline around its middle. */
const DIRECTIONS = 96;
/** How firmly eyes are taken for level where their shape says little, in parts of elongation. */
const LEVEL = 0.15;
const MOST_SLANT = 0.5;

/** A closed outline around a middle: radii px, the first direction along `roll`, the next downwards. */
interface Outline {
  readonly xPx: number;
  readonly yPx: number;
  readonly radii: Float32Array;
}

/**
 * Both eyes of an animal. Their axes are mirror images of each other about the line that joins the
 * eyes: what lids do on one side they do on the other, however either outline was found. Corners
 * are where the outline ends along that axis.
 */
export function findAnimalEyeLines(
  landmarks: Points3<'frame-px'>,
  plate: Picture,
  iodPx: number,
): readonly [EyeLine, EyeLine] {
  const sides = ['right', 'left'] as const;
  const [right, left] = layOutEyeLines(
    [placeEyeLine(landmarks, 'right'), placeEyeLine(landmarks, 'left')],
    sides.map((side) => rimPoints(landmarks, side)),
  );
  return [withoutLashes(plate, right, iodPx), withoutLashes(plate, left, iodPx)];
}

/** Lays the axes of both eyes through the points of their rims. */
export function layOutEyeLines(
  [right, left]: readonly [EyeLine, EyeLine],
  rims: readonly (readonly (readonly [number, number])[])[],
): readonly [EyeLine, EyeLine] {
  const roll = Math.atan2(left.centreYPx - right.centreYPx, left.centreXPx - right.centreXPx);
  const outlines = rims.map((points) => outlineOf(points, roll));
  const slant = sharedSlant(outlines[0], outlines[1]);
  return [layAxis(right, outlines[0], roll, slant), layAxis(left, outlines[1], roll, -slant)];
}

function outlineOf(points: readonly (readonly [number, number])[], roll: number): Outline {
  const xPx = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const yPx = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const polar = points
    .map(([x, y]) => ({
      angle: turn(Math.atan2(y - yPx, x - xPx) - roll),
      radius: Math.hypot(x - xPx, y - yPx),
    }))
    .sort((a, b) => a.angle - b.angle);
  const last = polar[polar.length - 1];
  const closed = [
    { angle: last.angle - 2 * Math.PI, radius: last.radius },
    ...polar,
    { angle: polar[0].angle + 2 * Math.PI, radius: polar[0].radius },
  ];
  let k = 0;
  const radii = Float32Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (2 * Math.PI * i) / DIRECTIONS;
    while (closed[k + 1].angle < angle) k++;
    const span = Math.max(1e-6, closed[k + 1].angle - closed[k].angle);
    const f = (angle - closed[k].angle) / span;
    return closed[k].radius * (1 - f) + closed[k + 1].radius * f;
  });
  const at = (i: number) => radii[(i + DIRECTIONS) % DIRECTIONS];
  const smooth = radii.map(
    (r, i) => 0.3 * r + 0.2 * (at(i - 1) + at(i + 1)) + 0.15 * (at(i - 2) + at(i + 2)),
  );
  return { xPx, yPx, radii: smooth };
}

function turn(angle: number): number {
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

/** How far the inner corners lie below the level of the outer ones, radians: one for both eyes. */
function sharedSlant(right: Outline, left: Outline): number {
  let level = LEVEL;
  let slanted = 0;
  for (const [outline, mirror] of [
    [right, 1],
    [left, -1],
  ] as const) {
    let xx = 0;
    let xy = 0;
    let yy = 0;
    outline.radii.forEach((r, i) => {
      const x = r * Math.cos((2 * Math.PI * i) / DIRECTIONS);
      const y = r * Math.sin((2 * Math.PI * i) / DIRECTIONS) * mirror;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    });
    level += (xx - yy) / (xx + yy);
    slanted += (2 * xy) / (xx + yy);
  }
  return clamp(0.5 * Math.atan2(slanted, Math.max(LEVEL, level)), -MOST_SLANT, MOST_SLANT);
}

/** The eye over an axis that falls to the picture's right by `slant` against the head's roll. */
function layAxis(eye: EyeLine, outline: Outline, roll: number, slant: number): EyeLine {
  const alongX = Math.cos(roll + slant);
  const alongY = Math.sin(roll + slant);
  const points = Array.from(outline.radii, (r, i): [number, number] => {
    const angle = (2 * Math.PI * i) / DIRECTIONS - slant;
    return [r * Math.cos(angle), -r * Math.sin(angle)];
  });
  const ends = (sign: 1 | -1): [number, number] => {
    const furthest = Math.max(...points.map(([x]) => sign * x));
    const near = points.filter(([x]) => sign * x > 0.97 * furthest);
    return [sign * furthest, near.reduce((sum, [, up]) => sum + up, 0) / near.length];
  };
  const [endX, endUp] = ends(1);
  const [startX, startUp] = ends(-1);
  const middle = (endX + startX) / 2;
  const level = (endUp + startUp) / 2;
  const halfWidthPx = Math.max(1e-3, (endX - startX) / 2);
  const heightAt = (t: number, sign: 1 | -1): number => {
    const corner = t < 0 ? startUp : endUp;
    const x = middle + t * halfWidthPx;
    let best = Number.NEGATIVE_INFINITY;
    points.forEach(([ax, au], i) => {
      const [bx, bu] = points[(i + 1) % points.length];
      if ((ax - x) * (bx - x) > 0 || ax === bx) return;
      best = Math.max(best, sign * (au + ((x - ax) / (bx - ax)) * (bu - au)));
    });
    return (Number.isFinite(best) && Math.abs(t) < 0.999 ? sign * best : corner) - level;
  };
  const upper = curveOf((t) => heightAt(t, 1));
  const lower = curveOf((t) => heightAt(t, -1));
  let gapPx = 1e-3;
  upper.values.forEach((top, i) => {
    gapPx = Math.max(gapPx, top - lower.values[i]);
  });
  return {
    ...eye,
    centreXPx: outline.xPx + middle * alongX + level * alongY,
    centreYPx: outline.yPx + middle * alongY - level * alongX,
    alongX,
    alongY,
    halfWidthPx,
    upper,
    lower,
    gapPx,
  };
}

/** The upper rim below its dark line: that belongs to the lid and goes with it. */
function withoutLashes(plate: Picture, eye: EyeLine, iodPx: number): EyeLine {
  const depth = lashDepth(plate, eye, iodPx);
  if (depth < 0.5) return eye;
  const upper = curveOf((t) => {
    const rim = readCurve(eye.upper, t);
    return rim - Math.min(depth, 0.35 * (rim - readCurve(eye.lower, t))) * (1 - t ** 4);
  });
  return { ...eye, upper, gapPx: Math.max(1e-3, eye.gapPx - depth) };
}

import { describe, expect, it } from 'vitest';
import {
  drawFlatFace,
  FLAT_IOD,
  FLAT_LANDMARKS,
  FLAT_MIDDLE,
  type FlatShape,
} from '../../test/support/flat-face.ts';
import { LOWER_INNER_LIP, UPPER_INNER_LIP } from '../face/landmark-indices.ts';
import { mix, smoothstep } from '../math/easing.ts';
import { findFeatures } from './features.ts';
import type { Rgb } from './skin/face-tone.ts';

const GAP_IOD = 0.2;
const BROWN: Rgb = [75, 35, 5];

/** The mouth of these landmarks, parted in its middle: where it is, IOD from the middle between the eyes. */
function openMouth() {
  const landmarks = FLAT_LANDMARKS.slice() as typeof FLAT_LANDMARKS;
  const last = LOWER_INNER_LIP.length - 1;
  for (const [i, at] of LOWER_INNER_LIP.entries()) {
    landmarks[3 * at + 1] += GAP_IOD * FLAT_IOD * Math.sin((Math.PI * i) / last);
  }
  const place = (i: number) =>
    [
      (landmarks[3 * i] - FLAT_MIDDLE.xPx) / FLAT_IOD,
      (FLAT_MIDDLE.yPx - landmarks[3 * i + 1]) / FLAT_IOD,
    ] as const;
  return { landmarks, upper: UPPER_INNER_LIP.map(place), lower: LOWER_INNER_LIP.map(place) };
}

/** Skin in light on one side and in shade on the other. */
const shaded = (x: number, y: number): Rgb => {
  const light = 1 + 0.1 * x + 0.05 * y;
  return [225 * light, 190 * light, 160 * light];
};

/** A brush's stroke, which is soft and runs dry: plain ink would be found as a pen's. */
const strokeAlong =
  (points: readonly (readonly [number, number])[], halfIod: number): FlatShape =>
  (x, y) => {
    const off = Math.min(...points.map(([px, py]) => Math.hypot(x - px, y - py)));
    const ink01 = (0.7 - x) * (1 - smoothstep(0, halfIod, off));
    if (ink01 === 0) return undefined;
    return shaded(x, y).map((v, k) => mix(v, BROWN[k], ink01)) as unknown as Rgb;
  };

/** Points close enough for a stroke to have no holes. */
function dense(points: readonly (readonly [number, number])[]) {
  return points.slice(1).flatMap((to, i) =>
    Array.from({ length: 12 }, (_, k) => {
      const t = k / 11;
      return [points[i][0] * (1 - t) + to[0] * t, points[i][1] * (1 - t) + to[1] * t] as const;
    }),
  );
}

describe('findFeatures', () => {
  it('shuts the mouth of a drawing that is a line with a mark in the skin under it', () => {
    const { landmarks, upper, lower } = openMouth();
    const middle = lower[Math.floor(lower.length / 2)];
    const mark = strokeAlong(dense([-0.07, 0.07].map((x) => [x, middle[1]])), 0.06);
    const line = strokeAlong(dense(upper), 0.12);
    const shut = findFeatures(drawFlatFace(shaded, line, mark), landmarks, FLAT_IOD, 'drawing');
    expect(shut.mouth.gapPx).toBe(0);
    // Lines all around it are an open mouth.
    const around = strokeAlong(dense(lower), 0.12);
    const open = findFeatures(drawFlatFace(shaded, line, around), landmarks, FLAT_IOD, 'drawing');
    expect(open.mouth.gapPx).toBeGreaterThan(0.8 * GAP_IOD * FLAT_IOD);
  });
});

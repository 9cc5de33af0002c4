import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { fitSimilarity3 } from './rigid-fit.ts';

/** Rotation about the unit axis (x, y, z), row-major 3×3 (Rodrigues). */
function turn(axis: readonly [number, number, number], radians: number): number[] {
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((v) => v / length);
  const c = Math.cos(radians);
  const s = Math.sin(radians);
  const k = 1 - c;
  return [
    c + k * x * x,
    k * x * y - s * z,
    k * x * z + s * y,
    k * x * y + s * z,
    c + k * y * y,
    k * y * z - s * x,
    k * x * z - s * y,
    k * y * z + s * x,
    c + k * z * z,
  ];
}

function cloud(count: number): Float64Array {
  const random = createRandom(5);
  return Float64Array.from({ length: 3 * count }, () => 2 * random() - 1);
}

function moved(
  points: Float64Array,
  r: readonly number[],
  scale: number,
  t: readonly number[],
): Float64Array {
  return points.map((_, i) => {
    const k = i % 3;
    const p = i - k;
    return (
      scale * (r[3 * k] * points[p] + r[3 * k + 1] * points[p + 1] + r[3 * k + 2] * points[p + 2]) +
      t[k]
    );
  });
}

describe('fitSimilarity3', () => {
  it.each([
    ['a yaw', [0, 1, 0], 0.7, 90, [200, -140, 30]],
    ['a roll', [0, 0, 1], -1.2, 0.01, [0, 0, 0]],
    ['a turn about any axis', [1, -2, 0.5], 2.4, 3, [-7, 8, 9]],
    ['nearly half a turn', [0.3, 1, 0.1], 3.05, 40, [1, 2, 3]],
    ['nothing', [0, 1, 0], 0, 1, [0, 0, 0]],
  ] as const)('recovers %s with its scale and translation', (_, axis, angle, scale, t) => {
    const from = cloud(12);
    const r = turn(axis, angle);
    const fit = fitSimilarity3(from, moved(from, r, scale, t), new Float64Array(12).fill(1));
    expect(fit.scale / scale).toBeCloseTo(1, 6);
    for (let i = 0; i < 9; i++) expect(fit.rotation[i]).toBeCloseTo(r[i], 5);
    for (let k = 0; k < 3; k++) expect(fit.translation[k]).toBeCloseTo(t[k], 4);
  });

  it('is led by heavy points and deaf to points of weight 0', () => {
    const from = cloud(12);
    const r = turn([0, 1, 0], 0.4);
    const to = moved(from, r, 5, [1, 2, 3]);
    to.set([99, -99, 50], 0);
    const deaf = new Float64Array(12).fill(1);
    deaf[0] = 0;
    expect(fitSimilarity3(from, to, deaf).scale).toBeCloseTo(5, 6);
    const misled = fitSimilarity3(from, to, new Float64Array(12).fill(1));
    expect(Math.abs(misled.scale - 5)).toBeGreaterThan(0.1);
  });

  it('stays a proper rotation where the points are noisy', () => {
    const from = cloud(40);
    const random = createRandom(8);
    const to = moved(from, turn([1, 1, 0], 0.5), 2, [0, 0, 0]).map((v) => v + 0.4 * random());
    const { rotation: r } = fitSimilarity3(from, to, new Float64Array(40).fill(1));
    const determinant =
      r[0] * (r[4] * r[8] - r[5] * r[7]) -
      r[1] * (r[3] * r[8] - r[5] * r[6]) +
      r[2] * (r[3] * r[7] - r[4] * r[6]);
    expect(determinant).toBeCloseTo(1, 9);
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += r[3 * i + k] * r[3 * j + k];
      expect(dot).toBeCloseTo(0, 9);
    }
  });
});

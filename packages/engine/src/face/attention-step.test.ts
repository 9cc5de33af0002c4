import { expect, test } from 'vitest';
import { apply } from '../math/affine.ts';
import { FEATURE_DEPTH, FEATURE_MAP_SIZE, LIPS_REGION, REGION_SIZE } from './attention-regions.ts';
import { regionToFeatures, sampleRegion } from './attention-step.ts';

/** A mesh whose lip vertices fill a box of 64 × 32 px around (96, 120), in px of 192. */
function meshWithLips(): Float32Array {
  const mesh = new Float32Array(3 * 468);
  LIPS_REGION.vertices.forEach((vertex, i) => {
    mesh[3 * vertex] = 96 + 32 * Math.cos(i);
    mesh[3 * vertex + 1] = 120 + 16 * Math.sin(i);
  });
  mesh.set([64, 120], 3 * LIPS_REGION.rollFrom);
  mesh.set([128, 120], 3 * LIPS_REGION.rollTo);
  return mesh;
}

test('a region is one and a half times the box of its vertices', () => {
  const map = regionToFeatures(meshWithLips(), LIPS_REGION);
  const [left, top] = apply(map, 0, 0);
  const [right, bottom] = apply(map, REGION_SIZE, REGION_SIZE);
  expect((left + right) / 2).toBeCloseTo(24, 0);
  expect((top + bottom) / 2).toBeCloseTo(30, 0);
  expect(right - left).toBeCloseTo(24, 0);
  expect(bottom - top).toBeCloseTo(12, 0);
});

test('a region of map cells gives the cells back, and zeros beyond the map', () => {
  const features = Float32Array.from(
    { length: FEATURE_MAP_SIZE * FEATURE_MAP_SIZE * FEATURE_DEPTH },
    (_, i) => i % 977,
  );
  const out = sampleRegion(features, [1, 0, -2, 0, 1, 5]);
  const cell = (map: Float32Array, size: number, x: number, y: number) => [
    ...map.subarray(FEATURE_DEPTH * (y * size + x)).subarray(0, FEATURE_DEPTH),
  ];
  expect(cell(out, REGION_SIZE, 2, 0)).toEqual(cell(features, FEATURE_MAP_SIZE, 0, 5));
  expect(cell(out, REGION_SIZE, 15, 9)).toEqual(cell(features, FEATURE_MAP_SIZE, 13, 14));
  expect(cell(out, REGION_SIZE, 1, 3)).toEqual(new Array(FEATURE_DEPTH).fill(0));
});

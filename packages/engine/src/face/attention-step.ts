import { type Affine, apply, compose, rotation, scaling, translation } from '../math/affine.ts';
import {
  type AttentionRegion,
  FEATURE_DEPTH,
  FEATURE_MAP_SIZE,
  REGION_ENLARGEMENT,
  REGION_SIZE,
} from './attention-regions.ts';

/** From mesh units (192) to cells of the feature map (48). */
const MESH_TO_FEATURES = FEATURE_MAP_SIZE / 192;

/**
 * The operator `Landmarks2TransformMatrix`: from cells of a region (16×16) to cells of the feature
 * map (48×48), upright with the region and around its vertices.
 *
 * @param mesh f32[3·468], in px of the model's input (192)
 */
export function regionToFeatures(mesh: Float32Array, region: AttentionRegion): Affine {
  const x = (i: number) => mesh[3 * i]! * MESH_TO_FEATURES;
  const y = (i: number) => mesh[3 * i + 1]! * MESH_TO_FEATURES;
  const { rollFrom, rollTo } = region;
  const roll = Math.atan2(y(rollTo) - y(rollFrom), x(rollTo) - x(rollFrom));
  const cos = Math.cos(roll);
  const sin = Math.sin(roll);
  let minU = Infinity;
  let maxU = -Infinity;
  let minV = Infinity;
  let maxV = -Infinity;
  for (const i of region.vertices) {
    const u = cos * x(i) + sin * y(i);
    const v = cos * y(i) - sin * x(i);
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const [centreX, centreY] = apply(rotation(roll), (minU + maxU) / 2, (minV + maxV) / 2);
  const unit = REGION_ENLARGEMENT / REGION_SIZE;
  return compose(
    translation(centreX, centreY),
    compose(
      rotation(roll),
      compose(
        scaling(unit * (maxU - minU), unit * (maxV - minV)),
        translation(-REGION_SIZE / 2, -REGION_SIZE / 2),
      ),
    ),
  );
}

/**
 * The operator `TransformTensorBilinear`: the region cut out of the feature map.
 *
 * @param features f32[48·48·32], rows top-down
 * @returns f32[16·16·32]; zero where the region reaches beyond the map
 */
export function sampleRegion(features: Float32Array, map: Affine): Float32Array {
  const out = new Float32Array(REGION_SIZE * REGION_SIZE * FEATURE_DEPTH);
  for (let row = 0; row < REGION_SIZE; row++) {
    for (let column = 0; column < REGION_SIZE; column++) {
      const [mx, my] = apply(map, column + 0.5, row + 0.5);
      const o = FEATURE_DEPTH * (row * REGION_SIZE + column);
      addCell(features, mx - 0.5, my - 0.5, out, o);
    }
  }
  return out;
}

function addCell(
  features: Float32Array,
  x: number,
  y: number,
  out: Float32Array,
  start: number,
): void {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  for (let dy = 0; dy <= 1; dy++) {
    const cy = y0 + dy;
    if (cy < 0 || cy >= FEATURE_MAP_SIZE) continue;
    for (let dx = 0; dx <= 1; dx++) {
      const cx = x0 + dx;
      if (cx < 0 || cx >= FEATURE_MAP_SIZE) continue;
      const weight = (dx ? x - x0 : 1 - x + x0) * (dy ? y - y0 : 1 - y + y0);
      const from = FEATURE_DEPTH * (cy * FEATURE_MAP_SIZE + cx);
      for (let k = 0; k < FEATURE_DEPTH; k++) out[start + k]! += weight * features[from + k]!;
    }
  }
}

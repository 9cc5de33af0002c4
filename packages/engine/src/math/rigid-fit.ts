/** A similarity in space: q = scale · R · p + t. */
export interface Similarity3 {
  /** Row-major 3×3 rotation. */
  readonly rotation: Float64Array;
  readonly scale: number;
  readonly translation: readonly [number, number, number];
}

/**
 * The similarity that takes `from` nearest to `to` in the least-squares sense: Horn 1987
 * (unit quaternions), the largest eigenvector by power iteration.
 * @param from f[3·N], `to` f[3·N]; N ≥ 3, not all on a line
 * @param weights f[N], ≥ 0
 */
export function fitSimilarity3(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  weights: ArrayLike<number>,
): Similarity3 {
  const n = weights.length;
  const a = centroid(from, weights);
  const b = centroid(to, weights);
  const s = new Float64Array(9);
  let normA = 0;
  for (let i = 0; i < n; i++) {
    const w = weights[i]!;
    for (let r = 0; r < 3; r++) {
      const p = from[3 * i + r]! - a[r]!;
      normA += w * p * p;
      for (let c = 0; c < 3; c++) s[3 * r + c]! += w * p * (to[3 * i + c]! - b[c]!);
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const m = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ];
  // Shifted so that the wanted eigenvalue, the most positive, is also the largest in size.
  const shift = Math.sqrt(m.flat().reduce((sum, v) => sum + v * v, 0));
  let q = [1, 0.01, 0.02, 0.03];
  for (let step = 0; step < 400; step++) {
    const next = m.map((row, i) => row.reduce((sum, v, j) => sum + v * q[j]!, shift * q[i]!));
    const length = Math.hypot(...next);
    q = next.map((v) => v / length);
  }
  const rotation = rotationOfQuaternion(q as [number, number, number, number]);
  let cross = 0;
  for (let i = 0; i < n; i++) {
    for (let r = 0; r < 3; r++) {
      let rotated = 0;
      for (let c = 0; c < 3; c++) rotated += rotation[3 * r + c]! * (from[3 * i + c]! - a[c]!);
      cross += weights[i]! * rotated * (to[3 * i + r]! - b[r]!);
    }
  }
  const scale = cross / Math.max(normA, 1e-12);
  const translation = [0, 1, 2].map((r) => {
    let rotated = 0;
    for (let c = 0; c < 3; c++) rotated += rotation[3 * r + c]! * a[c]!;
    return b[r]! - scale * rotated;
  }) as [number, number, number];
  return { rotation, scale, translation };
}

function centroid(points: ArrayLike<number>, weights: ArrayLike<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    total += weights[i]!;
    for (let k = 0; k < 3; k++) sum[k]! += weights[i]! * points[3 * i + k]!;
  }
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

function rotationOfQuaternion([w, x, y, z]: [number, number, number, number]): Float64Array {
  return Float64Array.of(
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  );
}

/**
 * Thin-plate splines in the plane: the smoothest map through scattered samples
 * (Bookstein 1989, kernel r² ln r).
 */

/** A fitted spline with `outputs` values per point. */
export interface ThinPlateSpline {
  readonly outputs: number;
  /** Writes the values at (x, y) into `out[offset …]`. */
  evaluate(x: number, y: number, out: Float32Array | Float64Array, offset: number): void;
}

/**
 * Fits a spline.
 * @param points f64[2·N], interleaved x,y, N ≥ 3 and not all on a line
 * @param values f64[outputs·N], interleaved per point
 * @param stiffness ≥ 0; 0 passes through every sample, larger values smooth (unit: that of the
 *   kernel after the points are scaled to unit spread)
 * @throws RangeError when the points are degenerate
 */
export function fitThinPlateSpline(
  points: ArrayLike<number>,
  values: ArrayLike<number>,
  outputs: number,
  stiffness: number,
): ThinPlateSpline {
  const n = points.length / 2;
  let cx = 0;
  let cy = 0;
  for (let i = 0; i < n; i++) {
    cx += points[2 * i]! / n;
    cy += points[2 * i + 1]! / n;
  }
  let spread = 0;
  for (let i = 0; i < n; i++) {
    spread += ((points[2 * i]! - cx) ** 2 + (points[2 * i + 1]! - cy) ** 2) / n;
  }
  const scale = 1 / Math.sqrt(Math.max(spread, 1e-12));
  const px = new Float64Array(n);
  const py = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    px[i] = (points[2 * i]! - cx) * scale;
    py[i] = (points[2 * i + 1]! - cy) * scale;
  }
  const size = n + 3;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size * outputs);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      matrix[i * size + j] = kernel(px[i]! - px[j]!, py[i]! - py[j]!);
    }
    matrix[i * size + i] = (matrix[i * size + i] ?? 0) + stiffness;
    const row = [1, px[i]!, py[i]!];
    for (let k = 0; k < 3; k++) {
      matrix[i * size + n + k] = row[k]!;
      matrix[(n + k) * size + i] = row[k]!;
    }
    for (let k = 0; k < outputs; k++) right[i * outputs + k] = values[i * outputs + k]!;
  }
  solveInPlace(matrix, right, size, outputs);

  return {
    outputs,
    evaluate(x, y, out, offset) {
      const qx = (x - cx) * scale;
      const qy = (y - cy) * scale;
      for (let k = 0; k < outputs; k++) {
        out[offset + k] =
          right[n * outputs + k]! +
          qx * right[(n + 1) * outputs + k]! +
          qy * right[(n + 2) * outputs + k]!;
      }
      for (let i = 0; i < n; i++) {
        const w = kernel(qx - px[i]!, qy - py[i]!);
        for (let k = 0; k < outputs; k++) out[offset + k]! += w * right[i * outputs + k]!;
      }
    },
  };
}

function kernel(dx: number, dy: number): number {
  const r2 = dx * dx + dy * dy;
  return r2 < 1e-18 ? 0 : 0.5 * r2 * Math.log(r2);
}

/** Gaussian elimination with partial pivoting; `right` is size×columns and becomes the solution. */
export function solveInPlace(
  matrix: Float64Array,
  right: Float64Array,
  size: number,
  columns: number,
): void {
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) {
      if (Math.abs(matrix[i * size + k]!) > Math.abs(matrix[pivot * size + k]!)) pivot = i;
    }
    const head = matrix[pivot * size + k]!;
    if (Math.abs(head) < 1e-12) throw new RangeError('degenerate points: no unique solution');
    if (pivot !== k) {
      swapRows(matrix, size, pivot, k);
      swapRows(right, columns, pivot, k);
    }
    for (let i = k + 1; i < size; i++) {
      const factor = matrix[i * size + k]! / head;
      if (factor === 0) continue;
      for (let j = k; j < size; j++) matrix[i * size + j]! -= factor * matrix[k * size + j]!;
      for (let j = 0; j < columns; j++) right[i * columns + j]! -= factor * right[k * columns + j]!;
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = 0; j < columns; j++) {
      let sum = right[k * columns + j]!;
      for (let i = k + 1; i < size; i++) sum -= matrix[k * size + i]! * right[i * columns + j]!;
      right[k * columns + j] = sum / matrix[k * size + k]!;
    }
  }
}

function swapRows(m: Float64Array, width: number, a: number, b: number): void {
  for (let j = 0; j < width; j++) {
    const keep = m[a * width + j]!;
    m[a * width + j] = m[b * width + j]!;
    m[b * width + j] = keep;
  }
}

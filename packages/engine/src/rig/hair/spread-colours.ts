/**
 * Carries colours on from where they are known: pyramids of weighted means, from the coarsest down
 * (pull-push: Gortler, Grzeszczuk, Szeliski and Cohen 1996).
 * @param colours f32[3·N], row by row
 * @param known f32[N], 0..1
 * @returns f32[3·N]; where a colour is known it is kept
 */
export function spreadColours(
  columns: number,
  rows: number,
  colours: Float32Array,
  known: Float32Array,
): Float32Array {
  if (columns <= 1 && rows <= 1) return colours.slice();
  const halfColumns = Math.ceil(columns / 2);
  const halfRows = Math.ceil(rows / 2);
  const less = new Float32Array(3 * halfColumns * halfRows);
  const weight = new Float32Array(halfColumns * halfRows);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const j = (r >> 1) * halfColumns + (c >> 1);
      weight[j] += known[i];
      for (let k = 0; k < 3; k++) less[3 * j + k] += known[i] * colours[3 * i + k];
    }
  }
  for (let j = 0; j < weight.length; j++) {
    if (weight[j] === 0) continue;
    for (let k = 0; k < 3; k++) less[3 * j + k] /= weight[j];
    weight[j] = Math.min(1, weight[j]);
  }
  const coarse = spreadColours(halfColumns, halfRows, less, weight);
  const out = new Float32Array(3 * columns * rows);
  for (let r = 0; r < rows; r++) {
    const y = Math.max(0, Math.min(halfRows - 1, (r - 0.5) / 2));
    const r0 = Math.floor(y);
    const r1 = Math.min(halfRows - 1, r0 + 1);
    for (let c = 0; c < columns; c++) {
      const x = Math.max(0, Math.min(halfColumns - 1, (c - 0.5) / 2));
      const c0 = Math.floor(x);
      const c1 = Math.min(halfColumns - 1, c0 + 1);
      const fx = x - c0;
      const fy = y - r0;
      const i = r * columns + c;
      let top = 3 * (r0 * halfColumns + c0);
      let low = 3 * (r1 * halfColumns + c0);
      const right = 3 * (c1 - c0);
      for (let k = 3 * i; k < 3 * i + 3; k++, top++, low++) {
        const above = coarse[top] * (1 - fx) + coarse[top + right] * fx;
        const below = coarse[low] * (1 - fx) + coarse[low + right] * fx;
        const from = above * (1 - fy) + below * fy;
        out[k] = from + known[i] * (colours[k] - from);
      }
    }
  }
  return out;
}

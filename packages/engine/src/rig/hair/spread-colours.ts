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
      const [fx, fy] = [x - c0, y - r0];
      const i = r * columns + c;
      for (let k = 0; k < 3; k++) {
        const at = (row: number, column: number) => coarse[3 * (row * halfColumns + column) + k];
        const top = at(r0, c0) * (1 - fx) + at(r0, c1) * fx;
        const low = at(r1, c0) * (1 - fx) + at(r1, c1) * fx;
        const from = top * (1 - fy) + low * fy;
        out[3 * i + k] = from + known[i] * (colours[3 * i + k] - from);
      }
    }
  }
  return out;
}

/**
 * Replaces every cell by the mean over a square of 2·radius + 1 cells around it, less what lies beyond
 * the border; in place.
 * @param field f32[columns·rows]
 */
export function averageCells(
  field: Float32Array,
  columns: number,
  rows: number,
  radius: number,
): void {
  const across = windowShares(columns, radius);
  const line = new Float32Array(columns);
  for (let r = 0; r < rows; r++) {
    const start = r * columns;
    line.set(field.subarray(start, start + columns));
    let sum = 0;
    const begun = Math.min(radius, columns);
    for (let c = 0; c < begun; c++) sum += line[c]!;
    // Both ends of the window are in the row between these.
    const from = Math.min(radius + 1, columns);
    const to = Math.max(from, columns - radius);
    let c = 0;
    for (; c < from; c++) {
      if (c + radius < columns) sum += line[c + radius]!;
      field[start + c] = sum * across[c]!;
    }
    for (; c < to; c++) {
      sum += line[c + radius]! - line[c - radius - 1]!;
      field[start + c] = sum * across[c]!;
    }
    for (; c < columns; c++) {
      sum -= line[c - radius - 1]!;
      field[start + c] = sum * across[c]!;
    }
  }
  // Down the columns, all of a row at once: that is how they lie in memory.
  const down = windowShares(rows, radius);
  const sums = new Float64Array(columns);
  const source = field.slice();
  for (let r = 0; r < Math.min(radius, rows); r++) {
    for (let c = 0; c < columns; c++) sums[c]! += source[r * columns + c]!;
  }
  for (let r = 0; r < rows; r++) {
    const here = r * columns;
    const entering = (r + radius) * columns;
    const leaving = (r - radius - 1) * columns;
    const share = down[r]!;
    if (r + radius < rows) for (let c = 0; c < columns; c++) sums[c]! += source[entering + c]!;
    if (r > radius) for (let c = 0; c < columns; c++) sums[c]! -= source[leaving + c]!;
    for (let c = 0; c < columns; c++) field[here + c] = sums[c]! * share;
  }
}

/** One over the number of cells in a window around each of a line. */
function windowShares(length: number, radius: number): Float64Array {
  const shares = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    shares[i] = 1 / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
  return shares;
}

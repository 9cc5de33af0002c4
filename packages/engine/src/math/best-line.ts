/** A line through columns of places, one place a column. */
export interface BestLine {
  /** Row of each column. */
  readonly rows: Int32Array;
  /** What the line gains at each column. */
  readonly gains: Float64Array;
}

/** How a line may run. */
export interface LineRules {
  /** Rows by which it may move between neighbouring columns. */
  readonly mostSteps: number;
  /** What a move by so many rows costs, 0 or more; none costs nothing. */
  readonly stepCost: (rows: number) => number;
  /** A column never gains more than this. */
  readonly most?: number;
  /** true: the last column is the first one's neighbour. */
  readonly closed?: boolean;
}

/**
 * The line that gains most (dynamic programming, after Viterbi). A closed one is found by going
 * round twice and keeping the middle, which both ends hardly reach.
 * @param gains f64[columns·rows], column by column
 */
export function findBestLine(
  gains: Float64Array,
  columns: number,
  rows: number,
  { mostSteps, stepCost, most = Infinity, closed = false }: LineRules,
): BestLine {
  const costs = Float64Array.from({ length: mostSteps + 1 }, (_, moved) => stepCost(moved));
  const length = closed ? 2 * columns : columns;
  const from = new Int32Array(length * rows);
  let sums = new Float64Array(rows);
  for (let c = 0; c < length; c++) {
    const next = new Float64Array(rows);
    for (let j = 0; j < rows; j++) {
      let best = -Infinity;
      for (let i = Math.max(0, j - mostSteps); i <= Math.min(rows - 1, j + mostSteps); i++) {
        const sum = sums[i] - costs[Math.abs(i - j)];
        if (sum <= best) continue;
        best = sum;
        from[c * rows + j] = i;
      }
      next[j] = best + Math.min(most, gains[(c % columns) * rows + j]);
    }
    sums = next;
  }
  const line = { rows: new Int32Array(columns), gains: new Float64Array(columns) };
  const kept = closed ? columns >> 1 : 0;
  let j = sums.indexOf(Math.max(...sums));
  for (let c = length - 1; c >= 0; c--) {
    if (c >= kept && c < kept + columns) {
      const k = c % columns;
      line.rows[k] = j;
      line.gains[k] = gains[k * rows + j];
    }
    j = from[c * rows + j];
  }
  return line;
}

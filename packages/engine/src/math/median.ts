/** Median of some numbers: of an even count the upper one of the middle two. There is at least one. */
export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1];
}

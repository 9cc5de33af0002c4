/** Median of some numbers: of an even count the upper one of the middle two. There is at least one. */
export function median(values: Iterable<number>): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

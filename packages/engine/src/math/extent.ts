/**
 * Least and most of some values; ±Infinity of none. Spreading thousands of them into Math.min would
 * overflow the stack of some browsers.
 */
export function extentOf(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

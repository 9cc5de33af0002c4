/**
 * Least and most of some values; ±Infinity of none. Spreading thousands of them into Math.min would
 * overflow the stack of some browsers.
 */
export function extentOf(values: ArrayLike<number>): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  return [least, most];
}

/**
 * Replaces every value of a line by the mean over `radius` values to either side of it, in place; beyond
 * its ends the line goes on with its last values.
 * @param field values; the line's are at start, start + step, …, `count` of them
 * @param line scratch of at least `count` values
 */
export function boxMeanLine(
  field: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  line: Float32Array,
): void {
  for (let i = 0; i < count; i++) line[i] = field[start + i * step];
  let sum = line[0] * (radius + 1);
  for (let i = 1; i <= radius; i++) sum += line[Math.min(count - 1, i)];
  const width = 2 * radius + 1;
  for (let i = 0; i < count; i++) {
    field[start + i * step] = sum / width;
    sum += line[Math.min(count - 1, i + radius + 1)] - line[Math.max(0, i - radius)];
  }
}

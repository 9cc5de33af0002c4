/**
 * The pixels of a square that hang together with one, by their sides.
 *
 * @param set u8[sidePx²], row by row: 1 where a pixel is set
 * @param seen the same: 1 where it was found before; what is found now is added
 * @param start index of a pixel
 * @returns indices; none if `start` is not set or was seen; 'open' if they reach the border
 */
export function floodFrom(
  set: Uint8Array,
  seen: Uint8Array,
  start: number,
  sidePx: number,
): number[] | 'open' {
  if (!set[start] || seen[start]) return [];
  const found = [start];
  seen[start] = 1;
  for (const i of found) {
    const x = i % sidePx;
    const y = (i - x) / sidePx;
    if (x === 0 || y === 0 || x === sidePx - 1 || y === sidePx - 1) return 'open';
    for (const next of [i - 1, i + 1, i - sidePx, i + sidePx]) {
      if (!set[next] || seen[next]) continue;
      seen[next] = 1;
      found.push(next);
    }
  }
  return found;
}

/** An outline as the highest and the lowest y of each of its columns, from the column `left` on. */
export interface ColumnOutline {
  readonly left: number;
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

/** The convex hull of pixels of a square, by their indices; px. At least one is needed. */
export function hullColumns(pixels: readonly number[], sidePx: number): ColumnOutline {
  let left = sidePx;
  let right = 0;
  const low = new Float64Array(sidePx).fill(-1);
  const high = new Float64Array(sidePx).fill(sidePx);
  for (const i of pixels) {
    const x = i % sidePx;
    const y = (i - x) / sidePx;
    left = Math.min(left, x);
    right = Math.max(right, x);
    high[x] = Math.min(high[x]!, y);
    low[x] = Math.max(low[x]!, y);
  }
  const columns = Array.from({ length: right - left + 1 }, (_, c) => left + c);
  const seen = columns.filter((x) => low[x]! >= 0);
  const top = chainOver(seen.map((x) => [x, high[x]!]));
  const bottom = chainOver(seen.map((x) => [x, -low[x]!]));
  return { left, top: columns.map(top), bottom: columns.map((x) => -bottom(x)) };
}

/** The lower convex chain of points ordered by x, as a function of x. */
function chainOver(points: readonly (readonly [number, number])[]): (x: number) => number {
  const chain: (readonly [number, number])[] = [];
  for (const point of points) {
    while (chain.length > 1) {
      const [ax, ay] = chain[chain.length - 2]!;
      const [bx, by] = chain[chain.length - 1]!;
      if ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return (x) => {
    const i = Math.max(
      1,
      chain.findIndex(([px]) => px >= x),
    );
    const [ax, ay] = chain[i - 1]!;
    const [bx, by] = chain[i] ?? [ax + 1, ay];
    return ay + ((by - ay) * (x - ax)) / (bx - ax);
  };
}

/** Area within a closed line of corners (x, y), whichever way it runs: the shoelace formula. */
export function polygonArea(rim: readonly (readonly [number, number])[]): number {
  const twice = rim.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = rim[(i + 1) % rim.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

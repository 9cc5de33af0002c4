/** Whether (x, y) lies inside a closed line x0, y0, x1, y1, … whose last point is its first. */
export function isInside(line: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let p = 0; p + 3 < line.length; p += 2) {
    const [ax, ay, bx, by] = line.subarray(p, p + 4);
    if (ay! > y !== by! > y && x < ax! + ((y - ay!) * (bx! - ax!)) / (by! - ay!)) inside = !inside;
  }
  return inside;
}

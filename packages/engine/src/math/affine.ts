/**
 * An affine map of the plane, [a, b, c, d, e, f]:
 * x' = a·x + b·y + c, y' = d·x + e·y + f.
 */
export type Affine = readonly [number, number, number, number, number, number];

/** The map that applies `first`, then `second`. */
export function compose(second: Affine, first: Affine): Affine {
  const [a, b, c, d, e, f] = second;
  const [g, h, i, j, k, l] = first;
  return [
    a * g + b * j,
    a * h + b * k,
    a * i + b * l + c,
    d * g + e * j,
    d * h + e * k,
    d * i + e * l + f,
  ];
}

export function translation(x: number, y: number): Affine {
  return [1, 0, x, 0, 1, y];
}

export function scaling(x: number, y: number): Affine {
  return [x, 0, 0, 0, y, 0];
}

/** Turns x towards y: clockwise on a screen, where y points down. */
export function rotation(angleRadians: number): Affine {
  const cos = Math.cos(angleRadians);
  const sin = Math.sin(angleRadians);
  return [cos, -sin, 0, sin, cos, 0];
}

/** The map that scales and turns about (centreX, centreY) what is drawn around (middleX, middleY). */
export function turnedAbout(
  [centreX, centreY]: readonly [number, number],
  angleRadians: number,
  scale: number,
  [middleX, middleY]: readonly [number, number],
): Affine {
  return compose(
    translation(centreX, centreY),
    compose(
      rotation(angleRadians),
      compose(scaling(scale, scale), translation(-middleX, -middleY)),
    ),
  );
}

export function apply(map: Affine, x: number, y: number): [number, number] {
  return [map[0] * x + map[1] * y + map[2], map[3] * x + map[4] * y + map[5]];
}

/** How much longer the map makes things, in the mean: the square root of its determinant's size. */
export function meanScale(map: Affine): number {
  return Math.sqrt(Math.abs(map[0] * map[4] - map[1] * map[3]));
}

/** The inverse map; undefined when the map collapses the plane. */
export function invert(map: Affine): Affine | undefined {
  const [a, b, c, d, e, f] = map;
  const determinant = a * e - b * d;
  if (!(Math.abs(determinant) > 1e-12)) return undefined;
  const ia = e / determinant;
  const ib = -b / determinant;
  const id = -d / determinant;
  const ie = a / determinant;
  return [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
}

/** The affine map that takes three points to three others; undefined when `from` is collinear. */
export function affineFromPoints(
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): Affine | undefined {
  const basis = (p: readonly (readonly [number, number])[]): Affine => [
    p[1]![0] - p[0]![0],
    p[2]![0] - p[0]![0],
    p[0]![0],
    p[1]![1] - p[0]![1],
    p[2]![1] - p[0]![1],
    p[0]![1],
  ];
  const inverse = invert(basis(from));
  return inverse && compose(basis(to), inverse);
}

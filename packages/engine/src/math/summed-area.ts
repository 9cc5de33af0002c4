/** A picture of one quantity: any levels, f32[W·H], rows top-down. */
export interface Plane {
  readonly values: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Sums of the values (or of their squares) over all rectangles from the top left corner,
 * f64[(W + 1)·(H + 1)]: a summed-area table (Crow 1984), from which four numbers give any rectangle's sum.
 */
export function summedArea({ values, widthPx, heightPx }: Plane, power: 1 | 2 = 1): Float64Array {
  const stride = widthPx + 1;
  const sums = new Float64Array(stride * (heightPx + 1));
  for (let y = 0; y < heightPx; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      const value = values[y * widthPx + x]!;
      row += power === 1 ? value : value * value;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return sums;
}

/** A plane of which means over rectangles are asked. */
export interface Means {
  /**
   * Mean over the pixels in a rectangle that is rounded to whole pixels, cut at the plane's border and at
   * least one pixel large.
   */
  over(centreX: number, centreY: number, halfWidth: number, halfHeight: number): number;
}

export function meansOf(plane: Plane): Means {
  const { widthPx, heightPx } = plane;
  const sums = summedArea(plane);
  const stride = widthPx + 1;
  return {
    over(centreX, centreY, halfWidth, halfHeight) {
      const [left, right] = span(centreX, halfWidth, widthPx);
      const [top, bottom] = span(centreY, halfHeight, heightPx);
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!;
      return sum / ((right - left) * (bottom - top));
    },
  };
}

function span(centre: number, half: number, size: number): [from: number, to: number] {
  const from = Math.max(0, Math.min(size - 1, Math.round(centre - half)));
  return [from, Math.max(from + 1, Math.min(size, Math.round(centre + half)))];
}

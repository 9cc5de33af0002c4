import type { Picture } from '../../math/picture.ts';
import { type EyeAxes, lnLuma } from './glasses-lines.ts';

/** What is seen through the lenses of glasses: eyes, one shade, or nothing. */

/** A lens's middle lies so far below the eye's, IOD. */
export const BELOW_EYE = 0.04;
/** The middle of a lens, half its breadth and height, IOD; nearly all of it is darker than … */
const LENS_HALF = [0.24, 0.14] as const;
const NEARLY_ALL = 0.9;
/** … this part of the skin's light if nothing is seen through. */
export const OPAQUE = 0.3;
/** … and in a flat drawing, where lenses are of one plain colour; eyes are white there. */
export const OPAQUE_ON_FLAT = 0.85;
/** The skin is read this far below the eye and, since beards cover cheeks, on the nose's ridge, IOD. */
const CHEEK_BELOW = [0.65, 0.75, 0.85] as const;
const NOSE_BELOW = [0.4, 0.47, 0.54] as const;

const SIDES = [-1, 1] as const;

/**
 * Are both lenses so dark that no eye is seen in them? Eyes in deep shade are not: one has lights.
 * @param darkness the part of the skin's light that they have at most, nearly all over
 */
export function areLensesOpaque(plate: Picture, axes: EyeAxes, darkness: number): boolean {
  return areDarker(plate, axes, NEARLY_ALL, darkness);
}

/** Is the middle shade of both lenses at most this part of the skin's light? They may mirror brighter things. */
export function areLensesDark(plate: Picture, axes: EyeAxes, darkness: number): boolean {
  return areDarker(plate, axes, 0.5, darkness);
}

function areDarker(plate: Picture, axes: EyeAxes, part: number, darkness: number): boolean {
  const nose = NOSE_BELOW.map((down) => lnLuma(plate, axes, 0, -down));
  return SIDES.every((side) => {
    const cheek = CHEEK_BELOW.map((down) => lnLuma(plate, axes, side * axes.half, -down));
    const lit = Math.max(...cheek, ...nose);
    return quantile(lensShades(plate, axes, side), part) < lit + Math.log(darkness);
  });
}

/** Is the lightest part of each lens hardly lighter than its middle shade: by this factor at most? */
export function areLensesEven(plate: Picture, axes: EyeAxes, even: number): boolean {
  return SIDES.every((side) => {
    const lens = lensShades(plate, axes, side);
    return quantile(lens, NEARLY_ALL) - quantile(lens, 0.5) < Math.log(even);
  });
}

/** ln of luma all over the middle of a lens, from the darkest to the lightest place. */
function lensShades(plate: Picture, axes: EyeAxes, side: -1 | 1): readonly number[] {
  const lens: number[] = [];
  for (let x = -1; x <= 1; x += 0.1) {
    for (let y = -1; y <= 1; y += 0.1) {
      if (x * x + y * y > 1) continue;
      const along = side * (axes.half + x * LENS_HALF[0]);
      lens.push(lnLuma(plate, axes, along, y * LENS_HALF[1] - BELOW_EYE));
    }
  }
  return lens.sort((a, b) => a - b);
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(part * sorted.length)]!;
}

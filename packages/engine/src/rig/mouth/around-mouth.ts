import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { pixelAt, type Rgb } from '../skin/face-tone.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

/** Places of a plate's pixels on a mouth's axes. */
export function placesOnMouth(
  { widthPx }: Pick<Picture, 'widthPx'>,
  mouth: MouthLine,
  pixels: ReadonlySet<number>,
): [s: number, upPx: number][] {
  return Array.from(pixels, (pixel) =>
    mouthPlace(mouth, (pixel % widthPx) + 0.5, Math.floor(pixel / widthPx) + 0.5),
  );
}

/**
 * Colours above and below the seam of a mouth, so far from it.
 * @param places along it, s
 */
export function coloursBesideSeam(
  plate: Picture,
  mouth: MouthLine,
  places: readonly number[],
  awayPx: number,
): (readonly [above: Rgb, below: Rgb])[] {
  return places.map((s) => {
    const seam = readCurve(mouth.upper, s);
    const at = (up: number) => pixelAt(plate, ...mouthPoint(mouth, s, up));
    return [at(seam + awayPx), at(seam - awayPx)];
  });
}

/**
 * Visits the pixels of a plate in an upright square around the middle of a mouth, row by row.
 * @param reachPx half the side of the square
 * @param visit gets the pixel's index in the plate, and s and height (px) of its middle on the mouth's axes
 */
export function forEachAroundMouth(
  { widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>,
  mouth: MouthLine,
  reachPx: number,
  visit: (pixel: number, s: number, upPx: number) => void,
): void {
  const x0 = Math.max(0, Math.floor(mouth.centreXPx - reachPx));
  const x1 = Math.min(widthPx, Math.ceil(mouth.centreXPx + reachPx));
  const y0 = Math.max(0, Math.floor(mouth.centreYPx - reachPx));
  const y1 = Math.min(heightPx, Math.ceil(mouth.centreYPx + reachPx));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [s, up] = mouthPlace(mouth, x + 0.5, y + 0.5);
      visit(y * widthPx + x, s, up);
    }
  }
}

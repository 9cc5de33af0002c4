import type { Picture } from '../../math/picture.ts';
import { standsOut } from '../drawing/drawn-pieces.ts';
import type { Rgb } from './face-tone.ts';
import type { PixelChange } from './pixel-change.ts';
import { colourOf, growPiece } from './skin-patch.ts';

/** Around what is drawn there is its soft edge, and the light of sharpened or packed pictures, IOD and px. */
const EDGE_IOD = 0.06;
const EDGE_PX = 3;
/** Around that is the skin that is read, in so many rings of pixels. */
const RINGS = 2;
/** Levels by which what is beside it is no skin, but a fringe or a brim. */
const NO_SKIN = 60;

/**
 * Skin that is shaded in the place of what is drawn on it: between all that is around that, the nearer the more.
 * @param piece its pixels, without those of its soft edge; indices into the plate
 * @param skin about its colour, if that is known: what is beside it and none, as a fringe, stays and does not count
 */
export function patchShadedSkin(
  plate: Picture,
  piece: ReadonlySet<number>,
  iodPx: number,
  skin?: Rgb,
): PixelChange {
  const { widthPx, rgba } = plate;
  const inside = (pixel: number) => pixel >= 0 && 4 * pixel < rgba.length;
  const isSkin = (pixel: number) =>
    inside(pixel) && (!skin || !standsOut(colourOf(plate, pixel), skin, NO_SKIN));
  const shape = new Set(piece);
  growPiece(shape, widthPx, isSkin, Math.round(Math.max(EDGE_PX, EDGE_IOD * iodPx)));
  const withRings = new Set(shape);
  growPiece(withRings, widthPx, isSkin, RINGS);
  const around = [...withRings]
    .filter((pixel) => !shape.has(pixel))
    .map((pixel) => ({
      x: pixel % widthPx,
      y: Math.floor(pixel / widthPx),
      rgb: [rgba[4 * pixel], rgba[4 * pixel + 1], rgba[4 * pixel + 2]],
    }));
  const pixels = [...shape].sort((a, b) => a - b);
  const change = new Float32Array(3 * pixels.length);
  pixels.forEach((pixel, i) => {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const sum = [0, 0, 0, 1e-12];
    for (const place of around) {
      const weight = ((place.x - x) ** 2 + (place.y - y) ** 2) ** -1.5;
      for (let k = 0; k < 3; k++) sum[k] += weight * place.rgb[k];
      sum[3] += weight;
    }
    for (let k = 0; k < 3 && around.length > 0; k++) {
      change[3 * i + k] = sum[k] / sum[3] - rgba[4 * pixel + k];
    }
  });
  return { pixels: Uint32Array.from(pixels), change };
}

import type { Affine } from '../math/affine.ts';
import { luma601Plane } from '../math/luma.ts';
import type { RectPx } from '../math/points.ts';
import { cropPicture, type Pyramid } from './crop.ts';
import { type HaarCascade, windowsThatPass } from './haar-cascade.ts';

/**
 * The windows of a part of a picture in which the cascade sees a cat's face.
 *
 * @param size of the part, px of the cascade's own scale: a window has `cascade.sidePx`
 * @param toImage from those px to image px
 * @returns x,y of each window's corner, px of the part
 */
export function catWindows(
  pyramid: Pyramid,
  cascade: HaarCascade,
  size: Pick<RectPx, 'widthPx' | 'heightPx'>,
  toImage: Affine,
): number[] {
  const rgb = cropPicture(pyramid, { ...size, toImage, scale: 1, offset: 0, outside: 'edge' });
  const values = luma601Plane(rgb, new Float32Array(size.widthPx * size.heightPx));
  return windowsThatPass(cascade, { values, ...size });
}

import type { Affine } from '../math/affine.ts';
import { luma601 } from '../math/luma.ts';
import type { RectPx } from '../math/points.ts';
import { cropPicture, type Pyramid } from './crop.ts';

/**
 * Tones in which an animal's eyes, nose and mouth stand out from its coat, f32[H·W], 0..255: the mean of
 * brightness and the darkest channel, since what is not fur is dark or strongly coloured.
 *
 * @param toImage from px of the crop to image px
 */
export function coatTones(
  pyramid: Pyramid,
  toImage: Affine,
  { widthPx, heightPx }: Pick<RectPx, 'widthPx' | 'heightPx'>,
): Float32Array {
  const size = { widthPx, heightPx };
  const rgb = cropPicture(pyramid, { ...size, toImage, scale: 1, offset: 0, outside: 'edge' });
  return Float32Array.from({ length: widthPx * heightPx }, (_, i) => {
    const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
    return 0.5 * luma601(r, g, b) + 0.5 * Math.min(r, g, b);
  });
}

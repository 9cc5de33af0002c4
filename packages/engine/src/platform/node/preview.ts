import sharp from 'sharp';
import type { Picture } from '../../math/picture.ts';

/** Longer side, px: what a page shows of a picture, on screens with two pixels for one. */
const PREVIEW_SIDE_PX = 1024;
const PREVIEW_QUALITY = 78;

/** A small JPEG of a picture, of 50 to 200 kB and without metadata, for who cannot show its file. */
export async function encodePreview({ rgba, widthPx, heightPx }: Picture): Promise<Uint8Array> {
  const raw = { width: widthPx, height: heightPx, channels: 4 as const };
  return await sharp(rgba, { raw })
    .removeAlpha()
    .resize({
      width: PREVIEW_SIDE_PX,
      height: PREVIEW_SIDE_PX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .jpeg({ quality: PREVIEW_QUALITY })
    .toBuffer();
}

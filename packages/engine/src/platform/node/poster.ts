import sharp from 'sharp';
import type { Kernels } from '../../render/kernels/kernels.ts';

/** JPEG quality of posters: no visible blocks on skin, about 60 KB for 720². */
const POSTER_QUALITY = 86;

/** Writes the kernels' frame as a JPEG without any metadata. */
export async function writePoster(
  path: string,
  { frame, widthPx, heightPx }: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): Promise<void> {
  await sharp(frame, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: POSTER_QUALITY, mozjpeg: false, progressive: true })
    .toFile(path);
}

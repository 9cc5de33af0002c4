import type { PictureFormat } from '../picture-formats.ts';
import { startOfJpeg } from './jpeg-start.ts';
import type { PictureStart } from './picture-start.ts';
import { startOfPng } from './png-start.ts';
import { startOfWebp } from './webp-start.ts';

/**
 * What is there of a picture whose file breaks off, as after a broken download; undefined where it does
 * not, or where nothing is known of its format.
 *
 * @param limitInputPixels as sharp has it
 */
export async function startOf(
  format: PictureFormat,
  bytes: Uint8Array,
  limitInputPixels: number,
): Promise<PictureStart | undefined> {
  // Programs that know how long a file will be fill up what did not come. In a JPEG 0xff, or 0xff and
  // 0, would be half of a marker or say that none begins there, whatever is put behind it.
  const file = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0 && byte !== 0xff) + 1);
  switch (format) {
    case 'jpeg':
      return await startOfJpeg(file, limitInputPixels);
    case 'png':
      return await startOfPng(file, limitInputPixels);
    case 'webp':
      return await startOfWebp(file, limitInputPixels);
    default:
      return undefined;
  }
}

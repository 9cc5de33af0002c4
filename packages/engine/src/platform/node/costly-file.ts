import { isMadeOfFrames } from './avif-frames.ts';
import { holdsManyScans } from './jpeg-scans.ts';
import type { PictureFormat } from './picture-formats.ts';
import { holdsManyTexts } from './png-texts.ts';
import { holdsManyFrames } from './webp-frames.ts';

/**
 * Whether a file is made so that its decoder fills the memory or works for minutes, whatever the size of its
 * picture: a decoder does not ask first. Looks at no byte more than a few times.
 */
export function isCostly(format: PictureFormat, bytes: Uint8Array): boolean {
  switch (format) {
    case 'png':
      return holdsManyTexts(bytes);
    case 'jpeg':
      return holdsManyScans(bytes);
    case 'webp':
      return holdsManyFrames(bytes);
    case 'avif':
      return isMadeOfFrames(bytes);
    default:
      return false;
  }
}

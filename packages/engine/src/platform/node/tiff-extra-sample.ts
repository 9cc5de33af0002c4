import { TiffBlock } from './tiff-block.ts';

const EXTRA_SAMPLES = 338;

/**
 * Whether a TIFF says of its one channel beside the colours that it is something else than their
 * alpha: a selection, a varnish. Those that say nothing of it mostly mean alpha.
 */
export function isOtherThanAlpha(bytes: Uint8Array): boolean {
  try {
    const tiff = new TiffBlock(bytes);
    const at = tiff.find(tiff.first, EXTRA_SAMPLES);
    // One value stands in the entry itself, at its start in either order of bytes.
    return at !== undefined && tiff.short(at) === 0;
  } catch (error) {
    // An offset beyond the end. Whether the picture is damaged is for its decoder to say.
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}

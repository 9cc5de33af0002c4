import { TiffBlock } from './tiff-block.ts';

const PHOTO_DIRECTORY = 0x8769;
const EXPOSURE_TIME = 0x829a;

/** What stands before the block in a JPEG; other formats leave it out. */
const NAME = 'Exif\0\0';

/**
 * Whether an EXIF block tells for how long a shutter was open: scanners and programs that paint or
 * edit leave that out. A block that cannot be read tells nothing; many files have broken ones.
 *
 * Reads that one value: blocks can be made whose values, all of them, would fill the memory.
 */
export function isByCamera(exif: Uint8Array): boolean {
  const isNamed = Buffer.from(exif.subarray(0, NAME.length)).toString('latin1') === NAME;
  try {
    const block = new TiffBlock(exif.subarray(isNamed ? NAME.length : 0));
    const photo = block.find(block.first, PHOTO_DIRECTORY);
    const time = photo && block.find(block.long(photo), EXPOSURE_TIME);
    if (time === undefined) return false;
    // A fraction of two whole numbers.
    const at = block.long(time);
    return block.long(at) / block.long(at + 4) > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

import readExif from 'exif-reader';

/**
 * Whether an EXIF block tells for how long a shutter was open: scanners and programs that paint or
 * edit leave that out. A block that cannot be read tells nothing; many files have broken ones.
 */
export function isByCamera(exif: Buffer): boolean {
  try {
    return (readExif(exif).Photo?.ExposureTime ?? 0) > 0;
  } catch {
    return false;
  }
}

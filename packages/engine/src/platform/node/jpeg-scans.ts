/** Ten times what programs write. Each goes over all of the picture, and takes a few dozen bytes of the file. */
const MOST_SCANS = 100;

/** As the specification (ITU-T T.81) names them: start of scan, end of image. */
export const SOS = 0xda;
export const EOI = 0xd9;

export interface JpegSegment {
  readonly marker: number;
  /** Where in the file what follows the marker begins: its length, of two bytes, if it has one. */
  readonly at: number;
}

/** Whether the pixels of a JPEG come in so many scans that decoding it would take minutes. */
export function holdsManyScans(jpeg: Uint8Array): boolean {
  let scans = 0;
  for (const { marker } of jpegSegments(jpeg)) {
    if (marker === SOS) scans += 1;
    if (scans > MOST_SCANS) return true;
  }
  return false;
}

/** The segments of a JPEG up to the end of its image, which is the last one unless the file breaks off before. */
export function* jpegSegments(jpeg: Uint8Array): Generator<JpegSegment> {
  for (let at = 0; at < jpeg.length; ) {
    at = findMarker(jpeg, at);
    const marker = jpeg[at + 1];
    if (marker === undefined) return;
    at += 2;
    yield { marker, at };
    if (marker === EOI) return;
    // A length that is too short to count itself is passed over, as decoders do.
    if (hasLength(marker)) at += Math.max(2, ((jpeg[at] ?? 0) << 8) | (jpeg[at + 1] ?? 0));
  }
}

/** Where the next marker begins: behind coded pixels, in which 0xff is followed by 0. */
function findMarker(jpeg: Uint8Array, from: number): number {
  let at = jpeg.indexOf(0xff, from);
  while (at >= 0 && at + 1 < jpeg.length) {
    const next = jpeg[at + 1];
    // A marker may be filled up in front.
    if (next === 0xff) at += 1;
    else if (next === 0) at = jpeg.indexOf(0xff, at + 2);
    else return at;
  }
  return jpeg.length;
}

/** All but those that stand alone: the start of the image, and what parts coded pixels. */
function hasLength(marker: number): boolean {
  return marker !== 0x01 && !(marker >= 0xd0 && marker <= 0xd8);
}

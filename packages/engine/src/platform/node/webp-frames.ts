/** Half an hour of what moves smoothly. Each is looked up from the first on, though only that is shown. */
const MOST_FRAMES = 10_000;
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Whether a WebP moves in so many frames that finding the first would take minutes. */
export function holdsManyFrames(webp: Uint8Array): boolean {
  const bytes = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  let frames = 0;
  for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    if (frames > MOST_FRAMES) return true;
    const size = bytes.readUInt32LE(at + 4);
    // Chunks are filled up to an even length.
    at += CHUNK_HEADER_BYTES + size + (size & 1);
  }
  return false;
}

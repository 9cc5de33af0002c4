/** More than programs write. Of each the decoder unpacks up to 8 MB, and keeps them until it has the pixels. */
const MOST_TEXTS = 32;
const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const SUM_BYTES = 4;

/** Whether a PNG holds so many packed texts that they would fill the memory, a few kB each in the file. */
export function holdsManyTexts(png: Uint8Array): boolean {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  let texts = 0;
  for (let at = SIGNATURE_BYTES; at + HEADER_BYTES <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + HEADER_BYTES);
    const content = at + HEADER_BYTES;
    // Behind its keyword, which ends with NUL, an iTXt says whether it is packed; a zTXt always is.
    const isPacked =
      type === 'zTXt' || (type === 'iTXt' && bytes[bytes.indexOf(0, content) + 1] === 1);
    if (isPacked) texts += 1;
    if (texts > MOST_TEXTS) return true;
    at = content + bytes.readUInt32BE(at) + SUM_BYTES;
  }
  return false;
}

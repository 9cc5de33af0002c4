/** A TIFF header, one directory of at most so many entries, and what does not fit into these. */
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

export interface RgbPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  /** u8[channels·W], RGB or RGBA with straight alpha. */
  row(y: number): Uint8Array;
}

/**
 * An uncompressed TIFF of 8 bits a channel, little-endian. It is how pixels can be handed to sharp
 * together with the profile of their colours: raw ones take none.
 */
export function writeRgbTiff(
  { widthPx, heightPx, channels, row }: RgbPixels,
  icc: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const rowBytes = widthPx * channels;
  const entryCount = 10 + (channels === 4 ? 1 : 0) + (icc ? 1 : 0);
  const bitsAt = HEADER_BYTES + 2 + entryCount * ENTRY_BYTES + 4;
  const iccAt = bitsAt + 2 * channels;
  const pixelsAt = Math.ceil((iccAt + (icc?.length ?? 0)) / 4) * 4;
  const tiff = new Uint8Array(pixelsAt + rowBytes * heightPx);
  const view = new DataView(tiff.buffer);
  view.setUint32(0, 0x002a4949, true);
  view.setUint32(4, HEADER_BYTES, true);
  view.setUint16(HEADER_BYTES, entryCount, true);
  let entryAt = HEADER_BYTES + 2;
  const add = (tag: number, type: number, count: number, value: number) => {
    view.setUint16(entryAt, tag, true);
    view.setUint16(entryAt + 2, type, true);
    view.setUint32(entryAt + 4, count, true);
    view.setUint32(entryAt + 8, value, true);
    entryAt += ENTRY_BYTES;
  };
  // In the order of their tags, as the format wants it.
  add(256, LONG, 1, widthPx);
  add(257, LONG, 1, heightPx);
  add(258, SHORT, channels, bitsAt);
  add(259, SHORT, 1, 1); // not compressed
  add(262, SHORT, 1, 2); // RGB
  add(273, LONG, 1, pixelsAt);
  add(277, SHORT, 1, channels);
  add(278, LONG, 1, heightPx); // all rows in one strip
  add(279, LONG, 1, rowBytes * heightPx);
  add(284, SHORT, 1, 1); // channels side by side
  if (channels === 4) add(338, SHORT, 1, 2); // straight alpha
  if (icc) add(34675, UNDEFINED, icc.length, iccAt);
  for (let channel = 0; channel < channels; channel++)
    view.setUint16(bitsAt + 2 * channel, 8, true);
  if (icc) tiff.set(icc, iccAt);
  for (let y = 0; y < heightPx; y++) tiff.set(row(y), pixelsAt + y * rowBytes);
  return tiff;
}

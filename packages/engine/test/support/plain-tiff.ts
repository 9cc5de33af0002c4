/** How a TIFF says what its colours are. */
export const TIFF_GREY = 1;
export const TIFF_RGB = 2;
export const TIFF_CMYK = 5;

const SHORT = 3;
const LONG = 4;

/**
 * A TIFF of one colour, 80 × 80, big-endian, with channels beside the colours as programs for
 * prints and for science write them.
 *
 * @param pixel each channel's value, 0 to 255
 * @param extraSamples what the last channels are (0 something, 1 or 2 alpha); undefined says nothing
 */
export function writePlainTiff(
  photometric: number,
  pixel: readonly number[],
  extraSamples: readonly number[] | undefined,
  bits: 8 | 16 = 8,
): Uint8Array {
  const side = 80;
  const channels = pixel.length;
  const values = new Map<number, readonly [type: number, values: readonly number[]]>([
    [256, [SHORT, [side]]],
    [257, [SHORT, [side]]],
    [258, [SHORT, pixel.map(() => bits)]],
    [259, [SHORT, [1]]], // not compressed
    [262, [SHORT, [photometric]]],
    [273, [LONG, [0]]], // where the pixels are, see below
    [277, [SHORT, [channels]]],
    [278, [SHORT, [side]]],
    [279, [LONG, [(side * side * channels * bits) / 8]]],
  ]);
  if (extraSamples) values.set(338, [SHORT, extraSamples]);
  const table = Buffer.alloc(2 + 12 * values.size + 4);
  table.writeUInt16BE(values.size);
  const behind: Buffer[] = [];
  let at = 8 + table.length;
  let entry = 2;
  let pixelsEntry = 0;
  for (const [tag, [type, list]] of values) {
    table.writeUInt16BE(tag, entry);
    table.writeUInt16BE(type, entry + 2);
    table.writeUInt32BE(list.length, entry + 4);
    const bytes = Buffer.alloc(Math.max(4, list.length * (type === SHORT ? 2 : 4)));
    for (const [k, value] of list.entries()) {
      if (type === SHORT) bytes.writeUInt16BE(value, 2 * k);
      else bytes.writeUInt32BE(value, 4 * k);
    }
    if (tag === 273) pixelsEntry = entry;
    if (bytes.length > 4) {
      table.writeUInt32BE(at, entry + 8);
      behind.push(bytes);
      at += bytes.length;
    } else {
      bytes.copy(table, entry + 8);
    }
    entry += 12;
  }
  table.writeUInt32BE(at, pixelsEntry + 8);
  // Twice the same byte is the same share of 16 bits.
  const one = Uint8Array.from(pixel.flatMap((value) => (bits === 8 ? [value] : [value, value])));
  const pixels = Buffer.alloc(side * side * one.length, one);
  const header = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
  return new Uint8Array(Buffer.concat([header, table, ...behind, pixels]));
}

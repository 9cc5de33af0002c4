// Writes HEIC (and AVIF) files around coded pictures that are there already: the boxes that phones write and
// encoders on a desk do not (tile grids, mirrors, cuts), and some that nobody should.

export interface HeicItem {
  /** Four letters: hvc1, av01, grid, Exif, … */
  readonly type: string;
  readonly data: Uint8Array;
  /** Whole boxes, in the order in which they apply. */
  readonly properties?: readonly Uint8Array[];
  readonly references?: readonly { readonly type: string; readonly to: readonly number[] }[];
  readonly hidden?: boolean;
}

/** What a coded picture consists of: its parameters, as a box, and its units. */
export interface CodedPicture {
  readonly hvcC: Uint8Array;
  readonly data: Uint8Array;
}

/** Properties that a reader must understand or leave the picture alone. */
const ESSENTIAL = ['hvcC', 'av1C', 'irot', 'imir', 'clap'];

/** Takes the one picture out of a file that holds no other item. */
export function readCodedPicture(file: Uint8Array): CodedPicture {
  const hvcC = findBox(file, 'hvcC');
  const mdat = findBox(file, 'mdat');
  return { hvcC, data: mdat.subarray(8) };
}

/** A box of a file, wherever it lies in others, with its header; a view of the file's bytes. */
export function findBox(file: Uint8Array, type: string): Uint8Array {
  const at = Buffer.from(file).indexOf(type, 0, 'latin1') - 4;
  if (at < 0) throw new Error(`There is no box ${type}.`);
  const size = new DataView(file.buffer, file.byteOffset).getUint32(at);
  return file.subarray(at, at + size);
}

/** A file of these items, whose ids are 1, 2, 3, … */
export function writeHeic(
  items: readonly HeicItem[],
  { primary = 1, brands = ['heic', 'mif1', 'heic'] } = {},
): Uint8Array {
  const [major = '', ...compatible] = brands;
  const ftyp = box('ftyp', text(major), u32(0), ...compatible.map(text));
  const withStart = (start: number) => box4('meta', ...metaParts(items, primary, start));
  const metaBytes = withStart(0).length;
  const start = ftyp.length + metaBytes + 8;
  return concat(ftyp, withStart(start), box('mdat', ...items.map(({ data }) => data)));
}

function metaParts(items: readonly HeicItem[], primary: number, start: number): Uint8Array[] {
  const properties = items.flatMap((item) => item.properties ?? []);
  let at = start;
  let property = 0;
  const places: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  const links: Uint8Array[] = [];
  const references: Uint8Array[] = [];
  for (const [index, item] of items.entries()) {
    const id = u16(index + 1);
    places.push(id, u16(0), u16(1), u32(at), u32(item.data.length));
    at += item.data.length;
    const flags = item.hidden ? 1 : 0;
    entries.push(box('infe', u32((2 << 24) | flags), id, u16(0), text(`${item.type}\0`)));
    const own = item.properties ?? [];
    links.push(id, Uint8Array.of(own.length));
    for (const bytes of own) {
      const essential = ESSENTIAL.includes(typeOf(bytes)) ? 0x80 : 0;
      property += 1;
      links.push(Uint8Array.of(essential | property));
    }
    for (const { type, to } of item.references ?? []) {
      references.push(box(type, id, u16(to.length), concat(...to.map(u16))));
    }
  }
  return [
    box4('hdlr', u32(0), text('pict'), new Uint8Array(13)),
    box4('pitm', u16(primary)),
    box4('iloc', u16(0x4400), u16(items.length), ...places),
    box4('iinf', u16(items.length), ...entries),
    ...(references.length > 0 ? [box4('iref', ...references)] : []),
    box('iprp', box('ipco', ...properties), box4('ipma', u32(items.length), ...links)),
  ];
}

/** What a grid item holds: tiles row by row, of which the picture shows the upper left part. */
export function gridData(rows: number, columns: number, widthPx: number, heightPx: number) {
  return concat(Uint8Array.of(0, 1, rows - 1, columns - 1), u32(widthPx), u32(heightPx));
}

export const ispe = (widthPx: number, heightPx: number) =>
  box4('ispe', u32(widthPx), u32(heightPx));

/** @param quarters how many quarter turns, against the clock */
export const irot = (quarters: number) => box('irot', Uint8Array.of(quarters));

/** @param axis 0: top and bottom change places, 1: left and right */
export const imir = (axis: 0 | 1) => box('imir', Uint8Array.of(axis));

/** Keeps the middle part of these sides. */
export const clap = (widthPx: number, heightPx: number) =>
  box('clap', ...[widthPx, 1, heightPx, 1, 0, 1, 0, 1].map(u32));

/** Code points of ITU-T H.273. */
export const nclx = (primaries: number, transfer: number, matrix: number, fullRange: boolean) =>
  box(
    'colr',
    text('nclx'),
    ...[primaries, transfer, matrix].map(u16),
    Uint8Array.of(fullRange ? 0x80 : 0),
  );

/** @param icc an ICC profile */
export const prof = (icc: Uint8Array) => box('colr', text('prof'), icc);

export const auxC = (urn: string) => box4('auxC', text(`${urn}\0`));

/** An Exif item holds, before the EXIF block, how far its TIFF header is from there. */
export const exifData = (tiff: Uint8Array) => concat(u32(0), tiff);

export function box(type: string, ...parts: Uint8Array[]): Uint8Array {
  const content = concat(...parts);
  return concat(u32(8 + content.length), text(type), content);
}

/** A box that begins with a version and flags, both 0. */
export function box4(type: string, ...parts: Uint8Array[]): Uint8Array {
  return box(type, u32(0), ...parts);
}

const typeOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(4, 8)).toString('latin1');
export const text = (value: string) => Uint8Array.from(Buffer.from(value, 'latin1'));
export const u16 = (value: number) => Uint8Array.of(value >> 8, value);
export const u32 = (value: number) => Uint8Array.of(value >> 24, value >> 16, value >> 8, value);
export const concat = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

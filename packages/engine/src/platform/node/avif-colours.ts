import type { ColourCode } from './heic/heic-still.ts';

/** A box of an ISO media file: its type, and what lies between its header and its end. */
interface Box {
  readonly type: string;
  readonly content: DataView;
}

/** Version and flags, with which some boxes begin. */
const VERSION_BYTES = 4;

/**
 * The code points that an AVIF tells its primary picture's colours by (a property `colr` of the kind
 * `nclx`), which sharp does not say; undefined where it has none, or where the boxes are broken.
 */
export function colourCodeOf(bytes: Uint8Array): ColourCode | undefined {
  try {
    const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const meta = find(file, 'meta');
    const parts = meta && from(meta, VERSION_BYTES);
    const primary = parts && find(parts, 'pitm');
    const properties = parts && find(parts, 'iprp');
    const list = properties && find(properties, 'ipco');
    const links = properties && find(properties, 'ipma');
    if (!primary || !list || !links) return undefined;
    const all = [...boxesIn(list)];
    for (const index of propertiesOf(readPrimary(primary), links)) {
      const code = readColour(all[index - 1]);
      if (code) return code;
    }
    return undefined;
  } catch (error) {
    // An offset beyond the end. Whether the picture is damaged is for its decoder to say.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function* boxesIn(parent: DataView): Generator<Box> {
  for (let at = 0; at + 8 <= parent.byteLength; ) {
    const size = parent.getUint32(at);
    // 0: up to the end; 1: the size follows, in 64 bits.
    const header = size === 1 ? 16 : 8;
    let end = at + size;
    if (size === 0) end = parent.byteLength;
    if (size === 1) end = at + Number(parent.getBigUint64(at + 8));
    if (end < at + header) return;
    yield { type: textAt(parent, at + 4), content: from(parent, at + header, end - at - header) };
    at = end;
  }
}

function find(parent: DataView, type: string): DataView | undefined {
  for (const box of boxesIn(parent)) if (box.type === type) return box.content;
  return undefined;
}

function readPrimary(pitm: DataView): number {
  return pitm.getUint8(0) === 0 ? pitm.getUint16(VERSION_BYTES) : pitm.getUint32(VERSION_BYTES);
}

/** Which of the properties, counted from 1, belong to an item. */
function propertiesOf(item: number, ipma: DataView): number[] {
  const wideIds = ipma.getUint8(0) > 0;
  const wideIndices = (ipma.getUint8(3) & 1) !== 0;
  const count = ipma.getUint32(VERSION_BYTES);
  let at = VERSION_BYTES + 4;
  for (let entry = 0; entry < count; entry++) {
    const id = wideIds ? ipma.getUint32(at) : ipma.getUint16(at);
    at += wideIds ? 4 : 2;
    const links = ipma.getUint8(at++);
    const step = wideIndices ? 2 : 1;
    if (id === item) {
      // The highest bit says that a reader must know the property.
      return Array.from({ length: links }, (_, k) =>
        wideIndices ? ipma.getUint16(at + 2 * k) & 0x7fff : ipma.getUint8(at + k) & 0x7f,
      );
    }
    at += step * links;
  }
  return [];
}

function readColour(property: Box | undefined): ColourCode | undefined {
  if (property?.type !== 'colr' || textAt(property.content, 0) !== 'nclx') return undefined;
  return { primaries: property.content.getUint16(4), transfer: property.content.getUint16(6) };
}

/** Four letters. */
function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
}

/** @throws RangeError where that is beyond the end */
function from(view: DataView, at: number, length = view.byteLength - at): DataView {
  // The buffer below may go on behind the view.
  if (at + length > view.byteLength) throw new RangeError('The box goes beyond the end.');
  return new DataView(view.buffer, view.byteOffset + at, length);
}

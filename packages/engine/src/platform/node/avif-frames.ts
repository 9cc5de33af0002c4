import { boxesIn, cut, find, someMeta, textAt, VERSION_BYTES } from './media-boxes.ts';

/** A still picture has one, or up to four that are layers of it. Decoders work through all and show one. */
const MOST_FRAMES = 4;
/** In all pictures of a file together; hundreds of tiles have a few each, and some may share theirs. */
const MOST_UNITS = 100_000;

/** As the specification of AV1 names the units (OBU) that a frame begins with: OBU_FRAME_HEADER, OBU_FRAME. */
const FRAME_STARTS: readonly number[] = [3, 6];

/**
 * Whether a picture coded in an AVIF, be it a tile or an alpha, is made of more frames than a still one may
 * be: thousands fit into a small file, and each costs as much as the picture. True also where the boxes
 * are broken.
 */
export function isMadeOfFrames(bytes: Uint8Array): boolean {
  let unitsLeft = MOST_UNITS;
  let copiedLeft = bytes.length;
  return someMeta(bytes, (meta) => {
    const coded = new Set(listCoded(meta));
    for (const { item, parts } of readPlaces(bytes, meta)) {
      if (!coded.has(item)) continue;
      if (parts.length > 1) for (const part of parts) copiedLeft -= part.length;
      if (copiedLeft < 0) return true;
      let frames = 0;
      for (const type of unitsOf(join(parts))) {
        if (FRAME_STARTS.includes(type)) frames += 1;
        unitsLeft -= 1;
        if (frames > MOST_FRAMES || unitsLeft < 0) return true;
      }
    }
    return false;
  });
}

/** The items that are coded in AV1. */
function* listCoded(meta: DataView): Generator<number> {
  const list = find(meta, 'iinf');
  if (!list) return;
  const countBytes = list.getUint8(0) === 0 ? 2 : 4;
  for (const { type, content } of boxesIn(cut(list, VERSION_BYTES + countBytes))) {
    if (type !== 'infe') continue;
    const wideIds = content.getUint8(0) > 2;
    // Between the two stands how it is protected.
    const item = wideIds ? content.getUint32(VERSION_BYTES) : content.getUint16(VERSION_BYTES);
    if (textAt(content, VERSION_BYTES + (wideIds ? 6 : 4)) === 'av01') yield item;
  }
}

/** Where the bytes of each item lie, by the box `iloc`: in the file, or in a box beside it. */
function* readPlaces(
  bytes: Uint8Array,
  meta: DataView,
): Generator<{ readonly item: number; readonly parts: readonly Uint8Array[] }> {
  const places = find(meta, 'iloc');
  if (!places) return;
  let at = VERSION_BYTES;
  const read = (width: number): number => {
    at += width;
    if (width === 2) return places.getUint16(at - 2);
    if (width === 4) return places.getUint32(at - 4);
    return width === 8 ? Number(places.getBigUint64(at - 8)) : 0;
  };
  const version = places.getUint8(0);
  const widths = read(2);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [12, 8, 4, 0].map(
    (shift) => (widths >> shift) & 15,
  ) as [number, number, number, number];
  const inner = innerData(meta);
  const extentBytes = offsetBytes + lengthBytes + (version > 0 ? indexBytes : 0);
  for (let left = read(version < 2 ? 2 : 4); left > 0; left--) {
    const item = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    // Which file they lie in; there are no others.
    read(2);
    const base = read(baseBytes);
    const extents = read(2);
    // Else a few bytes would name as many as they like.
    if (extentBytes === 0 && extents > 1) throw new RangeError('Parts of an item have no places.');
    const source = method === 1 ? inner : bytes;
    const parts: Uint8Array[] = [];
    for (let k = 0; k < extents; k++) {
      if (version > 0) read(indexBytes);
      const start = base + read(offsetBytes);
      const length = read(lengthBytes);
      // Without a length: up to the end.
      parts.push(source.subarray(start, length === 0 ? undefined : start + length));
    }
    yield { item, parts };
  }
}

/** What lies in the box `idat`. */
function innerData(meta: DataView): Uint8Array {
  const data = find(meta, 'idat');
  if (!data) return new Uint8Array();
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Nothing is copied of the one part that nearly all have. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  return only && parts.length === 1 ? only : Buffer.concat(parts);
}

/** The types of the units that an item consists of, as far as they are whole. */
function* unitsOf(data: Uint8Array): Generator<number> {
  for (let at = 0; at < data.length; ) {
    const header = data[at] ?? 0;
    yield (header >> 3) & 15;
    // How long it is follows, in seven bits a byte, unless it goes to the end.
    if ((header & 2) === 0) return;
    at += (header & 4) === 0 ? 1 : 2;
    let size = 0;
    for (let shift = 0, more = true; more && shift < 56; shift += 7) {
      const byte = data[at++] ?? 0;
      size += (byte & 0x7f) * 2 ** shift;
      more = (byte & 0x80) !== 0;
    }
    at += size;
  }
}

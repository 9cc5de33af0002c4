import {
  boxesIn,
  cut,
  find,
  readLinks,
  readPrimary,
  someMeta,
  VERSION_BYTES,
} from './media-boxes.ts';

/** In pictures of the full size: itself, its tiles, which reach beyond it, and both once more of its alpha. */
const MOST_PICTURES = 4;

/**
 * Whether the primary picture of an AVIF or HEIC is made of many more pixels than its size tells: of tiles
 * that are larger than the part of them that is seen, or that are laid many times, of a huge alpha. Decoders
 * work through all of them, and say nothing of it beforehand. True also where the boxes are broken.
 *
 * @param maxPixels what a picture, and each part of one, may have
 */
export function isMadeOfMore(bytes: Uint8Array, maxPixels: number): boolean {
  return someMeta(bytes, (meta) => countPixels(meta, maxPixels) > MOST_PICTURES * maxPixels);
}

/** Pixels that are decoded for the primary picture; infinite where one part has too many. */
function countPixels(meta: DataView, maxPixels: number): number {
  const sizes = readSizes(meta);
  const parts = readParts(meta);
  const counted = new Map<number, number>();
  const count = (item: number): number => {
    const known = counted.get(item);
    if (known !== undefined) return known;
    const own = sizes.get(item) ?? 0;
    let pixels = own > maxPixels ? Number.POSITIVE_INFINITY : own;
    for (const part of parts.get(item) ?? []) pixels += count(part);
    counted.set(item, pixels);
    return pixels;
  };
  const primary = find(meta, 'pitm');
  return primary ? count(readPrimary(primary)) : 0;
}

/** How many pixels each item says to have (`ispe`); of several sizes the largest. */
function readSizes(meta: DataView): Map<number, number> {
  const sizes = new Map<number, number>();
  const properties = find(meta, 'iprp');
  const list = properties && find(properties, 'ipco');
  if (!properties || !list) return sizes;
  const pixels = [...boxesIn(list)].map(({ type, content }) =>
    type === 'ispe' ? content.getUint32(VERSION_BYTES) * content.getUint32(VERSION_BYTES + 4) : 0,
  );
  for (const { type, content } of boxesIn(properties)) {
    if (type !== 'ipma') continue;
    for (const { item, indices } of readLinks(content)) {
      for (const index of indices) {
        const size = pixels[index - 1] ?? 0;
        if (size > 0) sizes.set(item, Math.max(size, sizes.get(item) ?? 0));
      }
    }
  }
  return sizes;
}

/** What is decoded for each item besides: what it is derived from, each time that is named, and its alpha. */
function readParts(meta: DataView): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  const add = (item: number, part: number) => {
    const known = parts.get(item);
    if (known) known.push(part);
    else parts.set(item, [part]);
  };
  const references = find(meta, 'iref');
  if (!references) return parts;
  const idBytes = references.getUint8(0) > 0 ? 4 : 2;
  for (const { type, content } of boxesIn(cut(references, VERSION_BYTES))) {
    if (type !== 'dimg' && type !== 'auxl') continue;
    const read = (at: number) => (idBytes === 4 ? content.getUint32(at) : content.getUint16(at));
    const item = read(0);
    const count = content.getUint16(idBytes);
    for (let k = 0; k < count; k++) {
      const other = read(idBytes + 2 + k * idBytes);
      if (type === 'dimg') add(item, other);
      else add(other, item);
    }
  }
  return parts;
}

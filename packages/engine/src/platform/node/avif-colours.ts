import type { ColourCode } from './heic/heic-still.ts';
import {
  type Box,
  boxesIn,
  cut,
  find,
  readLinks,
  readPrimary,
  textAt,
  VERSION_BYTES,
} from './media-boxes.ts';

/**
 * The code points that an AVIF tells its primary picture's colours by (a property `colr` of the kind
 * `nclx`), which sharp does not say; undefined where it has none, or where the boxes are broken.
 */
export function colourCodeOf(bytes: Uint8Array): ColourCode | undefined {
  try {
    const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const meta = find(file, 'meta');
    const parts = meta && cut(meta, VERSION_BYTES);
    const primary = parts && find(parts, 'pitm');
    const properties = parts && find(parts, 'iprp');
    const list = properties && find(properties, 'ipco');
    const links = properties && find(properties, 'ipma');
    if (!primary || !list || !links) return undefined;
    const all = [...boxesIn(list)];
    const item = readPrimary(primary);
    for (const link of readLinks(links)) {
      if (link.item !== item) continue;
      const codes = link.indices.map((index) => readColour(all[index - 1]));
      return codes.find((code) => code !== undefined);
    }
    return undefined;
  } catch (error) {
    // An offset beyond the end. Whether the picture is damaged is for its decoder to say.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readColour(property: Box | undefined): ColourCode | undefined {
  if (property?.type !== 'colr' || textAt(property.content, 0) !== 'nclx') return undefined;
  return { primaries: property.content.getUint16(4), transfer: property.content.getUint16(6) };
}

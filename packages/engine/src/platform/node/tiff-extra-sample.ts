const EXTRA_SAMPLES = 338;
const ENTRY_BYTES = 12;

/**
 * Whether a TIFF says of its one channel beside the colours that it is something else than their
 * alpha: a selection, a varnish. Those that say nothing of it mostly mean alpha.
 */
export function isOtherThanAlpha(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const little = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * ENTRY_BYTES;
      if (view.getUint16(at, little) !== EXTRA_SAMPLES) continue;
      // One value stands in the entry itself, at its start in either order of bytes.
      return view.getUint16(at + 8, little) === 0;
    }
  } catch (error) {
    // An offset beyond the end. Whether the picture is damaged is for its decoder to say.
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}

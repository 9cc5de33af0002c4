const ENTRY_BYTES = 12;

/** A file in TIFF, or a block of EXIF, which is laid out as one: directories of entries with numbers. */
export class TiffBlock {
  readonly view: DataView;
  readonly isLittle: boolean;

  /** @throws RangeError, as everything here, where the bytes end before what is asked for */
  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isLittle = this.view.getUint16(0) === 0x4949;
  }

  /** Where the first directory begins. */
  get first(): number {
    return this.long(4);
  }

  /** Where an entry's value stands, or, of more than four bytes, where it is said; undefined where there is no such entry. */
  find(directory: number, tag: number): number | undefined {
    const entries = this.short(directory);
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * ENTRY_BYTES;
      if (this.short(at) === tag) return at + 8;
    }
    return undefined;
  }

  short(at: number): number {
    return this.view.getUint16(at, this.isLittle);
  }

  long(at: number): number {
    return this.view.getUint32(at, this.isLittle);
  }
}

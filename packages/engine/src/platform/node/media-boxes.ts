/** A box of an ISO media file (AVIF, HEIC): its type, and what lies between its header and its end. */
export interface Box {
  readonly type: string;
  readonly content: DataView;
}

/** Version and flags, with which some boxes begin. */
export const VERSION_BYTES = 4;

/** @throws RangeError where one goes beyond the end of its parent */
export function* boxesIn(parent: DataView): Generator<Box> {
  for (let at = 0; at + 8 <= parent.byteLength; ) {
    const size = parent.getUint32(at);
    // 0: up to the end; 1: the size follows, in 64 bits.
    const header = size === 1 ? 16 : 8;
    let end = at + size;
    if (size === 0) end = parent.byteLength;
    if (size === 1) end = at + Number(parent.getBigUint64(at + 8));
    if (end < at + header) return;
    yield { type: textAt(parent, at + 4), content: cut(parent, at + header, end - at - header) };
    at = end;
  }
}

export function find(parent: DataView, type: string): DataView | undefined {
  for (const box of boxesIn(parent)) if (box.type === type) return box.content;
  return undefined;
}

/**
 * Whether that is so for what any of a file's boxes `meta` holds: of several a decoder takes one. True also
 * where the boxes are broken: an offset goes beyond the end, or parts are made of themselves.
 */
export function someMeta(bytes: Uint8Array, judge: (meta: DataView) => boolean): boolean {
  return metasOf(bytes).some((meta) => {
    try {
      return judge(cut(meta, VERSION_BYTES));
    } catch (error) {
      // Of what is made of itself the stack ends.
      if (error instanceof RangeError) return true;
      throw error;
    }
  });
}

/** What follows behind the last whole box a decoder does not see either. */
function metasOf(bytes: Uint8Array): DataView[] {
  const found: DataView[] = [];
  try {
    const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const { type, content } of boxesIn(file)) if (type === 'meta') found.push(content);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** The item that is the file's picture, by its box `pitm`. */
export function readPrimary(pitm: DataView): number {
  return pitm.getUint8(0) === 0 ? pitm.getUint16(VERSION_BYTES) : pitm.getUint32(VERSION_BYTES);
}

/** Which of the properties, counted from 1, belong to which item, by a box `ipma`. */
export function* readLinks(
  ipma: DataView,
): Generator<{ readonly item: number; readonly indices: readonly number[] }> {
  const wideIds = ipma.getUint8(0) > 0;
  const wideIndices = (ipma.getUint8(3) & 1) !== 0;
  const count = ipma.getUint32(VERSION_BYTES);
  let at = VERSION_BYTES + 4;
  for (let entry = 0; entry < count; entry++) {
    const item = wideIds ? ipma.getUint32(at) : ipma.getUint16(at);
    at += wideIds ? 4 : 2;
    const links = ipma.getUint8(at++);
    const step = wideIndices ? 2 : 1;
    // The highest bit says that a reader must know the property.
    const indices = Array.from({ length: links }, (_, k) =>
      wideIndices ? ipma.getUint16(at + 2 * k) & 0x7fff : ipma.getUint8(at + k) & 0x7f,
    );
    yield { item, indices };
    at += step * links;
  }
}

/** Four letters. */
export function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
}

/** @throws RangeError where that is beyond the end */
export function cut(view: DataView, at: number, length = view.byteLength - at): DataView {
  // The buffer below may go on behind the view.
  if (at + length > view.byteLength) throw new RangeError('The box goes beyond the end.');
  return new DataView(view.buffer, view.byteOffset + at, length);
}

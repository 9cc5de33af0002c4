import type { Readable } from 'node:stream';

/** Collects an object of at most `limitBytes` in memory. */
export async function readAll(stream: Readable, limitBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > limitBytes) {
      stream.destroy();
      throw new RangeError(`the object is larger than ${limitBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

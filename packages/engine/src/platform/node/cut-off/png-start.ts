import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflate, createInflate } from 'node:zlib';
import { LEAST_ROWS01, type PictureStart, TOO_LITTLE } from './picture-start.ts';

const SIGNATURE_BYTES = 8;
/** Length and type of a chunk. */
const HEAD_BYTES = 8;
const SUM_BYTES = 4;
/** In the header's content, and its last byte. */
const INTERLACED_AT = 12;
/** Channels by the type of colour. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  readonly type: string;
  readonly content: Uint8Array;
}

/** What is there of a PNG that breaks off; undefined of one that does not, or is torn before that. */
export async function startOfPng(
  png: Uint8Array,
  limitInputPixels: number,
): Promise<PictureStart | undefined> {
  const chunks = [...chunksOf(png)];
  if (chunks.at(-1)?.type === 'IEND') return undefined;
  const header = Buffer.from(chunks[0]?.content ?? []);
  if (chunks[0]?.type !== 'IHDR' || header.length <= INTERLACED_AT) return TOO_LITTLE;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  if (width * height > limitInputPixels) return TOO_LITTLE;
  // Each pass of an interlaced one goes over all of it.
  if (header[INTERLACED_AT] !== 0) return TOO_LITTLE;
  const pixels = chunks.filter(({ type }) => type === 'IDAT');
  const rowBytes = bytesOfRow(header);
  const repacked = await repack(pixels, height * rowBytes);
  if (repacked === undefined) return undefined;
  const rows = Math.floor(repacked.unpackedBytes / rowBytes);
  if (rows < LEAST_ROWS01 * height) return TOO_LITTLE;
  header.writeUInt32BE(rows, 4);
  const before = chunks.slice(1, chunks.indexOf(pixels[0]!));
  const bytes = Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    writeChunk('IHDR', header),
    ...before.map(({ type, content }) => writeChunk(type, content)),
    writeChunk('IDAT', repacked.bytes),
    writeChunk('IEND', new Uint8Array()),
  ]);
  return { bytes, rows };
}

function* chunksOf(png: Uint8Array): Generator<Chunk> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + HEAD_BYTES);
    const content = at + HEAD_BYTES;
    const end = content + bytes.readUInt32BE(at);
    yield { type, content: bytes.subarray(content, end) };
    at = end + SUM_BYTES;
  }
}

/** Of each row, with the byte that says how it is filtered. */
function bytesOfRow(header: Buffer): number {
  const bits = (header[8] ?? 0) * (CHANNELS[header[9] ?? 0] ?? 1);
  return 1 + Math.ceil((header.readUInt32BE(0) * bits) / 8);
}

/**
 * Packs anew, and to its end, what of the pixels unpacks, up to the `most` bytes that are wanted; undefined
 * where something else breaks.
 */
async function repack(
  pixels: readonly Chunk[],
  most: number,
): Promise<{ bytes: Uint8Array; unpackedBytes: number } | undefined> {
  let unpackedBytes = 0;
  async function* limit(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      const wanted = part.subarray(0, most - unpackedBytes);
      unpackedBytes += wanted.length;
      yield wanted;
      if (unpackedBytes === most) return;
    }
  }
  try {
    const bytes = await pipeline(
      Readable.from(pixels.map(({ content }) => content)),
      // Finished this way, that the end is missing is no error.
      createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
      limit,
      createDeflate({ level: constants.Z_BEST_SPEED }),
      buffer,
    );
    return { bytes, unpackedBytes };
  } catch {
    return undefined;
  }
}

function writeChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(HEAD_BYTES + content.length + SUM_BYTES);
  chunk.writeUInt32BE(content.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, HEAD_BYTES);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -SUM_BYTES)), HEAD_BYTES + content.length);
  return chunk;
}

import type { Readable } from 'node:stream';

// The ustar format (POSIX.1-1988), as far as a backup needs it: regular files, in any tool readable.

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

export interface TarEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** Must be read to its end before the next entry is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The blocks of one file. Throws when the body's length is not what was said. */
export async function* packFile(
  name: string,
  sizeBytes: number,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield header(name, sizeBytes);
  let written = 0;
  for await (const chunk of body) {
    written += chunk.byteLength;
    yield chunk;
  }
  if (written !== sizeBytes) throw new Error(`${name} has ${written} bytes, not ${sizeBytes}`);
  yield new Uint8Array(padding(sizeBytes));
}

/** The blocks of one small file. */
export async function* packBytes(name: string, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield header(name, bytes.byteLength);
  yield bytes;
  yield new Uint8Array(padding(bytes.byteLength));
}

/** The two empty blocks after the last file. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK);

function header(name: string, sizeBytes: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const { prefix, rest } = splitName(name);
  block.write(rest, 0, NAME_BYTES);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${octal(sizeBytes, 11)} `, 124);
  block.write(`${octal(0, 11)} `, 136);
  block.fill(' ', 148, 156);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(prefix, 345, PREFIX_BYTES);
  block.write(`${octal(checksum(block), 6)}\0 `, 148);
  return block;
}

function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= NAME_BYTES) return { prefix: '', rest: name };
  const at = name.indexOf('/', name.length - NAME_BYTES - 1);
  if (at < 0 || at > PREFIX_BYTES) throw new RangeError(`the name ${name} is too long`);
  return { prefix: name.slice(0, at), rest: name.slice(at + 1) };
}

function octal(value: number, digits: number): string {
  const text = value.toString(8).padStart(digits, '0');
  if (text.length > digits) throw new RangeError('a file is larger than 8 GB');
  return text;
}

function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

const padding = (sizeBytes: number) => (BLOCK - (sizeBytes % BLOCK)) % BLOCK;

/** Reads the files of a tar one after another. Throws a sentence when it is damaged or cut off. */
export async function* unpack(source: Readable): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  for (;;) {
    const block = await reader.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const { name, sizeBytes } = parseHeader(block);
    yield { name, sizeBytes, body: reader.stream(sizeBytes) };
    await reader.take(padding(sizeBytes));
  }
}

function parseHeader(block: Buffer): { name: string; sizeBytes: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const wanted = Number.parseInt(text(148, 8), 8);
  if (text(257, 5) !== 'ustar' || wanted !== checksum(block)) throw new Error(DAMAGED);
  const prefix = text(345, PREFIX_BYTES);
  const name = prefix ? `${prefix}/${text(0, NAME_BYTES)}` : text(0, NAME_BYTES);
  return { name, sizeBytes: Number.parseInt(text(124, 12), 8) };
}

const DAMAGED = 'This file is not a backup, or it is damaged.';
const CUT_OFF = 'The backup ends in the middle: it was not written to its end.';

class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(length)) parts.push(part);
    return Buffer.concat(parts, length);
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done) throw new Error(CUT_OFF);
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}

import { makeNoise, type PictureStart, startByComparing, TOO_LITTLE } from './picture-start.ts';

/** Where the file says how many bytes follow. */
const SIZE_AT = 4;
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const LOSSY = 'VP8 ';
/** What holds a picture: with loss, without, and a frame of an animation, of which the first one is shown. */
const PICTURES = [LOSSY, 'VP8L', 'ANMF'];
/** More than is lost, so that it is never used up. */
const MORE_BYTES = 65536;

/** What is there of a WebP that breaks off; undefined of one that does not. */
export async function startOfWebp(
  webp: Uint8Array,
  limitInputPixels: number,
): Promise<PictureStart | undefined> {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  if (file.length < FILE_HEADER_BYTES) return TOO_LITTLE;
  const lost = file.readUInt32LE(SIZE_AT) + SIZE_AT + 4 - file.length;
  if (lost <= 0) return undefined;
  if (lost > file.length) return TOO_LITTLE;
  const chunk = findLastChunk(file);
  if (chunk.type === LOSSY) {
    const length = 2 * lost + MORE_BYTES;
    const calm = fillChunk(file, chunk.at, new Uint8Array(length));
    const noisy = fillChunk(file, chunk.at, makeNoise(length));
    return await startByComparing(calm, noisy, limitInputPixels);
  }
  // Nearly all that could follow pixels without loss is an error to their decoder.
  if (!chunk.followsPicture) return TOO_LITTLE;
  const bytes = withSize(Buffer.from(file.subarray(0, chunk.at)));
  return await startByComparing(bytes, bytes, limitInputPixels);
}

/** The chunk that breaks off. */
function findLastChunk(file: Buffer): {
  readonly type: string;
  readonly at: number;
  readonly followsPicture: boolean;
} {
  let followsPicture = false;
  let at = FILE_HEADER_BYTES;
  for (;;) {
    const type = file.toString('latin1', at, at + 4);
    const next = at + CHUNK_HEADER_BYTES;
    if (next > file.length) return { type: '', at, followsPicture };
    const size = file.readUInt32LE(at + 4);
    // Chunks are filled up to an even length.
    const end = next + size + (size & 1);
    if (end > file.length) return { type, at, followsPicture };
    if (PICTURES.includes(type)) followsPicture = true;
    at = end;
  }
}

/** The file with the chunk at `at` made longer: its last one. */
function fillChunk(file: Buffer, at: number, more: Uint8Array): Buffer {
  const filled = Buffer.concat([file, more, new Uint8Array((file.length + more.length) % 2)]);
  filled.writeUInt32LE(filled.length - at - CHUNK_HEADER_BYTES, at + 4);
  return withSize(filled);
}

function withSize(file: Buffer): Buffer {
  file.writeUInt32LE(file.length - SIZE_AT - 4, SIZE_AT);
  return file;
}

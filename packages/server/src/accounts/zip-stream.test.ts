import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { type ZipEntry, zipStream } from './zip-stream.ts';

/** What yazl computes checksums by. */
const sums: { unsigned(bytes: Uint8Array, before?: number): number } = createRequire(
  createRequire(import.meta.url).resolve('yazl'),
)('buffer-crc32');
const CHUNK = Buffer.alloc(16 * 1024 * 1024);
const FILM_CHUNKS = 65;
const FILMS = 4;

/** Films of a bit more than 4 GiB together. */
async function* largeFilms(): AsyncGenerator<ZipEntry> {
  for (let n = 0; n < FILMS; n += 1) {
    yield { name: `${n}.mp4`, bytes: Readable.from(Array(FILM_CHUNKS).fill(CHUNK)) };
  }
  yield { name: 'last.txt', text: 'the end' };
}

afterEach(() => vi.restoreAllMocks());

test('files come out as they were put in', async () => {
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'account.json', text: '{}' };
    yield { name: 'a/film.mp4', bytes: Readable.from([Buffer.from('fi'), Buffer.from('lm')]) };
  };
  const files = Object.entries(unzipSync(await buffer(zipStream(entries))));
  const texts = files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ['account.json', '{}'],
    ['a/film.mp4', 'film'],
  ]);
});

test('beyond 4 GiB its end says in 64 bits where the list of files lies', async () => {
  // The same sums, computed natively: those of JavaScript take a quarter of a minute for so much.
  vi.spyOn(sums, 'unsigned').mockImplementation(crc32);
  let size = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of zipStream(largeFilms) as AsyncIterable<Buffer>) {
    size += chunk.length;
    tail = Buffer.concat([tail.subarray(-1000), chunk.subarray(-1000)]);
  }
  expect(sums.unsigned).toHaveBeenCalledTimes(FILMS * FILM_CHUNKS + 1);
  expect(size).toBeGreaterThan(2 ** 32);
  const end = tail.indexOf('PK\x06\x06');
  expect(end).toBeGreaterThanOrEqual(0);
  expect(tail.readBigUInt64LE(end + 32)).toBe(BigInt(FILMS + 1));
  const list = Number(tail.readBigUInt64LE(end + 48)) - (size - tail.length);
  expect(tail.toString('latin1', list, list + 4)).toBe('PK\x01\x02');
});

test('who goes away in the middle closes the file that is open', async () => {
  const film = new Readable({ read: () => {} });
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'film.mp4', bytes: film };
  };
  const zip = zipStream(entries);
  await once(zip, 'readable');
  const closed = once(film, 'close');
  zip.destroy();
  await expect(closed).rejects.toMatchObject({ name: 'AbortError' });
});

test('a film that breaks off breaks the zip off', async () => {
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    const read = () => film.destroy(new Error('the storage is away'));
    const film = new Readable({ read });
    yield { name: 'film.mp4', bytes: film };
  };
  await expect(buffer(zipStream(entries))).rejects.toThrow('the storage is away');
});

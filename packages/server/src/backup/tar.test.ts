import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { packBytes, packFile, tarEnd, unpack } from './tar.ts';

async function collect(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of blocks) parts.push(part);
  return Buffer.concat(parts);
}

async function list(tar: Buffer, chunkBytes: number): Promise<[string, string][]> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < tar.length; at += chunkBytes)
    chunks.push(tar.subarray(at, at + chunkBytes));
  const found: [string, string][] = [];
  for await (const { name, body } of unpack(Readable.from(chunks))) {
    found.push([name, (await collect(body)).toString()]);
  }
  return found;
}

const LONG = `files/${'a'.repeat(80)}/${'b'.repeat(90)}.mp4`;

test.each([1, 511, 512, 513, 100_000])(
  'gives back what was packed, read %d bytes at a time',
  async (n) => {
    const tar = Buffer.concat([
      await collect(packBytes('empty', Buffer.alloc(0))),
      await collect(packBytes('full-block', Buffer.alloc(512, 'x'))),
      await collect(packFile(LONG, 5, Readable.from([Buffer.from('fi'), Buffer.from('lm!')]))),
      tarEnd(),
    ]);
    expect(tar.length % 512).toBe(0);
    expect(await list(tar, n)).toEqual([
      ['empty', ''],
      ['full-block', 'x'.repeat(512)],
      [LONG, 'film!'],
    ]);
  },
);

test('a body of another length than said is an error', async () => {
  const body = Readable.from([Buffer.from('four')]);
  await expect(collect(packFile('a', 5, body))).rejects.toThrow('4 bytes, not 5');
});

test('an end in the middle and a damaged header are errors', async () => {
  const tar = Buffer.concat([await collect(packBytes('a', Buffer.alloc(600))), tarEnd()]);
  await expect(list(tar.subarray(0, 1000), 100)).rejects.toThrow('ends in the middle');
  await expect(list(tar.subarray(0, tar.length - 1024), 100)).rejects.toThrow('ends in the middle');
  const damaged = Buffer.from(tar);
  damaged[3] = 1;
  await expect(list(damaged, 100)).rejects.toThrow('damaged');
});

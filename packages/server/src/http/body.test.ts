import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newPasswordSchema } from '@moodreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { parseInput, readLimited } from './body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A body that is sent by and by. */
function openBody(limitBytes = 100) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const init = { method: 'POST', body: readable, duplex: 'half' } as const;
  const request = new Request('http://localhost/', init);
  const read = readLimited(request, limitBytes, () => new AppError('payload_too_large'));
  const outcome = read.catch((error: unknown) => (error instanceof AppError ? error.code : error));
  return { sender: writable.getWriter(), outcome, request };
}

test('a body may come slowly', async () => {
  const { sender, outcome } = openBody();
  for (const byte of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(9_000);
    await sender.write(Uint8Array.of(byte));
  }
  await sender.close();
  expect(await outcome).toEqual(Uint8Array.of(1, 2, 3));
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that comes in pieces of one byte takes up what it holds', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const usedBytes = () => {
    collect();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const length = 100_000;
  const before = usedBytes();
  let sent = 0;
  let used = Number.NaN;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(Uint8Array.of(sent % 251));
      sent += 1;
      if (sent < length) return;
      used = usedBytes() - before;
      controller.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as const;
  const request = new Request('http://localhost/', init);
  const read = await readLimited(request, length, () => new AppError('payload_too_large'));
  expect(read).toHaveLength(length);
  expect(read.every((byte, at) => byte === at % 251)).toBe(true);
  expect(used).toBeLessThan(20 * length);
});

test('a body that stops coming is given up', async () => {
  const { sender, outcome } = openBody();
  await sender.write(Uint8Array.of(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('body_stalled');
});

test('a body that drips is given up', async () => {
  const { sender, outcome } = openBody();
  for (let second = 5; second <= 30; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    await sender.write(Uint8Array.of(1));
  }
  expect(await outcome).toBe('body_too_slow');
});

test('a body that drips after a good beginning is given up, too', async () => {
  const { sender, outcome } = openBody(1_000_000);
  await sender.write(new Uint8Array(500_000));
  for (let second = 5; second <= 60; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    await sender.write(Uint8Array.of(1));
  }
  expect(await outcome).toBe('body_too_slow');
});

/** Sends 100 kB every `everyMs`, 8 kB a second or more, until it is enough. */
async function sendPieces(everyMs: number, pieces: number) {
  const { sender, outcome } = openBody(20_000_000);
  for (let piece = 0; piece < pieces; piece += 1) {
    await vi.advanceTimersByTimeAsync(everyMs);
    await sender.write(new Uint8Array(100_000));
  }
  await sender.close();
  return await outcome;
}

test('a line of 10 kB a second has five minutes', async () => {
  expect(await sendPieces(10_000 - 1, 30)).toHaveLength(3_000_000);
});

test('a body that takes longer than five minutes is given up', async () => {
  expect(await sendPieces(10_000 - 1, 31)).toBe('body_too_slow');
});

test('a body that is larger than it may be is not read to its end, which others may do', async () => {
  const { sender, outcome, request } = openBody();
  await sender.write(new Uint8Array(60));
  await sender.write(new Uint8Array(60));
  expect(await outcome).toBe('payload_too_large');
  void sender.write(Uint8Array.of(7));
  expect((await request.body?.getReader().read())?.value).toEqual(Uint8Array.of(7));
});

test('of a password that is too short the code says so, whatever the sentence is', () => {
  const refuse = (schema: z.ZodType, value: unknown) => {
    try {
      parseInput(schema, value);
    } catch (error) {
      return error;
    }
  };
  const short = z.object({ newPassword: newPasswordSchema });
  expect(refuse(short, { newPassword: '12345' })).toMatchObject({
    code: 'weak_password',
    fields: { newPassword: expect.any(String) },
  });
  const reworded = z.string().refine(() => false, {
    error: 'Longer, please.',
    params: { code: 'weak_password' },
  });
  expect(refuse(reworded, 'x')).toMatchObject({
    code: 'weak_password',
    message: 'Longer, please.',
  });
  expect(refuse(z.string().min(3, 'Longer, please.'), 'x')).toMatchObject({ code: 'bad_request' });
});

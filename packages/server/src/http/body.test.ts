import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { readLimited } from './body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A body that is sent by and by. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const init = { method: 'POST', body: readable, duplex: 'half' } as const;
  const request = new Request('http://localhost/', init);
  const read = readLimited(request, 100, () => new AppError('payload_too_large'));
  const outcome = read.then(
    (bytes) => [...bytes],
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
  return { sender: writable.getWriter(), outcome };
}

test('a body may come slowly', async () => {
  const { sender, outcome } = openBody();
  for (const byte of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(9_000);
    await sender.write(Uint8Array.of(byte));
  }
  await sender.close();
  expect(await outcome).toEqual([1, 2, 3]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that stops coming is given up', async () => {
  const { sender, outcome } = openBody();
  await sender.write(Uint8Array.of(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('body_stalled');
});

test('a body that is larger than it may be is not read to its end', async () => {
  const { sender, outcome } = openBody();
  sender.closed.catch(() => {});
  await sender.write(new Uint8Array(60));
  await sender.write(new Uint8Array(60)).catch(() => {});
  expect(await outcome).toBe('payload_too_large');
  await expect(sender.write(new Uint8Array(60))).rejects.toBeUndefined();
});

import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from './app-env.ts';
import { watchStream } from './watch-stream.ts';

/** A request that has nothing but a log and what is noted on it. */
function request(outgoing?: PassThrough) {
  const told: string[] = [];
  const noted = new Map<string, unknown>();
  const tell = (_details: object, text: string) => told.push(text);
  const c = {
    env: { outgoing },
    var: { log: { error: tell, info: tell } },
    set: (key: string, value: unknown) => noted.set(key, value),
  } as unknown as AppContext;
  return { c, told, noted };
}

describe('watchStream', () => {
  it('passes on what the source has', async () => {
    const { c, told } = request();
    const source = new Blob(['a film']).stream();
    expect(await new Response(watchStream(c, source, {})).text()).toBe('a film');
    expect(told).toEqual([]);
  });

  it('tells of a source that breaks off', async () => {
    const { c, told, noted } = request();
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the disk is gone')),
    });
    await expect(new Response(watchStream(c, source, {})).text()).rejects.toThrow(
      'the disk is gone',
    );
    expect(told).toEqual(['an answer broke off']);
    expect(noted.get('errorCode')).toBe('broken_off');
  });

  it('takes a client that leaves while the source is read for no failure', async () => {
    const { c, told } = request();
    const source = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const reader = watchStream(c, source, {}).getReader();
    const read = reader.read();
    // By now the source is asked for more.
    await new Promise(setImmediate);
    await reader.cancel('left');
    expect(await read).toEqual({ done: true, value: undefined });
    // What the source still had to say has been heard by now.
    await new Promise(setImmediate);
    expect(told).toEqual([]);
  });
});

describe('a client that reads', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** An answer without end, and whether its source was let go of. */
  function endless(outgoing?: PassThrough) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { c, told, noted } = request(outgoing);
    const cancel = vi.fn();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(new Uint8Array(10));
    const source = new ReadableStream<Uint8Array>({ pull, cancel });
    return { reader: watchStream(c, source, {}).getReader(), cancel, told, noted };
  }

  it('no further is left, and holds nothing any more', async () => {
    const outgoing = new PassThrough();
    const { reader, cancel, told, noted } = endless(outgoing);
    await reader.read();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cancel).toHaveBeenCalledOnce();
    expect(outgoing.destroyed).toBe(true);
    expect(told).toEqual(['an answer was given up: its client reads no further']);
    // That is nobody's failure.
    expect(noted.size).toBe(0);
  });

  it('no further hears so where there is no connection to close', async () => {
    const { reader } = endless();
    await reader.read();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(reader.read()).rejects.toThrow('the client reads no further');
  });

  it('slowly gets all', async () => {
    const { reader, cancel } = endless();
    for (let n = 0; n < 5; n += 1) {
      expect(await reader.read()).toMatchObject({ done: false });
      await vi.advanceTimersByTimeAsync(59_000);
    }
    expect(cancel).not.toHaveBeenCalled();
    await reader.cancel('left');
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { AppContext } from './app-env.ts';
import { watchStream } from './watch-stream.ts';

/** A request that has nothing but a log and what is noted on it. */
function request() {
  const told: string[] = [];
  const noted = new Map<string, unknown>();
  const c = {
    var: { log: { error: (_details: object, text: string) => told.push(text) } },
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

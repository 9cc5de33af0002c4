import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropKept, forgetKept, keep, onForgotten, recall, sweepKept } from './kept.ts';

// What IndexedDB does with it is shown in a browser: e2e/reload.test.ts.

afterEach(() => vi.unstubAllGlobals());

const broken = {
  open() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
  deleteDatabase() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
};

describe.each([
  ['has no IndexedDB', undefined],
  ['refuses it', broken],
])('where the browser %s', (_, indexedDB) => {
  it('nothing is kept, and nothing breaks', async () => {
    vi.stubGlobal('indexedDB', indexedDB);
    await keep('me', 'picture', () => 1);
    await keep('me', 'picture', () => Promise.reject(new Error('a file that is gone')));
    await sweepKept('me');
    expect(await recall('me', 'picture')).toBeUndefined();
    await dropKept();
  });
});

it('what cannot be kept leaves nothing in its place of what was kept before', async () => {
  let isFull = false;
  vi.stubGlobal(
    'indexedDB',
    memory(() => isFull),
  );
  await keep('me', 'picture', () => 'the first');
  await keep('me', 'picture', () => Promise.reject(new Error('a file that is gone')));
  expect(await recall('me', 'picture')).toBeUndefined();
  await keep('me', 'picture', () => 'the first');
  expect(await recall('me', 'picture')).toBe('the first');
  isFull = true;
  await keep('me', 'picture', () => 'the second');
  expect(await recall('me', 'picture')).toBeUndefined();
});

it('tells who holds things in memory when an account leaves', () => {
  const listener = vi.fn();
  onForgotten(listener);
  forgetKept();
  expect(listener).toHaveBeenCalledOnce();
});

/** As much of IndexedDB as is asked here, on a disk that may be full. */
function memory(isFull: () => boolean): object {
  const all = new Map<string, unknown>();
  const answer = (result?: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const transaction = () => {
    let end = 'oncomplete';
    const begun: Record<string, unknown> = {
      error: new DOMException('The disk is full.', 'QuotaExceededError'),
      objectStore: () => ({
        get: (key: readonly string[]) => answer(all.get(key.join())),
        delete: (key: readonly string[]) => answer(all.delete(key.join())),
        put: (value: unknown, key: readonly string[]) => {
          if (isFull()) end = 'onabort';
          else all.set(key.join(), value);
          return answer();
        },
      }),
    };
    queueMicrotask(() => queueMicrotask(() => (begun[end] as () => void)()));
    return begun;
  };
  return { open: () => answer({ transaction, close: () => {} }) };
}

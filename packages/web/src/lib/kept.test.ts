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

it('tells who holds things in memory when an account leaves', () => {
  const listener = vi.fn();
  onForgotten(listener);
  forgetKept();
  expect(listener).toHaveBeenCalledOnce();
});

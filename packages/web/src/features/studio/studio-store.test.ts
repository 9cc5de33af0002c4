import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropKept, forgetKept, recall } from '../../lib/kept.ts';
import { choosePicture } from './picture-file.ts';
import { dispatchStudio, enterStudio, keepAgain, readStudio } from './studio-store.ts';

const kept = {
  keptAt: Date.now(),
  value: { id: 'kept', name: 'face.png', type: 'image/png', bytes: new ArrayBuffer(8) },
  /** Where something was put. */
  puts: [] as unknown[],
};

/** The pictures of which the page has an address. */
let held: () => readonly string[];

beforeEach(() => {
  vi.stubGlobal('indexedDB', memoryOf(kept));
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  held = () => {
    const gone = revoked.mock.calls.map(([url]) => url);
    return made.mock.results.map(({ value }) => value).filter((url) => !gone.includes(url));
  };
});

afterEach(() => {
  forgetKept();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the picture that was kept is that of its account, until it leaves', async () => {
  enterStudio('ada');
  await recalled();
  expect(readStudio().picture).toMatchObject({ id: 'kept', url: held()[0] });
  forgetKept();
  expect(readStudio().picture).toBeNull();
  expect(held()).toEqual([]);
});

test('nothing is held of a picture that was recalled in vain', async () => {
  enterStudio('ada');
  enterStudio('bea');
  await recalled();
  expect(held()).toEqual([readStudio().picture?.url]);

  enterStudio('cyd');
  const picture = choosePicture(new File(['x'], 'quicker.png'));
  dispatchStudio({ type: 'picture', picture });
  await recalled();
  expect(readStudio().picture).toBe(picture);
  expect(held()).toEqual([picture.url]);
});

test('what was dropped as the session ended is kept again for the one who comes back to it', async () => {
  enterStudio('ada');
  await recalled();
  const picture = choosePicture(new File(['x'], 'face.png'));
  dispatchStudio({ type: 'picture', picture });
  await recalled();
  await dropKept();
  kept.puts = [];
  enterStudio('ada');
  keepAgain('ada');
  keepAgain('ada');
  await recalled();
  expect(kept.puts).toEqual([
    ['ada', 'picture'],
    ['ada', 'choices'],
  ]);
});

/** Waits until what was asked of the browser's memory before is answered. */
async function recalled(): Promise<void> {
  await recall('anybody', 'anything');
}

/** As much of IndexedDB as is asked here: a database with the same under every name. */
function memoryOf(value: unknown): object {
  const answer = (result?: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    get: () => answer(value),
    put: (_: unknown, key: unknown) => {
      kept.puts.push(key);
      return answer();
    },
    delete: () => answer(),
  };
  const transaction = () => {
    const begun: { objectStore: () => object; oncomplete?: () => void } = {
      objectStore: () => store,
    };
    queueMicrotask(() => begun.oncomplete?.());
    return begun;
  };
  return {
    open: () => answer({ transaction, close: () => {} }),
    deleteDatabase: () => answer(),
  };
}

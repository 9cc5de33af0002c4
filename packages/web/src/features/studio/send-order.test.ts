import { type Faces, paths } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { usualAdjustments } from './adjustments.ts';
import type { FilmOrder } from './film-order.ts';
import { choosePicture } from './picture-file.ts';
import { dropOtherFaces, facesQuery, sendOrder } from './send-order.ts';
import { readStudio } from './studio-store.ts';

const order: FilmOrder = {
  emotion: 1,
  face: { kind: 'face', id: 0 },
  adjustments: usualAdjustments,
  take: 0,
};
const found: Faces = {
  widthPx: 100,
  heightPx: 100,
  faces: [],
  uploadId: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a12',
};

afterEach(() => vi.unstubAllGlobals());

test('an order whose answer was lost goes with the same key again, so that it is one film', async () => {
  const { send, keys } = open();
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(send(order, lost)).rejects.toMatchObject({ code: 'no-connection' });
  await send({ ...order, emotion: 2 });
  await send(order);
  // That film may have been in vain: asked for anew it is another.
  await send(order);
  const [first, other, again, another] = keys();
  expect(readStudio().unanswered.at(-1)?.key).toBe(another);
  expect(again).toBe(first);
  expect(new Set([first, other, another]).size).toBe(3);
});

test('an order that was cancelled on its way is still answered, and not asked for again', async () => {
  const { send, keys } = open();
  const cancelled = new AbortController();
  let answer = () => {};
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(accepted());
  });
  const ordered = send(order, () => answered, cancelled.signal);
  await vi.waitFor(() => expect(keys()).toHaveLength(1), 30_000);
  cancelled.abort();
  const next = send(order);
  answer();
  expect(await ordered).toEqual(runningRender);
  await next;
  const [first, second] = keys();
  expect(second).not.toBe(first);
});

test('a picture that was refused is not sent again by itself, and one that got no answer with the connection', async () => {
  const pictures = { refused: { status: 415 }, lost: undefined };
  for (const [name, answer] of Object.entries(pictures)) {
    const sent = answerPictures(answer);
    const queries = new QueryClient();
    queries.mount();
    const query = facesQuery(choosePicture(new File(['x'], name)));
    const observer = new QueryObserver(queries, query);
    const look = observer.subscribe(() => {});
    const settled = () =>
      vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false), 30_000);
    await settled();
    expect(observer.getCurrentResult().isError, name).toBe(true);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await settled();
    expect(sent(), name).toBe(1);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await settled();
    expect(sent(), name).toBe(answer ? 1 : 2);
    look();
    // Who comes back to the page.
    observer.subscribe(() => {})();
    expect(sent(), name).toBe(answer ? 1 : 3);
    queries.unmount();
  }
});

test('nothing is held of the pictures that were in before', () => {
  const queries = new QueryClient();
  const pictures = ['1.png', '2.png', '3.png'].map((name) => choosePicture(new File(['x'], name)));
  for (const picture of pictures) queries.setQueryData(facesQuery(picture).queryKey, found);
  const [picture] = pictures.slice(-1);
  if (picture) dropOtherFaces(queries, picture);
  expect(pictures.map((each) => queries.getQueryData(facesQuery(each).queryKey))).toEqual([
    undefined,
    undefined,
    found,
  ]);
});

function accepted(): Response {
  return Response.json(runningRender, { status: 202 });
}

/** Answers each picture that is sent, or lets its answer get lost. Returns how many there were. */
function answerPictures(answer: { readonly status: number } | undefined): () => number {
  let sent = 0;
  class Request {
    readonly upload = {};
    readonly responseText = '{}';
    readonly statusText = '';
    readonly status = answer?.status;
    onload = () => {};
    onerror = () => {};
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      sent += 1;
      queueMicrotask(() => (answer ? this.onload() : this.onerror()));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return () => sent;
}

/** A picture whose faces are known, and what is asked of the server then. */
function open() {
  const queries = new QueryClient();
  const picture = choosePicture(new File(['x'], 'face.png'));
  queries.setQueryData(facesQuery(picture).queryKey, found);
  const forms: FormData[] = [];
  return {
    keys: () => forms.map((form) => form.get('key')),
    /** Asks for a film, which `answer` answers. */
    send: (
      wanted: FilmOrder,
      answer = () => Promise.resolve(accepted()),
      signal = new AbortController().signal,
    ) => {
      vi.stubGlobal('fetch', (path: string, { body, signal }: RequestInit) => {
        expect(path).toBe(paths.renders());
        forms.push(body as FormData);
        return Promise.race([
          answer(),
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          }),
        ]);
      });
      queries.setQueryData(facesQuery(picture).queryKey, found);
      return sendOrder(queries, picture, wanted, signal);
    },
  };
}

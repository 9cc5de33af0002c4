import { type Faces, paths } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { usualAdjustments } from './adjustments.ts';
import type { FilmOrder } from './film-order.ts';
import { choosePicture } from './picture-file.ts';
import { facesQuery, sendOrder } from './send-order.ts';

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
  await vi.waitFor(() => expect(keys()).toHaveLength(1));
  cancelled.abort();
  const next = send(order);
  answer();
  expect(await ordered).toEqual(runningRender);
  await next;
  const [first, second] = keys();
  expect(second).not.toBe(first);
});

function accepted(): Response {
  return Response.json(runningRender, { status: 202 });
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

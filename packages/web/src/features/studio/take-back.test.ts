import { paths } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { readStudio } from './studio-store.ts';
import { notUnderWay, takeBack } from './take-back.ts';

const { id } = runningRender;
const key = 'the-order';
const listed = { ...runningRender, key };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a cancelled order whose answer was lost is found by its key, as soon as there is a connection', async () => {
  vi.useFakeTimers();
  let isThere = false;
  const calls = answer(() => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return [{ ...runningRender, id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a12' }, listed];
  });
  const taken = takeBack(new QueryClient(), key, lost());
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).not.toContain(`DELETE ${paths.render(id)}`);
  expect(readStudio().forgone).toEqual([key]);
  expect(notUnderWay([key, 'another'])).toEqual(['another']);
  isThere = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await taken).toBe(true);
  expect(calls.slice(-2)).toEqual([`GET ${paths.renders()}`, `DELETE ${paths.render(id)}`]);
  expect(readStudio().forgone).toEqual([]);
  expect(notUnderWay([key])).toEqual([key]);
});

test('what could not be taken back is remembered, and cancelled without its answer later', async () => {
  const queries = new QueryClient();
  let status = 503;
  const calls = answer(
    () => [listed],
    () => status,
  );
  expect(await takeBack(queries, key, Promise.resolve(listed))).toBe(false);
  expect(readStudio().forgone).toEqual([key]);
  status = 204;
  // As after a reload.
  expect(await takeBack(queries, key)).toBe(true);
  expect(calls.at(-1)).toBe(`DELETE ${paths.render(id)}`);
  expect(readStudio().forgone).toEqual([]);
  // It was made before it could be cancelled.
  status = 409;
  expect(await takeBack(queries, key)).toBe(false);
  expect(readStudio().forgone).toEqual([]);
});

test('nothing is cancelled where the order did not arrive, was refused, or its film is made', async () => {
  const queries = new QueryClient();
  const calls = answer(() => [{ ...listed, state: 'finished' }]);
  expect(await takeBack(queries, key, lost())).toBe(false);
  expect(await takeBack(queries, 'another-order', lost())).toBe(false);
  expect(calls).toEqual([`GET ${paths.renders()}`, `GET ${paths.renders()}`]);
  const refused = new ApiError('weekly_limit_reached', 'No.', 403);
  expect(await takeBack(queries, key, Promise.reject(refused))).toBe(false);
  expect(calls).toHaveLength(2);
  expect(readStudio().forgone).toEqual([]);
});

function lost(): Promise<never> {
  return Promise.reject(new ApiError('no-connection', 'The server could not be reached.', 0));
}

/** Answers the list with these renders, and a cancellation with a status. Returns what is asked of the server. */
function answer(renders: () => readonly object[], status = () => 204): readonly string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return method === 'GET'
      ? Response.json({ renders: renders() })
      : new Response(null, { status: status() });
  });
  return calls;
}

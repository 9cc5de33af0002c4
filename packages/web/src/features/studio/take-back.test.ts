import { paths } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { takeBack } from './take-back.ts';

const { id } = runningRender;
const listed = { ...runningRender, key: 'the-order' };

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
  const taken = takeBack(new QueryClient(), lost(), 'the-order');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).not.toContain(`DELETE ${paths.render(id)}`);
  isThere = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await taken).toBe(id);
  expect(calls.slice(-2)).toEqual([`GET ${paths.renders()}`, `DELETE ${paths.render(id)}`]);
});

test('nothing is cancelled where the order did not arrive, was refused, or its film is made', async () => {
  const queries = new QueryClient();
  const calls = answer(() => [{ ...listed, state: 'finished' }]);
  await takeBack(queries, lost(), 'the-order');
  await takeBack(queries, lost(), 'another-order');
  expect(calls).toEqual([`GET ${paths.renders()}`, `GET ${paths.renders()}`]);
  const refused = new ApiError('weekly_limit_reached', 'No.', 403);
  await takeBack(queries, Promise.reject(refused), 'the-order');
  // It was cancelled before it was sent.
  await takeBack(queries, lost(), undefined);
  expect(calls).toHaveLength(2);
});

function lost(): Promise<never> {
  return Promise.reject(new ApiError('no-connection', 'The server could not be reached.', 0));
}

/** Answers the list with these renders. Returns what is asked of the server. */
function answer(renders: () => readonly object[]): readonly string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return method === 'GET'
      ? Response.json({ renders: renders() })
      : new Response(null, { status: 204 });
  });
  return calls;
}

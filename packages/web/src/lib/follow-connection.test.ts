import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { followConnection } from './follow-connection.ts';

const noAnswer = new ApiError('no-connection', 'The server could not be reached.', 0);

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

test('what was on its way as the connection came back, and fails then, is asked again', async () => {
  const { asked, comeBack, close } = open();
  await comeBack();
  // It was on its way: that is all that TanStack Query does by itself.
  expect(asked).toHaveLength(1);
  asked[0]?.fail(noAnswer);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  asked[1]?.fail(noAnswer);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(3);
  asked[2]?.answer();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(3);
  close();
});

test('a refusal is not asked again, nor what got no answer once the connection is gone', async () => {
  const { asked, comeBack, close } = open();
  await comeBack();
  asked[0]?.fail(new ApiError('forbidden', 'Not yours.', 403));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(1);
  await comeBack();
  expect(asked).toHaveLength(2);
  asked[1]?.fail(noAnswer);
  onlineManager.setOnline(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(2);
  close();
});

test('it ends: a server that is not there is not asked for ever', async () => {
  const { asked, comeBack, close } = open((one) => one.fail(noAnswer));
  await comeBack();
  await vi.advanceTimersByTimeAsync(120_000);
  const { length } = asked;
  expect(length).toBeGreaterThan(3);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toHaveLength(length);
  close();
});

type Asked = { readonly answer: () => void; readonly fail: (error: Error) => void };

/** A page that asks one thing, and answers that are given by hand, or at once by `reply`. */
function open(reply?: (asked: Asked) => void) {
  vi.useFakeTimers();
  const asked: Asked[] = [];
  const queries = new QueryClient();
  queries.mount();
  const stopFollowing = followConnection(queries);
  const observer = new QueryObserver(queries, {
    queryKey: ['asked'],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        const one = { answer: () => resolve('there'), fail: reject };
        asked.push(one);
        reply?.(one);
      }),
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
  });
  const stopLooking = observer.subscribe(() => {});
  return {
    asked,
    comeBack: async () => {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
      await vi.advanceTimersByTimeAsync(0);
    },
    close: () => {
      stopLooking();
      stopFollowing();
      queries.unmount();
    },
  };
}

import { paths, type User } from '@moodreel/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { onForgotten } from './kept.ts';
import { followSession, sessionActions, sessionQuery } from './session.ts';

const ada: User = {
  id: 'ada',
  email: 'ada@moodreel.example',
  emailVerified: true,
  role: 'user',
  createdAt: '2026-11-27T00:00:00.000Z',
  subscriptionType: 'free',
  subscriptionPlan: null,
  startDate: null,
  endDate: null,
  cancelled: false,
  profilePic: '',
};

afterEach(() => vi.unstubAllGlobals());

test('an answer that was on its way when the account signed out does not bring it back', async () => {
  const { queries, asked } = open();
  const late = queries.fetchQuery(sessionQuery).catch(() => {});
  const signedOut = sessionActions(queries).signOut();
  asked.get(paths.signOut())?.({});
  await signedOut;
  asked.get(paths.session())?.({ user: ada });
  await late;
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull();
});

test('an answer from before an account signed in does not stand for the one after it', async () => {
  const { queries, asked } = open();
  const late = queries.fetchQuery(sessionQuery).catch(() => {});
  const answerBefore = asked.get(paths.session());
  const signedIn = sessionActions(queries).signIn(ada.email, 'secret');
  asked.get(paths.signIn())?.({});
  await vi.waitFor(() => expect(asked.get(paths.session())).not.toBe(answerBefore), 30_000);
  answerBefore?.({ user: null });
  asked.get(paths.session())?.({ user: ada });
  await Promise.all([late, signedIn]);
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(ada);
});

test('who only has to sign in again finds a page as it was, and who comes instead nothing of it', async () => {
  const { queries, asked } = open();
  const isForgotten = vi.fn();
  const stop = onForgotten(isForgotten);
  const learn = async (user: User | null) => {
    const known = queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    asked.get(paths.session())?.({ user });
    await known;
  };
  const videosKey = ['videos', 1];
  await learn(ada);
  queries.setQueryData(videosKey, 'those of Ada');
  await learn(null);
  expect(queries.getQueryData(videosKey)).toBeUndefined();
  await learn(ada);
  expect(isForgotten).not.toHaveBeenCalled();
  queries.setQueryData(videosKey, 'those of Ada');
  await learn({ ...ada, id: 'bea' });
  expect(queries.getQueryData(videosKey)).toBeUndefined();
  expect(isForgotten).toHaveBeenCalledOnce();
  stop();
});

test('each tab asks again who is signed in when that changes in another one', async () => {
  const { queries, asked } = open();
  const otherTab = new BroadcastChannel('moodreel-session');
  const stop = followSession(queries);
  try {
    const observer = new QueryObserver(queries, sessionQuery);
    const unsubscribe = observer.subscribe(() => {});
    asked.get(paths.session())?.({ user: null });
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeNull(), 30_000);
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(true), 30_000);
    asked.get(paths.session())?.({ user: ada });
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(ada), 30_000);

    const told = new Promise((resolve) => otherTab.addEventListener('message', resolve));
    sessionActions(queries).forget();
    await told;
    unsubscribe();
  } finally {
    stop();
    otherTab.close();
  }
});

test('a browser that lets no tab speak to another has its pages all the same', async () => {
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused);
  vi.resetModules();
  const alone = await import('./session.ts');
  const queries = new QueryClient();
  const stop = alone.followSession(queries);
  alone.sessionActions(queries).forget();
  expect(queries.getQueryData(alone.sessionQuery.queryKey)).toBeNull();
  stop();
});

/** The pages before any answer. `asked` has, by address, how to answer what was asked there last. */
function open() {
  const asked = new Map<string, (answer: object) => void>();
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        asked.set(path, (answer) => resolve(Response.json(answer)));
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  return { queries: new QueryClient(), asked };
}

import { paths, type User } from '@moodreel/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionActions, sessionQuery } from './session.ts';

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
  await vi.waitFor(() => expect(asked.get(paths.session())).not.toBe(answerBefore));
  answerBefore?.({ user: null });
  asked.get(paths.session())?.({ user: ada });
  await Promise.all([late, signedIn]);
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(ada);
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

import { paths, sessionSchema, type User } from '@moodreel/contract';
import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi, callNamed, onSessionEnded, sendApi } from './api.ts';
import { dropKept, forgetKept, sweepKept, tellForgotten } from './kept.ts';

const sessionKey = ['session'] as const;

/** Who is signed in; null for nobody. Exported for its test. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: fetchUser,
  staleTime: 60_000,
});

/** Who is signed in, as far as that is known. */
export type SessionState =
  | { readonly status: 'loading' }
  /** Asked in vain, which says nothing about who is signed in. */
  | { readonly status: 'unreachable'; readonly retrying: boolean; readonly retry: () => void }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: User; readonly isAdmin: boolean };

/** Who is signed in. Known from the first answer on; later refetches keep the last one. */
export function useSession(): SessionState {
  const session = useQuery(sessionQuery);
  const { data } = session;
  if (data === undefined) {
    if (session.errorUpdateCount === 0) return { status: 'loading' };
    return {
      status: 'unreachable',
      retrying: session.isFetching,
      retry: () => void session.refetch(),
    };
  }
  if (data === null) return { status: 'signed-out' };
  return { status: 'signed-in', user: data, isAdmin: data.role === 'admin' };
}

/** Who was signed in last, and did not sign out here: who only signs in again finds a page as it was. */
let lastId: string | undefined;

/** Carries nothing but the word that the session has changed. A tab does not hear its own. */
const otherTabs = openChannel();

/**
 * Asks again who is signed in as soon as it changed in another tab, or any call is refused for want of
 * a session: it may have ended by a new password, or by age. The guards then lead to sign in and back.
 * Returns how to stop that.
 */
export function followSession(queries: QueryClient): () => void {
  const ask = () => void queries.invalidateQueries({ queryKey: sessionKey });
  otherTabs?.addEventListener('message', ask);
  const stop = onSessionEnded(() => {
    if (queries.getQueryData(sessionKey)) ask();
  });
  return () => {
    otherTabs?.removeEventListener('message', ask);
    stop();
  };
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('moodreel-session');
  } catch {
    // Some browsers refuse it where they refuse all storage. A tab then learns of it from its next call.
    return undefined;
  }
}

async function fetchUser({ client, signal }: QueryFunctionContext): Promise<User | null> {
  const { user } = await callApi(paths.session(), sessionSchema, { signal });
  if (lastId !== undefined && lastId !== user?.id) dropPrivate(client);
  if (user) {
    if (lastId !== undefined && lastId !== user.id) tellForgotten();
    lastId = user.id;
  }
  // Whoever sits here now finds nothing that another account kept.
  void (user ? sweepKept(user.id) : dropKept());
  return user;
}

/**
 * What changes the session. Each resolves once the new state is known everywhere, or once that could
 * not be asked: what was done is done, and pages ask on until they know.
 */
export function useSessionActions() {
  return sessionActions(useQueryClient());
}

/** Exported for its test. */
export function sessionActions(queries: QueryClient) {
  return {
    async signIn(email: string, password: string): Promise<void> {
      await sendApi(paths.signIn(), { method: 'POST', body: { email, password } });
      await refresh();
    },
    async signUp(email: string, password: string): Promise<void> {
      await callNamed('onUserCreate', { email, password, role: 'user' });
      await refresh();
    },
    async signOut(): Promise<void> {
      await sendApi(paths.signOut(), { method: 'POST', body: {} });
      forget();
    },
    /** Asks again who is signed in, after it changed by other means. */
    refresh,
    /** Drops everything known about the user, after the account or session ended. */
    forget,
  };

  async function refresh(): Promise<void> {
    dropPrivate(queries);
    dropLateAnswer();
    otherTabs?.postMessage(null);
    try {
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    } catch {
      // Who was signed in before does not hold any more.
      void queries.resetQueries({ queryKey: sessionKey });
    }
  }

  function forget(): void {
    dropLateAnswer();
    queries.setQueryData(sessionKey, null);
    lastId = undefined;
    dropPrivate(queries);
    forgetKept();
    otherTabs?.postMessage(null);
  }

  /** Who was asked for before a change of the session may be told after it, and would undo it. */
  function dropLateAnswer(): void {
    void queries.cancelQueries({ queryKey: sessionKey });
  }
}

/** What one account was told must not be shown to the next. */
function dropPrivate(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
}

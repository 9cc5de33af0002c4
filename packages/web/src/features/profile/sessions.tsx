import { paths, type SessionList, sessionListSchema } from '@moodreel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { NotFetched } from '../../components/not-fetched.tsx';
import { Button } from '../../components/ui/button.tsx';
import { tellFailure } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { callApi, sendApi } from '../../lib/api.ts';
import { ownMomentText } from '../../lib/dates.ts';
import { describeBrowser } from './describe-browser.ts';

const sessionsKey = ['sessions'] as const;

type Session = SessionList['sessions'][number];

/** The id of the line that tells a session from others. */
const lineOf = ({ id }: Session) => `session-${id}`;

/** The places from which this account is used; all but this one can be signed out here. */
export function Sessions() {
  const list = useQuery({
    queryKey: sessionsKey,
    queryFn: () => callApi(paths.accountSessions(), sessionListSchema),
  });
  if (list.isPending) return <Loading className="min-h-18 flex-row" />;
  if (!list.data) return <NotFetched query={list} />;
  return (
    <ul aria-label="Sessions" tabIndex={-1} className="divide-y-2 divide-dashed divide-line-soft">
      {list.data.sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
        >
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold">
              {describeBrowser(session.userAgent)}
              {session.current ? ', this one' : ''}
            </p>
            <p id={lineOf(session)} className="wrap-anywhere text-sm text-ink-soft">
              {session.address ?? 'unknown address'}, last used{' '}
              <time dateTime={session.lastUsedAt} className="inline-block">
                {ownMomentText(session.lastUsedAt)}
              </time>
            </p>
          </div>
          {session.current ? null : <SignOutButton session={session} />}
        </li>
      ))}
    </ul>
  );
}

/** Nothing asks before: whoever is signed out by mistake signs in again. */
function SignOutButton({ session }: { readonly session: Session }) {
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const browser = describeBrowser(session.userAgent);
  const end = useMutation({
    mutationFn: () => sendApi(paths.accountSession(session.id), { method: 'DELETE' }),
    onSuccess: () => {
      // The button goes with its line. The list takes the focus, and no other button: pressed once
      // more, that would end another session. The message comes after it, or would be cut short.
      if (document.activeElement === button.current) {
        button.current?.closest('ul')?.focus({ preventScroll: true });
      }
      toast(`${browser} is signed out.`);
      return queries.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (error) => tellFailure(`${browser} is still signed in`, error),
  });
  return (
    <Button
      ref={button}
      look="secondary"
      size="small"
      className="shrink-0"
      aria-label={`Sign out ${browser}`}
      // There may be others with the same name.
      aria-describedby={lineOf(session)}
      busy={end.isPending}
      onClick={() => end.mutate()}
    >
      Sign out
    </Button>
  );
}

import { paths, type SessionList, sessionListSchema } from '@moodreel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { callApi, messageOf, sendApi } from '../../lib/api.ts';
import { describeBrowser } from './describe-browser.ts';

const sessionsKey = ['sessions'] as const;

/**
 * The places from which this account is used; all but this one can be ended here. Nothing asks before:
 * whoever is signed out by mistake signs in again.
 */
export function Sessions() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: sessionsKey,
    queryFn: () => callApi(paths.accountSessions(), sessionListSchema),
  });
  const end = useMutation({
    mutationFn: ({ id }: SessionList['sessions'][number]) =>
      sendApi(paths.accountSession(id), { method: 'DELETE' }),
    onSuccess: (_, { userAgent }) => {
      toast(`${describeBrowser(userAgent)} is signed out.`);
      return queries.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (list.isPending) return <Spinner />;
  if (list.isError) return <p role="alert">{messageOf(list.error)}</p>;
  return (
    <ul className="divide-y-2 divide-dashed divide-line-soft">
      {list.data.sessions.map((session) => (
        <li key={session.id} className="flex items-center justify-between gap-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">
              {describeBrowser(session.userAgent)}
              {session.current ? ', this one' : ''}
            </p>
            <p className="truncate text-sm text-ink-soft">
              {session.address ?? 'unknown address'}, last used{' '}
              {new Date(session.lastUsedAt).toLocaleString()}
            </p>
          </div>
          {session.current ? null : (
            <Button
              look="secondary"
              size="small"
              aria-label={`End the session of ${describeBrowser(session.userAgent)}`}
              busy={end.isPending && end.variables.id === session.id}
              onClick={() => end.mutate(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

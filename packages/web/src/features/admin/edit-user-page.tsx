import { type AdminUser, adminUserSchema, paths } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { ApiError, callApi, messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { adminUsersKey } from './admin-users-key.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { useWayBack } from './users-list.ts';

/** One user, as the id in the navigation state says, or after a reload the one in the address. */
export function EditUserPage() {
  usePageTitle('Edit User', 'Change or delete an account.');
  const [search] = useSearchParams();
  const location = useLocation();
  const id = readUid(location.state) ?? search.get('id') ?? '';
  const user = useQuery({
    queryKey: [...adminUsersKey, 'one', id],
    queryFn: () => callApi(paths.adminUser(id), adminUserSchema),
    enabled: id !== '',
  });
  return (
    <div className="page-width max-w-3xl!">
      <PageHeader slate="A dressing room" title="Edit User">
        {user.data ? <span className="wrap-anywhere">{user.data.email}</span> : null}
      </PageHeader>
      {user.data ? <Editor user={user.data} /> : null}
      {id !== '' && user.isPending ? <Loading /> : null}
      {id === '' || (user.isError && !user.data) ? (
        <Missing error={user.error} onRetry={() => void user.refetch()} />
      ) : null}
    </div>
  );
}

function Editor({ user }: { readonly user: AdminUser }) {
  return (
    <Card>
      {/* A new form for another user, so that nothing of the last one stays in it. */}
      <EditUserForm key={user.id} user={user} />
    </Card>
  );
}

function Missing({
  error,
  onRetry,
}: {
  readonly error: Error | null;
  readonly onRetry: () => void;
}) {
  const wayBack = useWayBack();
  const isUnknown = error === null || (error instanceof ApiError && error.status === 404);
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <h2 className="text-h3">{isUnknown ? 'User not found' : 'Failed to fetch user data'}</h2>
      {isUnknown ? null : <p className="text-ink-soft">{messageOf(error)}</p>}
      <div className="flex gap-3">
        {isUnknown ? null : <TryAgain onRetry={onRetry} />}
        <Button look="secondary" asChild>
          <Link to={wayBack}>Back to the users</Link>
        </Button>
      </div>
    </div>
  );
}

function readUid(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('uid' in state)) return undefined;
  return typeof state.uid === 'string' ? state.uid : undefined;
}

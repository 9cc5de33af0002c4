import { type AdminUsersQuery, adminUsersPageSchema, paths } from '@moodreel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Pager } from '../../components/ui/pager.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { adminUsersKey } from './admin-users-key.ts';
import { type Sorting, UsersTable } from './users-table.tsx';

/** All ordinary users: search, sort, and the way to each of them. */
export function UsersPage() {
  usePageTitle('Users', 'Users and their subscriptions.');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState<Sorting>({ sort: 'createdAt', direction: 'desc' });
  const wanted: AdminUsersQuery = { search: useDeferredValue(search.trim()), page, ...sorting };
  const users = useQuery({
    queryKey: [...adminUsersKey, wanted],
    queryFn: () => callApi(paths.adminUsers(wanted), adminUsersPageSchema),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page-width">
      <PageHeader slate="Front of house" title="Users" />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <search className="w-full max-w-sm">
          <Field
            label="Search by email"
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(1);
            }}
          />
        </search>
        <Button asChild>
          <Link to={routes.adminCreate}>Create User</Link>
        </Button>
      </div>
      {users.isPending ? <Loading /> : null}
      {users.isError && !users.data ? (
        <div role="alert" className="flex flex-col items-start gap-3">
          <h2 className="text-h3">Failed to fetch user data</h2>
          <p className="text-ink-soft">{messageOf(users.error)}</p>
          <TryAgain onRetry={() => void users.refetch()} />
        </div>
      ) : null}
      {users.data ? (
        <>
          <p role="status" className="slate mb-3 text-ink-soft">
            {countText(users.data.total)}
          </p>
          {users.data.total > 0 ? (
            <UsersTable
              users={users.data.users}
              sorting={sorting}
              busy={users.isPlaceholderData}
              onSort={(next) => {
                setSorting(next);
                setPage(1);
              }}
            />
          ) : null}
          <Pager page={page} pages={users.data.pages} label="Pages of users" onPage={setPage} />
        </>
      ) : null}
    </div>
  );
}

function countText(total: number): string {
  if (total === 0) return 'User not found';
  return total === 1 ? '1 user' : `${total} users`;
}

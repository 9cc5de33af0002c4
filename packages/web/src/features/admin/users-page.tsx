import { type AdminUsersQuery, adminUsersPageSchema, paths } from '@moodreel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  Link,
  NavigationType,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router';
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
import { readList, useListState, writeList } from './users-list.ts';
import { UsersTable } from './users-table.tsx';

/** All ordinary users: search, sort, and the way to each of them. */
export function UsersPage() {
  usePageTitle('Users', 'Users and their subscriptions.');
  // It stands in the address: whoever looks at one of them finds it again.
  const [search, setSearch] = useSearchParams();
  const list = readList(search);
  const { page, sort, direction } = list;
  const [typed, setTyped] = useTyped(list.search);
  const wanted = { ...list, search: useDeferredValue(list.search) };
  const listState = useListState();
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
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              change({ search: event.target.value.trim(), page: 1 });
            }}
          />
        </search>
        <Button asChild>
          <Link to={routes.adminCreate} state={listState}>
            Create User
          </Link>
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
              sorting={{ sort, direction }}
              busy={users.isPlaceholderData}
              onSort={(sorting) => change({ ...sorting, page: 1 })}
            />
          ) : null}
          <Pager
            page={page}
            pages={users.data.pages}
            busy={users.isPlaceholderData}
            label="Pages of users"
            searchOf={(next) => writeList({ ...list, page: next })}
          />
        </>
      ) : null}
    </div>
  );

  /** Shows the list otherwise, where one is. */
  function change(part: Partial<AdminUsersQuery>): void {
    setSearch(writeList({ ...list, ...part }), { replace: true, preventScrollReset: true });
  }
}

/**
 * What stands in the field, for the address comes a moment after the keys; going back and forth in the
 * history changes it as well.
 */
function useTyped(inAddress: string) {
  const [typed, setTyped] = useState(inAddress);
  const [entry, setEntry] = useState<string>();
  const { key } = useLocation();
  const isTravel = useNavigationType() === NavigationType.Pop;
  if (key !== entry) {
    setEntry(key);
    if (isTravel) setTyped(inAddress);
  }
  return [typed, setTyped] as const;
}

function countText(total: number): string {
  if (total === 0) return 'User not found';
  return total === 1 ? '1 user' : `${total} users`;
}

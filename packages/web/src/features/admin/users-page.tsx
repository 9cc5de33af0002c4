import { type AdminUsersQuery, adminUsersPageSchema, paths } from '@moodreel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
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
  const field = useRef<HTMLInputElement>(null);
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
            ref={field}
            onChange={(event) => type(event.target.value)}
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
          <p
            role="status"
            className={
              users.data.total > 0
                ? 'slate mb-3 text-ink-soft'
                : 'font-display text-h3 leading-tight'
            }
          >
            {countText(users.data.total)}
          </p>
          {users.data.total > 0 ? (
            <UsersTable
              users={users.data.users}
              sorting={{ sort, direction }}
              busy={users.isPlaceholderData}
              onSort={(sorting) => change({ ...sorting, page: 1 })}
            />
          ) : (
            <Nobody search={list.search} onShowAll={() => type('')} />
          )}
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

  function type(text: string): void {
    setTyped(text);
    change({ search: text.trim(), page: 1 });
    // The button that shows all goes with what it was for.
    field.current?.focus();
  }

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

/** Why the list is empty, and the way back to one that is not. */
function Nobody({
  search,
  onShowAll,
}: {
  readonly search: string;
  readonly onShowAll: () => void;
}) {
  if (search === '') return <p className="mt-2 text-ink-soft">Nobody has signed up yet.</p>;
  return (
    <div className="mt-2 flex flex-col items-start gap-4">
      <p className="wrap-anywhere text-ink-soft">No e-mail address contains “{search}”.</p>
      <Button look="secondary" onClick={onShowAll}>
        Show all users
      </Button>
    </div>
  );
}

function countText(total: number): string {
  if (total === 0) return 'User not found';
  return total === 1 ? '1 user' : `${total} users`;
}

import type { AdminUser, AdminUsersQuery, AdminUsersSort } from '@moodreel/contract';
import { Link } from 'react-router';
import { dayText } from '../../lib/dates.ts';
import { routes } from '../../lib/routes.ts';

/** By which column the users are sorted, and which way. */
export type Sorting = Pick<AdminUsersQuery, 'sort' | 'direction'>;

type Column = {
  readonly key: keyof AdminUser;
  readonly title: string;
  readonly text: (user: AdminUser) => string;
  /** What the server sorts by; nothing where all users are alike. */
  readonly sort?: AdminUsersSort;
};

const columns: readonly Column[] = [
  { key: 'email', title: 'Email', text: ({ email }) => email, sort: 'email' },
  { key: 'role', title: 'Role', text: ({ role }) => role },
  {
    key: 'createdAt',
    title: 'Creation Date',
    text: ({ createdAt }) => dayText(createdAt, 'short'),
    sort: 'createdAt',
  },
  {
    key: 'subscriptionType',
    title: 'Subscription Type',
    text: ({ subscriptionType }) => subscriptionType,
    sort: 'subscriptionType',
  },
  {
    key: 'subscriptionPlan',
    title: 'Subscription Plan',
    text: ({ subscriptionPlan }) => subscriptionPlan ?? 'None',
    sort: 'subscriptionPlan',
  },
  {
    key: 'startDate',
    title: 'Start Date',
    text: ({ startDate }) => dayText(startDate, 'short'),
    sort: 'startDate',
  },
  {
    key: 'endDate',
    title: 'End Date',
    text: ({ endDate }) => dayText(endDate, 'short'),
    sort: 'endDate',
  },
];

/** The rows of one page; a click on a heading sorts all users, a second one turns them around. */
export function UsersTable({
  users,
  sorting,
  busy,
  onSort,
}: {
  readonly users: readonly AdminUser[];
  readonly sorting: Sorting;
  /** Whether these are still the rows of the question before. */
  readonly busy: boolean;
  readonly onSort: (sorting: Sorting) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named region that can be scrolled by keyboard
    <div
      role="region"
      aria-label="Users"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
      tabIndex={0}
      className="overflow-x-auto rounded-field border-2 border-line bg-surface shadow-card"
    >
      <table className="w-full min-w-[60rem] border-collapse text-left text-[0.9375rem]">
        <thead className="bg-stage">
          <tr>
            {columns.map(({ key, title, sort }) =>
              sort ? (
                <SortHeading key={key} {...{ title, sort, sorting, onSort }} />
              ) : (
                <th key={key} scope="col" className="border-b-2 border-line px-3">
                  {title}
                </th>
              ),
            )}
            <th scope="col" className="border-b-2 border-line px-3">
              Management
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {users.map((user) => (
            <tr key={user.id} className="hover:bg-sunken">
              {columns.map(({ key, text }) => (
                <td
                  key={key}
                  title={key === 'email' ? user.email : undefined}
                  className="max-w-72 truncate px-3 py-3 first:font-semibold"
                >
                  {text(user)}
                </td>
              ))}
              <td className="px-3 py-3 whitespace-nowrap">
                <Link
                  className="finger-size text-link"
                  to={`${routes.adminEdit}?id=${encodeURIComponent(user.id)}`}
                  state={{ uid: user.id }}
                  aria-label={`Edit Details of ${user.email}`}
                >
                  Edit Details
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortHeading({
  title,
  sort,
  sorting,
  onSort,
}: {
  readonly title: string;
  readonly sort: AdminUsersSort;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}) {
  const direction = sorting.sort === sort ? sorting.direction : undefined;
  return (
    <th
      scope="col"
      aria-sort={
        direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
      }
      className="border-b-2 border-line p-0"
    >
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-1.5 px-3 text-left font-bold whitespace-nowrap"
        onClick={() => onSort({ sort, direction: direction === 'asc' ? 'desc' : 'asc' })}
      >
        {title}
        <Arrow direction={direction} />
      </button>
    </th>
  );
}

function Arrow({ direction }: { readonly direction: Sorting['direction'] | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width="10"
      height="14"
      viewBox="0 0 10 14"
      fill="currentColor"
      className="shrink-0"
    >
      <path d="M5 0 9 5H1Z" opacity={direction === 'asc' ? 1 : 0.3} />
      <path d="M5 14 1 9h8Z" opacity={direction === 'desc' ? 1 : 0.3} />
    </svg>
  );
}

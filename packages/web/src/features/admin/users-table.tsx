import type { AdminUser, AdminUsersQuery, AdminUsersSort } from '@moodreel/contract';
import { Link } from 'react-router';
import { ownDayText } from '../../lib/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useListState } from './users-list.ts';

/** By which column the users are sorted, and which way. */
type Sorting = Pick<AdminUsersQuery, 'sort' | 'direction'>;

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
    text: ({ createdAt }) => ownDayText(createdAt, 'short'),
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
    text: ({ startDate }) => ownDayText(startDate, 'short'),
    sort: 'startDate',
  },
  {
    key: 'endDate',
    title: 'End Date',
    text: ({ endDate }) => ownDayText(endDate, 'short'),
    sort: 'endDate',
  },
];

/**
 * What each part is, said once more: below `lg` the rows are laid out as cards, and Safari takes
 * what is laid out otherwise for no table.
 */
const parts = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

/** Cards have no columns: there a heading without a button is for those who listen only. */
const plainHeading = 'border-b-2 border-line px-3 max-lg:sr-only';

/**
 * The rows of one page; a click on a heading sorts all users, a second one turns them around. Where
 * the columns have no place beside each other, each row is a card below the headings, which are one line to be
 * pushed aside.
 */
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
  const listState = useListState();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named region that can be scrolled by keyboard
    <div
      role="region"
      aria-label="Users"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
      tabIndex={0}
      className="relative lg:overflow-x-auto lg:rounded-field lg:border-2 lg:border-line lg:bg-surface lg:shadow-card"
    >
      {/* What listens hears of each heading how it sorts. */}
      <p aria-hidden="true" className="mb-1.5 text-sm text-ink-soft lg:hidden">
        Sort by
      </p>
      <table
        {...parts.table}
        className="w-full border-collapse text-left text-[0.9375rem] max-lg:block lg:min-w-[60rem]"
      >
        <thead {...parts.group} className="max-lg:mb-5 max-lg:block lg:bg-stage">
          <tr
            {...parts.row}
            className="max-lg:relative max-lg:-mx-4 max-lg:flex max-lg:gap-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1.5"
          >
            {columns.map(({ key, title, sort }) =>
              sort ? (
                <SortHeading key={key} {...{ title, sort, sorting, onSort }} />
              ) : (
                <th key={key} {...parts.heading} className={plainHeading}>
                  {title}
                </th>
              ),
            )}
            <th {...parts.heading} className={plainHeading}>
              Management
            </th>
          </tr>
        </thead>
        <tbody
          {...parts.group}
          className="max-lg:grid max-lg:gap-5 md:max-lg:grid-cols-2 lg:divide-y lg:divide-line-soft"
        >
          {users.map((user) => (
            <tr
              key={user.id}
              {...parts.row}
              className="max-lg:grid max-lg:grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] max-lg:gap-x-4 max-lg:gap-y-3 max-lg:rounded-field max-lg:border-2 max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:shadow-card lg:hover:bg-sunken"
            >
              {columns.map(({ key, title, text }) => (
                <td
                  key={key}
                  {...parts.cell}
                  // An address that is cut off is nobody's: it breaks, and the other columns do not.
                  className="first:font-semibold max-lg:wrap-anywhere max-lg:first:col-span-full lg:first:min-w-52 lg:first:wrap-anywhere lg:not-first:whitespace-nowrap lg:px-3 lg:py-3"
                >
                  {key === 'email' ? null : (
                    <span aria-hidden="true" className="block text-sm text-ink-soft lg:hidden">
                      {title}
                    </span>
                  )}
                  {text(user)}
                </td>
              ))}
              <td
                {...parts.cell}
                className="whitespace-nowrap max-lg:col-span-full lg:px-3 lg:py-3"
              >
                <Link
                  className="finger-size text-link"
                  to={`${routes.adminEdit}?id=${encodeURIComponent(user.id)}`}
                  state={{ uid: user.id, ...listState }}
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
      {...parts.heading}
      aria-sort={
        direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
      }
      className="border-b-2 border-line p-0 max-lg:shrink-0 max-lg:whitespace-nowrap max-lg:rounded-field max-lg:border-2 max-lg:bg-stage"
    >
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-1.5 px-3 text-left leading-tight font-bold lg:py-2"
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

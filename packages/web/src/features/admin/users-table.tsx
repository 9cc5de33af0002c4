import type { AdminUser } from '@moodreel/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../lib/dates.ts';
import { routes } from '../../lib/routes.ts';

type Column = {
  readonly key: string;
  readonly title: string;
  readonly text: (user: AdminUser) => string;
  /** What it is sorted by: instants sort as text, so raw values do. */
  readonly order: (user: AdminUser) => string;
};

const columns: readonly Column[] = [
  { key: 'email', title: 'Email', text: ({ email }) => email, order: ({ email }) => email },
  { key: 'role', title: 'Role', text: ({ role }) => role, order: ({ role }) => role },
  {
    key: 'created',
    title: 'Creation Date',
    text: ({ createdAt }) => dayText(createdAt, 'short'),
    order: ({ createdAt }) => createdAt,
  },
  {
    key: 'type',
    title: 'Subscription Type',
    text: ({ subscriptionType }) => subscriptionType,
    order: ({ subscriptionType }) => subscriptionType,
  },
  {
    key: 'plan',
    title: 'Subscription Plan',
    text: ({ subscriptionPlan }) => subscriptionPlan ?? 'None',
    order: ({ subscriptionPlan }) => subscriptionPlan ?? '',
  },
  {
    key: 'start',
    title: 'Start Date',
    text: ({ startDate }) => dayText(startDate, 'short'),
    order: ({ startDate }) => startDate ?? '',
  },
  {
    key: 'end',
    title: 'End Date',
    text: ({ endDate }) => dayText(endDate, 'short'),
    order: ({ endDate }) => endDate ?? '',
  },
];

/** The rows of one page; a click on a heading sorts them, a second one turns them around. */
export function UsersTable({ users }: { readonly users: readonly AdminUser[] }) {
  const [sort, setSort] = useState<{ readonly key: string; readonly down: boolean }>();
  const column = columns.find(({ key }) => key === sort?.key);
  const sorted = column
    ? users.toSorted((a, b) => {
        const order = column.order(a).localeCompare(column.order(b));
        return sort?.down ? -order : order;
      })
    : users;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named region that can be scrolled by keyboard
    <div
      role="region"
      aria-label="Users"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
      tabIndex={0}
      className="overflow-x-auto rounded-field border-2 border-line bg-surface shadow-card"
    >
      <table className="w-full min-w-[60rem] border-collapse text-left text-[0.9375rem]">
        <thead className="bg-stage">
          <tr>
            {columns.map(({ key, title }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort?.key !== key ? 'none' : sort.down ? 'descending' : 'ascending'}
                className="border-b-2 border-line p-0"
              >
                <button
                  type="button"
                  className="flex min-h-12 w-full items-center gap-1.5 px-3 text-left font-bold whitespace-nowrap"
                  onClick={() => setSort({ key, down: sort?.key === key ? !sort.down : false })}
                >
                  {title}
                  <Arrow state={sort?.key !== key ? 'none' : sort.down ? 'down' : 'up'} />
                </button>
              </th>
            ))}
            <th scope="col" className="border-b-2 border-line px-3">
              Management
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {sorted.map((user) => (
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
                  className="text-link"
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

function Arrow({ state }: { readonly state: 'none' | 'up' | 'down' }) {
  return (
    <svg
      aria-hidden="true"
      width="10"
      height="14"
      viewBox="0 0 10 14"
      fill="currentColor"
      className="shrink-0"
    >
      <path d="M5 0 9 5H1Z" opacity={state === 'up' ? 1 : 0.3} />
      <path d="M5 14 1 9h8Z" opacity={state === 'down' ? 1 : 0.3} />
    </svg>
  );
}

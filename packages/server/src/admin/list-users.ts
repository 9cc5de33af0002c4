import {
  type AdminUsersPage,
  type AdminUsersQuery,
  type AdminUsersSort,
  USERS_PER_PAGE,
} from '@moodreel/contract';
import { and, count, desc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import { toUser } from '../accounts/user-record.ts';
import type { Database } from '../platform/database/database.ts';
import { judgeInSql } from '../subscriptions/judge-in-sql.ts';
import { agreedSubscription } from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';

/** One page of the accounts whose role is user, found and sorted as asked. */
export async function listUsers(
  db: Database,
  { search, page, sort, direction }: AdminUsersQuery,
  now: Date,
): Promise<AdminUsersPage> {
  // %, _ and \ stand for themselves: the search is a plain part of the address.
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const wanted = and(eq(users.role, 'user'), ilike(users.email, pattern));
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(users).where(wanted),
    db
      .select({ user: users, subscription: subscriptions })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(wanted)
      .orderBy(
        sql`${sortedBy(sort, now)} ${sql.raw(direction)} nulls last`,
        desc(users.createdAt),
        users.id,
      )
      .limit(USERS_PER_PAGE)
      .offset((page - 1) * USERS_PER_PAGE),
  ]);
  const total = counted?.total ?? 0;
  return {
    users: rows.map(({ user, subscription }) =>
      toUser(user, agreedSubscription(subscription ?? undefined, now)),
    ),
    page,
    pages: Math.ceil(total / USERS_PER_PAGE),
    total,
  };
}

function sortedBy(sort: AdminUsersSort, now: Date): SQL {
  if (sort === 'email') return sql`${users.email}`;
  if (sort === 'createdAt') return sql`${users.createdAt}`;
  return judgeInSql(now)[sort];
}

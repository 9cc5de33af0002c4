import { type AdminUsersPage, USERS_PER_PAGE } from '@moodreel/contract';
import { and, count, desc, eq, ilike } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../accounts/schema.ts';
import { readUser, toUser } from '../accounts/user-record.ts';
import type { App } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { parseInput } from '../http/body.ts';
import type { Database } from '../platform/database/database.ts';
import { judgeSubscription } from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';

export interface AdminParts {
  readonly db: Database;
  readonly now: () => Date;
}

const querySchema = z.object({
  search: z.string().trim().max(254).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** The admin's table: accounts whose role is user. */
export function addAdminRoutes(app: App, { db, now }: AdminParts): void {
  app.get('/api/admin/users', async (c) => {
    const { search, page } = parseInput(querySchema, c.req.query());
    return c.json(await listUsers(db, search, page, now()), 200, { 'cache-control': 'no-store' });
  });
  app.get('/api/admin/users/:id', async (c) => {
    const user = await readUser(db, c.req.param('id'), now());
    if (user?.role !== 'user') throw new AppError('user_not_found');
    return c.json(user, 200, { 'cache-control': 'no-store' });
  });
}

async function listUsers(
  db: Database,
  search: string,
  page: number,
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
      .orderBy(desc(users.createdAt), users.id)
      .limit(USERS_PER_PAGE)
      .offset((page - 1) * USERS_PER_PAGE),
  ]);
  const total = counted?.total ?? 0;
  return {
    users: rows.map(({ user, subscription }) =>
      toUser(user, judgeSubscription(subscription ?? undefined, now)),
    ),
    page,
    pages: Math.ceil(total / USERS_PER_PAGE),
    total,
  };
}

import { adminUsersQuerySchema } from '@moodreel/contract';
import { readUser } from '../accounts/user-record.ts';
import type { App } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { parseInput } from '../http/body.ts';
import type { Database } from '../platform/database/database.ts';
import { agreedSubscription } from '../subscriptions/read-subscription.ts';
import { listUsers } from './list-users.ts';

export interface AdminParts {
  readonly db: Database;
  readonly now: () => Date;
}

/** The admin's table: accounts whose role is user. */
export function addAdminRoutes(app: App, { db, now }: AdminParts): void {
  app.get('/api/admin/users', async (c) => {
    const query = parseInput(adminUsersQuerySchema, c.req.query());
    return c.json(await listUsers(db, query, now()));
  });
  app.get('/api/admin/users/:id', async (c) => {
    c.set('subjectId', c.req.param('id'));
    const user = await readUser(db, c.req.param('id'), now(), agreedSubscription);
    if (user?.role !== 'user') throw new AppError('user_not_found');
    return c.json(user);
  });
}

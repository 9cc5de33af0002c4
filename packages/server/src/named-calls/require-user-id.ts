import { requireOrdinaryUser } from '../admin/manage-users.ts';
import { type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable } from '../platform/database/database.ts';

/**
 * The user that a call is about: the session's own, or for admins an account whose role is user. A
 * foreign id is refused before anything is looked up, so that nobody learns which ids exist; and
 * other admins do not exist for admins. Throws `forbidden`, `user_not_found`.
 */
export async function requireUserId(
  c: AppContext,
  db: Queryable,
  wanted: string | undefined,
): Promise<string> {
  const user = await requireUser(c);
  if (wanted === undefined || wanted === user.id) return user.id;
  if (user.role !== 'admin') throw new AppError('forbidden');
  await requireOrdinaryUser(db, wanted);
  return wanted;
}

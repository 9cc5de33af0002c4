import {
  type AdminUser,
  deleteAccountSchema,
  type Session,
  type SessionList,
} from '@moodreel/contract';
import { and, desc, eq, gt } from 'drizzle-orm';
import { type App, type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { readJson } from '../http/body.ts';
import { countUse, requireUseLeft } from '../http/rate-limit.ts';
import { watchStream } from '../http/watch-stream.ts';
import { withReason } from './auth.ts';
import { drawAvatar, isAvatarCached } from './avatar.ts';
import { requirePassword } from './check-password.ts';
import { type DeleteAccountParts, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { sessions } from './schema.ts';
import type { SignUpParts } from './sign-up.ts';
import type { UserData } from './user-data.ts';
import { readUser } from './user-record.ts';

export interface AccountParts extends DeleteAccountParts, SignUpParts {
  readonly userData: UserData;
}

/** No e-mail address is longer, and so is no part of one before its @. */
const MAX_AVATAR_NAME = 254;

/** What users do with their own account, beside better-auth's routes and the named calls. */
export function addAccountRoutes(app: App, parts: AccountParts): void {
  const { db, now } = parts;
  app.get('/api/session', async (c) => await answerSession(c, parts));
  app.get('/api/account/sessions', async (c) => {
    const user = await requireUser(c);
    return c.json(await listSessions(parts, user.id, user.sessionId));
  });
  app.delete('/api/account/sessions/:id', async (c) => {
    const user = await requireUser(c);
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, c.req.param('id')), eq(sessions.userId, user.id)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new AppError('not_found', 'This session has ended already.');
    return c.json({ ok: true });
  });
  app.get('/api/account/export', async (c) => {
    const user = await requireUser(c);
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="moodreel-${now().toISOString().slice(0, 10)}.zip"`,
    };
    // An archive begins to be made before anybody reads of it. The page asks first, for it could not
    // say why a download is refused.
    if (c.req.method === 'HEAD') {
      await requireUseLeft(db, 'export', user.id);
      return c.body(null, 200, headers);
    }
    await countUse(db, 'export', user.id);
    const zip = watchStream(c, await exportAccount(parts, user.id), { user: user.id });
    return c.body(zip, 200, headers);
  });
  app.delete('/api/account', async (c) => {
    const user = await requireUser(c);
    const { currentPassword } = await readJson(c, deleteAccountSchema);
    const verifiedHash = await requirePassword(db, user.id, currentPassword);
    if (user.role === 'admin') {
      throw new AppError('forbidden', 'An admin account is deleted with npm run admin.');
    }
    await deleteAccount(parts, user.id, verifiedHash);
    return c.json({ ok: true });
  });
  app.get('/api/avatars/:file', async (c) => await answerAvatar(c, parts));
}

async function answerSession(c: AppContext, { auth, db, now }: AccountParts): Promise<Response> {
  const nobody: Session = { user: null };
  if (!c.req.header('cookie')) return c.json(nobody);
  // With its headers: this call renews the cookie of a session that is in use.
  const { headers, response } = await withReason(() =>
    auth.api.getSession({ headers: c.req.raw.headers, returnHeaders: true }),
  );
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
  const user: AdminUser | undefined = response
    ? await readUser(db, response.user.id, now())
    : undefined;
  const session: Session = { user: user ?? null };
  return c.json(session);
}

async function listSessions(
  { db, now }: AccountParts,
  userId: string,
  currentId: string,
): Promise<SessionList> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.createdAt));
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === currentId,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.updatedAt.toISOString(),
      address: row.ipAddress,
      userAgent: row.userAgent,
    })),
  };
}

async function answerAvatar(c: AppContext, { db }: AccountParts): Promise<Response> {
  const file = c.req.param('file') ?? '';
  const name = file.replace(/\.png$/, '');
  if (name === file || name === '' || name.length > MAX_AVATAR_NAME)
    throw new AppError('not_found');
  if (!isAvatarCached(name)) await countUse(db, 'avatar', c.var.clientNetwork);
  return c.body(await drawAvatar(name), 200, {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=2592000, immutable',
  });
}

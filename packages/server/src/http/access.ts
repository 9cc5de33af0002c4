import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { type App, type AppEnv, requireUser } from './app-env.ts';
import { AppError } from './app-error.ts';

/**
 * - `everyone`: signed out or in.
 * - `signed-in`: any session; the call only ever touches what belongs to it.
 * - `self-or-admin`: any session; the body may name a user, who must be the session's own unless
 *   the session is an admin's.
 * - `admin`: sessions of admins.
 */
export type Access = 'everyone' | 'signed-in' | 'self-or-admin' | 'admin';

/** Who may call what: the only place where this is decided. `:region` is the named calls' prefix. */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /healthz': 'everyone',
  'GET /readyz': 'everyone',
  'GET /api/config': 'everyone',
};

/** Refuses callers that the table does not let in, before any handler reads the request. */
export const guardAccess = createMiddleware<AppEnv>(async (c, next) => {
  const access = matchedRoutes(c)
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ACCESS[`${method} ${path}`])
    .find((found) => found !== undefined);
  if (access !== undefined && access !== 'everyone') {
    const user = await requireUser(c);
    if (access === 'admin' && user.role !== 'admin') throw new AppError('forbidden');
  }
  await next();
});

/** Stops the start when a route has no line in the table, or a line has no route. */
export function assertAccessIsComplete(app: App): void {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  const missing = routes.filter((route) => ACCESS[route] === undefined);
  const idle = Object.keys(ACCESS).filter((route) => !routes.includes(route));
  if (missing.length > 0 || idle.length > 0) {
    throw new Error(
      `The access table is not complete. Without a line: ${missing.join(', ') || 'none'}. ` +
        `Without a route: ${idle.join(', ') || 'none'}.`,
    );
  }
}

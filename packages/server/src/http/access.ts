import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { type App, type AppContext, type AppEnv, requireUser } from './app-env.ts';
import { AppError } from './app-error.ts';

/**
 * - `everyone`: signed out or in.
 * - `signed-in`: any session; the call only ever touches what belongs to it.
 * - `self-or-admin`: any session; the body may name a user, who must be the session's own unless
 *   the session is an admin's: then it may be any account whose role is user.
 * - `admin`: sessions of admins.
 */
export type Access = 'everyone' | 'signed-in' | 'self-or-admin' | 'admin';

/** Who may call what: the only place where this is decided. `:region` is the named calls' prefix. */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /healthz': 'everyone',
  'GET /readyz': 'everyone',
  'GET /api/config': 'everyone',

  'POST /api/auth/sign-in/email': 'everyone',
  'POST /api/auth/sign-up/email': 'everyone',
  'POST /api/auth/sign-out': 'everyone',
  'GET /api/auth/get-session': 'everyone',
  'POST /api/auth/request-password-reset': 'everyone',
  'POST /api/auth/check-reset-link': 'everyone',
  'POST /api/auth/reset-password': 'everyone',
  'POST /api/auth/send-verification-email': 'signed-in',
  'GET /api/auth/verify-email': 'everyone',

  'GET /api/session': 'everyone',
  'GET /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions/:id': 'signed-in',
  'GET /api/account/export': 'signed-in',
  'DELETE /api/account': 'signed-in',
  'GET /api/avatars/:file': 'everyone',

  'GET /api/subscription': 'signed-in',
  'POST /api/subscription/portal': 'signed-in',
  'POST /api/payments/stripe-webhook': 'everyone',

  'POST /api/contact': 'everyone',
  'POST /api/events': 'everyone',

  'GET /api/admin/users': 'admin',
  'GET /api/admin/users/:id': 'admin',

  'POST /:region/onUserCreate': 'everyone',
  'POST /:region/isSubscribed': 'self-or-admin',
  'POST /:region/isAllowedToSaveVideo': 'self-or-admin',
  'POST /:region/getUserVideos': 'self-or-admin',
  'POST /:region/deleteVideoAndIncreaseLimit': 'self-or-admin',
  'POST /:region/subscribe': 'self-or-admin',
  'POST /:region/unsubscribe': 'self-or-admin',
  'POST /:region/getUserInfo': 'self-or-admin',
  'POST /:region/updateUserEmailAndPassword': 'signed-in',
  'POST /:region/createUser': 'admin',
  'POST /:region/updateUser': 'admin',
  'POST /:region/deleteUser': 'admin',

  'POST /proxy/process': 'signed-in',
  'POST /api/faces': 'signed-in',
  'POST /api/renders': 'signed-in',
  'GET /api/renders': 'signed-in',
  'GET /api/renders/usage': 'signed-in',
  'GET /api/renders/:id': 'signed-in',
  'DELETE /api/renders/:id': 'signed-in',
  'GET /api/renders/:id/events': 'signed-in',
  'GET /api/renders/:id/video': 'signed-in',
  'DELETE /api/renders/:id/video': 'signed-in',
  'GET /api/renders/:id/poster': 'signed-in',
  'GET /api/renders/:id/download': 'signed-in',
  'POST /api/renders/:id/save': 'signed-in',
  'GET /api/videos': 'signed-in',
  'GET /api/videos/:id': 'signed-in',
  'PATCH /api/videos/:id': 'signed-in',
  'DELETE /api/videos/:id': 'signed-in',
  'GET /api/videos/:id/stream': 'signed-in',
  'GET /api/videos/:id/poster': 'signed-in',
  'GET /api/videos/:id/download': 'signed-in',
  'POST /api/videos/:id/share': 'signed-in',
  'DELETE /api/videos/:id/share': 'signed-in',
  'GET /api/shares/:token': 'everyone',
  'GET /api/shares/:token/video': 'everyone',
  'GET /api/shares/:token/poster': 'everyone',
  'GET /s/:token': 'everyone',
};

/** Routes that exist only with some settings. */
const OPTIONAL: readonly string[] = ['POST /api/payments/stripe-webhook'];

/** The routes that a request has, without what runs before each of them. */
function listRoutes(c: AppContext) {
  return matchedRoutes(c).filter(({ method }) => method !== 'ALL');
}

/** The address of the route that a request has, as it was registered: `/api/renders/:id`. */
export function routeOf(c: AppContext): string | undefined {
  return listRoutes(c)[0]?.path;
}

/** Refuses callers that the table does not let in, before any handler reads the request. */
export const guardAccess = (regions: readonly string[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const access = listRoutes(c)
      .map((route) => ACCESS[nameOf(route, regions)])
      .find((found) => found !== undefined);
    if (access !== undefined && access !== 'everyone') {
      const user = await requireUser(c);
      const isAdmin = user.role === 'admin';
      if (access === 'admin' && !isAdmin) throw new AppError('forbidden');
      if (access !== 'signed-in' && isAdmin) c.set('adminId', user.id);
    }
    await next();
  });

/** Stops the start when a route has no line in the table, or a line has no route. */
export function assertAccessIsComplete(app: App, regions: readonly string[]): void {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map((route) => nameOf(route, regions));
  const missing = routes.filter((route) => ACCESS[route] === undefined);
  const idle = Object.keys(ACCESS).filter(
    (route) => !routes.includes(route) && !OPTIONAL.includes(route),
  );
  if (missing.length > 0 || idle.length > 0) {
    throw new Error(
      `The access table is not complete. Without a line: ${missing.join(', ') || 'none'}. ` +
        `Without a route: ${idle.join(', ') || 'none'}.`,
    );
  }
}

function nameOf(
  { method, path }: { readonly method: string; readonly path: string },
  regions: readonly string[],
): string {
  const region = regions.find((known) => path.startsWith(`/${known}/`));
  return `${method} ${region ? path.replace(region, ':region') : path}`;
}

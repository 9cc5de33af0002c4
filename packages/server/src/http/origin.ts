import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { AppError } from './app-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Asked for by GET, as browsers save files; each is work, counted, and private: no link of another site begins it. */
const OWN_LINKS_ONLY = ['/api/account/export'];

/**
 * Whether a page of ours sent the request. A browser names the page's origin with every request
 * that changes something, and it cannot be forged from another site; programs send none.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: plain, protocol } = new URL(origin);
  if (plain === new URL(publicUrl).origin) return true;
  return (protocol === 'http:' || protocol === 'https:') && originHost === host;
}

/** Refuses requests that change something, or cost much, and come from a page of another site. */
export const guardOrigin = (publicUrl: string, exempt: (path: string) => boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req;
    const isGuarded = !SAFE_METHODS.includes(method) || OWN_LINKS_ONLY.includes(path);
    if (isGuarded && !exempt(path)) {
      const own = isOwnOrigin(c.req.header('origin'), c.req.header('host'), publicUrl);
      // Newer browsers say it once more, and no page can change what they say.
      const site = c.req.header('sec-fetch-site') ?? 'none';
      if (!own || !['same-origin', 'none'].includes(site)) throw new AppError('bad_origin');
    }
    await next();
  });

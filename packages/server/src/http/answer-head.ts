import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

/**
 * Answers HEAD with the headers alone. Hono runs the handler of GET for it and drops the body unread:
 * what makes a stream (an open file, a place among the event streams) would hold it for ever.
 */
export const answerHead = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.req.method !== 'HEAD') return;
  const { body } = c.res;
  c.res = new Response(null, c.res);
  // Not waited for: its source may be a storage that says nothing.
  body?.cancel().catch(() => {});
});

import { createMiddleware } from 'hono/factory';
import { routeOf } from './access.ts';
import { answerError } from './answer-error.ts';
import type { AppContext, AppEnv } from './app-env.ts';
import { CLIENT_GONE } from './client-gone.ts';
import { describePath } from './log.ts';

/**
 * One line for each request, and its count, when its answer has been sent, or the connection was closed before. So
 * it is there for those, too, whose client went away, and says of a film that it arrived.
 */
export const logRequests = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  try {
    await next();
  } catch (error) {
    // What is thrown and is no Error, Hono does not catch.
    c.res = answerError(error, c);
  }
  c.res.headers.set('x-request-id', c.var.requestId);
  const { status } = c.res;
  const tell = () => tellOf(c, status, performance.now() - started);
  const outgoing = c.env?.outgoing;
  if (!outgoing || outgoing.closed) tell();
  else outgoing.once('close', tell);
});

function tellOf(c: AppContext, answered: number, ms: number): void {
  const { method, path } = c.req;
  const { status, code } = describeEnd(c, answered);
  c.var.tally.answered({ method, route: routeOf(c), status, seconds: ms / 1000 });
  const level = status >= 500 ? 'error' : path === '/healthz' ? 'debug' : 'info';
  const told = { method, path: describePath(path), ...describeAdmin(c), status };
  c.var.log[level]({ ...told, ...(code ? { code } : {}), ms: Math.round(ms) }, 'request');
}

/** Ids have no other characters: what else stood in their place (an address, say) is not logged. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Which admin did that, and to whom: nothing else tells of it afterwards. */
function describeAdmin({ var: { adminId, subjectId } }: AppContext) {
  if (adminId === undefined) return {};
  return { admin: adminId, ...(subjectId && ID.test(subjectId) ? { user: subjectId } : {}) };
}

function describeEnd(c: AppContext, answered: number) {
  const code = c.var.errorCode;
  // It had begun as a success; but whoever waited did not get it.
  if (code === 'broken_off') return { status: 500, code };
  const outgoing = c.env?.outgoing;
  if (outgoing && !outgoing.writableFinished) return CLIENT_GONE;
  return { status: answered, code };
}

import { isAccountGone } from '../platform/database/account-gone.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import { isDiskTrouble } from '../platform/disk-trouble.ts';
import { StorageAway } from '../platform/storage/storage.ts';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';
import { CLIENT_GONE, comesOfLeaving, isClientGone } from './client-gone.ts';

/** When to come back while database or storage are away, or a disk is full. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Answers with an error in the one shape; with `messageOnTop` the message stands at the top of the
 * body, too. What is unexpected is told to the log alone.
 */
export function answerError(
  error: unknown,
  c: AppContext,
  { messageOnTop = false }: { readonly messageOnTop?: boolean } = {},
): Response {
  if (isClientGone(c)) return answerNobody(error, c);
  const said = toAppError(error, c);
  c.set('errorCode', said.code);
  const body = said.toBody();
  return c.json(messageOnTop ? { ...body, message: said.message } : body, said.status);
}

/** Phones do that all day: it is no fault of ours, unless something else failed besides. */
function answerNobody(error: unknown, c: AppContext): Response {
  if (!comesOfLeaving(error)) c.var.log.error({ err: error }, 'request failed');
  c.set('errorCode', CLIENT_GONE.code);
  return new Response(null, { status: CLIENT_GONE.status });
}

function toAppError(error: unknown, c: AppContext): AppError {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds) c.header('retry-after', String(error.retryAfterSeconds));
    tellFault(error, c);
    // What may come yet of its body is not waited for: the connection cannot be used again.
    if (error.status === 408) c.header('connection', 'close');
    return error;
  }
  if (error instanceof StorageAway || isDatabaseAway(error) || isDiskTrouble(error)) {
    c.var.tellOutage(error, c.var.log);
    c.header('retry-after', String(RETRY_AFTER_SECONDS));
    return new AppError('unavailable');
  }
  if (isAccountGone(error)) return new AppError('user_not_found');
  c.var.log.error({ err: error }, 'request failed');
  return new AppError('internal');
}

function tellFault(error: AppError, c: AppContext): void {
  if (error.status < 500) return;
  if (error.code !== 'unavailable') {
    c.var.log.error({ err: error.cause ?? error }, 'request failed');
    return;
  }
  // Said on purpose, and no fault: with a cause where more comes than is taken at once, without by a server that stops.
  if (error.cause !== undefined) c.var.tellOutage(error.cause, c.var.log);
}

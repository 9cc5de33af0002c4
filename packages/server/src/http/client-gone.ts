import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';

/** As nginx's: nobody was there any more to be answered. */
export const CLIENT_GONE = { status: 499, code: 'client_gone' } as const;

/** Why work is broken off for which nobody waits any more. */
class ClientGone extends Error {
  constructor() {
    super('the client went away');
    this.name = 'ClientGone';
  }
}

/** Aborts when the client goes away, with an Error: the library's own reason is a mere text. */
export function clientLeaves(c: AppContext): AbortSignal {
  const left = new AbortController();
  const { signal } = c.req.raw;
  const leave = () => left.abort(new ClientGone());
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return left.signal;
}

/** Whether the connection of a request is closed; false where there is none, as in tests. */
export function isClientGone(c: AppContext): boolean {
  return c.env?.incoming?.socket?.destroyed === true;
}

/** Whether an error comes of a client's going away, and of nothing else. */
export function comesOfLeaving(error: unknown): boolean {
  if (error instanceof ClientGone) return true;
  // A refusal is no fault, whether somebody hears it or not; a cause tells of a fault behind it.
  if (error instanceof AppError) return error.cause === undefined;
  // How the body of a request ends whose connection was closed.
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' && message === 'aborted';
}

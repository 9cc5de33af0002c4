import type { HttpBindings } from '@hono/node-server';
import type { ErrorCode, Role } from '@moodreel/contract';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Tally } from '../metrics/tally.ts';
import { AppError } from './app-error.ts';

/** Who asks, as the session says. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Carries the request's id. */
    log: Logger;
    /** Logs that database, storage or disk failed a request: all of them do then, and one tells it. */
    tellOutage: (error: unknown, log: Logger) => void;
    /** Counts what is answered. */
    tally: Tally;
    /** The client's own address, never a proxy of ours. */
    clientAddress: string;
    /** What rate limits count as this client: the address, of IPv6 its /64. */
    clientNetwork: string;
    /** The code of the error that is answered, for the log. */
    errorCode: ErrorCode | 'client_gone' | 'broken_off' | undefined;
    /** The admin who makes a call that others may not, or may make for themselves only. */
    adminId: string | undefined;
    /** The account that a call is about, where it names one. */
    subjectId: string | undefined;
    /** Looks the session up, at most once per request. */
    findUser: () => Promise<SessionUser | null>;
  };
}

export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** The signed-in user. Throws `unauthenticated`. */
export async function requireUser(c: AppContext): Promise<SessionUser> {
  const user = await c.var.findUser();
  if (!user) throw new AppError('unauthenticated');
  return user;
}

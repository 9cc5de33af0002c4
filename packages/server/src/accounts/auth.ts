import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { KEPT_DAYS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@moodreel/contract';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createEmailVerificationToken, isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { SessionUser } from '../http/app-env.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Mail } from '../mail/mail.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { LINK_SECONDS, passwordResetMail, verificationMail } from '../mail/texts.ts';
import type { HearOfEmail } from '../payments/payer-email.ts';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import { checkPassword } from './fresh-password.ts';
import { isStillHashOf } from './passwords.ts';
import { endResetLinks } from './reset-links.ts';
import { credentials, sessions, users, verifications } from './schema.ts';

const DAY_SECONDS = 86_400;
/** More than anybody has devices. All of them are listed at once. */
const MAX_SESSIONS = 50;
/** Far longer than what browsers call themselves. */
const MAX_AGENT_LENGTH = 500;

/** The header that carries the address which we ourselves found; what a client sends is dropped. */
export const ADDRESS_HEADER = 'x-moodreel-client-address';

export interface AuthParts {
  readonly db: Database;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly secret: string;
  readonly onEmailConfirmed: HearOfEmail;
}

export type Auth = ReturnType<typeof createAuth>;

interface AuthCall {
  /** What better-auth told its log. */
  reason?: unknown;
  /** The hash that a password was found right for. */
  verifiedHash?: string;
}

/** What is known of the call of better-auth that runs, besides its answer. */
const calls = new AsyncLocalStorage<AuthCall>();

/**
 * Runs a call of better-auth. Of a session that it cannot read it says only that, by an error or an
 * answer, and why to its log alone: then that reason is thrown, so that a database that is away is
 * answered as such.
 */
export async function withReason<T>(run: () => Promise<T>): Promise<T> {
  const call: AuthCall = {};
  const isMute = (status: number) => status >= 500 && call.reason !== undefined;
  try {
    const result = await calls.run(call, run);
    if (result instanceof Response && isMute(result.status)) throw call.reason;
    return result;
  } catch (error) {
    throw isAPIError(error) && isMute(error.statusCode) ? call.reason : error;
  }
}

/**
 * better-auth on our tables: sign-in, sessions, verification and links for a new password. Accounts are
 * made in `sign-up.ts`, and what such a link is for happens in `reset-password.ts`. What better-auth
 * offers beyond the routes in `auth-routes.ts` is not reachable.
 */
export function createAuth({ db, log, publicUrl, secret, onEmailConfirmed }: AuthParts) {
  return betterAuth({
    appName: 'Moodreel',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin') ?? undefined;
      const host = request?.headers.get('host') ?? undefined;
      return origin && isOwnOrigin(origin, host, publicUrl) ? [origin] : [];
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: credentials,
        verification: verifications,
      },
    }),
    user: {
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'user', input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      // It would call `sendVerificationEmail` inside its transaction, which holds a connection
      // while our mail waits for another one.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        verify: async (pair) => {
          const isRight = await checkPassword(pair);
          const call = calls.getStore();
          if (call && isRight) call.verifiedHash = pair.hash;
          return isRight;
        },
      },
      resetPasswordTokenExpiresIn: LINK_SECONDS.passwordReset,
      sendResetPassword: async ({ user, token }) => {
        const link = `${publicUrl}/login-signUp/resetPassword?token=${encodeURIComponent(token)}`;
        await queueUnlessChanged(db, user, passwordResetMail(user.email, link));
      },
    },
    emailVerification: {
      expiresIn: LINK_SECONDS.verification,
      sendVerificationEmail: async ({ user, token }) => {
        await queueMail(db, verificationMail(user.email, verificationLink(publicUrl, token)));
      },
      afterEmailVerification: async ({ id }) => await onEmailConfirmed(db, id),
    },
    // Tokens of links are kept as hashes: who reads the database cannot use them.
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userAgent }) => ({
            data: { userAgent: userAgent?.slice(0, MAX_AGENT_LENGTH) },
          }),
          after: async (session) => {
            await endIfLate(db, session);
            await endUnused(db, session.userId);
          },
        },
      },
    },
    session: { expiresIn: KEPT_DAYS.sessions * DAY_SECONDS, updateAge: DAY_SECONDS },
    // Counted by `http/rate-limit.ts`, together with everything that better-auth does not see.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'moodreel',
      // Where requests come from is checked for all calls alike in `http/origin.ts`. Links are
      // checked here; said aloud, because better-auth does not where it takes itself to be tested.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: {
      // Its messages may quote e-mail addresses; ours are in the request log.
      level: 'error',
      log: (level, message, ...[err]) => {
        if (level !== 'error') return;
        const call = calls.getStore();
        if (call && err !== undefined) call.reason = err;
        // It is thrown on as that reason, and told by who answers the request.
        if (call && isDatabaseAway(err)) return;
        log.warn({ from: 'better-auth', err }, message);
      },
    },
    // What is no answer of its own comes to us as it is: a database that is away stays that, and
    // nothing is printed past our log.
    onAPIError: { throw: true, errorURL: `${publicUrl}/login-signUp/login` },
  });
}

/**
 * Ends a session at its birth whose password was replaced since it was verified: what replaced it ended
 * the sessions that were there by then. Asked now that the session exists, so that a password set later
 * finds it.
 */
async function endIfLate(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  const hash = calls.getStore()?.verifiedHash;
  if (hash === undefined) return;
  if (await isStillHashOf(db, userId, hash, 'share')) return;
  await db.delete(sessions).where(eq(sessions.id, id));
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' });
}

/** Ends those sessions of a user that were not used for longest, where there are too many. */
async function endUnused(db: Database, userId: string): Promise<void> {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.updatedAt))
    .offset(MAX_SESSIONS);
  await db.delete(sessions).where(inArray(sessions.id, surplus));
}

/**
 * Queues the mail with a link for a new password, unless the account has left the address since it was
 * looked up, or got another password: what changed them ended the links that were there by then. Asked now
 * that the link exists, so that a later change finds it, and the mail.
 */
async function queueUnlessChanged(
  db: Database,
  { id, email }: { readonly id: string; readonly email: string },
  mail: Mail,
): Promise<void> {
  await db.transaction(async (tx) => {
    // A change that is under way is waited for, and none begins before the mail is queued.
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, id))
      .for('share');
    const links = await tx.$count(verifications, eq(verifications.value, id));
    if (user?.email !== email) await endResetLinks(tx, id);
    else if (links > 0) await queueMail(tx, mail);
  });
}

/** A mail that asks to confirm `email`, with a link as better-auth makes them. */
export async function makeVerificationMail(
  auth: Auth,
  publicUrl: string,
  email: string,
): Promise<Mail> {
  const { secret } = await auth.$context;
  const token = await createEmailVerificationToken(
    secret,
    email,
    undefined,
    LINK_SECONDS.verification,
  );
  return verificationMail(email, verificationLink(publicUrl, token));
}

/** Confirms the address and goes on to the home page, which says so. */
function verificationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/api/auth/verify-email?token=${token}`;
}

/**
 * A link for a new password, if it still works. It is only looked at, and works afterwards, too.
 */
export async function findResetLink(
  auth: Auth,
  token: string,
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const { internalAdapter } = await auth.$context;
  // The name under which better-auth keeps such a link, hashed.
  const name = `reset-password:${token}`;
  const link = await withReason(() => internalAdapter.findVerificationValue(name));
  if (link === null || link.expiresAt <= new Date()) return undefined;
  return { id: link.id, userId: link.value };
}

/**
 * Reads the session that a request's cookie names. It is not renewed here, where the new cookie would
 * reach nobody: the page's question who is signed in does that.
 */
export async function findSessionUser(auth: Auth, headers: Headers): Promise<SessionUser | null> {
  if (!headers.has('cookie')) return null;
  const found = await withReason(() =>
    auth.api.getSession({ headers, query: { disableRefresh: true } }),
  );
  if (!found) return null;
  const { id, email, role } = found.user;
  return { id, email, role: role === 'admin' ? 'admin' : 'user', sessionId: found.session.id };
}

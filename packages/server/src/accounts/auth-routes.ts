import {
  checkResetLinkSchema,
  credentialsSchema,
  emailSchema,
  newPasswordSchema,
  requestPasswordResetSchema,
  resetPasswordSchema,
} from '@moodreel/contract';
import { z } from 'zod';
import { type App, type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { parseInput, readJson } from '../http/body.ts';
import { countUse, giveBackUse } from '../http/rate-limit.ts';
import { isAccountGone } from '../platform/database/account-gone.ts';
import { ADDRESS_HEADER, findResetLink, withReason } from './auth.ts';
import { translateAuthError } from './auth-errors.ts';
import { withFreshPassword } from './fresh-password.ts';
import { resetPassword } from './reset-password.ts';
import { makeOwnAccount, type SignUpParts } from './sign-up.ts';

export type AuthRouteParts = SignUpParts;

const signInSchema = credentialsSchema.extend({ rememberMe: z.boolean().optional() });
const signUpSchema = credentialsSchema.extend({ password: newPasswordSchema });
/** Of a link in a mail. One that was cut off on the way is none: who follows it reads that on a page. */
const tokenSchema = z.object({ token: z.string().max(2000) }).catch({ token: '' });
const mailSchema = z.object({ email: emailSchema });

/** The routes of better-auth that exist here, and ours beside them. All else below /api/auth is 404. */
export function addAuthRoutes(app: App, parts: AuthRouteParts): void {
  const { db } = parts;
  app.post('/api/auth/sign-in/email', async (c) => {
    const { clientNetwork } = c.var;
    await countUse(db, 'signInAny', clientNetwork);
    await countUse(db, 'signIn', clientNetwork);
    const { email, password, rememberMe = true } = await readJson(c, signInSchema);
    await countUse(db, 'signInEmail', email);
    const answer = await forward(c, parts, { email, password, rememberMe });
    // Who knows the password guesses nothing, and behind one address there may be a whole school.
    await giveBackUse(db, 'signInEmail', email);
    await giveBackUse(db, 'signIn', clientNetwork);
    return answer;
  });
  app.post('/api/auth/sign-up/email', async (c) => {
    const { email, password } = await readJson(c, signUpSchema);
    return await signUp(c, parts, email, password);
  });
  app.post('/api/auth/sign-out', async (c) => {
    // better-auth says that all is well also where it could not end the session.
    await c.var.findUser();
    return await forward(c, parts, {});
  });
  app.get('/api/auth/get-session', async (c) => await forward(c, parts));
  app.post('/api/auth/request-password-reset', async (c) => {
    await countUse(db, 'linkMail', c.var.clientNetwork);
    const { email } = await readJson(c, requestPasswordResetSchema);
    // Not among the other mails with links: whoever used those up would keep the account for himself.
    await countUse(db, 'resetMail', email);
    return await forward(c, parts, { email });
  });
  // Our own, not better-auth's: that one has the token in its address, which is logged.
  app.post('/api/auth/check-reset-link', async (c) => {
    await countUse(db, 'linkUse', c.var.clientNetwork);
    const { token } = await readJson(c, checkResetLinkSchema);
    return c.json({ valid: (await findResetLink(parts.auth, token)) !== undefined });
  });
  app.post('/api/auth/reset-password', async (c) => {
    await countUse(db, 'linkUse', c.var.clientNetwork);
    const { token, newPassword } = await readJson(c, resetPasswordSchema);
    await resetPassword(parts, token, newPassword);
    return c.json({ status: true });
  });
  app.post('/api/auth/send-verification-email', async (c) => {
    await countUse(db, 'linkMail', c.var.clientNetwork);
    const user = await requireUser(c);
    const { email } = await readJson(c, mailSchema);
    // Before it is counted: the count of an address is its owner's.
    if (email !== user.email) {
      throw new AppError('forbidden', 'This is not the e-mail address of your account.');
    }
    await countUse(db, 'linkMail', email);
    return await forward(c, parts, { email });
  });
  app.get('/api/auth/verify-email', async (c) => {
    await countUse(db, 'linkUse', c.var.clientNetwork);
    const { token } = tokenSchema.parse(c.req.query());
    // Where it leads is not for the link to say: with `error` if it is not valid.
    const query = new URLSearchParams({ token, callbackURL: '/?verified=1' });
    return await forward(c, parts, undefined, `/api/auth/verify-email?${query}`);
  });
}

/** The session's token belongs into the cookie, which no script can read, and nowhere else. */
async function withoutToken(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (answer.status >= 300 || !isJson) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const body = JSON.stringify(await answer.json(), (key, value) =>
    key === 'token' ? undefined : value,
  );
  return new Response(body, { status: answer.status, headers });
}

/** Makes an account whose role is user, queues the verification mail and signs it in. */
export async function signUp(
  c: AppContext,
  parts: AuthRouteParts,
  email: string,
  password: string,
): Promise<Response> {
  await countUse(parts.db, 'signUp', c.var.clientNetwork);
  const hash = await makeOwnAccount(parts, email, password);
  return await withFreshPassword({ password, hash }, () =>
    forward(c, parts, { email, password }, '/api/auth/sign-in/email'),
  );
}

/**
 * Hands the request to better-auth with a body that we have checked and the client's address as
 * we found it. Its errors come back in our shape.
 */
async function forward(
  c: AppContext,
  { auth }: AuthRouteParts,
  body?: Record<string, unknown>,
  path = c.req.path,
): Promise<Response> {
  const headers = new Headers(c.req.raw.headers);
  headers.set(ADDRESS_HEADER, c.var.clientAddress);
  headers.delete('content-length');
  const url = new URL(path, c.req.url);
  const init: RequestInit = { method: body ? 'POST' : 'GET', headers };
  if (body) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  const answer = await withReason(() => auth.handler(new Request(url, init))).catch(
    (error: unknown) => {
      // Of an account that is just being deleted no more is said than of one that never was.
      throw isAccountGone(error) ? new AppError('wrong_credentials') : error;
    },
  );
  if (answer.status < 400) return await withoutToken(answer);
  const said = parseInput(
    z.object({ code: z.string().optional() }).catch({}),
    await answer.json().catch(() => ({})),
  );
  const error = translateAuthError(answer.status, said.code);
  throw error.code === 'internal'
    ? new AppError('internal', undefined, { cause: said.code ?? answer.status })
    : error;
}

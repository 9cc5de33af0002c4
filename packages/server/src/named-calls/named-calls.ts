import {
  NAMED_CALLS,
  type NamedCall,
  type NamedCallRequest,
  type NamedCallResponse,
  paths,
  type User,
} from '@moodreel/contract';
import type { AccountParts } from '../accounts/account-routes.ts';
import { makeVerificationMail } from '../accounts/auth.ts';
import { signUp } from '../accounts/auth-routes.ts';
import { changeCredentials, countEmailChange } from '../accounts/change-credentials.ts';
import { requirePassword, verifyOwnPassword } from '../accounts/check-password.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { readUser } from '../accounts/user-record.ts';
import {
  createUserByAdmin,
  requireOrdinaryUser,
  updateUserByAdmin,
} from '../admin/manage-users.ts';
import { answerError } from '../http/answer-error.ts';
import { type App, type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { readJson } from '../http/body.ts';
import { parseId } from '../http/path-id.ts';
import { countUse } from '../http/rate-limit.ts';
import { requireUserId } from './require-user-id.ts';

export interface NamedCallParts extends AccountParts {
  /** Each call answers below every one of these. */
  readonly regions: readonly string[];
}

type Handler<N extends NamedCall> = (
  c: AppContext,
  request: NamedCallRequest<N>,
  parts: NamedCallParts,
) => Promise<NamedCallResponse<N>>;

/** What each named call does; who may call it says the access table. */
const HANDLERS: { readonly [N in NamedCall]: Handler<N> } = {
  onUserCreate: async (c, { email, password }, parts) => {
    const made = await signUp(c, parts, email, password);
    for (const cookie of made.headers.getSetCookie()) c.header('set-cookie', cookie, APPEND);
    const { user } = (await made.json()) as { user: { id: string } };
    return { uid: user.id, user: await requireRecord(parts, user.id) };
  },

  isSubscribed: async (c, { userId }, parts) => {
    const user = await requireRecord(parts, await requireUserId(c, parts.db, userId));
    const { subscriptionType, subscriptionPlan, endDate, cancelled } = user;
    return { subscriptionType, subscriptionPlan, endDate, cancelled };
  },

  isAllowedToSaveVideo: async (c, { userId }, parts) => {
    const id = await requireUserId(c, parts.db, userId);
    await requireRecord(parts, id);
    return { allowed: await parts.userData.isAllowedToSave(id) };
  },

  getUserVideos: async (c, { userId }, parts) => {
    const id = await requireUserId(c, parts.db, userId);
    await requireRecord(parts, id);
    return [...(await parts.userData.listVideos(id))];
  },

  deleteVideoAndIncreaseLimit: async (c, { userId, videoId }, parts) => {
    await parts.userData.deleteVideo(await requireUserId(c, parts.db, userId), parseId(videoId));
    return { ok: true };
  },

  subscribe: async (c, { userId, plan }, parts) => {
    const user = await requireRecord(parts, await requireUserId(c, parts.db, userId));
    await countUse(parts.db, 'payment', user.id);
    const { checkoutUrl } = await parts.payments.subscribe(user, plan);
    const { subscriptionType } = await requireRecord(parts, user.id);
    return { subscriptionType, checkoutUrl };
  },

  unsubscribe: async (c, { userId }, parts) => {
    const user = await requireRecord(parts, await requireUserId(c, parts.db, userId));
    await countUse(parts.db, 'payment', user.id);
    return { endDate: (await parts.payments.unsubscribe(user.id)).toISOString() };
  },

  getUserInfo: async (c, { userId }, parts) => {
    const user = await requireRecord(parts, await requireUserId(c, parts.db, userId));
    const { email, createdAt, subscriptionType, subscriptionPlan, startDate, endDate } = user;
    return { email, createdAt, subscriptionType, subscriptionPlan, startDate, endDate };
  },

  updateUserEmailAndPassword: async (c, request, parts) => {
    const user = await requireUser(c);
    // Only one's own: an admin changes other accounts with updateUser.
    if (request.uid !== undefined && request.uid !== user.id) throw new AppError('forbidden');
    const verifiedHash = await requirePassword(parts.db, user.id, request.currentPassword);
    const email = request.newEmail === user.email ? undefined : request.newEmail;
    if (email !== undefined) {
      const network = c.var.clientNetwork;
      await countEmailChange(parts.db, { userId: user.id, network, email });
    }
    const confirmation =
      email === undefined
        ? undefined
        : await makeVerificationMail(parts.auth, parts.publicUrl, email);
    if (request.newPassword !== undefined) await countUse(parts.db, 'changePassword', user.id);
    await changeCredentials(parts.db, {
      userId: user.id,
      verifiedHash,
      email,
      confirmation,
      password: request.newPassword,
      keepSessionId: user.sessionId,
    });
    return { ok: true };
  },

  createUser: async (c, request, parts) => {
    const { id } = await requireUser(c);
    const verifiedHash = await verifyOwnPassword(parts.db, id, request.adminPassword);
    if (verifiedHash === undefined) throw new AppError('admin_verification_failed');
    const uid = await createUserByAdmin(parts.db, { id, verifiedHash }, request, parts.now());
    return { uid, message: 'User created successfully' };
  },

  updateUser: async (_c, request, parts) => {
    await updateUserByAdmin(parts.db, request, parts.now());
    return { ok: true };
  },

  deleteUser: async (_c, { uid }, parts) => {
    await requireOrdinaryUser(parts.db, uid);
    await deleteAccount(parts, uid);
    return { ok: true };
  },
};

const APPEND = { append: true } as const;

/** Mounts the named calls at `POST /<region>/<name>`. */
export function addNamedCalls(app: App, parts: NamedCallParts): void {
  for (const name of Object.keys(NAMED_CALLS) as NamedCall[]) {
    const addresses = parts.regions.map((region) => paths.namedCall(name, region));
    app.on('POST', addresses, async (c) => {
      try {
        return c.json(await answer(c, name, parts));
      } catch (error) {
        // This call's pages read `message` at the top.
        if (name === 'createUser') return answerError(error, c, { messageOnTop: true });
        throw error;
      }
    });
  }
}

async function answer<N extends NamedCall>(
  c: AppContext,
  name: N,
  parts: NamedCallParts,
): Promise<NamedCallResponse<N>> {
  const request = (await readJson(c, NAMED_CALLS[name].request)) as NamedCallRequest<N>;
  tellSubject(c, request);
  const response = await HANDLERS[name](c, request, parts);
  // Of an account that was made the id is known only now.
  tellSubject(c, response);
  return response;
}

/** For the log, which tells to whom an admin did something. */
function tellSubject(c: AppContext, named: object): void {
  const { uid, userId } = named as { readonly uid?: string; readonly userId?: string };
  const id = uid ?? userId;
  if (typeof id === 'string') c.set('subjectId', id);
}

async function requireRecord(parts: NamedCallParts, userId: string): Promise<User> {
  const user = await readUser(parts.db, userId, parts.now());
  if (!user) throw new AppError('user_not_found');
  return user;
}

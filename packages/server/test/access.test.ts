import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../src/http/access.ts';
import { type Seeded, seedVideo } from './support/seed-video.ts';
import { type Client, errorOf, PASSWORD } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

/** What a row's request may speak of. */
interface Subject extends Seeded {
  readonly owner: Client;
  readonly sessionId: string;
}

interface Row {
  /** A line of the access table. */
  readonly route: string;
  readonly path?: (subject: Subject) => string;
  readonly body?: (subject: Subject) => unknown;
  /** Statuses: signed out, another user, an admin, the owner. */
  readonly expected: readonly [number, number, number, number];
}

const none = () => ({});
const aboutOwner = ({ owner }: Subject) => ({ userId: owner.id });
const newPerson = () => ({
  email: `somebody-${++people}@test.example`,
  password: PASSWORD,
  subscriptionType: 'free',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  adminPassword: PASSWORD,
});
let people = 0;
const credentials = ({ owner }: Subject) => ({ email: owner.email, password: PASSWORD });
const message = () => ({ subject: 'a', email: 'a@test.example', message: 'b' });
const ofRender = (rest = '') => ({
  path: ({ renderId }: Subject) => `/api/renders/${renderId}${rest}`,
});
const ofVideo = (rest = '') => ({
  path: ({ videoId }: Subject) => `/api/videos/${videoId}${rest}`,
});
const ofShare = (rest = '') => ({ path: ({ token }: Subject) => `/api/shares/${token}${rest}` });
const everyone = (status: number) => [status, status, status, status] as const;
/** Needs a session and speaks of nobody else. */
const signedIn = (status: number) => [401, status, status, status] as const;
/** What is somebody else's looks as if it did not exist, to admins too. */
const ownersOnly = (status: number) => [401, 404, 404, status] as const;
const selfOrAdmin = (status: number) => [401, 403, status, status] as const;
const adminOnly = (status: number) => [401, 403, status, 403] as const;

const ROWS: readonly Row[] = [
  { route: 'GET /healthz', expected: everyone(200) },
  { route: 'GET /readyz', expected: everyone(200) },
  { route: 'GET /api/config', expected: everyone(200) },
  { route: 'POST /api/auth/sign-in/email', body: credentials, expected: everyone(200) },
  {
    route: 'POST /api/auth/sign-up/email',
    body: () => ({ email: `new-${++people}@test.example`, password: PASSWORD }),
    expected: everyone(200),
  },
  { route: 'GET /api/auth/get-session', expected: everyone(200) },
  {
    route: 'POST /api/auth/request-password-reset',
    body: ({ owner }) => ({ email: owner.email }),
    expected: everyone(200),
  },
  {
    route: 'POST /api/auth/check-reset-link',
    body: () => ({ token: 'guessed' }),
    expected: everyone(200),
  },
  {
    route: 'POST /api/auth/reset-password',
    body: () => ({ token: 'guessed', newPassword: PASSWORD }),
    expected: everyone(400),
  },
  {
    route: 'POST /api/auth/send-verification-email',
    body: ({ owner }) => ({ email: owner.email }),
    // Only for the session's own address.
    expected: [401, 403, 403, 200],
  },
  {
    route: 'GET /api/auth/verify-email',
    path: () => '/api/auth/verify-email?token=guessed',
    // Back to the pages, with an error.
    expected: everyone(302),
  },
  { route: 'GET /api/session', expected: everyone(200) },
  { route: 'GET /api/account/sessions', expected: signedIn(200) },
  {
    route: 'DELETE /api/account/sessions/:id',
    path: ({ sessionId }) => `/api/account/sessions/${sessionId}`,
    expected: ownersOnly(200),
  },
  { route: 'GET /api/account/export', expected: signedIn(200) },
  {
    route: 'DELETE /api/account',
    body: () => ({ currentPassword: 'not this one' }),
    expected: signedIn(403),
  },
  {
    route: 'GET /api/avatars/:file',
    path: () => '/api/avatars/ada.png',
    expected: everyone(200),
  },
  { route: 'GET /api/subscription', expected: signedIn(200) },
  { route: 'POST /api/subscription/portal', body: none, expected: signedIn(404) },
  { route: 'POST /api/contact', body: message, expected: everyone(200) },
  { route: 'POST /api/events', body: () => ({ name: 'screen_view' }), expected: everyone(204) },
  { route: 'GET /api/admin/users', expected: adminOnly(200) },
  {
    route: 'GET /api/admin/users/:id',
    path: ({ owner }) => `/api/admin/users/${owner.id}`,
    expected: adminOnly(200),
  },
  {
    route: 'POST /:region/onUserCreate',
    body: () => ({ email: `called-${++people}@test.example`, password: PASSWORD, role: 'user' }),
    expected: everyone(200),
  },
  { route: 'POST /:region/isSubscribed', body: aboutOwner, expected: selfOrAdmin(200) },
  { route: 'POST /:region/isAllowedToSaveVideo', body: aboutOwner, expected: selfOrAdmin(200) },
  { route: 'POST /:region/getUserVideos', body: aboutOwner, expected: selfOrAdmin(200) },
  {
    route: 'POST /:region/deleteVideoAndIncreaseLimit',
    body: ({ owner, videoId }) => ({ userId: owner.id, videoId }),
    // The admin was first: nothing is left for the owner to delete.
    expected: [401, 403, 200, 404],
  },
  {
    route: 'POST /:region/subscribe',
    body: ({ owner }) => ({ userId: owner.id, plan: 'monthly' }),
    expected: [401, 403, 200, 409],
  },
  { route: 'POST /:region/unsubscribe', body: aboutOwner, expected: [401, 403, 409, 409] },
  { route: 'POST /:region/getUserInfo', body: aboutOwner, expected: selfOrAdmin(200) },
  {
    route: 'POST /:region/updateUserEmailAndPassword',
    body: ({ owner }) => ({ uid: owner.id, newPassword: PASSWORD, currentPassword: PASSWORD }),
    expected: [401, 403, 403, 200],
  },
  { route: 'POST /:region/createUser', body: newPerson, expected: adminOnly(200) },
  {
    route: 'POST /:region/updateUser',
    body: ({ owner }) => ({ uid: owner.id, subscriptionType: 'paid' }),
    expected: adminOnly(200),
  },
  {
    route: 'POST /:region/deleteUser',
    body: ({ owner }) => ({ uid: owner.id }),
    // After the admin the owner is gone, and so is its session.
    expected: [401, 403, 200, 401],
  },
  // Without a picture the three uploads are refused for that, after the session was checked.
  { route: 'POST /proxy/process', body: none, expected: signedIn(415) },
  { route: 'POST /api/faces', body: none, expected: signedIn(415) },
  { route: 'POST /api/renders', body: none, expected: signedIn(415) },
  { route: 'GET /api/renders', expected: signedIn(200) },
  { route: 'GET /api/renders/usage', expected: signedIn(200) },
  { route: 'GET /api/renders/:id', ...ofRender(), expected: ownersOnly(200) },
  {
    route: 'DELETE /api/renders/:id',
    path: ({ queuedId }) => `/api/renders/${queuedId}`,
    expected: ownersOnly(200),
  },
  { route: 'GET /api/renders/:id/events', ...ofRender('/events'), expected: ownersOnly(200) },
  { route: 'GET /api/renders/:id/video', ...ofRender('/video'), expected: ownersOnly(200) },
  { route: 'DELETE /api/renders/:id/video', ...ofRender('/video'), expected: ownersOnly(200) },
  { route: 'GET /api/renders/:id/poster', ...ofRender('/poster'), expected: ownersOnly(200) },
  { route: 'GET /api/renders/:id/download', ...ofRender('/download'), expected: ownersOnly(403) },
  {
    route: 'POST /api/renders/:id/save',
    ...ofRender('/save'),
    body: none,
    expected: ownersOnly(201),
  },
  { route: 'GET /api/videos', expected: signedIn(200) },
  { route: 'GET /api/videos/:id', ...ofVideo(), expected: ownersOnly(200) },
  {
    route: 'PATCH /api/videos/:id',
    ...ofVideo(),
    body: () => ({ title: 'Renamed' }),
    expected: ownersOnly(200),
  },
  { route: 'DELETE /api/videos/:id', ...ofVideo(), expected: ownersOnly(200) },
  { route: 'GET /api/videos/:id/stream', ...ofVideo('/stream'), expected: ownersOnly(200) },
  { route: 'GET /api/videos/:id/poster', ...ofVideo('/poster'), expected: ownersOnly(200) },
  { route: 'GET /api/videos/:id/download', ...ofVideo('/download'), expected: ownersOnly(403) },
  {
    route: 'POST /api/videos/:id/share',
    ...ofVideo('/share'),
    body: none,
    expected: ownersOnly(200),
  },
  { route: 'DELETE /api/videos/:id/share', ...ofVideo('/share'), expected: ownersOnly(200) },
  { route: 'GET /api/shares/:token', ...ofShare(), expected: everyone(200) },
  { route: 'GET /api/shares/:token/video', ...ofShare('/video'), expected: everyone(200) },
  { route: 'GET /api/shares/:token/poster', ...ofShare('/poster'), expected: everyone(200) },
  { route: 'GET /s/:token', path: ({ token }) => `/s/${token}`, expected: everyone(200) },
  // Comes last: it ends the sessions that the others use.
  { route: 'POST /api/auth/sign-out', body: none, expected: everyone(200) },
];

const server = useServer();
let other: Client;
let admin: Client;

beforeAll(async () => {
  [other, admin] = [await server.signedUp(), await server.admin()];
});

it('the table tries every call that there is', () => {
  const tried = new Set(ROWS.map(({ route }) => route));
  const exists = Object.keys(ACCESS).filter((route) => !route.includes('stripe-webhook'));
  expect([...tried].sort()).toEqual(exists.sort());
});

describe('who is refused', () => {
  it('learns the same about what exists and what does not', async () => {
    const owner = await server.signedUp();
    const { videoId } = await seedVideo(server, owner.id);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const texts = async (client: Client, ids: readonly string[], at: (id: string) => string) =>
      await Promise.all(ids.map(async (id) => await (await client.fetch(at(id))).text()));
    const [mine, none] = await texts(other, [videoId, nowhere], (id) => `/api/videos/${id}`);
    expect(mine).toBe(none);
    const calls = [owner.id, nowhere].map((userId) => other.call('getUserInfo', { userId }));
    const [known, unknown] = await Promise.all(calls);
    expect(known?.status).toBe(403);
    expect(await known?.text()).toBe(await unknown?.text());
  });
});

describe('an admin', () => {
  it('does not see other admins, whatever the call', async () => {
    const second = await server.admin();
    const { videoId } = await seedVideo(server, second.id);
    const calls = Object.entries(ACCESS).filter(([, access]) => access === 'self-or-admin');
    expect(calls.length).toBeGreaterThan(5);
    for (const [route] of calls) {
      const body = { userId: second.id, videoId, plan: 'monthly' };
      const address = route.replace('POST /:region', '/us-central1');
      expect(await errorOf(await admin.json('POST', address, body)), route).toMatchObject({
        status: 404,
        code: 'user_not_found',
      });
      const own = await second.json('POST', address, body);
      expect(own.status, route).toBe(200);
    }
  });
});

describe('who may call what: signed out, another user, an admin, the owner', () => {
  it.each(ROWS)('$route → $expected', async ({ route, path, body, expected }) => {
    const owner = await server.signedUp();
    const sessionId = route.includes('/sessions/') ? await addSession(owner) : '';
    const subject = { ...(await seedVideo(server, owner.id)), owner, sessionId };
    const [method = '', pattern = ''] = route.split(' ');
    const address = path?.(subject) ?? pattern.replace(':region', 'us-central1');
    const statuses: number[] = [];
    for (const asker of [server.visitor(), copyOf(other), copyOf(admin), owner]) {
      const answer =
        body || method === 'POST'
          ? await asker.json(method, address, body?.(subject) ?? {})
          : await asker.fetch(address, { method });
      await answer.body?.cancel();
      statuses.push(answer.status);
      // Nobody between here and there may keep it, also where that is an error; avatars are everybody's.
      const isPublic = answer.ok && route === 'GET /api/avatars/:file';
      expect(answer.headers.get('cache-control'), `${route} ${answer.status}`).toMatch(
        isPublic ? /^public/ : /^(no-store|no-cache|private, no-cache)$/,
      );
    }
    expect(statuses).toEqual(expected);
  });
});

/** A second session of the owner, to be ended. */
async function addSession(owner: Client): Promise<string> {
  const second = server.visitor();
  await second.signIn(owner.email);
  const answer = await owner.fetch('/api/account/sessions');
  const { sessions } = (await answer.json()) as { sessions: { id: string; current: boolean }[] };
  return sessions.find(({ current }) => !current)?.id ?? '';
}

/** The same session from another address, whose cookies may change without harm. */
function copyOf(client: Client): Client {
  const copy = server.visitor();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

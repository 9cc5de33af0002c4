import { ADMIN_USERS_SORTS, paths } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { seedAdmin } from '../src/admin/seed-admin.ts';
import { doomedObjects } from '../src/files/schema.ts';
import { subscriptions } from '../src/subscriptions/schema.ts';
import { videos } from '../src/videos/schema.ts';
import { runAdminCommand } from './support/admin-command.ts';
import { seedVideo } from './support/seed-video.ts';
import { startInbox, type TestInbox } from './support/smtp-inbox.ts';
import { confirmEmail } from './support/test-accounts.ts';
import {
  type Client,
  errorOf,
  isThere,
  PASSWORD,
  startTestServer,
  type TestServer,
} from './support/test-server.ts';

let server: TestServer;
let inbox: TestInbox;
let admin: Client;

beforeAll(async () => {
  inbox = await startInbox();
  server = await startTestServer({ SMTP_URL: inbox.url, MAIL_FROM: 'us@test.example' });
  admin = await server.admin();
});
afterAll(async () => {
  await server.close();
  await inbox.close();
});

interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: string;
  readonly subscriptionType: string;
  readonly subscriptionPlan: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

async function list(query: string): Promise<{ users: ListedUser[]; total: number; pages: number }> {
  const answer = await admin.fetch(`/api/admin/users?${query}`);
  return (await answer.json()) as { users: ListedUser[]; total: number; pages: number };
}

async function show(id: string): Promise<ListedUser> {
  return (await (await admin.fetch(`/api/admin/users/${id}`)).json()) as ListedUser;
}

describe('the list of users', () => {
  it('finds a part of the address in any case, and only accounts whose role is user', async () => {
    await server.signedUp('Needle_100@test.example');
    await server.signedUp('needleX100x@test.example');
    const emails = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).users.map(({ email }) => email);
    expect(await emails('NEEDLE')).toHaveLength(2);
    // Signs that mean something to the database stand for themselves.
    expect(await emails('needle_')).toEqual(['needle_100@test.example']);
    expect(await emails('needle%')).toEqual([]);
    expect(await emails('\\')).toEqual([]);
    expect(await emails("' or 1=1 --")).toEqual([]);
    expect(await emails(admin.email)).toEqual([]);
    expect((await list('search=')).users.every(({ role }) => role === 'user')).toBe(true);
  });

  it('is sorted as a whole, not page by page, and who has no such value comes last', async () => {
    const people = Array.from({ length: 60 }, (_, n) => ({
      // 7 and 60 have no common divisor: every address once, in no order.
      email: `sorted-${String((n * 7) % 60).padStart(2, '0')}@test.example`,
      createdAt: new Date(Date.UTC(2020, 0, 1 + ((n * 11) % 60))),
      id: `sorted-${n}`,
      name: 'sorted',
    }));
    await server.db.insert(users).values(people);
    await server.db.insert(subscriptions).values(
      people.slice(0, 30).map(({ id }, n) => ({
        userId: id,
        type: 'paid' as const,
        plan: n % 2 === 0 ? ('monthly' as const) : ('yearly' as const),
        provider: 'admin' as const,
        startDate: new Date(Date.UTC(2021, 0, 1 + ((n * 7) % 30))),
        endDate: new Date(Date.UTC(2900, 0, 1 + ((n * 11) % 30))),
      })),
    );
    for (const sort of ADMIN_USERS_SORTS) {
      for (const direction of ['asc', 'desc']) {
        const query = `search=sorted-&sort=${sort}&direction=${direction}`;
        const pages = [await list(`${query}&page=1`), await list(`${query}&page=2`)];
        expect(pages.map((page) => page.users.length)).toEqual([50, 10]);
        const values = pages.flatMap((page) => page.users.map((user) => user[sort]));
        const known = values.filter((value) => value !== null);
        const inOrder = known.toSorted();
        expect(known, query).toEqual(direction === 'asc' ? inOrder : inOrder.toReversed());
        expect(values.slice(0, known.length), query).toEqual(known);
      }
    }
    const newest = (await list('search=sorted-')).users.map(({ createdAt }) => createdAt);
    expect(newest).toEqual(newest.toSorted().toReversed());
    for (const bad of ['sort=password', 'sort=email;drop', 'direction=up']) {
      expect((await admin.fetch(`/api/admin/users?${bad}`)).status).toBe(400);
    }
  });

  it('comes in pages', async () => {
    expect((await list('page=999')).users).toEqual([]);
    expect((await admin.fetch('/api/admin/users?page=0')).status).toBe(400);
    expect((await admin.fetch('/api/admin/users?page=x')).status).toBe(400);
  });
});

describe('creating a user', () => {
  const request = (email: string) => ({
    email,
    password: PASSWORD,
    subscriptionType: 'paid',
    startDate: '2026-01-01',
    endDate: '2999-01-31',
    role: 'user',
    adminPassword: PASSWORD,
  });

  it('needs the own password of the admin: with a wrong one nothing is created', async () => {
    const answer = await admin.call('createUser', {
      ...request('made-1@test.example'),
      adminPassword: 'wrong',
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      error: { code: 'admin_verification_failed', message: 'Incorrect admin password.' },
      message: 'Incorrect admin password.',
    });
    expect((await list('search=made-1')).total).toBe(0);
  });

  it('counts wrong passwords only, and says when guessing may go on', async () => {
    const busy = await server.admin();
    for (let i = 0; i < 11; i += 1) {
      const made = await busy.call('createUser', request(`many-${i}@test.example`));
      expect(made.status).toBe(200);
    }
    const guess = { ...request('many@test.example'), adminPassword: 'wrong' };
    for (let i = 0; i < 10; i += 1) {
      expect((await busy.call('createUser', guess)).status).toBe(403);
    }
    const answer = await busy.call('createUser', guess);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    const sentence = /^That was too often\. Please try again in \d+ minutes\.$/;
    expect(await answer.json()).toEqual({
      error: { code: 'too_many_requests', message: expect.stringMatching(sentence) },
      message: expect.stringMatching(sentence),
    });
    // The right password does not help any more, or guessing could go on between.
    expect((await busy.call('createUser', request('many@test.example'))).status).toBe(429);
  });

  it('gives an account with the dates that were entered', async () => {
    const answer = await admin.call('createUser', request('made-2@test.example'));
    const { uid, message } = (await answer.json()) as { uid: string; message: string };
    expect(message).toBe('User created successfully');
    expect(await show(uid)).toMatchObject({
      email: 'made-2@test.example',
      subscriptionType: 'paid',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2999-01-31T00:00:00.000Z',
    });
    const made = server.visitor();
    expect((await made.signIn('made-2@test.example')).status).toBe(200);
    const twice = await admin.call('createUser', request('made-2@test.example'));
    expect(await twice.json()).toMatchObject({ message: 'Email already in use' });
  });

  it('refuses years that no calendar of ours has', async () => {
    for (const startDate of ['0000-01-01', '0000-12-31T23:00:00-02:00', '3000-01-01']) {
      const made = await admin.call('createUser', { ...request('made-4@test.example'), startDate });
      expect(await errorOf(made)).toMatchObject({
        status: 400,
        message: 'The year must be from 1970 to 2999.',
      });
      const ada = await server.signedUp();
      expect((await admin.call('updateUser', { uid: ada.id, startDate })).status).toBe(400);
    }
  });

  it('refuses an end before the start', async () => {
    const answer = await admin.call('createUser', {
      ...request('made-3@test.example'),
      endDate: '2025-12-31',
    });
    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      message: 'The end date must be after the start date.',
    });
    expect((await list('search=made-3')).total).toBe(0);
    // Of a free account the dates say nothing.
    const free = { ...request('made-6@test.example'), subscriptionType: 'free' };
    const made = await admin.call('createUser', { ...free, endDate: free.startDate });
    expect(made.status).toBe(200);
    const { uid } = (await made.json()) as { uid: string };
    // As soon as it shall be Premium, they do.
    const given = await admin.call('updateUser', { uid, subscriptionType: 'paid' });
    expect((await errorOf(given)).message).toBe('The end date must be after the start date.');
  });

  it('refuses Premium that would be over already', async () => {
    const over = { startDate: '2020-01-01', endDate: '2020-02-01' };
    const made = await admin.call('createUser', { ...request('made-5@test.example'), ...over });
    expect(await errorOf(made)).toMatchObject({
      status: 400,
      message: expect.stringContaining('over'),
    });
    const ada = await server.signedUp();
    const given = { uid: ada.id, subscriptionType: 'paid', subscriptionPlan: 'monthly', ...over };
    expect((await admin.call('updateUser', given)).status).toBe(400);
    // Of a free account the dates say nothing.
    expect((await admin.call('updateUser', { ...given, subscriptionType: 'free' })).status).toBe(
      200,
    );
  });
});

describe('editing a user', () => {
  it('changes what the form changed, ends the sessions and tells the user', async () => {
    const ada = await server.signedUp();
    await confirmEmail(server.db, ada.id);
    const answer = await admin.call('updateUser', {
      uid: ada.id,
      email: 'edited@test.example',
      password: 'chosen by admin',
      subscriptionType: 'paid',
      startDate: '2026-01-01',
      endDate: '2999-01-01',
      role: 'user',
    });
    expect(await answer.json()).toEqual({ ok: true });
    expect(await ada.user()).toBeNull();
    expect((await server.visitor().signIn('edited@test.example', 'chosen by admin')).status).toBe(
      200,
    );
    expect(await show(ada.id)).toMatchObject({ subscriptionType: 'paid' });
    await inbox.next(ada.email, 'address was changed');
  });

  it('leaves a running subscription alone when the form is saved as it was', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'yearly' });
    const before = await show(ada.id);
    const day = (text: string | null) => text?.slice(0, 10);
    await admin.call('updateUser', {
      uid: ada.id,
      email: ada.email,
      password: '',
      subscriptionType: 'paid',
      startDate: day(before.startDate),
      endDate: day(before.endDate),
    });
    expect(await show(ada.id)).toEqual(before);
    // Still the user's own: it can be cancelled.
    expect((await ada.call('unsubscribe', {})).status).toBe(200);
  });

  it('keeps the moments of days that the form left as they were', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'monthly' });
    const [startDate, endDate] = ['2026-01-01T09:30:00.000Z', '2999-01-31T17:45:00.000Z'];
    await server.db
      .update(subscriptions)
      .set({ startDate: new Date(startDate), endDate: new Date(endDate) })
      .where(eq(subscriptions.userId, ada.id));
    const days = { startDate: '2026-01-01', endDate: '2999-01-31' };
    await admin.call('updateUser', { uid: ada.id, subscriptionPlan: 'yearly', ...days });
    expect(await show(ada.id)).toMatchObject({ subscriptionPlan: 'yearly', startDate, endDate });
    await admin.call('updateUser', { uid: ada.id, ...days, endDate: '2999-02-01' });
    const later = { startDate, endDate: '2999-02-01T00:00:00.000Z' };
    expect(await show(ada.id)).toMatchObject(later);
  });

  it('shows Premium of a later day as it was agreed, and changes only what was asked', async () => {
    const ada = await server.signedUp();
    const agreed = {
      subscriptionType: 'paid',
      subscriptionPlan: 'yearly',
      startDate: '2998-01-01T00:00:00.000Z',
      endDate: '2998-06-01T00:00:00.000Z',
    };
    await admin.call('updateUser', { uid: ada.id, ...agreed });
    expect(await show(ada.id)).toMatchObject(agreed);
    const listed = await list(`search=${encodeURIComponent(ada.email)}`);
    expect(listed.users).toMatchObject([agreed]);
    // It gives nothing yet.
    const nothing = { subscriptionType: 'free', subscriptionPlan: null, startDate: null };
    expect(await ada.user()).toMatchObject(nothing);
    const later = '2998-09-01T00:00:00.000Z';
    await admin.call('updateUser', { uid: ada.id, endDate: later });
    expect(await show(ada.id)).toMatchObject({ ...agreed, endDate: later });
    await admin.call('updateUser', { uid: ada.id, subscriptionPlan: 'monthly' });
    expect(await show(ada.id)).toMatchObject({
      ...agreed,
      endDate: later,
      subscriptionPlan: 'monthly',
    });
    await admin.call('updateUser', { uid: ada.id, subscriptionType: 'free' });
    expect(await show(ada.id)).toMatchObject({ subscriptionType: 'free', subscriptionPlan: null });
  });

  it('takes an instant, so that Premium can begin with the day where the admin is', async () => {
    const ada = await server.signedUp();
    const startDate = new Date(Date.now() - 60_000).toISOString();
    const endDate = '2999-01-31T11:00:00.000Z';
    await admin.call('updateUser', { uid: ada.id, subscriptionType: 'paid', startDate, endDate });
    expect(await ada.user()).toMatchObject({ subscriptionType: 'paid', startDate, endDate });
  });

  it('can take premium away and give it', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'monthly' });
    await admin.call('updateUser', { uid: ada.id, subscriptionType: 'free' });
    expect(await ada.user()).toMatchObject({ subscriptionType: 'free' });
    await admin.call('updateUser', { uid: ada.id, subscriptionType: 'paid' });
    expect(await ada.user()).toMatchObject({ subscriptionType: 'paid' });
  });
});

describe('deleting a user', () => {
  it('removes the account and its sessions', async () => {
    const ada = await server.signedUp();
    expect((await admin.call('deleteUser', { uid: ada.id })).status).toBe(200);
    expect(await isThere(server.db, ada.id)).toBe(false);
    expect(await ada.user()).toBeNull();
    expect((await admin.call('deleteUser', { uid: ada.id })).status).toBe(404);
    expect((await admin.fetch(`/api/admin/users/${ada.id}`)).status).toBe(404);
  });
});

describe('the first admin', () => {
  it('is made once: later values neither make another nor change a password', async () => {
    const fresh = await startTestServer({
      ADMIN_EMAIL: 'Boss@test.example',
      ADMIN_PASSWORD: PASSWORD,
    });
    const boss = fresh.visitor();
    expect((await boss.signIn('boss@test.example')).status).toBe(200);
    expect(await boss.user()).toMatchObject({ role: 'admin' });
    const other = { email: 'second@test.example', password: PASSWORD };
    expect(await seedAdmin(fresh.db, other, new Date())).toBe('exists');
    expect((await fresh.visitor().signIn(other.email)).status).toBe(401);
    await fresh.close();
  });

  it('is made once by servers that start at the same moment, and never of a user', async () => {
    const fresh = await startTestServer();
    const boss = { email: 'boss@test.example', password: PASSWORD };
    const user = await fresh.signedUp();
    const taken = { email: user.email, password: PASSWORD };
    await expect(seedAdmin(fresh.db, taken, new Date())).rejects.toThrow('ordinary account');
    const made = await Promise.all([1, 2, 3].map(() => seedAdmin(fresh.db, boss, new Date())));
    expect(made.sort()).toEqual(['exists', 'exists', 'made']);
    await fresh.close();
  });

  it('can be made by the command, which reads the password and never shows it', async () => {
    const made = await runAdminCommand(server, ['create', 'cli@test.example'], {
      input: 'from the command\n',
    });
    expect(made).toEqual({ code: 0, output: 'cli@test.example is an admin now.\n' });
    const cli = server.visitor();
    expect((await cli.signIn('cli@test.example', 'from the command')).status).toBe(200);
    expect(
      await runAdminCommand(server, ['create', 'cli@test.example'], { input: 'another one\n' }),
    ).toMatchObject({ code: 1 });
    expect(
      await runAdminCommand(server, ['create', 'no address'], { input: 'another one\n' }),
    ).toMatchObject({ code: 1 });
    expect(await runAdminCommand(server, ['dance'])).toMatchObject({ code: 2 });
  });

  it('gets a new password by the command, and what was open before ends', async () => {
    const lost = await server.admin();
    const { email } = lost;
    await server.visitor().json('POST', '/api/auth/request-password-reset', { email });
    const mail = await inbox.next(email, 'new password');
    const [, token] = /token=(\S+)/.exec(mail.text) ?? [];
    expect(
      await runAdminCommand(server, ['password', email], { input: 'from the command\n' }),
    ).toMatchObject({ code: 0 });
    expect(await lost.user()).toBeNull();
    const change = { token, newPassword: 'of a thief' };
    const answer = await server.visitor().json('POST', '/api/auth/reset-password', change);
    expect((await errorOf(answer)).code).toBe('invalid_link');
    expect((await lost.signIn(email, 'from the command')).status).toBe(200);
  });

  it('is deleted by the command with all films, also those that were shared', async () => {
    const leaver = await server.admin();
    const { token } = await seedVideo(server, leaver.id);
    const { email, id } = leaver;
    const visitor = server.visitor();
    expect((await visitor.fetch(paths.shareVideo(token))).status).toBe(200);
    const [kept] = await server.db.select().from(videos).where(eq(videos.userId, id));
    expect(await runAdminCommand(server, ['delete', email])).toEqual({
      code: 0,
      output: `${email} is deleted.\n`,
    });
    expect(await isThere(server.db, id)).toBe(false);
    expect(await leaver.user()).toBeNull();
    expect((await visitor.fetch(paths.shareVideo(token))).status).toBe(404);
    const doomed = await server.db.select({ key: doomedObjects.key }).from(doomedObjects);
    expect(doomed).toContainEqual({ key: kept?.filmKey });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mails } from '../src/mail/schema.ts';
import { linkIn, type MailingServer, startMailingServer } from './support/mailing-server.ts';
import type { TestInbox } from './support/smtp-inbox.ts';
import { errorOf, PASSWORD, type TestServer } from './support/test-server.ts';

let mailing: MailingServer;
let server: TestServer;
let inbox: TestInbox;

beforeAll(async () => {
  mailing = await startMailingServer();
  ({ server, inbox } = mailing);
});
afterAll(async () => {
  await mailing.close();
});

describe('signing up', () => {
  it('makes a free account, signs it in and asks to confirm the address', async () => {
    const ada = await server.signUp('Ada.Lovelace@Test.example');
    expect(await ada.user()).toMatchObject({
      id: ada.id,
      email: 'ada.lovelace@test.example',
      emailVerified: false,
      role: 'user',
      subscriptionType: 'free',
      subscriptionPlan: null,
      startDate: null,
      endDate: null,
      profilePic: '/api/avatars/ada.lovelace.png',
    });
    const mail = await inbox.next('ada.lovelace@test.example', 'confirm');
    const confirmed = await server.visitor().fetch(linkIn(mail.text));
    expect(confirmed.headers.get('location')).toBe('/?verified=1');
    expect(await ada.user()).toMatchObject({ emailVerified: true });
  });

  it('answers a link that was cut off on its way with the page that offers another', async () => {
    for (const rest of ['', '?token=', '?token=a%00b', `?token=${'a'.repeat(2001)}`]) {
      const answer = await server.visitor().fetch(`/api/auth/verify-email${rest}`);
      const leadsTo = answer.headers.get('location');
      expect([answer.status, leadsTo]).toEqual([302, '/?verified=1&error=INVALID_TOKEN']);
    }
  });

  it('of more people at once than the database has connections comes to an end', async () => {
    const people = Array.from({ length: 24 }, (_, i) => `crowd-${i}@test.example`);
    const clients = await Promise.all(people.map((email) => server.signUp(email)));
    expect(new Set(clients.map(({ id }) => id)).size).toBe(people.length);
    await Promise.all(people.map((email) => inbox.next(email, 'confirm')));
    expect((await server.visitor().fetch('/readyz')).status).toBe(200);
  });

  it('gives one address to one account when two want it at once', async () => {
    const request = { email: 'both@test.example', password: PASSWORD };
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.visitor().call('onUserCreate', request)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'email_in_use' });
    }
  });

  it('says that a password is too long, also at signing in', async () => {
    const request = { email: 'long@test.example', password: 'x'.repeat(129) };
    const visitor = server.visitor();
    for (const answer of [
      await visitor.call('onUserCreate', request),
      await visitor.signIn(request.email, request.password),
    ]) {
      expect(await errorOf(answer)).toMatchObject({
        status: 400,
        message: 'Password should be at most 128 characters',
      });
    }
  });

  it('refuses short passwords, taken addresses and other roles', async () => {
    const taken = await server.signedUp();
    const visitor = server.visitor();
    const short = await visitor.call('onUserCreate', {
      email: 'b@test.example',
      password: '12345',
    });
    expect(await errorOf(short)).toEqual({
      status: 400,
      code: 'weak_password',
      message: 'Password should be at least 6 characters',
    });
    const twice = await visitor.call('onUserCreate', {
      email: taken.email.toUpperCase(),
      password: PASSWORD,
    });
    expect(await errorOf(twice)).toEqual({
      status: 409,
      code: 'email_in_use',
      message: 'Email already in use',
    });
    const admin = { email: 'c@test.example', password: PASSWORD, role: 'admin' };
    expect((await visitor.call('onUserCreate', admin)).status).toBe(400);
    const sneaky = await visitor.json('POST', '/api/auth/sign-up/email', { ...admin, name: 'x' });
    expect(sneaky.status).toBe(200);
    expect(await visitor.user()).toMatchObject({ role: 'user' });
  });
});

describe('signing up again and again with one address', () => {
  it('sends it five mails in ten minutes, and says when to try again', async () => {
    const email = 'again@test.example';
    for (let i = 0; i < 5; i += 1) {
      const ada = await server.signUp(email);
      await inbox.next(email, 'confirm');
      await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    }
    const request = { email, password: PASSWORD };
    const refused = await server.visitor().call('onUserCreate', request);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      message: expect.stringMatching(/try again in \d+ minutes/),
    });
  });

  it('counts nothing where the address has an account', async () => {
    const ada = await server.signedUp();
    const { email } = ada;
    for (let i = 0; i < 6; i += 1) {
      const answer = await server.visitor().call('onUserCreate', { email, password: PASSWORD });
      expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'email_in_use' });
    }
    const sent = await ada.json('POST', '/api/auth/send-verification-email', { email });
    expect(sent.status).toBe(200);
  });
});

it('leaves no mail behind once all are sent', async () => {
  await expect.poll(() => server.db.$count(mails), { timeout: 20_000 }).toBe(0);
});

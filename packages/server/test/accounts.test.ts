import type { SessionList } from '@moodreel/contract';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, verifications } from '../src/accounts/schema.ts';
import { rateLimits } from '../src/http/schema.ts';
import { mails } from '../src/mail/schema.ts';
import { readableLog } from './support/read-log.ts';
import { seedVideo } from './support/seed-video.ts';
import { startInbox, type TestInbox } from './support/smtp-inbox.ts';
import {
  type Client,
  errorOf,
  isThere,
  PASSWORD,
  startTestServer,
  type TestServer,
} from './support/test-server.ts';

const { log, lines } = readableLog();
let inbox: TestInbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await startInbox();
  const settings = { SMTP_URL: inbox.url, MAIL_FROM: 'Moodreel <us@test.example>' };
  server = await startTestServer(settings, { log });
});
afterAll(async () => {
  await server.close();
  await inbox.close();
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
      await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
      await inbox.next(email, 'confirm');
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

describe('signing in', () => {
  it('gives a cookie that scripts cannot read and no token in the answer', async () => {
    const ada = await server.signedUp();
    const other = server.visitor();
    const answer = await other.signIn(ada.email);
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(await answer.text()).not.toContain('token');
    const session = await (await other.fetch('/api/auth/get-session')).text();
    expect(session).toContain(ada.email);
    expect(session).not.toContain('token');
  });

  it('gives a cookie that never goes over an open line where the pages are under https', async () => {
    const PUBLIC_URL = 'https://moodreel.example';
    const secure = await startTestServer({ PUBLIC_URL });
    try {
      const { email } = await secure.signedUp();
      const answer = await secure.visitor().fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: PUBLIC_URL },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      expect(answer.status).toBe(200);
      const cookies = answer.headers.getSetCookie();
      expect(cookies).not.toEqual([]);
      for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-moodreel.*; Secure/);
    } finally {
      await secure.close();
    }
  });

  it('says that the service is away when the database goes away in the middle', async () => {
    const ada = await server.signedUp();
    const answer = await whileAway('sessions', () => server.visitor().signIn(ada.email));
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await server.visitor().signIn(ada.email)).status).toBe(200);
  });

  it('says that the service is away, not who is signed in, when sessions cannot be read', async () => {
    const ada = await server.signedUp();
    await server.db.execute(sql`
      create function be_away() returns boolean language plpgsql as
        $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$`);
    await server.db.execute(sql`alter table sessions rename to kept_sessions`);
    await server.db.execute(
      sql`create view sessions as select * from kept_sessions where be_away()`,
    );
    try {
      for (const path of ['/api/session', '/api/renders', '/api/auth/get-session']) {
        const answer = await ada.fetch(path);
        expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
      }
      const signOut = await ada.json('POST', '/api/auth/sign-out', {});
      expect(await errorOf(signOut)).toMatchObject({ status: 503, code: 'unavailable' });
    } finally {
      await server.db.execute(sql`drop view sessions`);
      await server.db.execute(sql`alter table kept_sessions rename to sessions`);
    }
    expect(await ada.user()).toMatchObject({ email: ada.email });
    // Told once a minute by who answers, and not by better-auth as well.
    expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
    expect(lines.filter(({ from }) => from === 'better-auth')).toEqual([]);
  });

  it('says the same to wrong passwords and unknown addresses', async () => {
    const ada = await server.signedUp();
    const visitor = server.visitor();
    const wrong = await errorOf(await visitor.signIn(ada.email, 'wrong password'));
    const unknown = await errorOf(await visitor.signIn('nobody@test.example', 'wrong password'));
    expect(wrong).toEqual({
      status: 401,
      code: 'wrong_credentials',
      message: 'Incorrect Email or Password',
    });
    expect(unknown).toEqual(wrong);
  });

  it('slows down who guesses, by real address and by account', async () => {
    const guesser = server.visitor();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      statuses.push((await guesser.signIn('nobody-2@test.example', 'guess!')).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    const bystander = server.visitor();
    expect((await bystander.signIn('nobody-2@test.example', 'guess!')).status).toBe(401);
    // Claims left of what our own proxy wrote don't give a new address.
    const liar = await guesser.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `1.2.3.4, ${guesser.address}`,
      },
      body: JSON.stringify({ email: 'nobody-2@test.example', password: 'guess!' }),
    });
    expect(liar.status).toBe(429);
    expect(Number(liar.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not count who knows the password among those who guess', async () => {
    const ada = await server.signedUp();
    for (let i = 0; i < 31; i += 1) {
      expect((await server.visitor().signIn(ada.email)).status).toBe(200);
    }
  });

  it('does not count them against others behind the same address either', async () => {
    const ada = await server.signedUp();
    const windowEndsAt = new Date(Date.now() + 60_000);
    const key = `signIn:${ada.address}`;
    await server.db.insert(rateLimits).values({ key, count: 9, windowEndsAt });
    for (const right of [await ada.signIn(ada.email), await ada.signIn(ada.email)]) {
      expect(right.status).toBe(200);
    }
    expect((await ada.signIn(ada.email, 'wrong password')).status).toBe(401);
    expect((await ada.signIn(ada.email)).status).toBe(429);
  });

  it('is bounded for one address all the same, as each makes a session', async () => {
    const ada = await server.signedUp();
    const windowEndsAt = new Date(Date.now() + 60_000);
    const key = `signInAny:${ada.address}`;
    await server.db.insert(rateLimits).values({ key, count: 59, windowEndsAt });
    expect((await ada.signIn(ada.email)).status).toBe(200);
    expect(await errorOf(await ada.signIn(ada.email))).toMatchObject({ status: 429 });
  });

  it('counts an IPv6 connection as one client, and not the port behind an address', async () => {
    const guess = async (address: string) => {
      const visitor = server.visitor();
      visitor.address = address;
      return (await visitor.signIn('nobody-4@test.example', 'guess!')).status;
    };
    for (let i = 1; i <= 10; i += 1) {
      expect(await guess(`2001:db8:0:7::${i}`)).toBe(401);
      expect(await guess(`198.51.100.7:${40_000 + i}`)).toBe(401);
    }
    expect(await guess('2001:db8:0:7:a:b:c:d')).toBe(429);
    expect(await guess('198.51.100.7:50000')).toBe(429);
    expect(await guess('2001:db8:0:8::1')).toBe(401);
  });

  it('ends with signing out', async () => {
    const ada = await server.signedUp();
    const cookies = new Map(ada.cookies);
    expect((await ada.json('POST', '/api/auth/sign-out', {})).status).toBe(200);
    for (const [name, value] of cookies) ada.cookies.set(name, value);
    expect(await ada.user()).toBeNull();
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that works once, and all sessions end', async () => {
    const ada = await server.signedUp();
    const visitor = server.visitor();
    const asked = await visitor.json('POST', '/api/auth/request-password-reset', {
      email: ada.email,
    });
    const unknown = await visitor.json('POST', '/api/auth/request-password-reset', {
      email: 'nobody-3@test.example',
    });
    expect(unknown.status).toBe(asked.status);
    expect(await unknown.text()).toBe(await asked.text());

    const mail = await inbox.next(ada.email, 'new password');
    const change = { token: tokenIn(mail), newPassword: 'another one' };
    expect((await visitor.json('POST', '/api/auth/reset-password', change)).status).toBe(200);
    const again = await errorOf(await visitor.json('POST', '/api/auth/reset-password', change));
    expect(again.code).toBe('invalid_link');
    expect(await ada.user()).toBeNull();
    expect((await visitor.signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await visitor.signIn(ada.email, 'another one')).status).toBe(200);
    await inbox.next(ada.email, 'was changed');
  });

  it('has a link of which can be asked whether it works, which does not use it up', async () => {
    const { ada, token } = await linkedUp();
    const visitor = server.visitor();
    const isGood = async (wanted: string | null) => {
      const answer = await visitor.json('POST', '/api/auth/check-reset-link', { token: wanted });
      return (await answer.json()) as unknown;
    };
    expect(await isGood(token)).toEqual({ valid: true });
    expect(await isGood(token)).toEqual({ valid: true });
    for (const wrong of ['made-up', token?.slice(1) ?? '', `${token}x`]) {
      expect(await isGood(wrong)).toEqual({ valid: false });
    }
    const change = { token, newPassword: 'another one' };
    expect((await visitor.json('POST', '/api/auth/reset-password', change)).status).toBe(200);
    expect(await isGood(token)).toEqual({ valid: false });

    await visitor.json('POST', '/api/auth/request-password-reset', { email: ada.email });
    const second = tokenIn(await inbox.next(ada.email, 'new password'));
    await server.db.execute(
      sql`update verifications set expires_at = now() - interval '1 second' where value = ${ada.id}`,
    );
    expect(await isGood(second)).toEqual({ valid: false });
  });

  it('has a link that works for an hour, and cannot be read from the database', async () => {
    const { ada, token } = await linkedUp();
    expect(token).toMatch(/.{20}/);
    const kept = await server.db
      .select()
      .from(verifications)
      .where(eq(verifications.value, ada.id));
    expect(kept).toHaveLength(1);
    for (const link of kept) {
      expect(JSON.stringify(link)).not.toContain(token);
      const seconds = (Number(link.expiresAt) - Number(link.createdAt)) / 1000;
      expect(Math.abs(seconds - 3600)).toBeLessThan(60);
    }
  });

  it('cannot be guessed by asking for links, nor by asking and trying in turns', async () => {
    const guesser = server.visitor();
    const statuses: number[] = [];
    for (let i = 0; i < 16; i += 1) {
      const token = `guess-${i}`;
      const asked = await guesser.json('POST', '/api/auth/check-reset-link', { token });
      const change = { token, newPassword: 'of a thief' };
      const tried = await guesser.json('POST', '/api/auth/reset-password', change);
      statuses.push(asked.status, tried.status);
    }
    expect(statuses.slice(28)).toEqual([200, 400, 429, 429]);
  });

  it('can be replaced whatever other mails with links were asked for that address', async () => {
    const ada = await server.signedUp();
    await confirm(ada);
    const [mallory, visitor] = [await server.signedUp(), server.visitor()];
    const sendMail = '/api/auth/send-verification-email';
    for (const client of [visitor, mallory]) {
      for (let i = 0; i < 5; i += 1) await client.json('POST', sendMail, { email: ada.email });
    }
    for (let i = 0; i < 5; i += 1) {
      const rename = { newEmail: ada.email, currentPassword: PASSWORD };
      const answer = await mallory.call('updateUserEmailAndPassword', rename);
      expect(answer.status).toBe(409);
    }
    const asked = await server
      .visitor()
      .json('POST', '/api/auth/request-password-reset', { email: ada.email });
    expect(asked.status).toBe(200);
    await inbox.next(ada.email, 'new password');
  });

  it('is not asked for more than five times in ten minutes', async () => {
    const ask = async () =>
      await server.visitor().json('POST', '/api/auth/request-password-reset', {
        email: 'nobody-5@test.example',
      });
    for (let i = 0; i < 5; i += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('is replaced together with all sessions, or can be by the same link', async () => {
    const { ada, token } = await linkedUp();
    const visitor = server.visitor();
    const change = { token, newPassword: 'another one' };
    const reset = async () => await visitor.json('POST', '/api/auth/reset-password', change);
    expect(await errorOf(await whileAway('mails', reset))).toMatchObject({ status: 503 });
    expect((await visitor.signIn(ada.email)).status).toBe(200);
    expect((await reset()).status).toBe(200);
    expect(await ada.user()).toBeNull();
    expect(await visitor.user()).toBeNull();
    expect((await visitor.signIn(ada.email, 'another one')).status).toBe(200);
  });

  it('is replaced once when a link is used twice at once', async () => {
    const { token } = await linkedUp();
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        server.visitor().json('POST', '/api/auth/reset-password', {
          token,
          newPassword: `another ${word}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not replaced by a link from before e-mail or password changed', async () => {
    const [first, second, third] = [await linkedUp(), await linkedUp(), await linkedUp()];
    await first.ada.call('updateUserEmailAndPassword', {
      newEmail: 'moved.ada@test.example',
      currentPassword: PASSWORD,
    });
    await second.ada.call('updateUserEmailAndPassword', {
      newPassword: 'another one',
      currentPassword: PASSWORD,
    });
    const visitor = server.visitor();
    await visitor.json('POST', '/api/auth/request-password-reset', { email: third.ada.email });
    const newer = tokenIn(await inbox.next(third.ada.email, 'new password'));
    await visitor.json('POST', '/api/auth/reset-password', {
      token: newer,
      newPassword: 'another one',
    });

    for (const { token } of [first, second, third]) {
      const change = { token, newPassword: 'of a thief' };
      const answer = await visitor.json('POST', '/api/auth/reset-password', change);
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_link' });
    }
    const signIns = [
      await server.visitor().signIn('moved.ada@test.example'),
      await server.visitor().signIn(second.ada.email, 'another one'),
      await server.visitor().signIn(third.ada.email, 'another one'),
    ];
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

/** Somebody new who has asked for a new password, and the token of the link. */
async function linkedUp() {
  const ada = await server.signedUp();
  const { email } = ada;
  await server.visitor().json('POST', '/api/auth/request-password-reset', { email });
  return { ada, token: tokenIn(await inbox.next(email, 'new password')) };
}

describe('changing e-mail and password', () => {
  const change = 'updateUserEmailAndPassword';

  it('asks for the current password', async () => {
    const ada = await server.signedUp();
    const wrong = await ada.call(change, { newPassword: 'another one', currentPassword: 'no' });
    expect(await errorOf(wrong)).toMatchObject({ status: 403, code: 'wrong_password' });
    const missing = await ada.call(change, { newPassword: 'another one' });
    expect(missing.status).toBe(400);
    const empty = await ada.call(change, { currentPassword: PASSWORD });
    expect((await errorOf(empty)).message).toBe('Please fill out the email or password fields.');
    expect((await server.visitor().signIn(ada.email)).status).toBe(200);
  });

  it('tells the address, if it was confirmed, that the password was changed', async () => {
    const ada = await server.signedUp();
    await confirm(ada);
    const passwords = { newPassword: 'another one', currentPassword: PASSWORD };
    expect((await ada.call(change, passwords)).status).toBe(200);
    const { text } = await inbox.next(ada.email, 'password was changed');
    expect(text).toContain('all other sessions were signed out');
  });

  it('counts wrong passwords only', async () => {
    const ada = await server.signedUp();
    const rename = (newEmail: string, currentPassword: string) =>
      ada.call(change, { newEmail, currentPassword });
    for (let i = 0; i < 11; i += 1) {
      expect((await rename(ada.email, PASSWORD)).status).toBe(200);
    }
    for (let i = 0; i < 10; i += 1) {
      expect((await rename('often@test.example', 'no')).status).toBe(403);
    }
    const refused = await rename('often@test.example', PASSWORD);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('changes both, keeps this session, ends the others and tells the old address', async () => {
    const ada = await server.signedUp();
    await confirm(ada);
    const phone = server.visitor();
    await phone.signIn(ada.email);
    const answer = await ada.call(change, {
      uid: ada.id,
      newEmail: 'new.ada@test.example',
      newPassword: 'another one',
      currentPassword: PASSWORD,
    });
    expect(await answer.json()).toEqual({ ok: true });
    expect(await ada.user()).toMatchObject({ email: 'new.ada@test.example', emailVerified: false });
    expect(await phone.user()).toBeNull();
    expect((await phone.signIn('new.ada@test.example', 'another one')).status).toBe(200);
    const mail = await inbox.next(ada.email, 'address was changed');
    expect(mail.text).toContain('new.ada@test.example');
    const question = await inbox.next('new.ada@test.example', 'confirm');
    await server.visitor().fetch(linkIn(question.text));
    expect(await ada.user()).toMatchObject({ emailVerified: true });
  });

  it('tells nothing to an old address that nobody confirmed: it may be a stranger', async () => {
    const ada = await server.signedUp('stranger@test.example');
    const rename = { newEmail: 'right.ada@test.example', currentPassword: PASSWORD };
    expect((await ada.call(change, rename)).status).toBe(200);
    const password = { newPassword: 'another one', currentPassword: PASSWORD };
    expect((await ada.call(change, password)).status).toBe(200);
    // Mails are sent in the order in which they were queued, and these come last.
    await confirm({ email: 'right.ada@test.example' });
    await server.visitor().json('POST', '/api/auth/request-password-reset', {
      email: 'right.ada@test.example',
    });
    await inbox.next('right.ada@test.example', 'new password');
    const told = inbox.received.filter(({ subject }) => subject.includes('was changed'));
    expect(told.filter(({ to }) => /^(stranger|right\.ada)@/.test(to))).toEqual([]);
  });

  it('sends few mails to new addresses: by account, by network, and to one address', async () => {
    const rename = async (client: Client, newEmail: string) =>
      (await client.call(change, { newEmail, currentPassword: PASSWORD })).status;
    const ada = await server.signedUp();
    for (let i = 0; i < 5; i += 1) {
      expect(await rename(ada, `victim-${i}@test.example`)).toBe(200);
    }
    ada.address = server.visitor().address;
    expect(await rename(ada, 'victim-5@test.example')).toBe(429);
    expect(await ada.user()).toMatchObject({ email: 'victim-4@test.example' });

    const crowd = [await server.signedUp(), await server.signedUp(), await server.signedUp()];
    const [first, second, third] = crowd as [Client, Client, Client];
    second.address = first.address;
    for (let i = 0; i < 5; i += 1) {
      expect(await rename(i % 2 === 0 ? first : second, `prey-${i}@test.example`)).toBe(200);
    }
    expect(await rename(second, 'prey-5@test.example')).toBe(429);

    expect(await rename(await server.signedUp(), 'flooded@test.example')).toBe(200);
    for (let i = 0; i < 4; i += 1) {
      expect(await rename(await server.signedUp(), 'flooded@test.example')).toBe(409);
    }
    expect(await rename(third, 'flooded@test.example')).toBe(429);
    expect(await third.user()).toMatchObject({ email: third.email });
  });

  it('leaves everything when the mail to the new address cannot be queued', async () => {
    const ada = await server.signedUp();
    const rename = { newEmail: 'unasked@test.example', currentPassword: PASSWORD };
    const answer = await whileAway('mails', () => ada.call(change, rename));
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await ada.user()).toMatchObject({ email: ada.email });
    expect((await ada.call(change, rename)).status).toBe(200);
    await inbox.next('unasked@test.example', 'confirm');
  });

  it('leaves everything when the new address is taken', async () => {
    const [ada, bob] = [await server.signedUp(), await server.signedUp()];
    const answer = await ada.call(change, {
      newEmail: bob.email,
      newPassword: 'another one',
      currentPassword: PASSWORD,
    });
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'email_in_use' });
    expect((await server.visitor().signIn(ada.email)).status).toBe(200);
  });

  it('gives one address to one account when two want it at once', async () => {
    const both = await Promise.all([server.signedUp(), server.signedUp()]);
    const request = { newEmail: 'wanted@test.example', currentPassword: PASSWORD };
    const answers = await Promise.all(both.map((client) => client.call(change, request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the mail that asks to confirm an address', () => {
  const path = '/api/auth/send-verification-email';

  it('is sent again to who is signed in, and counts for nobody else', async () => {
    const [ada, mallory] = [await server.signedUp(), await server.signedUp()];
    await inbox.next(ada.email, 'confirm');
    for (let i = 0; i < 5; i += 1) {
      const answer = await mallory.json('POST', path, { email: ada.email });
      expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect((await ada.json('POST', path, { email: ada.email })).status).toBe(200);
    await confirm(ada);
    expect(await ada.user()).toMatchObject({ emailVerified: true });
  });

  it('has a link that works for a day, at first and when it is sent again', async () => {
    const ada = await server.signUp('for-a-day@test.example');
    for (const isAgain of [false, true]) {
      if (isAgain) await ada.json('POST', path, { email: ada.email });
      const token = tokenIn(await inbox.next(ada.email, 'confirm'));
      const claims = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString();
      const { iat, exp } = JSON.parse(claims) as { iat: number; exp: number };
      expect(exp - iat).toBe(86_400);
      expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(60);
    }
  });
});

describe('sessions', () => {
  it('are renewed together with their cookie, and not without it', async () => {
    const ada = await server.signedUp();
    const ofAda = eq(sessions.userId, ada.id);
    const old = new Date(Date.now() + 20 * 86_400_000);
    await server.db.update(sessions).set({ expiresAt: old }).where(ofAda);
    const ends = async () => (await server.db.select().from(sessions).where(ofAda))[0]?.expiresAt;
    const used = await ada.fetch('/api/videos');
    expect([used.status, used.headers.getSetCookie()]).toEqual([200, []]);
    expect(await ends()).toEqual(old);
    const asked = await ada.fetch('/api/session');
    expect(asked.headers.getSetCookie()).toEqual([expect.stringContaining('session_token=')]);
    expect(Number(await ends())).toBeGreaterThan(Number(old));
  });

  it('are listed with where they come from, and can be ended one by one', async () => {
    const ada = await server.signedUp();
    const phone = server.visitor();
    await phone.signIn(ada.email);
    const list = async () =>
      (await (await ada.fetch('/api/account/sessions')).json()) as {
        sessions: { id: string; current: boolean; address: string }[];
      };
    const { sessions } = await list();
    expect(sessions.map(({ address }) => address)).toEqual([phone.address, ada.address]);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);

    const path = `/api/account/sessions/${sessions[0]?.id}`;
    const stranger = await server.signedUp();
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
    expect(await phone.user()).not.toBeNull();
    expect((await ada.fetch(path, { method: 'DELETE' })).status).toBe(200);
    expect(await phone.user()).toBeNull();
    expect((await list()).sessions).toHaveLength(1);
  });

  it('are listed until their time is over', async () => {
    const ada = await server.signedUp();
    await server.visitor().signIn(ada.email);
    const list = async () =>
      (await (await ada.fetch('/api/account/sessions')).json()) as SessionList;
    const [phone, own] = (await list()).sessions;
    const expiresAt = new Date(Date.now() + 3_600_000);
    await server.db
      .update(sessions)
      .set({ expiresAt })
      .where(eq(sessions.id, phone?.id ?? ''));
    expect((await list()).sessions).toHaveLength(2);
    server.advance(3_600_000);
    expect((await list()).sessions.map(({ id }) => id)).toEqual([own?.id]);
    server.advance(-3_600_000);
  });
});

describe('my data', () => {
  it('comes as a zip with the record and the films', async () => {
    const ada = await server.signedUp();
    const { videoId } = await seedVideo(server, ada.id);
    const answer = await ada.fetch('/api/account/export');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const record = JSON.parse(new TextDecoder().decode(files['account.json']));
    expect(record.user).toMatchObject({ id: ada.id, email: ada.email, subscriptionType: 'free' });
    expect(record.sessions).toHaveLength(1);
    expect(record.videos).toMatchObject([{ id: videoId, title: 'Grandma laughs' }]);
    const [film = ''] = Object.keys(files).filter((name) => name.startsWith('videos/'));
    expect(film).toMatch(/^videos\/\d{4}-\d\d-\d\d-grandma-laughs-[0-9a-f]{8}\.mp4$/);
    expect(new TextDecoder().decode(files[film])).toBe('bytes of mp4');
    expect(JSON.stringify(record)).not.toContain('token');
  });

  it('is deleted with the account, which asks for the password', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'monthly' });
    const wrong = await ada.json('DELETE', '/api/account', { currentPassword: 'no' });
    expect((await errorOf(wrong)).code).toBe('wrong_password');
    const right = await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(right.status).toBe(200);
    expect(await isThere(server.db, ada.id)).toBe(false);
    expect(await ada.user()).toBeNull();
    expect((await server.visitor().signIn(ada.email)).status).toBe(401);
  });
});

describe('an admin', () => {
  it('does not delete the own account on the pages', async () => {
    const admin = await server.admin();
    const answer = await admin.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await isThere(server.db, admin.id)).toBe(true);
  });
});

describe('avatars', () => {
  it('are PNGs of our own, the same for the same name', async () => {
    const visitor = server.visitor();
    const [one, two, other] = await Promise.all(
      ['ada', 'ada', "o'brien+x"].map(async (name) => {
        const answer = await visitor.fetch(`/api/avatars/${encodeURIComponent(name)}.png`);
        expect(answer.headers.get('content-type')).toBe('image/png');
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 });
    expect(two).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

it('leaves no mail behind once all are sent', async () => {
  await expect.poll(() => server.db.$count(mails), { timeout: 20_000 }).toBe(0);
});

/** Runs something on a database that goes away when a row is put into this table. */
async function whileAway<T>(table: 'sessions' | 'mails', run: () => Promise<T>): Promise<T> {
  const name = sql.identifier(table);
  await server.db.execute(sql`
    create or replace function go_away() returns trigger language plpgsql as
      $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$`);
  await server.db.execute(
    sql`create trigger away before insert on ${name} execute function go_away()`,
  );
  try {
    return await run();
  } finally {
    await server.db.execute(sql`drop trigger away on ${name}`);
  }
}

/** Opens the link of the mail that asks whether the address is right. */
async function confirm({ email }: { readonly email: string }): Promise<void> {
  const { text } = await inbox.next(email, 'confirm');
  await server.visitor().fetch(linkIn(text));
}

function tokenIn({ text }: { readonly text: string }): string | null {
  return new URL(linkIn(text)).searchParams.get('token');
}

function linkIn(text: string): string {
  const [link] = /http:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

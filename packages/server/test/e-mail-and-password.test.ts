import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import {
  confirmAddress,
  linkIn,
  type MailingServer,
  startMailingServer,
  tokenIn,
  whileAway,
} from './support/mailing-server.ts';
import type { TestInbox } from './support/smtp-inbox.ts';
import { type Client, errorOf, PASSWORD, type TestServer } from './support/test-server.ts';

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
    await confirmAddress(mailing, ada);
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
    await confirmAddress(mailing, ada);
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
    await confirmAddress(mailing, { email: 'right.ada@test.example' });
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

    for (let i = 0; i < 5; i += 1) {
      const account = await server.signedUp();
      expect(await rename(account, 'flooded@test.example')).toBe(200);
      await server.db.delete(users).where(eq(users.id, account.id));
    }
    expect(await rename(third, 'flooded@test.example')).toBe(429);
    expect(await third.user()).toMatchObject({ email: third.email });
  });

  it('counts nothing for an address that has an account, whose mails are its own', async () => {
    const [ada, eve] = [await server.signedUp(), await server.signedUp()];
    for (let i = 0; i < 5; i += 1) {
      const taken = { newEmail: ada.email, currentPassword: PASSWORD };
      expect((await eve.call(change, taken)).status).toBe(409);
    }
    const { email } = ada;
    const answer = await ada.json('POST', '/api/auth/send-verification-email', { email });
    expect(answer.status).toBe(200);
  });

  it('leaves everything when the mail to the new address cannot be queued', async () => {
    const ada = await server.signedUp();
    const rename = { newEmail: 'unasked@test.example', currentPassword: PASSWORD };
    const answer = await whileAway(server, 'mails', () => ada.call(change, rename));
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
    await confirmAddress(mailing, ada);
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

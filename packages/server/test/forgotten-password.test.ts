import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAccount } from '../src/accounts/change-credentials.ts';
import { setPassword } from '../src/accounts/passwords.ts';
import { verifications } from '../src/accounts/schema.ts';
import { mails } from '../src/mail/schema.ts';
import {
  confirmAddress,
  type MailingServer,
  startMailingServer,
  tokenIn,
  whileAway,
} from './support/mailing-server.ts';
import type { TestInbox } from './support/smtp-inbox.ts';
import { errorOf, PASSWORD, type TestServer } from './support/test-server.ts';
import { untilWaiting } from './support/until-waiting.ts';

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
    await confirmAddress(mailing, ada);
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
    expect(await errorOf(await whileAway(server, 'mails', reset))).toMatchObject({ status: 503 });
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

  it('has a link that ends with its account', async () => {
    const { ada, token } = await linkedUp();
    await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    const answer = await server.visitor().json('POST', '/api/auth/check-reset-link', { token });
    expect(await answer.json()).toEqual({ valid: false });
    expect(await server.db.$count(verifications, eq(verifications.value, ada.id))).toBe(0);
  });

  it('is not replaced by a link that was asked for while the e-mail was changing', async () => {
    const { db } = server;
    const ada = await server.signedUp();
    await db.execute(sql`
      create function wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return new; end $$`);
    await db.execute(
      sql`create trigger held before insert on verifications for each row execute function wait_for_test()`,
    );
    const { email } = ada;
    const answer = Promise.withResolvers<Response>();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      const asked = server.visitor().json('POST', '/api/auth/request-password-reset', { email });
      asked.then(answer.resolve, answer.reject);
      await untilWaiting(db, '"verifications"');
      const change = { newEmail: 'safe.ada@test.example', currentPassword: PASSWORD };
      expect((await ada.call('updateUserEmailAndPassword', change)).status).toBe(200);
    });
    expect((await answer.promise).status).toBe(200);
    await db.execute(sql`drop trigger held on verifications`);
    await expect.poll(() => db.$count(verifications, eq(verifications.value, ada.id))).toBe(0);
  });
});

it('has a link that is not sent where the password changed since it was made', async () => {
  const { db } = server;
  const ada = await server.signedUp();
  const { email } = ada;
  const answer = Promise.withResolvers<Response>();
  await db.transaction(async (tx) => {
    await lockAccount(tx, ada.id);
    const asked = server.visitor().json('POST', '/api/auth/request-password-reset', { email });
    asked.then(answer.resolve, answer.reject);
    await untilWaiting(db, '"users"');
    await setPassword(tx, ada.id, 'a hash');
  });
  expect((await answer.promise).status).toBe(200);
  const isLink = and(eq(mails.recipient, email), eq(mails.link, 'passwordReset'));
  expect(await db.$count(mails, isLink)).toBe(0);
  const arrived = inbox.received.filter(({ to }) => to === email);
  expect(arrived.filter(({ subject }) => subject.includes('new password'))).toEqual([]);
});

/** Somebody new who has asked for a new password, and the token of the link. */
async function linkedUp() {
  const ada = await server.signedUp();
  const { email } = ada;
  await server.visitor().json('POST', '/api/auth/request-password-reset', { email });
  return { ada, token: tokenIn(await inbox.next(email, 'new password')) };
}

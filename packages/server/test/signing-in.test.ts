import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../src/http/schema.ts';
import { type MailingServer, startMailingServer, whileAway } from './support/mailing-server.ts';
import { readableLog } from './support/read-log.ts';
import { errorOf, PASSWORD, startTestServer, type TestServer } from './support/test-server.ts';

const { log, lines } = readableLog();
let mailing: MailingServer;
let server: TestServer;

beforeAll(async () => {
  mailing = await startMailingServer({ log });
  ({ server } = mailing);
});
afterAll(async () => {
  await mailing.close();
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
    const answer = await whileAway(server, 'sessions', () => server.visitor().signIn(ada.email));
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

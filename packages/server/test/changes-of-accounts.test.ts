import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeCredentials } from '../src/accounts/change-credentials.ts';
import { deleteAccount } from '../src/accounts/delete-account.ts';
import { sessions, users } from '../src/accounts/schema.ts';
import { createUserByAdmin } from '../src/admin/manage-users.ts';
import { rateLimits } from '../src/http/schema.ts';
import { createSandboxPayments } from '../src/payments/sandbox.ts';
import type { Database, OpenDatabase } from '../src/platform/database/database.ts';
import { lockUser } from '../src/platform/database/user-lock.ts';
import { openTestDatabase } from './support/test-database.ts';
import { errorOf, PASSWORD, startTestServer, type TestServer } from './support/test-server.ts';
import { untilWaiting } from './support/until-waiting.ts';

describe('computing a hash, which takes long', () => {
  let database: OpenDatabase;
  let db: Database;
  /** How many connections were in use at each hash. */
  let busy: number[];

  beforeEach(async () => {
    database = await openTestDatabase();
    db = database.db;
    busy = [];
    // Other files of tests share this process and its modules: these are loaded anew.
    vi.resetModules();
    vi.doMock('better-auth/crypto', async (readOriginal) => {
      const original = await readOriginal<typeof import('better-auth/crypto')>();
      const hashPassword = async (password: string) => {
        busy.push(database.pool.totalCount - database.pool.idleCount);
        return await original.hashPassword(password);
      };
      return { ...original, hashPassword };
    });
  });
  afterEach(async () => {
    vi.doUnmock('better-auth/crypto');
    vi.resetModules();
    await database.close();
  });

  it('keeps no connection from others', async () => {
    const { changeCredentials } = await import('../src/accounts/change-credentials.ts');
    const { createUser } = await import('../src/accounts/create-user.ts');
    const { verifyPasswordOf } = await import('../src/accounts/passwords.ts');
    const { createUserByAdmin, updateUserByAdmin } = await import('../src/admin/manage-users.ts');
    const { seedAdmin } = await import('../src/admin/seed-admin.ts');
    const now = new Date();
    const email = 'ada@test.example';
    const userId = await createUser(db, { email, password: PASSWORD, role: 'user', now });
    await changeCredentials(db, { userId, password: 'another one' });
    await updateUserByAdmin(db, { uid: userId, password: 'a third one' }, now);
    const dates = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const form = { email: 'bob@test.example', password: PASSWORD, adminPassword: PASSWORD };
    const verifiedHash = (await verifyPasswordOf(db, userId, 'a third one')) ?? '';
    const admin = { id: userId, verifiedHash };
    await createUserByAdmin(db, admin, { ...form, ...dates, subscriptionType: 'free' }, now);
    await seedAdmin(db, { email: 'boss@test.example', password: PASSWORD }, now);
    expect(busy).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('many changes of one account at once', () => {
  it('wait for nothing, so that others have the connections', async () => {
    const server = await startTestServer({}, { poolSize: 2 });
    try {
      const [ada, bob] = [await server.signedUp(), await server.signedUp()];
      const change = { newPassword: 'another one', currentPassword: PASSWORD };
      const ask = async () => await ada.call('updateUserEmailAndPassword', change);
      await server.db.transaction(async (tx) => {
        // As the first of them does, which has not come to its end yet.
        await tx.select().from(users).where(eq(users.id, ada.id)).for('no key update');
        for (const answer of await Promise.all([ask(), ask(), ask(), ask()])) {
          expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'conflict' });
        }
        expect(await bob.user()).toMatchObject({ id: bob.id });
        // Signing in makes a session, which refers to the account and changes nothing of it.
        expect((await server.visitor().signIn(ada.email)).status).toBe(200);
      });
      expect((await ask()).status).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('are not held up by a sign-in that is being written', async () => {
    const server = await startTestServer();
    try {
      const ada = await server.signedUp();
      await server.db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, ada.id)).for('key share');
        const change = { newPassword: 'another one', currentPassword: PASSWORD };
        expect((await ada.call('updateUserEmailAndPassword', change)).status).toBe(200);
      });
    } finally {
      await server.close();
    }
  });
});

describe('a password that changes while another request has verified the old one', () => {
  it('is not changed back by that request, nor is the e-mail', async () => {
    const server = await startTestServer();
    try {
      const { db } = server;
      const ada = await server.signedUp();
      const thief = { newEmail: 'thief@test.example', newPassword: 'of a thief' };
      const change = () =>
        ada.call('updateUserEmailAndPassword', { ...thief, currentPassword: PASSWORD });
      // The request counts its use when the password was found right, and waits there.
      const answer = await whileHeld(server, `changePassword:${ada.id}`, change, async () => {
        await changeCredentials(db, { userId: ada.id, password: 'another one' });
      });
      expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'wrong_password' });
      expect((await server.visitor().signIn(ada.email, 'another one')).status).toBe(200);
      expect((await server.visitor().signIn(ada.email, 'of a thief')).status).toBe(401);
    } finally {
      await server.close();
    }
  });

  it('makes no account that an admin’s request would make', async () => {
    const server = await startTestServer();
    try {
      const { db } = server;
      const admin = { id: (await server.admin()).id, verifiedHash: 'hash of the one before' };
      const email = 'of.a.thief@test.example';
      const request = { email, password: PASSWORD, subscriptionType: 'free' } as const;
      const dates = { startDate: '2026-01-01', endDate: '2027-01-01' };
      const made = createUserByAdmin(
        db,
        admin,
        { ...request, ...dates, adminPassword: PASSWORD },
        new Date(),
      );
      await expect(made).rejects.toMatchObject({ code: 'admin_verification_failed' });
      expect(await db.$count(users, eq(users.email, email))).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('leaves the account that the request would delete', async () => {
    const server = await startTestServer();
    try {
      const { db } = server;
      const ada = await server.signedUp();
      const answer = Promise.withResolvers<Response>();
      await db.transaction(async (tx) => {
        await lockUser(tx, ada.id);
        // Its password was right: it is about to delete.
        const deletion = ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
        deletion.then(answer.resolve, answer.reject);
        await untilWaiting(db, 'pg_advisory_xact_lock');
        await changeCredentials(db, { userId: ada.id, password: 'another one' });
      });
      expect(await errorOf(await answer.promise)).toMatchObject({ code: 'wrong_password' });
      expect((await server.visitor().signIn(ada.email, 'another one')).status).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('leaves the payments that the request would end', async () => {
    const server = await startTestServer();
    try {
      const { db } = server;
      const ada = await server.signedUp();
      const endNow = vi.fn(async () => {});
      const payments = { ...createSandboxPayments(db, () => new Date()), endNow };
      const parts = { db, payments, userData: { forgetUser: async () => {} } };
      await expect(deleteAccount(parts, ada.id, 'hash of the one before')).rejects.toMatchObject({
        code: 'wrong_password',
      });
      expect(endNow).not.toHaveBeenCalled();
      expect(await db.$count(users, eq(users.id, ada.id))).toBe(1);
    } finally {
      await server.close();
    }
  });
});

describe('a password that changes while somebody signs in with the old one', () => {
  it('leaves no session of theirs', async () => {
    const server = await startTestServer();
    try {
      const { db } = server;
      const ada = await server.signedUp();
      const visitor = server.visitor();
      await db.execute(sql`
        create function wait_for_test() returns trigger language plpgsql as
          $$ begin perform pg_advisory_xact_lock(1); return new; end $$`);
      await db.execute(
        sql`create trigger held before insert on sessions for each row execute function wait_for_test()`,
      );
      const answer = Promise.withResolvers<Response>();
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(1)`);
        // Its password was right: it is about to get a session.
        visitor.signIn(ada.email).then(answer.resolve, answer.reject);
        await untilWaiting(db, '"sessions"');
        await changeCredentials(db, { userId: ada.id, password: 'another one' });
      });
      expect(await errorOf(await answer.promise)).toMatchObject({ code: 'wrong_credentials' });
      expect(await db.$count(sessions)).toBe(0);
      expect((await visitor.signIn(ada.email, 'another one')).status).toBe(200);
      expect(await visitor.user()).toMatchObject({ id: ada.id });
    } finally {
      await server.close();
    }
  });
});

it('a password can be changed ten times in a quarter of an hour', async () => {
  const server = await startTestServer();
  try {
    const ada = await server.signedUp();
    const change = { newPassword: PASSWORD, currentPassword: PASSWORD };
    const ask = async () => await ada.call('updateUserEmailAndPassword', change);
    for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
  } finally {
    await server.close();
  }
});

/** Runs `act` when a request waits for the counter of this key, which goes on after that. */
async function whileHeld(
  { db }: TestServer,
  key: string,
  request: () => Promise<Response>,
  act: () => Promise<void>,
): Promise<Response> {
  const windowEndsAt = new Date(Date.now() + 60_000);
  await db.insert(rateLimits).values({ key, count: 0, windowEndsAt });
  const answer = Promise.withResolvers<Response>();
  await db.transaction(async (tx) => {
    await tx.select().from(rateLimits).where(eq(rateLimits.key, key)).for('update');
    request().then(answer.resolve, answer.reject);
    await untilWaiting(db, '"rate_limits"');
    await act();
  });
  return await answer.promise;
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUpAccounts } from '../src/accounts/clean-up.ts';
import { sessions, users, verifications } from '../src/accounts/schema.ts';
import { analyticsEvents } from '../src/analytics/schema.ts';
import { countUse } from '../src/http/rate-limit.ts';
import { rateLimits } from '../src/http/schema.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
});

it('cleaning up deletes what has expired and nothing else', async () => {
  const { db } = database;
  const now = new Date('2026-06-01T00:00:00Z');
  const [past, future] = [new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)];
  const userId = randomUUID();
  await db.insert(users).values({ id: userId, name: 'ada', email: 'ada@test.example' });
  for (const expiresAt of [past, future]) {
    await db.insert(sessions).values({ id: randomUUID(), token: randomUUID(), userId, expiresAt });
    const values = { id: randomUUID(), identifier: 'x', value: 'y', expiresAt };
    await db.insert(verifications).values(values);
  }
  const events = [new Date('2025-01-01T00:00:00Z'), past];
  for (const createdAt of events) {
    await db.insert(analyticsEvents).values({ name: 'screen_view', createdAt });
  }
  await countUse(db, 'contact', 'of-now');
  await db.insert(rateLimits).values({ key: 'old', count: 3, windowEndsAt: new Date(0) });

  await cleanUpAccounts(db, now);
  expect(await db.select().from(sessions)).toMatchObject([{ expiresAt: future }]);
  expect(await db.select().from(verifications)).toMatchObject([{ expiresAt: future }]);
  expect(await db.select().from(analyticsEvents)).toMatchObject([{ createdAt: past }]);
  expect(await db.select().from(rateLimits)).toMatchObject([{ key: 'contact:of-now' }]);
});

it('a limit holds against thirty uses at once, and begins anew after its window', async () => {
  const { db } = database;
  const uses = await Promise.allSettled(
    Array.from({ length: 30 }, () => countUse(db, 'contact', 'crowd')),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await db.update(rateLimits).set({ windowEndsAt: new Date(0) });
  await expect(countUse(db, 'contact', 'crowd')).resolves.toBeUndefined();
});

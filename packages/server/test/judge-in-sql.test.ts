import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { judgeInSql } from '../src/subscriptions/judge-in-sql.ts';
import {
  agreedSubscription,
  type SubscriptionRow,
} from '../src/subscriptions/read-subscription.ts';
import { subscriptions } from '../src/subscriptions/schema.ts';
import { openTestDatabase } from './support/test-database.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Starts at the end of long months and of a leap February, and in the middle. */
const STARTS = ['2023-01-31', '2024-02-29', '2025-12-31', '2026-02-10', '2026-03-30'];
/** Days before, on and after what begins, ends or renews there. */
const MOMENTS = [
  '2023-01-30T12:00:00.000Z',
  '2023-02-28T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2025-02-28T00:00:00.000Z',
  '2026-02-28T12:00:00.000Z',
  '2026-03-09T23:59:59.999Z',
  '2026-03-10T00:00:00.000Z',
  '2026-03-10T23:59:59.999Z',
  '2026-03-30T00:00:00.000Z',
  '2026-03-31T00:00:00.000Z',
  '2027-02-10T00:00:00.000Z',
];

function rows(): SubscriptionRow[] {
  const made: SubscriptionRow[] = [];
  for (const day of STARTS) {
    for (const provider of ['sandbox', 'stripe', 'admin'] as const) {
      for (const plan of ['monthly', 'yearly', null] as const) {
        for (const cancelled of [false, true]) {
          const startDate = new Date(`${day}T00:00:00.000Z`);
          const endDate = new Date(startDate);
          endDate.setUTCDate(endDate.getUTCDate() + 28);
          made.push({
            userId: `u-${made.length}`,
            type: plan === null && cancelled ? 'free' : 'paid',
            plan,
            provider,
            startDate,
            endDate,
            cancelledAt: cancelled ? startDate : null,
            providerSubscriptionId: null,
            updatedAt: startDate,
          });
        }
      }
    }
  }
  return made;
}

it('says in SQL what is said in TypeScript, at every moment, in any time zone', async () => {
  const { db } = opened;
  const made = rows();
  const people = [...made.map(({ userId }) => userId), 'without'];
  await db
    .insert(users)
    .values(people.map((id) => ({ id, name: id, email: `${id}@test.example` })));
  await db.insert(subscriptions).values(made);
  for (const moment of MOMENTS) {
    const now = new Date(moment);
    const judged = judgeInSql(now);
    const found = await db.transaction(async (tx) => {
      await tx.execute("set local time zone 'Pacific/Auckland'");
      return await tx
        .select({
          id: users.id,
          subscriptionType: judged.subscriptionType,
          subscriptionPlan: judged.subscriptionPlan,
          startDate: judged.startDate.mapWith(asInstant),
          endDate: judged.endDate.mapWith(asInstant),
        })
        .from(users)
        .leftJoin(subscriptions, eq(subscriptions.userId, users.id));
    });
    expect(found).toHaveLength(people.length);
    for (const { id, ...said } of found) {
      const row = made.find(({ userId }) => userId === id);
      const { subscriptionType, subscriptionPlan, startDate, endDate } = agreedSubscription(
        row,
        now,
      );
      const expected = { subscriptionType, subscriptionPlan, startDate, endDate };
      expect({ moment, row, ...said }).toEqual({ moment, row, ...expected });
    }
  }
});

const asInstant = (value: unknown) =>
  value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);

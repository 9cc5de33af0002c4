import { expect, test } from 'vitest';
import {
  agreedSubscription,
  judgeSubscription,
  type SubscriptionRow,
} from './read-subscription.ts';

const at = (text: string) => new Date(`${text}T00:00:00.000Z`);
const row: SubscriptionRow = {
  userId: 'u',
  type: 'paid',
  plan: 'monthly',
  provider: 'sandbox',
  startDate: at('2026-01-10'),
  endDate: at('2026-02-10'),
  cancelledAt: null,
  providerSubscriptionId: null,
  updatedAt: at('2026-01-10'),
};
const typeAt = (given: Partial<SubscriptionRow>, now: Date) =>
  judgeSubscription({ ...row, ...given }, now).subscriptionType;

test('without a row an account is free', () => {
  expect(judgeSubscription(undefined, at('2026-01-10'))).toMatchObject({
    subscriptionType: 'free',
    subscriptionPlan: null,
  });
});

test('a cancelled subscription lasts to the last moment of the paid period', () => {
  const cancelledAt = at('2026-01-12');
  expect(typeAt({ cancelledAt }, new Date(at('2026-02-10').getTime() - 1))).toBe('paid');
  expect(typeAt({ cancelledAt }, at('2026-02-10'))).toBe('free');
});

test('a sandbox subscription renews itself until it is cancelled', () => {
  const renewed = judgeSubscription(row, at('2026-02-10'));
  expect(renewed).toMatchObject({ subscriptionType: 'paid', endDate: at('2026-03-10') });
});

test('a late renewal by Stripe does not take premium away for a day', () => {
  const provider = 'stripe';
  expect(typeAt({ provider }, new Date('2026-02-10T23:59:59Z'))).toBe('paid');
  expect(typeAt({ provider }, at('2026-02-11'))).toBe('free');
  expect(typeAt({ provider, cancelledAt: at('2026-02-01') }, at('2026-02-10'))).toBe('free');
});

test('dates that an admin entered begin and end as entered', () => {
  const provider = 'admin';
  expect(typeAt({ provider }, new Date(at('2026-01-10').getTime() - 1))).toBe('free');
  expect(typeAt({ provider }, at('2026-01-10'))).toBe('paid');
  expect(typeAt({ provider }, at('2026-02-10'))).toBe('free');
});

test('what is yet to begin gives no rights, and admins see it as it was agreed', () => {
  const given: SubscriptionRow = { ...row, provider: 'admin', plan: 'yearly' };
  const { startDate, endDate } = row;
  const before = at('2026-01-09');
  expect(judgeSubscription(given, before)).toMatchObject({
    subscriptionType: 'free',
    subscriptionPlan: null,
    startDate: null,
  });
  const agreed = { subscriptionType: 'paid', subscriptionPlan: 'yearly', startDate, endDate };
  expect(agreedSubscription(given, before)).toMatchObject(agreed);
  // From then on there is no difference, and none after the end.
  for (const now of [startDate, at('2026-01-20'), endDate, at('2026-03-01')]) {
    expect(agreedSubscription(given, now)).toEqual(judgeSubscription(given, now));
  }
});

test('a free account keeps the dates that an admin entered, for the table', () => {
  expect(judgeSubscription({ ...row, type: 'free' }, at('2026-01-20'))).toMatchObject({
    subscriptionType: 'free',
    subscriptionPlan: null,
    startDate: at('2026-01-10'),
  });
});

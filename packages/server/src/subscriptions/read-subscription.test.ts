import { expect, test } from 'vitest';
import { judgeSubscription, type SubscriptionRow } from './read-subscription.ts';

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

test('a free account keeps the dates that an admin entered, for the table', () => {
  expect(judgeSubscription({ ...row, type: 'free' }, at('2026-01-20'))).toMatchObject({
    subscriptionType: 'free',
    subscriptionPlan: null,
    startDate: at('2026-01-10'),
  });
});

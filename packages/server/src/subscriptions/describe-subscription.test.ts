import { PLAN_PRICES } from '@moodreel/contract';
import { expect, test } from 'vitest';
import { describeSubscription } from './describe-subscription.ts';
import type { CurrentSubscription } from './read-subscription.ts';

const running: CurrentSubscription = {
  subscriptionType: 'paid',
  subscriptionPlan: 'yearly',
  startDate: new Date('2026-01-10T00:00:00.000Z'),
  endDate: new Date('2027-01-10T00:00:00.000Z'),
  cancelled: false,
  paymentDue: false,
  provider: 'stripe',
};
const nothing: CurrentSubscription = {
  ...running,
  subscriptionType: 'free',
  subscriptionPlan: null,
  provider: null,
};
const { amountCharged } = PLAN_PRICES.yearly;

test('who pays by Stripe has a card there, and so has who owes it a payment', () => {
  const paid = { given: false, hasCard: true, amountCharged };
  expect(describeSubscription(running, 'stripe', false)).toMatchObject(paid);
  expect(describeSubscription({ ...nothing, paymentDue: true }, 'stripe', false)).toMatchObject({
    ...paid,
    amountCharged: null,
  });
  expect(describeSubscription(nothing, 'stripe', false).hasCard).toBe(false);
});

test('an account that has paid by Stripe keeps the way to the invoices whatever it has now', () => {
  expect(describeSubscription(nothing, 'stripe', true)).toMatchObject({
    hasCard: false,
    hasInvoices: true,
  });
  expect(describeSubscription(running, 'stripe', true).hasInvoices).toBe(true);
  const given = { ...running, provider: 'admin' } as const;
  expect(describeSubscription(given, 'stripe', true).hasInvoices).toBe(true);
  expect(describeSubscription(nothing, 'stripe', false).hasInvoices).toBe(false);
  expect(describeSubscription(nothing, 'sandbox', true).hasInvoices).toBe(false);
});

test('what an admin gave where Stripe takes the payments is given, and nothing is charged', () => {
  expect(describeSubscription({ ...running, provider: 'admin' }, 'stripe', false)).toMatchObject({
    given: true,
    hasCard: false,
    amountCharged: null,
  });
  const ended = { ...nothing, provider: 'admin' } as const;
  expect(describeSubscription(ended, 'stripe', false).given).toBe(false);
});

test('what the sandbox gave before Stripe took the payments has no card, and can be kept', () => {
  const left = { ...running, provider: 'sandbox', cancelled: true } as const;
  expect(describeSubscription(left, 'stripe', false)).toMatchObject({
    given: false,
    hasCard: false,
  });
});

test('what an admin gave is not renewed, whoever takes the payments, nor is what was cancelled', () => {
  for (const takes of ['stripe', 'sandbox'] as const) {
    const renews = (now: Partial<CurrentSubscription>) =>
      describeSubscription({ ...running, ...now }, takes, false).renews;
    expect(renews({ provider: takes })).toBe(true);
    expect(renews({ provider: 'admin' })).toBe(false);
    expect(renews({ provider: takes, cancelled: true })).toBe(false);
    expect(describeSubscription(nothing, takes, false).renews).toBe(false);
  }
});

test('in a trial nobody has a card, and what an admin gave is like the rest', () => {
  for (const provider of ['sandbox', 'admin', 'stripe'] as const) {
    expect(describeSubscription({ ...running, provider }, 'sandbox', false)).toMatchObject({
      given: false,
      hasCard: false,
      amountCharged,
    });
  }
});

test('what an admin planned is told until it begins', () => {
  const given = { ...running, provider: 'admin' } as const;
  const planned = { startDate: '2026-01-10T00:00:00.000Z', endDate: '2027-01-10T00:00:00.000Z' };
  expect(describeSubscription(nothing, 'stripe', false, given).planned).toEqual(planned);
  expect(describeSubscription(given, 'stripe', false, given).planned).toBeNull();
  expect(describeSubscription(nothing, 'stripe', false, nothing).planned).toBeNull();
  // A payment whose word comes a moment before its time is none.
  expect(describeSubscription(nothing, 'stripe', false, running).planned).toBeNull();
});

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
  hasPaid: true,
};
const nothing: CurrentSubscription = {
  ...running,
  subscriptionType: 'free',
  subscriptionPlan: null,
  provider: null,
  hasPaid: false,
};
const { amountCharged } = PLAN_PRICES.yearly;

test('who pays by Stripe has a card there, and so has who owes it a payment', () => {
  const paid = { given: false, hasCard: true, amountCharged };
  expect(describeSubscription(running, 'stripe')).toMatchObject(paid);
  expect(describeSubscription({ ...nothing, paymentDue: true }, 'stripe')).toMatchObject({
    ...paid,
    amountCharged: null,
  });
  expect(describeSubscription(nothing, 'stripe').hasCard).toBe(false);
});

test('who has paid by Stripe keeps the way to the invoices when it has ended', () => {
  const ended = { ...nothing, hasPaid: true };
  expect(describeSubscription(ended, 'stripe')).toMatchObject({
    hasCard: false,
    hasInvoices: true,
  });
  expect(describeSubscription(running, 'stripe').hasInvoices).toBe(true);
  expect(describeSubscription(nothing, 'stripe').hasInvoices).toBe(false);
  expect(describeSubscription(ended, 'sandbox').hasInvoices).toBe(false);
});

test('what an admin gave where Stripe takes the payments is given, and nothing is charged', () => {
  expect(describeSubscription({ ...running, provider: 'admin' }, 'stripe')).toMatchObject({
    given: true,
    hasCard: false,
    amountCharged: null,
  });
  const ended = { ...nothing, provider: 'admin' } as const;
  expect(describeSubscription(ended, 'stripe').given).toBe(false);
});

test('what the sandbox gave before Stripe took the payments has no card, and can be kept', () => {
  const left = { ...running, provider: 'sandbox', cancelled: true } as const;
  expect(describeSubscription(left, 'stripe')).toMatchObject({ given: false, hasCard: false });
});

test('in a trial nobody has a card, and what an admin gave is like the rest', () => {
  for (const provider of ['sandbox', 'admin', 'stripe'] as const) {
    expect(describeSubscription({ ...running, provider }, 'sandbox')).toMatchObject({
      given: false,
      hasCard: false,
      amountCharged,
    });
  }
});

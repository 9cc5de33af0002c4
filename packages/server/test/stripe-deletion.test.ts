import { describe, expect, it } from 'vitest';
import { signEvent } from './support/stripe-host.ts';
import { customersOf, useStripe } from './support/stripe-tests.ts';
import { errorOf, isThere, PASSWORD } from './support/test-server.ts';

const t = useStripe();

const subscribe = () => t.ada.call('subscribe', { plan: 'monthly' });
const deleteAccount = () => t.ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
const payingCustomers = () => customersOf(t, t.ada).filter(({ deleted }) => !deleted);

describe('who deletes the account while a page for paying is opened', () => {
  it('leaves no customer at Stripe that was made too late', async () => {
    const made = t.host.holdNext('POST /v1/customers');
    const answer = subscribe();
    await made.isMade;
    expect((await deleteAccount()).status).toBe(200);
    made.release();
    expect(await errorOf(await answer)).toMatchObject({ status: 404, code: 'user_not_found' });
    expect(customersOf(t, t.ada)).toHaveLength(1);
    expect(payingCustomers()).toEqual([]);
  });

  it('keeps it where that was faster, and nobody can pay for what is gone', async () => {
    expect((await subscribe()).status).toBe(200);
    const [customer] = customersOf(t, t.ada);
    const ended = t.host.holdNext(`DELETE /v1/customers/${customer?.id}`);
    const answer = deleteAccount();
    await ended.isMade;
    expect((await subscribe()).status).toBe(200);
    ended.release();
    expect(await errorOf(await answer)).toMatchObject({ status: 409, code: 'conflict' });
    expect(await isThere(t.server.db, t.ada.id)).toBe(true);
    expect((await deleteAccount()).status).toBe(200);
    expect(customersOf(t, t.ada)).toHaveLength(2);
    expect(payingCustomers()).toEqual([]);
  });
});

describe('a subscription that was made on Stripe’s dashboard, for a customer of its own,', () => {
  it('ends with the account that it was made for', async () => {
    const subscription = t.pay('sub_of_dashboard', { customer: 'cus_of_dashboard' });
    await t.send(signEvent('customer.subscription.created', { id: subscription.id }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
    expect((await deleteAccount()).status).toBe(200);
    expect(subscription.status).toBe('canceled');
  });
});

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { paymentCustomers } from '../src/subscriptions/schema.ts';
import { runAdminCommand } from './support/admin-command.ts';
import { signEvent } from './support/stripe-host.ts';
import { customersOf, DAY_SECONDS, seconds, useStripe } from './support/stripe-tests.ts';
import { errorOf, isThere, PASSWORD } from './support/test-server.ts';

const t = useStripe();

describe('paying by Stripe', () => {
  it('happens on the page of Stripe, and premium begins with its event', async () => {
    const answer = await t.ada.call('subscribe', { plan: 'yearly' });
    expect(await answer.json()).toEqual({
      subscriptionType: 'free',
      checkoutUrl: 'https://checkout.stripe.test/cs_1',
    });
    const checkout = t.host.asked.findLast(({ request }) => request.endsWith('/checkout/sessions'));
    expect(Object.fromEntries(checkout?.body ?? [])).toMatchObject({
      mode: 'subscription',
      customer: `cus_${t.ada.id}`,
      'line_items[0][price]': 'price_year',
      'subscription_data[metadata][userId]': t.ada.id,
    });

    const { items } = t.pay('sub_year');
    items.data[0] = {
      current_period_start: seconds() - 60,
      current_period_end: seconds() + 365 * DAY_SECONDS,
      price: { id: 'price_year' },
    };
    const event = signEvent('checkout.session.completed', { subscription: 'sub_year' });
    expect((await t.send(event)).status).toBe(200);
    expect(await t.typeOf()).toMatchObject({
      subscriptionType: 'paid',
      subscriptionPlan: 'yearly',
    });
    const twice = await t.ada.call('subscribe', { plan: 'monthly' });
    expect((await errorOf(twice)).code).toBe('already_subscribed');
  });

  it.each([
    ['monthly', 'price_month'],
    ['yearly', 'price_year'],
  ])('asks the price of the %s plan for it', async (plan, price) => {
    expect((await t.ada.call('subscribe', { plan })).status).toBe(200);
    const checkout = t.host.asked.findLast(({ request }) => request.endsWith('/checkout/sessions'));
    expect(checkout?.request).toBe('POST /v1/checkout/sessions');
    expect(checkout?.body.get('customer')).toBe(`cus_${t.ada.id}`);
    expect(checkout?.body.get('line_items[0][price]')).toBe(price);
  });

  it('keeps the plan of who pays a price that was replaced since', async () => {
    const former = t.pay('sub_former');
    const [item] = former.items.data;
    for (const [interval, plan] of [
      ['year', 'yearly'],
      ['month', 'monthly'],
    ] as const) {
      const price = { id: `price_${interval}_of_before`, recurring: { interval } };
      if (item) former.items.data = [{ ...item, price }];
      await t.send(signEvent('customer.subscription.updated', { id: 'sub_former' }));
      expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', subscriptionPlan: plan });
    }
  });

  it('makes one customer per account', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    await t.ada.call('subscribe', { plan: 'monthly' });
    const made = t.host.asked.filter(
      ({ request, body }) =>
        request === 'POST /v1/customers' && body.get('metadata[userId]') === t.ada.id,
    );
    expect(made).toHaveLength(1);
  });

  it('is cancelled for the end of the period', async () => {
    const { items } = t.pay('sub_cancel');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_cancel' }));
    const answer = (await (await t.ada.call('unsubscribe', {})).json()) as { endDate: string };
    expect(new Date(answer.endDate).getTime() / 1000).toBe(items.data[0]?.current_period_end);
    expect(t.host.subscriptions.get('sub_cancel')?.cancel_at_period_end).toBe(true);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
  });

  it('goes on when who cancelled comes back to the same plan, without paying anew', async () => {
    t.pay('sub_back');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_back' }));
    await t.ada.call('unsubscribe', {});
    const other = await t.ada.call('subscribe', { plan: 'yearly' });
    expect((await errorOf(other)).code).toBe('already_subscribed');
    const same = await t.ada.call('subscribe', { plan: 'monthly' });
    expect(await same.json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    expect(t.host.subscriptions.get('sub_back')?.cancel_at_period_end).toBe(false);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });

  it('goes on, too, when the end was set as a date on a page of Stripe', async () => {
    const subscription = t.pay('sub_dated');
    subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    await t.send(signEvent('customer.subscription.updated', { id: 'sub_dated' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
    const answer = await t.ada.call('subscribe', { plan: 'monthly' });
    expect(await answer.json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    expect(subscription.cancel_at).toBeNull();
    await t.send(signEvent('customer.subscription.updated', { id: 'sub_dated' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });

  it('opens the portal of Stripe for who has paid', async () => {
    expect((await t.ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);
    await t.ada.call('subscribe', { plan: 'monthly' });
    const answer = await t.ada.json('POST', '/api/subscription/portal', {});
    expect(await answer.json()).toEqual({ url: 'https://portal.stripe.test/bps_1' });
  });

  it('leads back from the portal to the page that it was opened from, and to no other', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    const backTo = async (body: object) => {
      const { status } = await t.ada.json('POST', '/api/subscription/portal', body);
      const asked = t.host.asked.findLast(({ request }) => request.endsWith('portal/sessions'));
      return status === 200 ? new URL(asked?.body.get('return_url') ?? '').pathname : status;
    };
    expect(await backTo({ returnTo: 'profile' })).toBe('/Profile/editProf');
    expect(await backTo({})).toBe('/Subscription/CancelSub');
    expect(await backTo({ returnTo: 'https://evil.example' })).toBe(400);
  });

  it('says so when Stripe cannot be reached, and changes nothing', async () => {
    t.host.broken = true;
    const answer = await t.ada.call('subscribe', { plan: 'monthly' });
    expect(await errorOf(answer)).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('says what was not done when Stripe cannot be reached: cancelling, or opening its portal', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    t.pay('sub_not_ended');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_not_ended' }));
    t.host.broken = true;
    const cancelled = await errorOf(await t.ada.call('unsubscribe', {}));
    expect(cancelled).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(cancelled.message).toContain('the subscription was not cancelled');
    const portal = await errorOf(await t.ada.json('POST', '/api/subscription/portal', {}));
    expect(portal).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(portal.message).toContain('its page could not be opened');
  });

  it('begins once Stripe is well again, which keeps its failures for a day', async () => {
    t.host.broken = true;
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(502);
    t.host.broken = false;
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(t, t.ada)).toMatchObject([{ email: t.ada.email }]);
  });

  it('begins, too, with another e-mail than Stripe heard of at first', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    await t.server.db.delete(paymentCustomers).where(eq(paymentCustomers.userId, t.ada.id));
    const email = `moved.${t.ada.email}`;
    await t.server.db.update(users).set({ email }).where(eq(users.id, t.ada.id));
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(t, t.ada)).toMatchObject([{ email }]);
  });

  it('finds the customer that Stripe made although it said that it failed', async () => {
    t.host.broken = true;
    await t.ada.call('subscribe', { plan: 'monthly' });
    t.host.broken = false;
    t.host.customers.set('cus_made', {
      id: 'cus_made',
      userId: t.ada.id,
      email: '',
      deleted: false,
    });
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(t, t.ada)).toMatchObject([{ id: 'cus_made', email: t.ada.email }]);
  });

  it('finds the customer that was made under the same key with something else', async () => {
    const headers = { 'idempotency-key': `customer-${t.ada.id}` };
    const body = new URLSearchParams({ 'metadata[userId]': t.ada.id, description: 'Ada' });
    await fetch(`${t.host.url}/v1/customers`, { method: 'POST', headers, body });
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(t, t.ada)).toMatchObject([{ email: t.ada.email }]);
  });

  it('ends with the account, and nothing is deleted while Stripe cannot be told', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    t.host.broken = true;
    const request = { currentPassword: PASSWORD };
    const refused = await t.ada.json('DELETE', '/api/account', request);
    expect(await errorOf(refused)).toEqual({
      status: 502,
      code: 'payment_failed',
      message:
        'The payment service could not be reached, so the account was not deleted. Please try again later.',
    });
    expect(await isThere(t.server.db, t.ada.id)).toBe(true);
    t.host.broken = false;
    expect((await t.ada.json('DELETE', '/api/account', request)).status).toBe(200);
    expect(t.host.asked.map(({ request: asked }) => asked)).toContain(
      `DELETE /v1/customers/cus_${t.ada.id}`,
    );
  });
});

describe('an account that could not be deleted when Stripe had been told', () => {
  const remove = async () =>
    (await t.ada.json('DELETE', '/api/account', { currentPassword: PASSWORD })).status;
  const customers = () => customersOf(t, t.ada);

  beforeEach(async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    t.pay('sub_of_former');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_of_former' }));
    await t.server.db.execute(sql`create table keeps (user_id text references users)`);
    await t.server.db.execute(sql`insert into keeps values (${t.ada.id})`);
    expect(await remove()).toBe(500);
    await t.server.db.execute(sql`drop table keeps`);
    expect(customers()).toMatchObject([{ deleted: true }]);
    t.host.sessions.clear();
  });

  it('is deleted by the next try', async () => {
    expect(await remove()).toBe(200);
    expect(await isThere(t.server.db, t.ada.id)).toBe(false);
  });

  it('can pay again, as another customer, whom it takes along in the end', async () => {
    expect((await t.ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);
    const answers = [1, 2].map(async () => await t.ada.call('subscribe', { plan: 'monthly' }));
    const states = (await Promise.all(answers)).map(({ status }) => status);
    expect(states).toContain(200);
    expect(customers()).toMatchObject([{ deleted: true }, { deleted: false }]);
    const customer = customers()[1]?.id ?? '';
    const pages = [...t.host.sessions.values()].filter(({ status }) => status === 'open');
    expect(pages).toMatchObject([{ customer, client_reference_id: t.ada.id }]);
    t.pay('sub_of_other', { customer });
    await t.send(signEvent('customer.subscription.created', { id: 'sub_of_other' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
    expect((await t.ada.json('POST', '/api/subscription/portal', {})).status).toBe(200);
    expect(await remove()).toBe(200);
    expect(customers()).toMatchObject([{ deleted: true }, { deleted: true }]);
  });
});

describe('deleting an admin by the command', () => {
  it('ends what the admin pays, and deletes nothing while Stripe cannot be told', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    await t.server.db.update(users).set({ role: 'admin' }).where(eq(users.id, t.ada.id));
    t.host.broken = true;
    expect(
      await runAdminCommand(t.server, ['delete', t.ada.email], { environment: t.stripe }),
    ).toMatchObject({ code: 1 });
    expect(await isThere(t.server.db, t.ada.id)).toBe(true);
    t.host.broken = false;
    expect(
      await runAdminCommand(t.server, ['delete', t.ada.email], { environment: t.stripe }),
    ).toMatchObject({ code: 0 });
    expect(await isThere(t.server.db, t.ada.id)).toBe(false);
    expect(t.host.asked.map(({ request: asked }) => asked)).toContain(
      `DELETE /v1/customers/cus_${t.ada.id}`,
    );
  });
});

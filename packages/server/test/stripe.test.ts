import { PLAN_PRICES } from '@moodreel/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { paymentCustomers, subscriptions } from '../src/subscriptions/schema.ts';
import { runAdminCommand } from './support/admin-command.ts';
import { readableLog } from './support/read-log.ts';
import {
  addSubscription,
  type FakeSubscription,
  type StripeHost,
  sendEvent,
  signEvent,
  startStripeHost,
  stripeSettings,
} from './support/stripe-host.ts';
import {
  type Client,
  errorOf,
  isThere,
  PASSWORD,
  startTestServer,
  type TestServer,
} from './support/test-server.ts';

const { log, lines } = readableLog();
const DAY_SECONDS = 86_400;
let host: StripeHost;
let stripe: Record<string, string>;
let server: TestServer;
let ada: Client;

beforeAll(async () => {
  host = await startStripeHost();
  stripe = stripeSettings(host);
  server = await startTestServer(stripe, { log });
});
afterAll(async () => {
  await server.close();
  await host.close();
});
beforeEach(async () => {
  host.broken = false;
  ada = await server.signedUp();
});

const seconds = () => Math.floor(Date.now() / 1000);

/** Ada has paid: Stripe knows a subscription of hers. */
const pay = (id: string, more: Partial<FakeSubscription> = {}) =>
  addSubscription(host, ada.id, id, more);

/** The next period has begun a while ago, and its payment was declined. */
async function declineRenewal(subscription: FakeSubscription, secondsAgo: number): Promise<void> {
  const start = seconds() - secondsAgo;
  const price = { id: 'price_month' };
  const period = { current_period_start: start, current_period_end: start + 30 * DAY_SECONDS };
  subscription.start_date = start - 30 * DAY_SECONDS;
  subscription.items.data = [{ ...period, price }];
  // Stripe says so first, and tries the card an hour later.
  await send(signEvent('customer.subscription.updated', { id: subscription.id }));
  subscription.status = 'past_due';
  await send(signEvent('invoice.payment_failed', invoiceOf(subscription.id)));
}

const customersOf = ({ id }: Client) =>
  [...host.customers.values()].filter(({ userId }) => userId === id);

/** Ada's pages at Stripe on which one can still pay. */
const openPages = () =>
  [...host.sessions.values()].filter(
    ({ customer, status }) => customer === `cus_${ada.id}` && status === 'open',
  );

const send = async (event: ReturnType<typeof signEvent>) => await sendEvent(server.url, event);

const typeOf = async () =>
  (await (await ada.call('isSubscribed', {})).json()) as {
    subscriptionType: string;
    subscriptionPlan: string | null;
    cancelled: boolean;
    endDate: string | null;
  };

describe('paying by Stripe', () => {
  it('happens on the page of Stripe, and premium begins with its event', async () => {
    const answer = await ada.call('subscribe', { plan: 'yearly' });
    expect(await answer.json()).toEqual({
      subscriptionType: 'free',
      checkoutUrl: 'https://checkout.stripe.test/cs_1',
    });
    const checkout = host.asked.findLast(({ request }) => request.endsWith('/checkout/sessions'));
    expect(Object.fromEntries(checkout?.body ?? [])).toMatchObject({
      mode: 'subscription',
      customer: `cus_${ada.id}`,
      'line_items[0][price]': 'price_year',
      'subscription_data[metadata][userId]': ada.id,
    });

    const { items } = pay('sub_year');
    items.data[0] = {
      current_period_start: seconds() - 60,
      current_period_end: seconds() + 365 * DAY_SECONDS,
      price: { id: 'price_year' },
    };
    const event = signEvent('checkout.session.completed', { subscription: 'sub_year' });
    expect((await send(event)).status).toBe(200);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', subscriptionPlan: 'yearly' });
    const twice = await ada.call('subscribe', { plan: 'monthly' });
    expect((await errorOf(twice)).code).toBe('already_subscribed');
  });

  it.each([
    ['monthly', 'price_month'],
    ['yearly', 'price_year'],
  ])('asks the price of the %s plan for it', async (plan, price) => {
    expect((await ada.call('subscribe', { plan })).status).toBe(200);
    const checkout = host.asked.findLast(({ request }) => request.endsWith('/checkout/sessions'));
    expect(checkout?.request).toBe('POST /v1/checkout/sessions');
    expect(checkout?.body.get('customer')).toBe(`cus_${ada.id}`);
    expect(checkout?.body.get('line_items[0][price]')).toBe(price);
  });

  it('keeps the plan of who pays a price that was replaced since', async () => {
    const former = pay('sub_former');
    const [item] = former.items.data;
    for (const [interval, plan] of [
      ['year', 'yearly'],
      ['month', 'monthly'],
    ] as const) {
      const price = { id: `price_${interval}_of_before`, recurring: { interval } };
      if (item) former.items.data = [{ ...item, price }];
      await send(signEvent('customer.subscription.updated', { id: 'sub_former' }));
      expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', subscriptionPlan: plan });
    }
  });

  it('makes one customer per account', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    await ada.call('subscribe', { plan: 'monthly' });
    const made = host.asked.filter(
      ({ request, body }) =>
        request === 'POST /v1/customers' && body.get('metadata[userId]') === ada.id,
    );
    expect(made).toHaveLength(1);
  });

  it('is cancelled for the end of the period', async () => {
    const { items } = pay('sub_cancel');
    await send(signEvent('customer.subscription.created', { id: 'sub_cancel' }));
    const answer = (await (await ada.call('unsubscribe', {})).json()) as { endDate: string };
    expect(new Date(answer.endDate).getTime() / 1000).toBe(items.data[0]?.current_period_end);
    expect(host.subscriptions.get('sub_cancel')?.cancel_at_period_end).toBe(true);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
  });

  it('goes on when who cancelled comes back to the same plan, without paying anew', async () => {
    pay('sub_back');
    await send(signEvent('customer.subscription.created', { id: 'sub_back' }));
    await ada.call('unsubscribe', {});
    const other = await ada.call('subscribe', { plan: 'yearly' });
    expect((await errorOf(other)).code).toBe('already_subscribed');
    const same = await ada.call('subscribe', { plan: 'monthly' });
    expect(await same.json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    expect(host.subscriptions.get('sub_back')?.cancel_at_period_end).toBe(false);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });

  it('goes on, too, when the end was set as a date on a page of Stripe', async () => {
    const subscription = pay('sub_dated');
    subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    await send(signEvent('customer.subscription.updated', { id: 'sub_dated' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
    const answer = await ada.call('subscribe', { plan: 'monthly' });
    expect(await answer.json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    expect(subscription.cancel_at).toBeNull();
    await send(signEvent('customer.subscription.updated', { id: 'sub_dated' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });

  it('opens the portal of Stripe for who has paid', async () => {
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);
    await ada.call('subscribe', { plan: 'monthly' });
    const answer = await ada.json('POST', '/api/subscription/portal', {});
    expect(await answer.json()).toEqual({ url: 'https://portal.stripe.test/bps_1' });
  });

  it('leads back from the portal to the page that it was opened from, and to no other', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    const backTo = async (body: object) => {
      const { status } = await ada.json('POST', '/api/subscription/portal', body);
      const asked = host.asked.findLast(({ request }) => request.endsWith('portal/sessions'));
      return status === 200 ? new URL(asked?.body.get('return_url') ?? '').pathname : status;
    };
    expect(await backTo({ returnTo: 'profile' })).toBe('/Profile/editProf');
    expect(await backTo({})).toBe('/Subscription/CancelSub');
    expect(await backTo({ returnTo: 'https://evil.example' })).toBe(400);
  });

  it('says so when Stripe cannot be reached, and changes nothing', async () => {
    host.broken = true;
    const answer = await ada.call('subscribe', { plan: 'monthly' });
    expect(await errorOf(answer)).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('says what was not done when Stripe cannot be reached: cancelling, or opening its portal', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    pay('sub_not_ended');
    await send(signEvent('customer.subscription.created', { id: 'sub_not_ended' }));
    host.broken = true;
    const cancelled = await errorOf(await ada.call('unsubscribe', {}));
    expect(cancelled).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(cancelled.message).toContain('the subscription was not cancelled');
    const portal = await errorOf(await ada.json('POST', '/api/subscription/portal', {}));
    expect(portal).toMatchObject({ status: 502, code: 'payment_failed' });
    expect(portal.message).toContain('its page could not be opened');
  });

  it('begins once Stripe is well again, which keeps its failures for a day', async () => {
    host.broken = true;
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(502);
    host.broken = false;
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(ada)).toMatchObject([{ email: ada.email }]);
  });

  it('begins, too, with another e-mail than Stripe heard of at first', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    await server.db.delete(paymentCustomers).where(eq(paymentCustomers.userId, ada.id));
    const email = `moved.${ada.email}`;
    await server.db.update(users).set({ email }).where(eq(users.id, ada.id));
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(ada)).toMatchObject([{ email }]);
  });

  it('finds the customer that Stripe made although it said that it failed', async () => {
    host.broken = true;
    await ada.call('subscribe', { plan: 'monthly' });
    host.broken = false;
    host.customers.set('cus_made', { id: 'cus_made', userId: ada.id, email: '', deleted: false });
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(ada)).toMatchObject([{ id: 'cus_made', email: ada.email }]);
  });

  it('finds the customer that was made under the same key with something else', async () => {
    const headers = { 'idempotency-key': `customer-${ada.id}` };
    const body = new URLSearchParams({ 'metadata[userId]': ada.id, description: 'Ada' });
    await fetch(`${host.url}/v1/customers`, { method: 'POST', headers, body });
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(customersOf(ada)).toMatchObject([{ email: ada.email }]);
  });

  it('ends with the account, and nothing is deleted while Stripe cannot be told', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    host.broken = true;
    const request = { currentPassword: PASSWORD };
    const refused = await ada.json('DELETE', '/api/account', request);
    expect(await errorOf(refused)).toEqual({
      status: 502,
      code: 'payment_failed',
      message:
        'The payment service could not be reached, so the account was not deleted. Please try again later.',
    });
    expect(await isThere(server.db, ada.id)).toBe(true);
    host.broken = false;
    expect((await ada.json('DELETE', '/api/account', request)).status).toBe(200);
    expect(host.asked.map(({ request: asked }) => asked)).toContain(
      `DELETE /v1/customers/cus_${ada.id}`,
    );
  });
});

describe('an account that could not be deleted when Stripe had been told', () => {
  const remove = async () =>
    (await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD })).status;
  const customers = () => customersOf(ada);

  beforeEach(async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    pay('sub_of_former');
    await send(signEvent('customer.subscription.created', { id: 'sub_of_former' }));
    await server.db.execute(sql`create table keeps (user_id text references users)`);
    await server.db.execute(sql`insert into keeps values (${ada.id})`);
    expect(await remove()).toBe(500);
    await server.db.execute(sql`drop table keeps`);
    expect(customers()).toMatchObject([{ deleted: true }]);
    host.sessions.clear();
  });

  it('is deleted by the next try', async () => {
    expect(await remove()).toBe(200);
    expect(await isThere(server.db, ada.id)).toBe(false);
  });

  it('can pay again, as another customer, whom it takes along in the end', async () => {
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);
    const answers = [1, 2].map(async () => await ada.call('subscribe', { plan: 'monthly' }));
    const states = (await Promise.all(answers)).map(({ status }) => status);
    expect(states).toContain(200);
    expect(customers()).toMatchObject([{ deleted: true }, { deleted: false }]);
    const customer = customers()[1]?.id ?? '';
    const pages = [...host.sessions.values()].filter(({ status }) => status === 'open');
    expect(pages).toMatchObject([{ customer, client_reference_id: ada.id }]);
    pay('sub_of_other', { customer });
    await send(signEvent('customer.subscription.created', { id: 'sub_of_other' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(200);
    expect(await remove()).toBe(200);
    expect(customers()).toMatchObject([{ deleted: true }, { deleted: true }]);
  });
});

describe('one subscription an account', () => {
  const subscribe = async () => await ada.call('subscribe', { plan: 'monthly' });

  it('has one page to pay on: what was opened before can no longer be paid', async () => {
    // Of two at once the former may be told so instead of being given a page.
    const urls: string[] = [];
    for (const answer of [await subscribe(), ...(await Promise.all([subscribe(), subscribe()]))]) {
      urls.push(((await answer.json()) as { checkoutUrl: string }).checkoutUrl);
    }
    expect(new Set(urls).size).toBe(3);
    const [page, ...others] = openPages();
    expect(others).toEqual([]);
    expect(urls.slice(1)).toContain(page?.url);
  });

  it('is not sold again while the event of the payment is on its way', async () => {
    await subscribe();
    const [page] = openPages();
    if (page) page.status = 'complete';
    pay('sub_unreported');
    expect((await errorOf(await subscribe())).code).toBe('already_subscribed');
    expect(openPages()).toEqual([]);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('is not sold again when it is paid in the very moment', async () => {
    await subscribe();
    const [page] = openPages();
    if (!page) throw new Error('no page');
    page.payNow = () => {
      page.status = 'complete';
      pay('sub_in_time');
    };
    expect((await errorOf(await subscribe())).code).toBe('already_subscribed');
    expect(openPages()).toEqual([]);
  });

  it('stays as it is when a second one is paid, which is cancelled and paid back', async () => {
    const first = pay('sub_first');
    await send(signEvent('customer.subscription.created', { id: 'sub_first' }));
    await ada.call('unsubscribe', {});
    const second = pay('sub_second');
    await send(signEvent('customer.subscription.created', { id: 'sub_second' }));
    expect(second.status).toBe('canceled');
    expect(host.refunds).toContain('pi_of_in_sub_second');
    await send(signEvent('invoice.paid', invoiceOf('sub_second')));
    await send(signEvent('customer.subscription.deleted', { id: 'sub_second' }));
    expect(first.status).toBe('active');
    expect(host.refunds).not.toContain('pi_of_in_sub_first');
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
  });

  it('is paid back once, also when Stripe went away in between', async () => {
    pay('sub_kept');
    await send(signEvent('customer.subscription.created', { id: 'sub_kept' }));
    const second = pay('sub_surplus');
    const event = signEvent('customer.subscription.created', { id: 'sub_surplus' });
    host.broken = true;
    expect((await send(event)).status).toBe(500);
    host.broken = false;
    // Paid back, but not cancelled yet.
    host.refunds.add('pi_of_in_sub_surplus');
    expect((await send(event)).status).toBe(200);
    expect(second.status).toBe('canceled');
  });

  it('leaves alone what was not bought here', async () => {
    pay('sub_ours');
    await send(signEvent('customer.subscription.created', { id: 'sub_ours' }));
    const other = pay('sub_of_dashboard', { metadata: {}, customer: `cus_${ada.id}` });
    await server.db.insert(paymentCustomers).values({ userId: ada.id, customerId: other.customer });
    await send(signEvent('customer.subscription.created', { id: 'sub_of_dashboard' }));
    expect(other.status).toBe('active');
    await send(signEvent('customer.subscription.updated', { id: 'sub_ours' }));
    expect((await ada.call('unsubscribe', {})).status).toBe(200);
    expect(host.subscriptions.get('sub_ours')?.cancel_at_period_end).toBe(true);
  });

  it('is the one that is paid, and what was due beside it is cancelled', async () => {
    const due = pay('sub_owed');
    await declineRenewal(due, 3 * DAY_SECONDS);
    const paid = pay('sub_redeemed');
    await send(signEvent('customer.subscription.created', { id: 'sub_redeemed' }));
    expect([due.status, paid.status]).toEqual(['canceled', 'active']);
    await send(signEvent('customer.subscription.deleted', { id: 'sub_owed' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });
});

describe('what the sandbox gave', () => {
  it('ends with its period where Stripe takes the money, and keeps nobody from paying', async () => {
    const sandbox = await startTestServer();
    const bob = await sandbox.signedUp();
    await bob.call('subscribe', { plan: 'monthly' });
    // It was renewed once.
    await sandbox.db
      .update(subscriptions)
      .set({ startDate: new Date(Date.now() - 40 * DAY_SECONDS * 1000), endDate: new Date() });
    const details = async (client: Client) =>
      (await (await client.fetch('/api/subscription')).json()) as Record<string, unknown>;
    const before = await details(bob);

    const place = { DATABASE_URL: sandbox.databaseUrl, DATA_DIR: sandbox.dataDir };
    const later = await startTestServer({ ...stripe, ...place });
    const payer = later.visitor();
    await payer.signIn(bob.email);
    expect(await details(payer)).toEqual({
      ...before,
      cancelled: true,
      renews: false,
    });
    const answer = await payer.call('subscribe', { plan: 'yearly' });
    expect(await answer.json()).toMatchObject({ checkoutUrl: expect.stringContaining('https://') });
    later.advance(32 * DAY_SECONDS * 1000);
    expect(await details(payer)).toMatchObject({ subscriptionType: 'free', paymentDue: false });
    await later.close();
    await sandbox.close();
  });
});

describe('a renewal that is not paid', () => {
  const details = async () =>
    (await (await ada.fetch('/api/subscription')).json()) as Record<string, unknown>;

  it('leaves premium for a day after the paid period, not for the period that is due', async () => {
    const subscription = pay('sub_due_grace');
    await declineRenewal(subscription, DAY_SECONDS - 60);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
    expect(await details()).toMatchObject({ paymentDue: true });
    await declineRenewal(subscription, DAY_SECONDS);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
    expect(await details()).toMatchObject({ subscriptionType: 'free', paymentDue: true });
  });

  it('gives nothing for the periods that follow it', async () => {
    const subscription = pay('sub_due_again');
    await declineRenewal(subscription, 40 * DAY_SECONDS);
    const [item] = subscription.items.data;
    if (item) item.current_period_start += 30 * DAY_SECONDS;
    if (item) item.current_period_end += 30 * DAY_SECONDS;
    for (const status of ['past_due', 'unpaid']) {
      subscription.status = status;
      await send(signEvent('customer.subscription.updated', { id: subscription.id }));
      expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
    }
  });

  it('brings premium back when it is paid after all', async () => {
    const subscription = pay('sub_due_paid');
    await declineRenewal(subscription, 3 * DAY_SECONDS);
    subscription.status = 'active';
    await send(signEvent('invoice.paid', invoiceOf(subscription.id)));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
    expect(await details()).toMatchObject({ paymentDue: false });
  });

  it('can be cancelled, and then Stripe collects nothing any more', async () => {
    await declineRenewal(pay('sub_due_cancel'), 3 * DAY_SECONDS);
    const { endDate } = (await (await ada.call('unsubscribe', {})).json()) as { endDate: string };
    expect(new Date(endDate).getTime() / 1000).toBeLessThan(seconds() - 2 * DAY_SECONDS);
    expect(host.subscriptions.get('sub_due_cancel')?.status).toBe('canceled');
    expect(await details()).toMatchObject({ subscriptionType: 'free', paymentDue: false });
    expect((await errorOf(await ada.call('unsubscribe', {}))).code).toBe('not_subscribed');
  });

  it('is not answered with a second subscription, nor with a gift that would hide it', async () => {
    await declineRenewal(pay('sub_due_more'), 3 * DAY_SECONDS);
    const answer = await errorOf(await ada.call('subscribe', { plan: 'monthly' }));
    expect(answer).toMatchObject({ status: 409, code: 'already_subscribed' });
    expect(answer.message).toContain('has not arrived');
    const gift = { uid: ada.id, subscriptionType: 'paid' };
    const refused = await (await server.admin()).call('updateUser', gift);
    expect((await errorOf(refused)).code).toBe('conflict');
    await ada.call('unsubscribe', {});
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(openPages()).toHaveLength(1);
  });
});

describe('what an admin gave', () => {
  it('is told apart from what is paid by Stripe, which keeps the card', async () => {
    const details = async () => await (await ada.fetch('/api/subscription')).json();
    const gift = { uid: ada.id, subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    expect((await (await server.admin()).call('updateUser', gift)).status).toBe(200);
    const premium = { subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    const given = { ...premium, given: true, hasCard: false, amountCharged: null };
    expect(await details()).toMatchObject(given);
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);

    ada = await server.signedUp();
    pay('sub_not_given');
    await send(signEvent('customer.subscription.created', { id: 'sub_not_given' }));
    const { amountCharged } = PLAN_PRICES.monthly;
    expect(await details()).toMatchObject({
      ...premium,
      given: false,
      hasCard: true,
      amountCharged,
    });
  });
});

describe('what has ended', () => {
  it('leaves its invoices where they are found', async () => {
    const details = async () => await (await ada.fetch('/api/subscription')).json();
    await ada.call('subscribe', { plan: 'monthly' });
    expect(await details()).toMatchObject({ hasInvoices: false });
    const held = pay('sub_ended');
    await send(signEvent('customer.subscription.created', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({ hasCard: true, hasInvoices: true });
    held.status = 'canceled';
    await send(signEvent('customer.subscription.deleted', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({
      subscriptionType: 'free',
      hasCard: false,
      hasInvoices: true,
    });
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(200);

    // What an admin gives takes the place of what was paid, and leaves no way back to it.
    const gift = { uid: ada.id, subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    expect((await (await server.admin()).call('updateUser', gift)).status).toBe(200);
    await send(signEvent('customer.subscription.updated', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({ given: true, hasCard: false, hasInvoices: true });
  });
});

describe('deleting an admin by the command', () => {
  it('ends what the admin pays, and deletes nothing while Stripe cannot be told', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    await server.db.update(users).set({ role: 'admin' }).where(eq(users.id, ada.id));
    host.broken = true;
    expect(
      await runAdminCommand(server, ['delete', ada.email], { environment: stripe }),
    ).toMatchObject({ code: 1 });
    expect(await isThere(server.db, ada.id)).toBe(true);
    host.broken = false;
    expect(
      await runAdminCommand(server, ['delete', ada.email], { environment: stripe }),
    ).toMatchObject({ code: 0 });
    expect(await isThere(server.db, ada.id)).toBe(false);
    expect(host.asked.map(({ request: asked }) => asked)).toContain(
      `DELETE /v1/customers/cus_${ada.id}`,
    );
  });
});

describe('events of Stripe', () => {
  it('are believed only with a fresh signature of theirs', async () => {
    pay('sub_forged');
    const object = { id: 'sub_forged' };
    const type = 'customer.subscription.created';
    const forged = [
      signEvent(type, object, { secret: 'whsec_of_somebody_else' }),
      signEvent(type, object, { timestamp: seconds() - 3600 }),
      { ...signEvent(type, object), signature: '' },
      { ...signEvent(type, object), body: JSON.stringify({ id: 'evt_x', type }) },
    ];
    for (const event of forged) expect((await send(event)).status).toBe(400);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
    // Once for each kind of trouble: a wrong secret and another body look alike.
    const warned = lines.filter(({ msg }) => msg.includes('STRIPE_WEBHOOK_SECRET'));
    expect(warned).toMatchObject(
      [/^No signatures found/, /^Timestamp outside/, /^No stripe-signature header/].map(
        (message) => ({ level: 'warn', err: { message: expect.stringMatching(message) } }),
      ),
    );
    expect(JSON.stringify(warned)).not.toContain('sub_forged');
  });

  it('work once: a replayed one changes nothing', async () => {
    const subscription = pay('sub_replay');
    const event = signEvent('customer.subscription.updated', { id: 'sub_replay' });
    await send(event);
    subscription.status = 'canceled';
    subscription.ended_at = seconds() - 10;
    expect((await send(event)).status).toBe(200);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
    await send(signEvent('customer.subscription.deleted', { id: 'sub_replay' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('about what Stripe does not know are taken, or it would repeat them for days', async () => {
    const event = signEvent('customer.subscription.updated', { id: 'sub_unheard_of' });
    expect((await send(event)).status).toBe(200);
    // Of another account of Stripe, say: sent again with the right key it counts.
    pay('sub_unheard_of');
    expect((await send(event)).status).toBe(200);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('may arrive in any order: what Stripe says now counts', async () => {
    pay('sub_order', { status: 'canceled', ended_at: seconds() - 10 });
    await send(signEvent('customer.subscription.deleted', { id: 'sub_order' }));
    await send(signEvent('customer.subscription.created', { id: 'sub_order' }));
    await send(signEvent('invoice.paid', invoiceOf('sub_order')));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('of an old subscription do not end the new one', async () => {
    const old = pay('sub_old');
    await send(signEvent('customer.subscription.created', { id: 'sub_old' }));
    old.status = 'canceled';
    old.ended_at = seconds() - 5;
    pay('sub_new');
    await send(signEvent('customer.subscription.created', { id: 'sub_new' }));
    await send(signEvent('customer.subscription.deleted', { id: 'sub_old' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('extend the period when an invoice is paid', async () => {
    const subscription = pay('sub_renew');
    await send(signEvent('customer.subscription.created', { id: 'sub_renew' }));
    const [item] = subscription.items.data;
    if (item) item.current_period_end += 30 * DAY_SECONDS;
    await send(signEvent('invoice.paid', invoiceOf('sub_renew')));
    const { endDate } = await typeOf();
    expect(new Date(endDate ?? 0).getTime() / 1000).toBe(item?.current_period_end);
  });

  it('begin nothing before the first payment', async () => {
    pay('sub_open', { status: 'incomplete' });
    await send(signEvent('customer.subscription.created', { id: 'sub_open' }));
    expect(await typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('are asked for again when they could not be handled', async () => {
    pay('sub_retry');
    const event = signEvent('customer.subscription.created', { id: 'sub_retry' });
    host.broken = true;
    expect((await send(event)).status).toBe(500);
    host.broken = false;
    expect((await send(event)).status).toBe(200);
    expect(await typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('of accounts that are gone, and of other kinds, are taken and ignored', async () => {
    pay('sub_gone', { customer: 'cus_gone', metadata: {} });
    expect(
      (await send(signEvent('customer.subscription.updated', { id: 'sub_gone' }))).status,
    ).toBe(200);
    expect((await send(signEvent('charge.refunded', { id: 'ch_1' }))).status).toBe(200);
  });

  it('that tell of money for nobody are told of with all ids, once for each payment', async () => {
    const subscription = pay('sub_orphan', {
      customer: 'cus_orphan',
      metadata: { userId: 'gone' },
    });
    const invoice = { ...invoiceOf('sub_orphan'), customer: 'cus_orphan' };
    const paid = signEvent('invoice.paid', { ...invoice, amount_paid: 1500 });
    const others = [
      signEvent('customer.subscription.updated', { id: 'sub_orphan' }),
      signEvent('invoice.paid', { ...invoice, amount_paid: 0 }),
    ];
    for (const event of [paid, paid, ...others]) expect((await send(event)).status).toBe(200);
    expect(subscription.status).toBe('active');
    const told = lines.filter(
      ({ level, msg }) => level === 'warn' && /without an account/.test(msg),
    );
    expect(told).toEqual([
      expect.objectContaining({
        event: paid.id,
        subscription: 'sub_orphan',
        invoice: 'in_1',
        customer: 'cus_orphan',
      }),
    ]);
  });
});

function invoiceOf(subscription: string) {
  return { id: 'in_1', parent: { subscription_details: { subscription } } };
}

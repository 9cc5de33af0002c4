import { PLAN_PRICES } from '@moodreel/contract';
import { describe, expect, it } from 'vitest';
import { paymentCustomers, subscriptions } from '../src/subscriptions/schema.ts';
import { type FakeSubscription, signEvent } from './support/stripe-host.ts';
import { DAY_SECONDS, invoiceOf, seconds, useStripe } from './support/stripe-tests.ts';
import { type Client, errorOf, startTestServer } from './support/test-server.ts';

const t = useStripe();

/** The next period has begun a while ago, and its payment was declined. */
async function declineRenewal(subscription: FakeSubscription, secondsAgo: number): Promise<void> {
  const start = seconds() - secondsAgo;
  const price = { id: 'price_month' };
  const period = { current_period_start: start, current_period_end: start + 30 * DAY_SECONDS };
  subscription.start_date = start - 30 * DAY_SECONDS;
  subscription.items.data = [{ ...period, price }];
  // Stripe says so first, and tries the card an hour later.
  await t.send(signEvent('customer.subscription.updated', { id: subscription.id }));
  subscription.status = 'past_due';
  await t.send(signEvent('invoice.payment_failed', invoiceOf(subscription.id)));
}

/** Ada's pages at Stripe on which one can still pay. */
const openPages = () =>
  [...t.host.sessions.values()].filter(
    ({ customer, status }) => customer === `cus_${t.ada.id}` && status === 'open',
  );

describe('one subscription an account', () => {
  const subscribe = async () => await t.ada.call('subscribe', { plan: 'monthly' });

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
    t.pay('sub_unreported');
    expect((await errorOf(await subscribe())).code).toBe('already_subscribed');
    expect(openPages()).toEqual([]);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('is not sold again when it is paid in the very moment', async () => {
    await subscribe();
    const [page] = openPages();
    if (!page) throw new Error('no page');
    page.payNow = () => {
      page.status = 'complete';
      t.pay('sub_in_time');
    };
    expect((await errorOf(await subscribe())).code).toBe('already_subscribed');
    expect(openPages()).toEqual([]);
  });

  it('stays as it is when a second one is paid, which is cancelled and paid back', async () => {
    const first = t.pay('sub_first');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_first' }));
    await t.ada.call('unsubscribe', {});
    const second = t.pay('sub_second');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_second' }));
    expect(second.status).toBe('canceled');
    expect(t.host.refunds).toContain('pi_of_in_sub_second');
    await t.send(signEvent('invoice.paid', invoiceOf('sub_second')));
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_second' }));
    expect(first.status).toBe('active');
    expect(t.host.refunds).not.toContain('pi_of_in_sub_first');
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: true });
  });

  it('is paid back once, also when Stripe went away in between', async () => {
    t.pay('sub_kept');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_kept' }));
    const second = t.pay('sub_surplus');
    const event = signEvent('customer.subscription.created', { id: 'sub_surplus' });
    t.host.broken = true;
    expect((await t.send(event)).status).toBe(500);
    t.host.broken = false;
    // Paid back, but not cancelled yet.
    t.host.refunds.add('pi_of_in_sub_surplus');
    expect((await t.send(event)).status).toBe(200);
    expect(second.status).toBe('canceled');
  });

  it('leaves alone what was not bought here', async () => {
    t.pay('sub_ours');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_ours' }));
    const other = t.pay('sub_of_dashboard', { metadata: {}, customer: `cus_${t.ada.id}` });
    await t.server.db
      .insert(paymentCustomers)
      .values({ userId: t.ada.id, customerId: other.customer });
    await t.send(signEvent('customer.subscription.created', { id: 'sub_of_dashboard' }));
    expect(other.status).toBe('active');
    await t.send(signEvent('customer.subscription.updated', { id: 'sub_ours' }));
    expect((await t.ada.call('unsubscribe', {})).status).toBe(200);
    expect(t.host.subscriptions.get('sub_ours')?.cancel_at_period_end).toBe(true);
  });

  it('is the one that is paid, and what was due beside it is cancelled', async () => {
    const due = t.pay('sub_owed');
    await declineRenewal(due, 3 * DAY_SECONDS);
    const paid = t.pay('sub_redeemed');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_redeemed' }));
    expect([due.status, paid.status]).toEqual(['canceled', 'active']);
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_owed' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
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
    const later = await startTestServer({ ...t.stripe, ...place });
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
    (await (await t.ada.fetch('/api/subscription')).json()) as Record<string, unknown>;

  it('leaves premium for a day after the paid period, not for the period that is due', async () => {
    const subscription = t.pay('sub_due_grace');
    await declineRenewal(subscription, DAY_SECONDS - 60);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
    expect(await details()).toMatchObject({ paymentDue: true });
    await declineRenewal(subscription, DAY_SECONDS);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
    expect(await details()).toMatchObject({ subscriptionType: 'free', paymentDue: true });
  });

  it('gives nothing for the periods that follow it', async () => {
    const subscription = t.pay('sub_due_again');
    await declineRenewal(subscription, 40 * DAY_SECONDS);
    const [item] = subscription.items.data;
    if (item) item.current_period_start += 30 * DAY_SECONDS;
    if (item) item.current_period_end += 30 * DAY_SECONDS;
    for (const status of ['past_due', 'unpaid']) {
      subscription.status = status;
      await t.send(signEvent('customer.subscription.updated', { id: subscription.id }));
      expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
    }
  });

  it('brings premium back when it is paid after all', async () => {
    const subscription = t.pay('sub_due_paid');
    await declineRenewal(subscription, 3 * DAY_SECONDS);
    subscription.status = 'active';
    await t.send(signEvent('invoice.paid', invoiceOf(subscription.id)));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', cancelled: false });
    expect(await details()).toMatchObject({ paymentDue: false });
  });

  it('can be cancelled, and then Stripe collects nothing any more', async () => {
    await declineRenewal(t.pay('sub_due_cancel'), 3 * DAY_SECONDS);
    const { endDate } = (await (await t.ada.call('unsubscribe', {})).json()) as { endDate: string };
    expect(new Date(endDate).getTime() / 1000).toBeLessThan(seconds() - 2 * DAY_SECONDS);
    expect(t.host.subscriptions.get('sub_due_cancel')?.status).toBe('canceled');
    expect(await details()).toMatchObject({ subscriptionType: 'free', paymentDue: false });
    expect((await errorOf(await t.ada.call('unsubscribe', {}))).code).toBe('not_subscribed');
  });

  it('is not answered with a second subscription, nor with a gift that would hide it', async () => {
    await declineRenewal(t.pay('sub_due_more'), 3 * DAY_SECONDS);
    const answer = await errorOf(await t.ada.call('subscribe', { plan: 'monthly' }));
    expect(answer).toMatchObject({ status: 409, code: 'already_subscribed' });
    expect(answer.message).toContain('has not arrived');
    const gift = { uid: t.ada.id, subscriptionType: 'paid' };
    const refused = await (await t.server.admin()).call('updateUser', gift);
    expect((await errorOf(refused)).code).toBe('conflict');
    await t.ada.call('unsubscribe', {});
    expect((await t.ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(openPages()).toHaveLength(1);
  });
});

describe('what an admin gave', () => {
  it('is told apart from what is paid by Stripe, which keeps the card', async () => {
    const details = async () => await (await t.ada.fetch('/api/subscription')).json();
    const gift = { uid: t.ada.id, subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    expect((await (await t.server.admin()).call('updateUser', gift)).status).toBe(200);
    const premium = { subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    const given = { ...premium, given: true, hasCard: false, amountCharged: null };
    expect(await details()).toMatchObject(given);
    expect((await t.ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);

    t.ada = await t.server.signedUp();
    t.pay('sub_not_given');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_not_given' }));
    const { amountCharged } = PLAN_PRICES.monthly;
    expect(await details()).toMatchObject({
      ...premium,
      given: false,
      hasCard: true,
      amountCharged,
    });
  });
});

describe('a subscription that begins by a clock ahead of ours', () => {
  it('is there at once for who has paid', async () => {
    t.pay('sub_ahead', { start_date: seconds() + 120 });
    await t.send(signEvent('customer.subscription.created', { id: 'sub_ahead' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });
});

describe('a page for paying that was open when an admin gave Premium', () => {
  const give = async () => {
    const endDate = new Date((seconds() + 400 * DAY_SECONDS) * 1000).toISOString();
    const gift = { uid: t.ada.id, subscriptionType: 'paid', subscriptionPlan: 'yearly', endDate };
    expect((await (await t.server.admin()).call('updateUser', gift)).status).toBe(200);
    return endDate;
  };

  it('sells nothing any more: what is paid there is paid back, and what was given stays', async () => {
    await t.ada.call('subscribe', { plan: 'monthly' });
    const endDate = await give();
    const paid = t.pay('sub_beside_gift', { start_date: seconds() + 5 });
    await t.send(signEvent('customer.subscription.created', { id: paid.id }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid', endDate });
    expect(t.host.refunds).toContain('pi_of_in_sub_beside_gift');
    expect(paid.status).toBe('canceled');
  });

  it('counts when it was paid before, and only its event came later', async () => {
    const paid = t.pay('sub_before_gift');
    await give();
    await t.send(signEvent('customer.subscription.created', { id: paid.id }));
    expect(await t.typeOf()).toMatchObject({ subscriptionPlan: 'monthly', cancelled: false });
    expect(paid.status).toBe('active');
  });
});

describe('what has ended', () => {
  it('leaves its invoices where they are found', async () => {
    const details = async () => await (await t.ada.fetch('/api/subscription')).json();
    await t.ada.call('subscribe', { plan: 'monthly' });
    expect(await details()).toMatchObject({ hasInvoices: false });
    const held = t.pay('sub_ended');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({ hasCard: true, hasInvoices: true });
    held.status = 'canceled';
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({
      subscriptionType: 'free',
      hasCard: false,
      hasInvoices: true,
    });
    expect((await t.ada.json('POST', '/api/subscription/portal', {})).status).toBe(200);

    // What an admin gives takes the place of what was paid, and leaves no way back to it.
    const gift = { uid: t.ada.id, subscriptionType: 'paid', subscriptionPlan: 'monthly' };
    expect((await (await t.server.admin()).call('updateUser', gift)).status).toBe(200);
    await t.send(signEvent('customer.subscription.updated', { id: 'sub_ended' }));
    expect(await details()).toMatchObject({ given: true, hasCard: false, hasInvoices: true });
  });
});

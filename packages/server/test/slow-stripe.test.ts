import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addSubscription,
  type StripeHost,
  sendEvent,
  signEvent,
  startStripeHost,
  stripeSettings,
} from './support/stripe-host.ts';
import { type Client, errorOf, startTestServer, type TestServer } from './support/test-server.ts';

// Stripe answers late, and everybody shares one connection to the database.
let host: StripeHost;
let server: TestServer;
let ada: Client;

beforeAll(async () => {
  host = await startStripeHost();
  server = await startTestServer(stripeSettings(host), { poolSize: 1 });
});
afterAll(async () => {
  await server.close();
  await host.close();
});
beforeEach(async () => {
  ada = await server.signedUp();
});

const send = async (type: string, id: string) =>
  (await sendEvent(server.url, signEvent(`customer.subscription.${type}`, { id }))).status;
const subscribe = async (client: Client) => await client.call('subscribe', { plan: 'monthly' });
const details = async (client: Client) =>
  (await (await client.fetch('/api/subscription')).json()) as Record<string, unknown>;
const openPages = () =>
  [...host.sessions.values()].filter(
    ({ customer, status }) => customer === `cus_${ada.id}` && status === 'open',
  );

describe('while Stripe takes its time', () => {
  it('others are served, and whoever waits for it is answered in the end', async () => {
    const [eve, bob] = [await server.signedUp(), await server.signedUp()];
    addSubscription(host, eve.id, 'sub_of_eve');
    expect(await send('created', 'sub_of_eve')).toBe(200);
    addSubscription(host, bob.id, 'sub_of_bob');

    const held = [
      host.holdNext('POST /v1/checkout/sessions'),
      host.holdNext('POST /v1/subscriptions/sub_of_eve'),
      host.holdNext('GET /v1/subscriptions/sub_of_bob'),
    ];
    const waiting = [
      subscribe(ada).then(({ status }) => status),
      eve.call('unsubscribe', {}).then(({ status }) => status),
      send('created', 'sub_of_bob'),
    ];
    await Promise.all(held.map(({ isMade }) => isMade));

    const zoe = await server.signedUp();
    expect(await details(zoe)).toMatchObject({ subscriptionType: 'free' });
    // Not even the users in question wait, where Stripe is not asked.
    expect(await details(eve)).toMatchObject({ subscriptionType: 'paid', cancelled: false });

    for (const { release } of held) release();
    expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
    expect(await details(eve)).toMatchObject({ subscriptionType: 'paid', cancelled: true });
    expect(await details(bob)).toMatchObject({ subscriptionType: 'paid' });
  });
});

describe('an answer that was overtaken', () => {
  it('does not overwrite what Stripe said since', async () => {
    const subscription = addSubscription(host, ada.id, 'sub_late');
    // First it is asked whose subscription this is, then what it is.
    const first = host.holdNext('GET /v1/subscriptions/sub_late');
    const created = send('created', 'sub_late');
    await first.isMade;
    const second = host.holdNext('GET /v1/subscriptions/sub_late');
    first.release();
    await second.isMade;
    subscription.status = 'canceled';
    subscription.ended_at = subscription.start_date + 1;
    expect(await send('deleted', 'sub_late')).toBe(200);
    second.release();
    expect(await created).toBe(200);
    expect(await details(ada)).toMatchObject({ subscriptionType: 'free' });
  });

  it('does not make a cancellation look like one that came too late', async () => {
    const subscription = addSubscription(host, ada.id, 'sub_owed');
    await send('created', 'sub_owed');
    subscription.status = 'past_due';
    const cancelled = host.holdNext('DELETE /v1/subscriptions/sub_owed');
    const answer = ada.call('unsubscribe', {});
    await cancelled.isMade;
    expect(await send('deleted', 'sub_owed')).toBe(200);
    cancelled.release();
    expect((await answer).status).toBe(200);
    expect(await details(ada)).toMatchObject({ subscriptionType: 'free', paymentDue: false });
  });

  it('does not refuse who takes a cancellation back', async () => {
    addSubscription(host, ada.id, 'sub_back', { cancel_at_period_end: true });
    await send('created', 'sub_back');
    const resumed = host.holdNext('POST /v1/subscriptions/sub_back');
    const answer = subscribe(ada);
    await resumed.isMade;
    expect(await send('updated', 'sub_back')).toBe(200);
    resumed.release();
    expect(await (await answer).json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    expect(await details(ada)).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });
});

describe('the page for paying', () => {
  it('is the one that was asked for last, also when the one before is opened late', async () => {
    const late = host.holdNext('POST /v1/checkout/sessions');
    const first = subscribe(ada);
    await late.isMade;
    const { checkoutUrl } = (await (await subscribe(ada)).json()) as { checkoutUrl: string };
    late.release();
    expect(await errorOf(await first)).toMatchObject({ status: 409, code: 'conflict' });
    expect(openPages().map(({ url }) => url)).toEqual([checkoutUrl]);
  });

  it('is left alone by a request that came before it', async () => {
    await subscribe(ada);
    const [own] = openPages();
    if (own) host.sessions.set('cs_later', { ...own, id: 'cs_later', metadata: { turn: '3' } });
    await subscribe(ada);
    expect(openPages().map(({ metadata }) => metadata.turn)).toEqual(['3', '2']);
  });
});

describe('a second subscription', () => {
  it('is paid back once when Stripe reports it three times at once', async () => {
    addSubscription(host, ada.id, 'sub_one');
    await send('created', 'sub_one');
    const second = addSubscription(host, ada.id, 'sub_two');
    const refunds = Array.from({ length: 3 }, () => host.holdNext('POST /v1/refunds'));
    const sent = ['created', 'updated', 'resumed'].map(async (type) => await send(type, 'sub_two'));
    await Promise.all(refunds.map(({ isMade }) => isMade));
    for (const { release } of refunds) release();
    expect(await Promise.all(sent)).toEqual([200, 200, 200]);
    expect(second.status).toBe('canceled');
    expect(host.subscriptions.get('sub_one')?.status).toBe('active');
    expect(await details(ada)).toMatchObject({ subscriptionType: 'paid', cancelled: false });
  });
});

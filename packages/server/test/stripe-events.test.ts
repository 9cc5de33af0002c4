import { describe, expect, it } from 'vitest';
import { signEvent } from './support/stripe-host.ts';
import { DAY_SECONDS, invoiceOf, seconds, useStripe } from './support/stripe-tests.ts';

const t = useStripe();

describe('events of Stripe', () => {
  it('are believed only with a fresh signature of theirs', async () => {
    t.pay('sub_forged');
    const object = { id: 'sub_forged' };
    const type = 'customer.subscription.created';
    const forged = [
      signEvent(type, object, { secret: 'whsec_of_somebody_else' }),
      signEvent(type, object, { timestamp: seconds() - 3600 }),
      { ...signEvent(type, object), signature: '' },
      { ...signEvent(type, object), body: JSON.stringify({ id: 'evt_x', type }) },
    ];
    for (const event of forged) expect((await t.send(event)).status).toBe(400);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
    // Once for each kind of trouble: a wrong secret and another body look alike.
    const warned = t.lines.filter(({ msg }) => msg.includes('STRIPE_WEBHOOK_SECRET'));
    expect(warned).toMatchObject(
      [/^No signatures found/, /^Timestamp outside/, /^No stripe-signature header/].map(
        (message) => ({ level: 'warn', err: { message: expect.stringMatching(message) } }),
      ),
    );
    expect(JSON.stringify(warned)).not.toContain('sub_forged');
  });

  it('work once: a replayed one changes nothing', async () => {
    const subscription = t.pay('sub_replay');
    const event = signEvent('customer.subscription.updated', { id: 'sub_replay' });
    await t.send(event);
    subscription.status = 'canceled';
    subscription.ended_at = seconds() - 10;
    expect((await t.send(event)).status).toBe(200);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_replay' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('about what Stripe does not know are taken, or it would repeat them for days', async () => {
    const event = signEvent('customer.subscription.updated', { id: 'sub_unheard_of' });
    expect((await t.send(event)).status).toBe(200);
    // Of another account of Stripe, say: sent again with the right key it counts.
    t.pay('sub_unheard_of');
    expect((await t.send(event)).status).toBe(200);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('may arrive in any order: what Stripe says now counts', async () => {
    t.pay('sub_order', { status: 'canceled', ended_at: seconds() - 10 });
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_order' }));
    await t.send(signEvent('customer.subscription.created', { id: 'sub_order' }));
    await t.send(signEvent('invoice.paid', invoiceOf('sub_order')));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('of an old subscription do not end the new one', async () => {
    const old = t.pay('sub_old');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_old' }));
    old.status = 'canceled';
    old.ended_at = seconds() - 5;
    t.pay('sub_new');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_new' }));
    await t.send(signEvent('customer.subscription.deleted', { id: 'sub_old' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('extend the period when an invoice is paid', async () => {
    const subscription = t.pay('sub_renew');
    await t.send(signEvent('customer.subscription.created', { id: 'sub_renew' }));
    const [item] = subscription.items.data;
    if (item) item.current_period_end += 30 * DAY_SECONDS;
    await t.send(signEvent('invoice.paid', invoiceOf('sub_renew')));
    const { endDate } = await t.typeOf();
    expect(new Date(endDate ?? 0).getTime() / 1000).toBe(item?.current_period_end);
  });

  it('begin nothing before the first payment', async () => {
    t.pay('sub_open', { status: 'incomplete' });
    await t.send(signEvent('customer.subscription.created', { id: 'sub_open' }));
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'free' });
  });

  it('are asked for again when they could not be handled', async () => {
    t.pay('sub_retry');
    const event = signEvent('customer.subscription.created', { id: 'sub_retry' });
    t.host.broken = true;
    expect((await t.send(event)).status).toBe(500);
    t.host.broken = false;
    expect((await t.send(event)).status).toBe(200);
    expect(await t.typeOf()).toMatchObject({ subscriptionType: 'paid' });
  });

  it('of accounts that are gone, and of other kinds, are taken and ignored', async () => {
    t.pay('sub_gone', { customer: 'cus_gone', metadata: {} });
    expect(
      (await t.send(signEvent('customer.subscription.updated', { id: 'sub_gone' }))).status,
    ).toBe(200);
    expect((await t.send(signEvent('charge.refunded', { id: 'ch_1' }))).status).toBe(200);
  });

  it('that tell of money for nobody are told of with all ids, once for each payment', async () => {
    const subscription = t.pay('sub_orphan', {
      customer: 'cus_orphan',
      metadata: { userId: 'gone' },
    });
    const invoice = { ...invoiceOf('sub_orphan'), customer: 'cus_orphan' };
    const paid = signEvent('invoice.paid', { ...invoice, amount_paid: 1500 });
    const others = [
      signEvent('customer.subscription.updated', { id: 'sub_orphan' }),
      signEvent('invoice.paid', { ...invoice, amount_paid: 0 }),
    ];
    for (const event of [paid, paid, ...others]) expect((await t.send(event)).status).toBe(200);
    expect(subscription.status).toBe('active');
    const told = t.lines.filter(
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

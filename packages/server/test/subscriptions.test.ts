import { PLAN_PRICES } from '@moodreel/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedVideo } from './support/seed-video.ts';
import { type Client, errorOf } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const HOUR_MS = 3_600_000;
const server = useServer();
let ada: Client;

beforeEach(async () => {
  ada = await server.signedUp();
});

async function details(client: Client) {
  const answer = await client.fetch('/api/subscription');
  return (await answer.json()) as {
    subscriptionType: string;
    subscriptionPlan: string | null;
    startDate: string;
    endDate: string;
    cancelled: boolean;
    amountCharged: string | null;
  };
}

const passTo = (instant: string) => server.advance(new Date(instant).getTime() - serverNow);
let serverNow = Date.now();
const note = (startDate: string) => {
  serverNow = new Date(startDate).getTime();
};

describe('a sandbox subscription', () => {
  it('starts at once and costs what the plan says', async () => {
    expect(await details(ada)).toMatchObject({ subscriptionType: 'free', amountCharged: null });
    const answer = await ada.call('subscribe', { userId: ada.id, plan: 'yearly' });
    expect(await answer.json()).toEqual({ subscriptionType: 'paid', checkoutUrl: null });
    const now = await details(ada);
    expect(now).toMatchObject({
      subscriptionType: 'paid',
      subscriptionPlan: 'yearly',
      cancelled: false,
      amountCharged: PLAN_PRICES.yearly.amountCharged,
    });
    const [start, end] = [new Date(now.startDate), new Date(now.endDate)];
    expect(end.getUTCFullYear()).toBe(start.getUTCFullYear() + 1);
    expect(await (await ada.call('isSubscribed', {})).json()).toMatchObject({
      subscriptionType: 'paid',
    });
  });

  it('renews itself at the end of each period', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    const first = await details(ada);
    note(first.startDate);
    passTo(first.endDate);
    server.advance(HOUR_MS);
    const second = await details(ada);
    expect(second).toMatchObject({ subscriptionType: 'paid', startDate: first.startDate });
    expect(new Date(second.endDate).getTime()).toBeGreaterThan(new Date(first.endDate).getTime());
  });

  it('stays premium to the very end of the paid period after a cancellation, then is free', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    const paid = await details(ada);
    note(paid.startDate);
    const cancelled = await ada.call('unsubscribe', { userId: ada.id });
    expect(await cancelled.json()).toEqual({ endDate: paid.endDate });
    expect(await details(ada)).toMatchObject({ subscriptionType: 'paid', cancelled: true });
    const again = await ada.call('unsubscribe', {});
    expect(await again.json()).toEqual({ endDate: paid.endDate });

    passTo(paid.endDate);
    server.advance(-HOUR_MS);
    expect(await details(ada)).toMatchObject({ subscriptionType: 'paid' });
    server.advance(HOUR_MS);
    expect(await details(ada)).toMatchObject({
      subscriptionType: 'free',
      subscriptionPlan: null,
      amountCharged: null,
    });
    expect((await errorOf(await ada.call('unsubscribe', {}))).code).toBe('not_subscribed');
  });

  it('goes on when who cancelled comes back to the same plan', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    const before = await details(ada);
    await ada.call('unsubscribe', {});
    await ada.call('subscribe', { plan: 'monthly' });
    expect(await details(ada)).toEqual({ ...before, cancelled: false });
  });

  it('gives up no day that is paid for: another plan begins when it has ended', async () => {
    await ada.call('subscribe', { plan: 'yearly' });
    await ada.call('unsubscribe', {});
    const before = await details(ada);
    const answer = await errorOf(await ada.call('subscribe', { plan: 'monthly' }));
    expect(answer).toMatchObject({ status: 409, code: 'already_subscribed' });
    expect(answer.message).toContain('when it has ended');
    expect(await details(ada)).toEqual(before);
    passTo(before.endDate);
    expect((await ada.call('subscribe', { plan: 'monthly' })).status).toBe(200);
    expect(await details(ada)).toMatchObject({ subscriptionPlan: 'monthly', cancelled: false });
  });

  it('takes the place of Premium that is planned, of which its owner is told before', async () => {
    const planned = { startDate: '2999-01-01T00:00:00.000Z', endDate: '2999-02-01T00:00:00.000Z' };
    expect(await details(ada)).toMatchObject({ planned: null });
    const admin = await server.admin();
    const given = { uid: ada.id, subscriptionType: 'paid', ...planned };
    expect((await admin.call('updateUser', given)).status).toBe(200);
    expect(await details(ada)).toMatchObject({ subscriptionType: 'free', planned });
    await ada.call('subscribe', { plan: 'monthly' });
    expect(await details(ada)).toMatchObject({ subscriptionType: 'paid', planned: null });
  });

  it('is taken once by thirty requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ada.call('subscribe', { plan: 'monthly' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 409, 429].includes(status))).toBe(true);
  });

  it('leaves what was saved when it ends; above five nothing new can be saved', async () => {
    await ada.call('subscribe', { plan: 'monthly' });
    const saved: string[] = [];
    for (let i = 0; i < 6; i += 1) saved.push((await seedVideo(server, ada.id)).videoId);
    const allowed = async () => (await ada.call('isAllowedToSaveVideo', {})).json();
    const download = async () => (await ada.fetch(`/api/videos/${saved[0]}/download`)).status;
    expect(await allowed()).toEqual({ allowed: true });
    expect(await download()).toBe(200);

    const paid = await details(ada);
    note(paid.startDate);
    await ada.call('unsubscribe', {});
    passTo(paid.endDate);
    expect(await (await ada.call('getUserVideos', {})).json()).toHaveLength(6);
    expect(await allowed()).toEqual({ allowed: false });
    expect(await download()).toBe(403);
    for (const videoId of saved.slice(0, 2)) {
      expect(await allowed()).toEqual({ allowed: false });
      await ada.call('deleteVideoAndIncreaseLimit', { userId: ada.id, videoId });
    }
    expect(await allowed()).toEqual({ allowed: true });
  });

  it('takes no card data', async () => {
    const answer = await ada.call('subscribe', { plan: 'monthly', cardNo: '4242424242424242' });
    expect(answer.status).toBe(200);
    const text = JSON.stringify(await details(ada));
    expect(text).not.toContain('4242');
    expect((await ada.json('POST', '/api/subscription/portal', {})).status).toBe(404);
  });
});

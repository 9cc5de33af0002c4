import { paths } from '@moodreel/contract';
import { expect, test } from 'vitest';
import {
  answerPopup,
  expectFocus,
  keepScreenshot,
  makeAccount,
  newEmail,
  openStudio,
  password,
  post,
  signIn,
  useBrowser,
} from './support/journey.ts';
import { cancelSubscription, fillCard, leaveBy } from './support/payment.ts';
import { admin } from './support/server.ts';

const { openContext, openPage, openAsUser } = useBrowser();

test('a status that cannot be fetched counts as free', async () => {
  const context = await openContext();
  await context.route('**/us-central1/isSubscribed', (route) => route.abort());
  await makeAccount(context);
  const page = await openStudio(context);
  expect(await page.getByRole('radio', { name: 'Fear' }).isDisabled()).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).waitFor();
});

test('someone on the free plan has nothing to cancel; an unknown user is told so', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/CancelSub');
  await page.getByText('you are on the free plan', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Subscription' }).count()).toBe(0);
  await page.route('**/api/subscription', (route) =>
    route.fulfill({
      status: 404,
      json: { error: { code: 'user_not_found', message: 'User not found' } },
    }),
  );
  await page.reload();
  await page.getByText('No user found').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('a subscription that cannot be fetched says why, and a failure later hides none that is there', async () => {
  const context = await openContext();
  await makeAccount(context);
  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  const page = await openStudio(context);
  let fails = true;
  await page.route('**/api/subscription', (route) =>
    fails
      ? route.fulfill({
          status: 429,
          json: { error: { code: 'too_many_requests', message: 'That was too often.' } },
        })
      : route.continue(),
  );
  await page.goto('/Subscription/CancelSub');
  await page.getByRole('heading', { name: 'Error fetching subscription' }).waitFor();
  await page.getByText('That was too often.').waitFor();
  expect(await page.getByText('No user found').count()).toBe(0);
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('$15.00').waitFor();
  await expectFocus(page.getByRole('main'));

  const cancel = page.getByRole('button', { name: 'Cancel Subscription' });
  await cancel.waitFor();
  fails = true;
  await cancelSubscription(page);
  await answerPopup(page, 'Your subscription has been cancelled!');
  await page.getByText('$15.00').waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
});

test('who owes a payment is led to where it is made, or the subscription cancelled', async () => {
  const page = await openAsUser();
  const due = {
    subscriptionType: 'free',
    subscriptionPlan: null,
    startDate: null,
    endDate: null,
    cancelled: false,
    paymentDue: true,
    given: false,
    renews: false,
    hasCard: true,
    hasInvoices: true,
    planned: null,
    amountCharged: null,
  };
  await page.route('**/api/subscription', (route) => route.fulfill({ json: due }));
  const mayTell = Promise.withResolvers<void>();
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    await mayTell.promise;
    await route.fulfill({ json: { ...config, payments: 'stripe' } });
  });
  const message = 'The payment for your subscription has not arrived.';
  await page.route('**/us-central1/subscribe', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'already_subscribed', message } } }),
  );
  await page.goto('/Subscription/MonthlySub');
  // Nobody may type a card, or accept the terms, in a form that is about to be another one.
  await page.getByRole('heading', { name: 'Go Premium' }).waitFor();
  expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
  mayTell.resolve();
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  // Where money is taken there is no test card.
  expect(await page.getByText('4242').count()).toBe(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Subscription failed', message);

  await page.waitForURL('**/Subscription/CancelSub');
  await page.getByText('The payment for your subscription has not arrived.').waitFor();
  await page.getByRole('button', { name: 'Cards and invoices' }).waitFor();
  await page.route('**/us-central1/unsubscribe', (route) =>
    route.fulfill({ json: { endDate: new Date().toISOString() } }),
  );
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.unroute('**/api/subscription');
  await answerPopup(
    page,
    'Cancel your subscription?',
    'The payment that has not arrived will not be collected any more.',
    'Cancel Subscription',
  );
  await answerPopup(
    page,
    'Your subscription has been cancelled!',
    "You won't be charged any more.",
  );
  await page.getByText('you are on the free plan', { exact: false }).waitFor();
});

test('whom Premium was given to is told so, and has nothing to pay or to cancel', async () => {
  const page = await openAsUser();
  let cancelled = false;
  await page.route('**/api/subscription', async (route) => {
    const known = await (await route.fetch()).json();
    const premium = { subscriptionType: 'paid', subscriptionPlan: 'yearly', given: true };
    const endDate = '2099-01-01T00:00:00.000Z';
    await route.fulfill({ json: { ...known, ...premium, endDate, cancelled } });
  });
  await page.goto('/Subscription/CancelSub');
  const main = page.getByRole('main');
  for (const isCancelled of [false, true]) {
    cancelled = isCancelled;
    await page.reload();
    await main.getByText('Premium was given to you without payment.').waitFor();
    await main.getByText('It stays yours until January 1, 2099 and then ends').waitFor();
    await main.getByText('$0', { exact: true }).waitFor();
    expect(await main.getByRole('button').count()).toBe(0);
    expect(await main.getByRole('link').allInnerTexts()).toEqual(['Animate a face']);
  }
});

test('who has paid in another tab is told so, and led to the subscription', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/MonthlySub');
  await fillCard(page);
  const second = await page.context().newPage();
  await second.goto('/Subscription/YearlySub');
  await fillCard(second);
  await second.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(second, 'Thank you for subscribing!');

  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Subscription failed', 'Please try again later!');
  await page.waitForURL('**/Subscription/CancelSub');
  await page.getByText('$96.00').waitFor();
});

test('who comes back from paying before the word of it has Premium on every page when it comes', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/CancelSub?paid=1');
  await page.getByText('Your payment is being confirmed.').waitFor();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Pricing' }).waitFor();
  const second = await page.context().newPage();
  await second.goto('/Subscription/YearlySub');
  await fillCard(second);
  await second.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(second, 'Thank you for subscribing!');

  await answerPopup(page, 'Thank you for subscribing!', 'All six moods are yours now.');
  await bar.getByRole('link', { name: 'Cancel Subscription' }).waitFor();
  await bar.getByRole('link', { name: 'Animate' }).click();
  await page.getByRole('radio', { name: 'Fear', disabled: false }).waitFor();
});

test('who cancelled may take the same plan again, and another one when that has ended', async () => {
  const page = await openAsUser();
  const subscribe = async (path: string) => {
    await page.goto(path);
    await fillCard(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await answerPopup(page, 'Thank you for subscribing!');
    await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
  };
  await subscribe('/Subscription/MonthlySub');
  await cancelSubscription(page);
  await answerPopup(page, 'Your subscription has been cancelled!');
  await page.getByRole('link', { name: 'Your subscription' }).first().waitFor();
  // Another plan would take the place of the days that are paid for.
  await page.goto('/Subscription/YearlySub');
  await page.getByRole('heading', { name: 'Your Premium still runs' }).waitFor();
  expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
  await keepScreenshot(page, 'subscription-still-runs');
  await subscribe('/Subscription/MonthlySub');
  await page.getByText('$15.00').waitFor();
});

test('who keeps what the sandbox gave is led to the page where it is paid', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/MonthlySub');
  await fillCard(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Thank you for subscribing!');
  await cancelSubscription(page);
  await answerPopup(page, 'Your subscription has been cancelled!');
  const checkoutUrl = new URL('/Contact/Contact', page.url()).href;
  await page.route('**/us-central1/subscribe', (route) =>
    route.fulfill({ json: { subscriptionType: 'paid', checkoutUrl } }),
  );
  await leaveBy(page, 'Keep my subscription', checkoutUrl);
});

test('a cancellation whose answer was lost, or that was made in another tab, is shown', async () => {
  const page = await openAsUser();
  await post(page.context(), paths.namedCall('subscribe'), { plan: 'monthly' });
  await page.goto('/Subscription/CancelSub');
  await page.route('**/us-central1/unsubscribe', async (route) => {
    await post(page.context(), paths.namedCall('unsubscribe'), {});
    await route.abort();
  });
  await cancelSubscription(page);
  await answerPopup(page, 'Error!', 'The server could not be reached.');
  await page.getByText('Cancelled. Premium stays yours until').waitFor();
  await page.route('**/us-central1/subscribe', async (route) => {
    await post(page.context(), paths.namedCall('subscribe'), { plan: 'monthly' });
    await route.abort();
  });
  await page.getByRole('button', { name: 'Keep my subscription' }).click();
  await answerPopup(page, 'Subscription failed', 'The server could not be reached.');
  await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
});

test('the days of a subscription are those where one is, as an admin there entered them', async () => {
  const zone = { timezoneId: 'Pacific/Auckland', locale: 'en-GB' };
  const page = await openAsUser(zone);
  const begins = { startDate: '2026-11-23T11:00:00.000Z', endDate: '2027-11-23T11:00:00.000Z' };
  await page.route('**/api/subscription', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, subscriptionType: 'paid', ...begins } });
  });
  await page.goto('/Subscription/CancelSub');
  await page.getByText('24 November 2026', { exact: true }).waitFor();
  await page.getByText(/stays yours until 24 November 2027/).waitFor();

  await page.route('**/us-central1/getUserInfo', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, ...begins } });
  });
  await page.goto('/Profile/editProf');
  await page.getByText('24 November 2027').waitFor();
});

test('a payment of which no word comes is not waited for without end: who paid is told what to do', async () => {
  const context = await openContext();
  await makeAccount(context);
  const page = await openStudio(context);
  await page.clock.install();
  await page.goto('/Subscription/CancelSub?paid=1');
  await page.getByText('Your payment is being confirmed.').waitFor();
  await page.clock.fastForward(61_000);
  const status = page.getByRole('status').filter({ hasText: 'Your payment is not confirmed yet.' });
  await status.getByRole('link', { name: 'write to us' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByRole('link', { name: 'See Premium' }).count()).toBe(0);
  await keepScreenshot(page, 'subscription-unconfirmed');
  // Nothing is asked any more but by the button.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.fastForward(61_000);
  const again = page.getByRole('button', { name: 'Look again' });
  // Its answer is waited for: one that comes later already tells of the plan below, and the button is gone.
  const answered = page.waitForResponse((answer) => answer.url().endsWith(paths.subscription()));
  await again.click();
  await answered;
  await expect.poll(() => asked).toEqual([paths.subscription()]);
  await status.waitFor();

  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  await again.click();
  await answerPopup(page, 'Thank you for subscribing!', 'All six moods are yours now.');
  await page.getByText('$15.00').waitFor();
  expect(await status.count()).toBe(0);
});

test('for whom Premium is planned, it is said before a subscription takes its place', async () => {
  const office = await openContext();
  await post(office, paths.signIn(), admin);
  const email = newEmail();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [startDate, endDate] = [inDays(30), inDays(60)];
  await post(office, paths.namedCall('createUser'), {
    ...{ email, password, role: 'user', adminPassword: admin.password },
    ...{ subscriptionType: 'paid', subscriptionPlan: 'monthly', startDate, endDate },
  });
  const page = await openPage('/');
  await signIn(page, email);
  await page.goto('/Subscription/CancelSub');
  const day = (instant: string) =>
    new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long' });
  const given = `Premium was given to you from ${day(startDate)} until ${day(endDate)}.`;
  await page.getByText(given).waitFor();
  await page.goto('/Subscription/MonthlySub');
  await page.getByRole('button', { name: 'Submit' }).waitFor();
  const note = page.getByText(given).locator('..');
  expect(await note.innerText()).toContain('those days are lost');
  await fillCard(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Thank you for subscribing!');
  await page.getByText('$15.00').waitFor();
  expect(await page.getByText('Premium was given to you').count()).toBe(0);
});

test('on a phone the price is said before the form that takes it', async () => {
  const page = await openPage('/Subscription/YearlySub', { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Submit' }).waitFor();
  const price = await page.getByText('$96/year').boundingBox();
  const card = await page.getByLabel('Card number').boundingBox();
  expect(price?.y).toBeLessThan(card?.y ?? 0);
});

test('on the narrowest phone the price stands apart, also in letters spaced as WCAG 1.4.12 has them', async () => {
  const page = await openPage('/Subscription/MonthlySub', {
    viewport: { width: 320, height: 740 },
  });
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em; word-spacing: 0.16em }' });
  const total = await page.getByText('Total', { exact: true }).boundingBox();
  const price = await page.getByText('$15/month').boundingBox();
  if (!total || !price) throw new Error('no price');
  const apart = Math.max(price.x - total.x - total.width, price.y - total.y);
  expect(apart).toBeGreaterThan(8);
});

test('a status that could not be fetched is asked for again, and Premium is there when it comes', async () => {
  const context = await openContext();
  await makeAccount(context);
  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  const page = await openStudio(context);
  await page.clock.install();
  let isRefused = true;
  const refusal = { error: { code: 'too_many_requests', message: 'That was too often.' } };
  await page.route('**/us-central1/isSubscribed', (route) =>
    isRefused ? route.fulfill({ status: 429, json: refusal }) : route.continue(),
  );
  await page.goto('/AI/AIPage');
  const fear = page.getByRole('radio', { name: 'Fear' });
  await fear.waitFor();
  // Two more tries, a little later, and then none for a while.
  for (let tries = 0; tries < 3; tries += 1) await page.clock.runFor(5000);
  expect(await fear.isDisabled()).toBe(true);
  isRefused = false;
  await page.clock.runFor(16_000);
  await expect.poll(() => fear.isEnabled()).toBe(true);
});

test('the word of a payment that comes a moment later is noticed without a press', async () => {
  const context = await openContext();
  await makeAccount(context);
  const page = await openStudio(context);
  await page.clock.install();
  await page.goto('/Subscription/CancelSub?paid=1');
  await page.getByText('Your payment is being confirmed.').waitFor();
  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  await page.clock.runFor(2500);
  await answerPopup(page, 'Thank you for subscribing!', 'All six moods are yours now.');
});

import { paths } from '@moodreel/contract';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerPopup,
  cutOff,
  expectFocus,
  keepScreenshot,
  makeAccount,
  newEmail,
  openStudio,
  password,
  signIn,
  useBrowser,
} from './support/journey.ts';
import { leaveBy } from './support/payment.ts';

const { openPage, openContext, openAsUser } = useBrowser();

test('the profile: what it asks for, what it changes, and what it shows', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await page.goto('/Profile/EditProf');
  const info = page.getByRole('region', { name: 'Account Information' });
  await info.getByText(email).waitFor();
  await info.getByText('None').waitFor();
  expect(await info.getByText('N/A').count()).toBe(2);

  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await page.getByText('Please fill out the email or password fields.').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('a-new-secret');
  await save.click();
  await page.getByText('Please repeat the new password.').waitFor();
  await page.getByLabel('Repeat new password').fill('a-new-secre');
  await save.click();
  await page.getByText('Passwords do not match.').waitFor();
  await page.getByLabel('Repeat new password').fill('a-new-secret');
  await save.click();
  await page.getByText('Please enter your current password.').waitFor();
  await page.getByLabel('Current password').fill('wrong-one');
  await save.click();
  await answerPopup(page, 'Error!', 'There was an issue updating your details. Please try again.');
  await expectFocus(page.getByRole('textbox', { name: 'Current password' }));
  await page.getByLabel('Current password').fill(password);
  const changed = newEmail();
  await page.getByLabel('New email').fill(changed);
  await save.click();
  const letThrough = await cutOff(page, '**/api/auth/sign-out');
  const saved = 'Changes saved successfully! Login again with your new details!';
  await answerPopup(page, saved);
  await page.getByText('The server could not be reached.').waitFor();
  letThrough();
  await info.getByText(changed).waitFor();
  await page.getByLabel('New password', { exact: true }).fill('my-latest-secret');
  await page.getByLabel('Repeat new password').fill('my-latest-secret');
  await page.getByLabel('Current password').fill('a-new-secret');
  await save.click();
  await answerPopup(page, saved);

  // As it says: the new details lead back to the page.
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByLabel('Email').fill(changed);
  await page.getByLabel('Password').fill('my-latest-secret');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await info.getByText(changed).waitFor();

  // The card form says that it is a trial, checks, thanks, and sends nothing.
  await page.getByText('This is a trial installation: no money is taken').waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.getByRole('button', { name: 'Save Card' }).click();
  await answerPopup(page, 'Please fill out the credit card information.');
  await expectFocus(page.getByLabel('Card number'));
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('1299');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Card owner').fill('Ada');
  await page.getByRole('button', { name: 'Save Card' }).click();
  await answerPopup(page, 'Changes saved successfully!', 'no card is kept');
  expect(requests.filter((method) => method !== 'GET')).toEqual([]);
});

test('where Stripe takes the payments, the profile asks for no card and leads to where it is kept', async () => {
  const page = await openAsUser();
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, payments: 'stripe' } });
  });
  await page.goto('/Profile/editProf');
  const card = page.getByRole('region', { name: 'Update Credit Card' });
  await card.getByText('You are on the free plan, for which no card is needed.').waitFor();
  await card.getByRole('link', { name: 'See Premium' }).waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);

  // Who has paid before finds the invoices there, on a phone as well.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/api/subscription', async (route) => {
    const known = await (await route.fetch()).json();
    await route.fulfill({ json: { ...known, hasInvoices: true } });
  });
  await page.reload();
  await card.getByText('Stripe also keeps the invoices of what you paid before.').waitFor();
  await card.getByRole('button', { name: 'Cards and invoices' }).waitFor();
  await card.getByRole('link', { name: 'See Premium' }).waitFor();
  await keepScreenshot(page, 'profile-invoices');
  await page.unroute('**/api/subscription');

  let hasCard = false;
  await page.route('**/api/subscription', async (route) => {
    const known = await (await route.fetch()).json();
    await route.fulfill({ json: { ...known, subscriptionType: 'paid', hasCard } });
  });
  await page.reload();
  await card.getByText('Premium was given to you without payment').waitFor();
  expect(await card.getByRole('button').or(card.getByRole('link')).count()).toBe(0);

  hasCard = true;
  const url = new URL('/Contact/Contact', page.url()).href;
  await page.route('**/api/subscription/portal', (route) => {
    expect(route.request().postDataJSON()).toEqual({ returnTo: 'profile' });
    return route.fulfill({ json: { url } });
  });
  await page.reload();
  await card.getByText('Your card is kept by Stripe').waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await leaveBy(page, 'Cards and invoices', url);
});

test('what the profile waits for has its place already, wide and narrow', async () => {
  const page = await openAsUser();
  let payments = 'sandbox';
  /** Each answer is held back until the page was looked at without it. */
  let letThrough = { config: Promise.withResolvers<void>(), info: Promise.withResolvers<void>() };
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    await letThrough.config.promise;
    await route.fulfill({ json: { ...config, payments } });
  });
  for (const address of ['**/api/subscription', '**/us-central1/getUserInfo']) {
    await page.route(address, async (route) => {
      await letThrough.info.promise;
      await route.continue();
    });
  }
  const card = page.getByRole('region', { name: 'Update Credit Card' });
  const info = page.getByRole('region', { name: 'Account Information' });
  const heightOf = async (part: typeof card) => (await part.boundingBox())?.height ?? 0;
  /** As good as nothing: less than two lines. */
  const almost = 48;
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const takes of ['sandbox', 'stripe']) {
      payments = takes;
      letThrough = { config: Promise.withResolvers(), info: Promise.withResolvers() };
      await page.goto('/Profile/editProf');
      await info.getByText('Loading...').waitFor();
      await card.getByText('Loading...').waitFor();
      const infoWaits = await heightOf(info);
      let cardWaits = await heightOf(card);
      if (takes === 'stripe') {
        // What it waits for first is taken for the longer form of a trial.
        const asked = page.waitForRequest('**/api/subscription');
        letThrough.config.resolve();
        await asked;
        cardWaits = await heightOf(card);
      }
      letThrough.config.resolve();
      letThrough.info.resolve();
      await card.getByText('Loading...').waitFor({ state: 'detached' });
      await info.getByText('Creation date').waitFor();
      expect(Math.abs((await heightOf(card)) - cardWaits)).toBeLessThan(almost);
      expect(Math.abs((await heightOf(info)) - infoWaits)).toBeLessThan(almost);
    }
  }
});

test('what the profile could not fetch says why, and can be asked for again', async () => {
  const page = await openAsUser();
  const parts = [
    ['Account Information', '**/us-central1/getUserInfo', 'Creation date'],
    ['Where you are signed in', `**${paths.accountSessions()}`, 'this one'],
    ['Update Credit Card', `**${paths.subscription()}`, 'You are on the free plan'],
  ] as const;
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, payments: 'stripe' } });
  });
  for (const [, address] of parts) await page.route(address, (route) => route.abort());
  await page.goto('/Profile/editProf');
  for (const [name, address, content] of parts) {
    const part = page.getByRole('region', { name });
    await part.getByRole('alert').getByText('The server could not be reached.').waitFor();
    await page.unroute(address);
    await part.getByRole('button', { name: 'Try again' }).press('Enter');
    await part.getByText(content).waitFor();
    // The button is gone, but the keyboard is still in the page.
    await expectFocus(page.getByRole('main'));
  }
});

test('what the profile shows stays where it cannot be asked for again', async () => {
  const context = await openContext();
  await makeAccount(context);
  const page = await openStudio(context);
  await page.clock.install();
  await page.goto('/Profile/editProf');
  const information = page.getByText('Creation date');
  const sessions = page.getByText('this one');
  await Promise.all([information.waitFor(), sessions.waitFor()]);
  const asked = new Set<string>();
  const refuse = async (route: Route) => {
    asked.add(route.request().url());
    await route.fulfill({ status: 429 });
  };
  await page.route('**/us-central1/getUserInfo', refuse);
  await page.route(`**${paths.accountSessions()}`, refuse);
  // Who looks at the page again, after a while.
  await page.clock.fastForward(30_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect.poll(() => asked.size).toBe(2);
  await page.waitForLoadState('networkidle');
  await Promise.all([information.waitFor(), sessions.waitFor()]);
  expect(await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
});

test('other sessions can be ended, data taken away, and the account deleted', async () => {
  // As long as a name may be, without a place to break it.
  const email = newEmail().padStart(94, 'm');
  const page = await openAsUser({}, email);
  const other = await openPage('/', { viewport: { width: 360, height: 740 } });
  await signIn(other, email);
  // Nothing is cut off on a phone, the time of the last use least of all.
  await other.goto('/Profile/editProf');
  const lastUses = other.getByText('last used');
  await lastUses.nth(1).waitFor();
  expect(await lastUses.count()).toBe(2);
  const cutOff = (lines: readonly Element[]) =>
    lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent);
  expect(await lastUses.evaluateAll(cutOff)).toEqual([]);
  // Neither does the name widen anything, nor is the question before the end wider than the screen.
  await other.getByRole('button', { name: 'Delete my account' }).click();
  const question = other.getByRole('dialog', { name: 'Delete your account?' });
  const box = await question.boundingBox();
  if (!box) throw new Error('no question');
  expect(box.x).toBeGreaterThan(0);
  expect(box.x + box.width).toBeLessThan(360);
  const answers = question.getByRole('button', { name: /^(Cancel|Delete everything)$/ });
  expect(await answers.evaluateAll(countLines)).toEqual([1, 1]);
  await answers.first().click();

  await page.goto('/Profile/editProf');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  const end = sessions.getByRole('button', { name: /^Sign out .*Chrome/ });
  await end.press('Enter');
  await page
    .locator('[aria-live=polite]')
    .getByText(/Chrome.* is signed out\.$/)
    .waitFor();
  await end.waitFor({ state: 'detached' });
  // Whoever goes by keyboard is still there, and not back at the top of the page.
  await expectFocus(sessions.getByRole('list'));
  await other.goto('/Downloads/Downloads');
  await other.getByRole('heading', { name: 'Sign In' }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^moodreel-.*\.zip$/);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Current password').fill('wrong-one');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await dialog.getByText('The current password is not correct.').waitFor();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await answerPopup(page, 'Your account is deleted');
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
  await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('while an account is being deleted nothing promises that it is not', async () => {
  const page = await openAsUser();
  await page.goto('/Profile/editProf');
  const mayGo = Promise.withResolvers<void>();
  await page.route('**/api/account', async (route) => {
    await mayGo.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await dialog.locator('[aria-busy]').waitFor();
  expect(await cancel.getAttribute('aria-disabled')).toBe('true');
  await cancel.press('Enter');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  mayGo.resolve();
  await answerPopup(page, 'Your account is deleted');
  expect(await dialog.count()).toBe(0);
});

test('data that cannot be downloaded says why, or leads to signing in and back', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await page.goto('/Profile/editProf');
  const download = page.getByText('Download my data');
  await page.route('**/api/account/export', (route) => route.abort());
  await download.click();
  const refused = 'Your data cannot be downloaded now';
  await answerPopup(page, refused, 'The server could not be reached.');
  await page.unroute('**/api/account/export');
  const tooOften = { status: 429, headers: { 'retry-after': '3000' } };
  await page.route('**/api/account/export', (route) => route.fulfill(tooOften));
  await download.click();
  await answerPopup(page, refused, 'That was too often. Please try again in 50 minutes.');
  await page.unroute('**/api/account/export');
  await page.context().clearCookies();
  await download.click();
  await page.getByText('Your session has ended.').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const file = page.waitForEvent('download');
  await download.click();
  expect((await file).suggestedFilename()).toMatch(/^moodreel-.*\.zip$/);
});

test('the theme is kept', async () => {
  const page = await openPage('/', { colorScheme: 'light' });
  await page.getByLabel('Theme').waitFor();
  expect(await page.getByLabel('Theme').getByRole('option').allInnerTexts()).toEqual([
    'Matinee (light)',
    'Evening (dark)',
    'Like my device',
  ]);
  // That of the browser, on phones.
  const bar = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) =>
        (all as HTMLMetaElement[])
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ content }) => content),
      );
  const lightBar = await bar();
  expect(lightBar.length).toBe(1);
  await page.getByLabel('Theme').selectOption('dark');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.reload();
  await page.getByLabel('Theme').waitFor();
  expect(await background()).toBe(dark);
  const darkBar = await bar();
  expect(darkBar).not.toEqual(lightBar);
  await page.getByLabel('Theme').selectOption('light');
  expect(await background()).not.toBe(dark);
  expect(await bar()).toEqual(lightBar);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await bar()).toEqual(lightBar);
  await page.getByLabel('Theme').selectOption('device');
  expect(await bar()).toEqual(darkBar);
});

test('a message reaches the team; one that does not stays on the page', async () => {
  const page = await openPage('/Contact/Contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  for (const missing of ['Please enter a subject.', 'Please enter a message.']) {
    await page.getByText(missing).waitFor();
  }
  await page.getByLabel('Subject').fill('Applause');
  await page.getByLabel('Email').fill('fan@moodreel.example');
  await page.getByLabel('Message').fill('My cat has never been angrier.');
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Send message' }).click();
  await answerPopup(page, 'Failed to send message', 'Please try again later!');
  expect(await page.getByLabel('Message').inputValue()).toBe('My cat has never been angrier.');
  await page.unroute('**/api/contact');
  // What is written on while it is being sent is not part of it, and stays.
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await asked;
  const more = 'My cat has never been angrier. And one thing more.';
  await page.getByLabel('Message').fill(more);
  answer.resolve();
  await answerPopup(page, 'Message sent successfully', 'We will get back to you soon!');
  expect(await page.getByLabel('Message').inputValue()).toBe(more);
  await page.getByRole('button', { name: 'Send message' }).click();
  await answerPopup(page, 'Message sent successfully', 'We will get back to you soon!');
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

test('a message that was typed waits in its tab until it is sent, or its account leaves', async () => {
  const page = await openAsUser();
  const bar = page.getByRole('navigation', { name: 'Main' });
  const fields = ['Subject', 'Email', 'Message'].map((label) => page.getByLabel(label));
  const typed = async () => {
    await fields[0]?.waitFor();
    return await Promise.all(fields.map((field) => field.inputValue()));
  };
  await page.goto('/Contact/Contact');
  const [, email] = await typed();
  const empty = ['', email, ''];
  const message = ['Applause', 'fan@moodreel.example', 'My cat has never\nbeen angrier.'];
  const write = async () => {
    for (const [index, field] of fields.entries()) await field.fill(message[index] ?? '');
  };
  await write();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  await page.goBack();
  expect(await typed()).toEqual(message);
  await page.reload();
  expect(await typed()).toEqual(message);
  await page.getByRole('button', { name: 'Send message' }).click();
  await answerPopup(page, 'Message sent successfully');
  expect(await typed()).toEqual(empty);
  await page.reload();
  expect(await typed()).toEqual(empty);

  await write();
  // The page of the form is not there to hear of it.
  await page.goto('/Terms');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await answerPopup(page, 'Are you sure you want to logout?', undefined, 'Yes');
  await bar.getByRole('link', { name: 'Sign In' }).waitFor();
  await bar.getByRole('link', { name: 'Contact' }).click();
  expect(await typed()).toEqual(['', '', '']);
});

test('a message of one account is not shown to another in the same tab', async () => {
  const page = await openAsUser();
  await page.goto('/Contact/Contact');
  await page.getByLabel('Subject').fill('Applause');
  // Another one takes its place without signing out: the session had ended.
  await page.context().clearCookies();
  await makeAccount(page.context());
  await page.reload();
  await page.getByLabel('Subject').waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('');
});

/** Runs in the page: on how many lines the words of each button stand. */
function countLines(buttons: readonly Element[]): readonly number[] {
  return buttons.map((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return new Set([...words.getClientRects()].map(({ bottom }) => bottom)).size;
  });
}

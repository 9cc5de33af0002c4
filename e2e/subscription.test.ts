import { statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  animate,
  answerPopup,
  choosePicture,
  expectFocus,
  newEmail,
  password,
  pictures,
  useBrowser,
} from './support/journey.ts';
import { cancelSubscription, fillCard } from './support/payment.ts';

const { openPage, openAsUser } = useBrowser();

test('a visitor compares the plans, is told what paying takes, and finds all as it was', async () => {
  const page = await openPage('/Subscription/Pricing');
  expect(await page.getByRole('tab', { name: 'Monthly' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  const premium = page.getByRole('region', { name: 'Premium' });
  await premium.getByText('$15').waitFor();
  await page.getByRole('tab', { name: 'Yearly' }).click();
  await premium.getByText('$96 billed yearly. Saves $7 a month.').waitFor();
  await premium.getByRole('link', { name: 'Subscribe' }).click();
  await page.getByRole('heading', { name: 'Premium Subscription 1 Year' }).waitFor();
  await page.getByText('$96/year').waitFor();
  // Whoever goes back to compare sees what they looked at.
  await page.goBack();
  await page.getByRole('tab', { name: 'Yearly', selected: true }).waitFor();
  await page.goForward();
  await page.getByText('$96/year').waitFor();

  // Before anything is typed, and above where it would be.
  const first = page.getByRole('region', { name: 'First, your account' });
  await first.getByText('Premium belongs to an account.').waitFor();
  // The form comes when it is known who takes the payment.
  await page.getByLabel('Card owner').waitFor();
  const isBefore = await first.evaluate((notice) => {
    const field = document.querySelector('form input');
    return Boolean(
      field && notice.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });
  expect(isBefore).toBe(true);

  // Whoever types all the same loses nothing: not half a card by Submit, nor a whole one by a link.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.getByText('To try it, take the test card 4242 4242 4242 4242').waitFor();
  await page.getByLabel('Card owner').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByText('Sign in, and we take you straight back to your plan.').waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/Subscription/YearlySub');
  await page.goBack();
  expect(await page.getByLabel('Card owner').inputValue()).toBe('Ada Lovelace');
  await fillCard(page);
  await first.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByText('Create your account, and we take you straight back').waitFor();
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Premium Subscription 1 Year' }).waitFor();
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.waitFor();
  expect(await first.count()).toBe(0);
  expect(await typedCard(page)).toEqual(['4242 4242 4242 4242', '12/99', '123', 'Ada Lovelace']);
  expect(await page.getByRole('checkbox', { name: /I accept the terms/ }).isChecked()).toBe(true);
  // It was kept by the page alone: nothing that outlives it, and no request, has any of it.
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, databases]);
  });
  expect([kept, ...sent].filter((text) => /4242|Lovelace/.test(text))).toEqual([]);

  // What it was taken for is one press away.
  await submit.click();
  await answerPopup(page, 'Thank you for subscribing!', undefined, 'Animate a face');
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  await page.goBack();
  await page.getByText('$96.00').waitFor();
});

test('what is missing in a payment is shown from the top: the keyboard is at the first field', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/MonthlySub');
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await page.getByText('Please accept the terms.').waitFor();
  await expectFocus(page.getByLabel('Card number'));
  await fillCard(page);
  await page.getByLabel(/I accept the terms/).uncheck();
  await submit.click();
  await expectFocus(page.getByLabel(/I accept the terms/));
});

test('a digit can be put right within the number of a card', async () => {
  const page = await openPage('/Subscription/MonthlySub');
  const number = page.getByLabel('Card number');
  // Two digits are missing after the first four.
  await number.pressSequentially('42424242424242');
  await number.evaluate((field) => (field as HTMLInputElement).setSelectionRange(5, 5));
  await page.keyboard.type('13');
  expect(await number.inputValue()).toBe('4242 1342 4242 4242');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  expect(await number.inputValue()).toBe('4242 4242 4242 42');
  // The screen reader is told, as with every other field of a form, that there must be something.
  for (const name of ['Card number', 'Expiry (MM/YY)', 'CVC', 'Card owner']) {
    await expect.poll(() => page.getByLabel(name).getAttribute('required')).not.toBeNull();
  }
});

test('a card that was typed is forgotten by a reload, and on every page but those of signing in', async () => {
  const page = await openPage('/Subscription/MonthlySub');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const nothing = ['', '', '', ''];
  await fillCard(page);
  await bar.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.goBack();
  expect((await typedCard(page))[3]).toBe('Ada Lovelace');
  await bar.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.reload();
  await page.goBack();
  expect(await typedCard(page)).toEqual(nothing);

  await fillCard(page);
  await bar.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
  await page.goBack();
  expect(await typedCard(page)).toEqual(nothing);
});

test('from free to premium, to a downloaded film, to cancelled', async () => {
  const page = await openAsUser();
  await page.goto('/Subscription/MonthlySub');
  await page.getByText('$15/month').waitFor();

  // Masks and checks of the form.
  await page.getByLabel('Expiry').pressSequentially('13x30');
  expect(await page.getByLabel('Expiry').inputValue()).toBe('13/30');
  await page.getByLabel('Card number').pressSequentially('4242abcd424242424241');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('This is not a card number: please check the digits.').waitFor();
  await page.getByText('Please enter month and year as MM/YY.').waitFor();
  await page.getByText('Please accept the terms.').waitFor();
  await fillCard(page);

  // A failure is told as one; nothing of the card is ever sent.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.route('**/us-central1/subscribe', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Subscription failed', 'Please try again later!');
  await page.unroute('**/us-central1/subscribe');
  await page.getByRole('button', { name: 'Submit' }).click();
  await answerPopup(page, 'Thank you for subscribing!');
  expect(sent.filter((line) => /4242|Ada Lovelace/.test(line))).toEqual([]);

  await page.waitForURL('**/Subscription/CancelSub');
  await page.getByText('$15.00').waitFor();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Cancel Subscription' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Animate a face' }).waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('region', { name: 'Premium' }).getByText('Your plan').waitFor();
  expect(await page.getByText('Your plan').count()).toBe(1);

  // Who pays is asked for no second card.
  for (const path of ['/Subscription/MonthlySub', '/Subscription/YearlySub']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'You have Premium already' }).waitFor();
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Your subscription' }).click();
    await page.waitForURL('**/Subscription/CancelSub');
  }
  expect(await bar.getByRole('link', { name: 'Pricing' }).count()).toBe(0);

  // All six, and the film as a file.
  await page.goto('/AI/AIPage');
  await choosePicture(page, pictures.redhead);
  await page.getByRole('radio', { name: 'Disgust' }).check();
  await animate(page);
  await page.getByRole('heading', { name: 'One disgusted face, coming right up' }).waitFor();
  await page.route('**/download', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Download the Video' }).click();
  await answerPopup(
    page,
    'No video available',
    'Please animate an image first before downloading!',
  );
  await page.unroute('**/download');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the Video' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('animated-video.mp4');
  expect(statSync(await file.path()).size).toBeGreaterThan(10_000);

  await page.getByRole('button', { name: 'Save it to your account' }).click();
  await page.getByRole('button', { name: 'View Video' }).last().click();
  const second = page.waitForEvent('download');
  await page.getByRole('article').getByRole('button', { name: 'Download' }).click();
  expect((await second).suggestedFilename()).toBe('AI_Face_Animation.mp4');

  // Nothing happens without an answer, and without a thought the subscription is kept.
  await bar.getByRole('link', { name: 'Cancel Subscription' }).click();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' });
  await cancel.click();
  const endDate = await page.evaluate(async () => {
    const { endDate } = await (await fetch('/api/subscription')).json();
    const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
    return new Date(endDate).toLocaleDateString(undefined, options);
  });
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await question.getByText(`Premium stays yours until ${endDate}`).waitFor();
  await expectFocus(question.getByRole('button', { name: 'Keep it' }));
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expectFocus(cancel);
  expect(calls).not.toContain('/us-central1/unsubscribe');

  await cancelSubscription(page);
  await answerPopup(
    page,
    'Your subscription has been cancelled!',
    "You won't be charged next month. However, you can still continue enjoying all the benefits of your subscription until the end of this billing cycle.",
  );
  await page.getByText(/Cancelled. Premium stays yours until/).waitFor();
  await page.goto('/Profile/editProf');
  await page.getByText(/\d, not renewed$/).waitFor();
  await page.goto('/Subscription/CancelSub');

  await page.getByRole('button', { name: 'Keep my subscription' }).click();
  await answerPopup(page, 'Your subscription goes on', `It will be renewed on ${endDate}.`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
  // The button that was pressed is gone, but the keyboard is still in the page.
  await expectFocus(page.getByRole('main'));
  expect(await page.getByText(/Cancelled. Premium stays/).count()).toBe(0);
});

/** What stands in the four fields of the card. */
async function typedCard(page: Page): Promise<readonly string[]> {
  await page.getByLabel('Card owner').waitFor();
  return await Promise.all(
    ['Card number', 'Expiry', 'CVC', 'Card owner'].map((label) =>
      page.getByLabel(label).inputValue(),
    ),
  );
}

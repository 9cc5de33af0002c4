import type { PublicConfig } from '@moodreel/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choosePicture, expectFocus, pictures, signUp, useBrowser } from './support/journey.ts';

const { openPage } = useBrowser();

/** Another installation: everything that can be set up is. */
const furnished: PublicConfig = {
  payments: 'stripe',
  operator: { name: 'Puppets Ltd.', address: '1 Puppet Street', email: 'hello@puppets.example' },
  services: { mail: true, contactMail: true, storage: true, analytics: true },
};

async function openWith(path: string, config: PublicConfig): Promise<Page> {
  const page = await openPage('/');
  await page.route('**/api/config', (route) => route.fulfill({ json: config }));
  await page.goto(path);
  return page;
}

test('terms and privacy are in the footer of every page, and lead on to each other', async () => {
  const page = await openPage('/Contact/Contact');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  await page.getByText('3 films in 7 days; up to 5 saved videos').waitFor();
  await page.getByText('It costs $15/month or $96/year.').waitFor();
  // Free has no download: the export of all data is not praised as one.
  expect(await page.getByText('Download my data').count()).toBe(0);
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  await page.getByText('We delete your picture as soon as its film is made').first().waitFor();
  expect(await page.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('they say what holds here: nobody is charged, and nobody else gets anything', async () => {
  const page = await openPage('/Privacy');
  await page.getByText('No service of others takes part in this installation.').waitFor();
  await page.getByText('This is a trial installation that takes no money.').waitFor();
  await page.getByText('these mails lie in a folder on the server').waitFor();
  const whoWeAre = page.getByRole('region', { name: 'Who we are' });
  await whoWeAre.getByText('“We” are those who run this Moodreel.').waitFor();
  await whoWeAre.getByRole('link', { name: 'contact form' }).click();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
  await page.goto('/Terms');
  await page.getByText('Premium begins at once, and nobody is charged.').waitFor();
  expect(await page.getByText('Stripe').count()).toBe(0);
});

test('where others take part each of them is named, and so is who runs it', async () => {
  const page = await openWith('/Privacy', furnished);
  const others = page.getByRole('region', { name: 'Who else' });
  await others.getByText('A storage service').waitFor();
  expect(await others.getByRole('listitem').count()).toBe(5);
  await page.getByText('those may come from the storage service').waitFor();
  await page.getByText('“We” are Puppets Ltd., 1 Puppet Street.').waitFor();
  const mail = page.getByRole('link', { name: 'hello@puppets.example' });
  expect(await mail.getAttribute('href')).toBe('mailto:hello@puppets.example');
  expect(await page.getByText('a folder on the server').count()).toBe(0);
  await page.goto('/Terms');
  await page.getByText('on the pages of Stripe, our payment provider').waitFor();
  expect(await page.getByText('trial installation').count()).toBe(0);
});

test('as it says, one cookie, hardly anything kept in the browser, and nothing from others', async () => {
  const page = await openPage('/');
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) hosts.add(new URL(request.url()).origin);
  });
  await signUp(page);
  await choosePicture(page, pictures.redhead);
  for (const path of ['/', '/Profile/editProf', '/Privacy']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect([...hosts]).toEqual([new URL(page.url()).origin]);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, httpOnly }) => ({ name, httpOnly }))).toEqual([
    { name: 'moodreel.session_token', httpOnly: true },
  ]);
  const left = (cookies[0]?.expires ?? 0) - Date.now() / 1000;
  expect(Math.round(left / 86_400)).toBe(30);
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  const tab = ['react-router-scroll-positions'];
  expect(kept).toEqual({ local: [], tab, databases: ['moodreel'] });
});

test('without an answer the page says so, and goes on when there is one', async () => {
  const page = await openPage('/');
  await page.route('**/api/config', (route) => route.abort());
  await page.goto('/Terms');
  await page.getByText('The server could not be reached.').waitFor();
  await page.unroute('**/api/config');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByRole('heading', { name: 'Whose pictures' }).waitFor();
  // The button is gone, but the keyboard is still in the page.
  await expectFocus(page.getByRole('main'));
});

test('reading the terms loses nothing of what was typed to pay', async () => {
  const page = await openPage('/Subscription/MonthlySub');
  await page.getByLabel('Card owner').fill('Ada Lovelace');
  const box = page.getByRole('checkbox', { name: /I accept the terms/ });
  await box.focus();
  await page.keyboard.press('Tab');
  const terms = page.getByRole('link', { name: 'terms (in a new tab)' });
  await expectFocus(terms);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  expect(await box.isChecked()).toBe(false);
  expect(await page.getByLabel('Card owner').inputValue()).toBe('Ada Lovelace');
});

test('reading them loses nothing of what was typed to sign up', async () => {
  const page = await openPage('/login-signUp/signUp');
  await page.getByLabel('Email').fill('ada@moodreel.example');
  for (const name of ['terms', 'privacy']) {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: `${name} (in a new tab)` }).click();
    await (await opened).getByRole('heading', { level: 1, name: new RegExp(name, 'i') }).waitFor();
  }
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@moodreel.example');
});

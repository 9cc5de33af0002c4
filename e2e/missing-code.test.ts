import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutOff, expectFocus, useBrowser } from './support/journey.ts';

const { openContext } = useBrowser();

// The code of a page is fetched when one goes there, and may not come.
test('a page whose code does not come says whether the server is there, and goes on when it is', async () => {
  // None of the code is in its cache.
  const page = await (await openContext()).newPage();
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  await page.context().setOffline(true);
  await bar.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await again.and(page.locator(':not([aria-busy])')).waitFor();
  // By itself, as the connection comes back: code that did not come once does not without a reload.
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();

  // Where the browser does not notice that it is back, there is the button.
  const letThrough = await cutOff(page, '**/{assets/login-page-*.js,api/config}');
  await bar.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  letThrough();
  await again.click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();

  // A server that is there has another version of the page, or the connection was away till now.
  await page.route('**/assets/sign-up-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await page.getByRole('heading', { name: 'A part of this page is missing' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('button', { name: 'Create Account' }).waitFor();
});

test('a try that fails only after the connection is back is followed by another', async () => {
  const { page } = await openWithoutConnection();
  const tried = Promise.withResolvers<Route>();
  await page.route('**/api/config', tried.resolve, { times: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  const request = await tried.promise;
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await request.abort();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
});

test('where nothing of the code comes, the page says so, and tries again', async () => {
  const page = await (await openContext()).newPage();
  const letThrough = await cutOff(page, '**/assets/index-*.js');
  await page.goto('/Subscription/Pricing');
  await page.getByRole('alert').filter({ hasText: 'Moodreel could not be loaded.' }).waitFor();
  expect(await page.getByText('Loading...').count()).toBe(0);
  letThrough();
  await page.getByRole('button', { name: 'try again' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
});

test('after a moment without a connection no page blames a newer version for what did not come', async () => {
  const { page, bar } = await openWithoutConnection();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
  await page.context().setOffline(false);
  await bar.getByRole('link', { name: 'Contact' }).click();
  const missing = page.getByRole('heading', { name: 'A part of this page is missing' });
  await missing.or(page.getByRole('heading', { name: 'Contact Us' })).waitFor();
  if (await missing.isVisible()) await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
});

test('from one page that did not come to the next it is asked anew whether there is a connection', async () => {
  const page = await (await openContext()).newPage();
  await page.goto('/Subscription/Pricing');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await page.route('**/assets/contact-page-*.js', (route) => route.fulfill({ status: 404 }));
  await bar.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'A part of this page is missing' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Moodreel' }).first().click();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
});

test('a page is loaded again only once the server is there: without it the browser has no way back', async () => {
  const page = await (await openContext()).newPage();
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await page.route('**/assets/contact-page-*.js', (route) => route.fulfill({ status: 404 }));
  await bar.getByRole('link', { name: 'Contact' }).click();
  const again = page.getByRole('button', { name: 'Load again' });
  await again.waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
  await page.context().setOffline(false);
  await bar.getByRole('link', { name: 'Contact' }).click();
  await again.waitFor();
  await page.unrouteAll();
  await page.context().setOffline(true);
  await again.click();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  // The button that was pressed is gone.
  await expectFocus(page.getByRole('main'));
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
});

/** A page that has none of the code of others in its cache, and went to one of them in vain. */
async function openWithoutConnection() {
  const page = await (await openContext()).newPage();
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Pricing' }).waitFor();
  await page.context().setOffline(true);
  await bar.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  return { page, bar };
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerPopup } from './journey.ts';

/** Cancels on the page of the subscription, and confirms. */
export async function cancelSubscription(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await answerPopup(page, 'Cancel your subscription?', undefined, 'Cancel Subscription');
}

/** Fills in the page on which an account pays, for the sandbox. */
export async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('1299');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Card owner').fill('Ada Lovelace');
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check();
}

/**
 * Presses a button that leads away, and waits for the other page. Fails where the button did not stay
 * busy until then: somebody would press it twice.
 */
export async function leaveBy(page: Page, name: string, url: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.evaluate((pressed) => {
    addEventListener('pagehide', () => {
      sessionStorage.setItem('left-busy', String(pressed.getAttribute('aria-busy')));
    });
  });
  await button.click();
  await page.waitForURL(url);
  expect(await page.evaluate(() => sessionStorage.getItem('left-busy'))).toBe('true');
}

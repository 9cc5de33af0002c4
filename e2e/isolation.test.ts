import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAccount, useBrowser } from './support/journey.ts';

const { openPage } = useBrowser();

const nothing = {
  online: true,
  history: 2,
  look: '1280 x 900, light, reduce',
  cookies: [],
  local: 0,
  tab: 0,
  databases: [],
  caches: [],
  camera: 'prompt',
};
let client: string | undefined;

test('a test may leave all sorts of things behind', async () => {
  const page = await openPage('/theme.js');
  expect(await findings(page)).toEqual(nothing);
  client = await sentAddress(page);
  const context = page.context();
  await makeAccount(context);
  await context.grantPermissions(['camera']);
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here');
    sessionStorage.setItem('left', 'here');
    await caches.open('left');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
  await page.goto('/theme.js?again');
  await page.setViewportSize({ width: 400, height: 300 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  const { cookies, ...rest } = await findings(page);
  expect(cookies).toHaveLength(1);
  expect(rest).toEqual({
    online: true,
    history: 3,
    look: '400 x 300, dark, no-preference',
    local: 1,
    tab: 1,
    databases: ['left'],
    caches: ['left'],
    camera: 'granted',
  });
  await page.route('**/*', (route) => route.abort());
  await context.route('**/*', (route) => route.abort());
  await context.setOffline(true);
});

test('the next one finds none of them, though it has the same context, as another client', async () => {
  const page = await openPage('/theme.js');
  expect(await findings(page)).toEqual(nothing);
  expect(await sentAddress(page)).not.toBe(client);
  // What could not be undone is refused.
  await expect(page.clock.install()).rejects.toThrow('use openContext');
  await expect(page.context().addInitScript('')).rejects.toThrow('use openContext');
  // What lasts for the page ends with it.
  await page.addInitScript(() => localStorage.setItem('left', 'by a script'));
});

test('a page that was changed for good goes, and one that is asked for looks otherwise', async () => {
  const page = await openPage('/theme.js', { colorScheme: 'dark', permissions: ['camera'] });
  const look = '1280 x 900, dark, reduce';
  expect(await findings(page)).toEqual({ ...nothing, look, camera: 'granted' });
});

async function findings(page: Page): Promise<Record<string, unknown>> {
  const found = await page.evaluate(async () => ({
    online: navigator.onLine,
    history: history.length,
    look: [
      `${innerWidth} x ${innerHeight}`,
      matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      matchMedia('(prefers-reduced-motion)').matches ? 'reduce' : 'no-preference',
    ].join(', '),
    local: localStorage.length,
    tab: sessionStorage.length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    camera: (await navigator.permissions.query({ name: 'camera' })).state,
  }));
  return { cookies: await page.context().cookies(), ...found };
}

/** From which address a page's requests say that they come. */
async function sentAddress(page: Page): Promise<string | undefined> {
  const answer = await page.reload();
  return (await answer?.request().allHeaders())?.['x-forwarded-for'];
}

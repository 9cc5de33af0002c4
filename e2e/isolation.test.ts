import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAccount, useBrowser } from './support/journey.ts';

const { openPage } = useBrowser();

const nothing = {
  online: true,
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
  const { cookies, ...rest } = await findings(page);
  expect(cookies).toHaveLength(1);
  expect(rest).toEqual({
    online: true,
    local: 1,
    tab: 1,
    databases: ['left'],
    caches: ['left'],
    camera: 'granted',
  });
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
});

async function findings(page: Page): Promise<Record<string, unknown>> {
  const found = await page.evaluate(async () => ({
    online: navigator.onLine,
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

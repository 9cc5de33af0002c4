import type { BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';

/** What cannot be undone in a context that the tests of a file have one after another. */
export function refuseWhatLasts(context: BrowserContext): BrowserContext {
  const refuse = () =>
    Promise.reject(new Error('This would last for the tests that follow: use openContext.'));
  return Object.assign(context, {
    addInitScript: refuse,
    exposeBinding: refuse,
    exposeFunction: refuse,
    clock: new Proxy({}, { get: () => refuse }),
  });
}

/**
 * Makes a context that was used as good as new, but for its cache of files, and another client. What
 * a test did to its pages (routes, emulation, scripts) ends with them.
 */
export async function clean(context: BrowserContext): Promise<BrowserContext> {
  const used = context.pages();
  // The next test's: opened before the others close, as the process ends with its last page.
  const empty = await context.newPage();
  await Promise.all(used.map((page) => page.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.setExtraHTTPHeaders(newClient());
  await context.clearPermissions();
  await context.clearCookies();
  const devtools = await context.newCDPSession(empty);
  const everything = { origin: inject('origin'), storageTypes: 'all' };
  await devtools.send('Storage.clearDataForOrigin', everything);
  await devtools.detach();
  return context;
}

/** The page that waits in a cleaned context, or another. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const [waiting] = context.pages();
  return waiting?.url() === 'about:blank' ? waiting : await context.newPage();
}

/** Headers of a client of its own, as far as limits by address go. */
export function newClient(): Record<string, string> {
  const byte = () => 1 + Math.floor(Math.random() * 254);
  return { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` };
}

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';

/** What a page can be told at any time, and told otherwise for the next test. */
export type PageLook = {
  readonly [Name in
    | 'viewport'
    | 'colorScheme'
    | 'reducedMotion'
    | 'forcedColors']: BrowserContextOptions[Name];
};

export const usualLook = {
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  forcedColors: 'none',
} as const satisfies PageLook;

/** Hardly anything, and from the server: a tab's storage can only be emptied at its origin. */
const RESTING_PLACE = '/manifest.webmanifest';

/** Pages that cannot be made as good as new. */
const spoilt = new WeakSet<Page>();
/** Pages that no test has had yet since they were made so. */
const waiting = new WeakSet<Page>();

/** What cannot be undone in a context that the tests of a file have one after another. */
export function refuseWhatLasts(context: BrowserContext): BrowserContext {
  const refuse = () =>
    Promise.reject(new Error('This would last for the tests that follow: use openContext.'));
  // What lasts for a page alone ends with it: the next test gets another.
  const newCDPSession = context.newCDPSession.bind(context);
  context.on('page', (page) => {
    for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction'] as const) {
      const lasting = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>;
      const spoil = (...args: unknown[]) => {
        spoilt.add(page);
        return lasting(...args);
      };
      Object.assign(page, { [name]: spoil });
    }
  });
  return Object.assign(context, {
    addInitScript: refuse,
    exposeBinding: refuse,
    exposeFunction: refuse,
    newCDPSession: (of: Page) => {
      spoilt.add(of);
      return newCDPSession(of);
    },
    clock: new Proxy({}, { get: () => refuse }),
  });
}

/**
 * Makes a context that was used as good as new, but for its cache of files, and another client. One page
 * of it stays, which costs half of what a new one does, as its process keeps what it has loaded.
 */
export async function clean(context: BrowserContext): Promise<BrowserContext> {
  const [first, ...others] = context.pages();
  const page = first && !spoilt.has(first) ? first : await context.newPage();
  // After another page was opened, as the process ends with its last one.
  await Promise.all([first, ...others].map((used) => used !== page && used?.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.setExtraHTTPHeaders(newClient());
  await context.clearPermissions();
  for (const event of ['request', 'response', 'download', 'dialog'] as const) {
    page.removeAllListeners(event);
  }
  await page.goto(RESTING_PLACE);
  await page.evaluate(() => sessionStorage.clear());
  // Over nothing, as where there is no mouse yet.
  await page.mouse.move(-1, -1);
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  const everything = { origin: inject('origin'), storageTypes: 'all' };
  await devtools.send('Storage.clearDataForOrigin', everything);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  spoilt.delete(page);
  waiting.add(page);
  return context;
}

/** Gives a cleaned context, or a new one, the page that `newPage` hands out first, with this look. */
export async function preparePage(context: BrowserContext, look: PageLook): Promise<void> {
  const page = await waitingPage(context);
  await page.setViewportSize(look.viewport ?? usualLook.viewport);
  await page.emulateMedia({
    media: null,
    contrast: null,
    colorScheme: look.colorScheme ?? usualLook.colorScheme,
    reducedMotion: look.reducedMotion ?? usualLook.reducedMotion,
    forcedColors: look.forcedColors ?? usualLook.forcedColors,
  });
  waiting.add(page);
}

/** The page that waits in a context, or another, which is a test's from now on. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await waitingPage(context);
  waiting.delete(page);
  return page;
}

async function waitingPage(context: BrowserContext): Promise<Page> {
  return context.pages().find((one) => waiting.has(one)) ?? (await context.newPage());
}

/** Headers of a client of its own, as far as limits by address go. */
export function newClient(): Record<string, string> {
  const byte = () => 1 + Math.floor(Math.random() * 254);
  return { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` };
}

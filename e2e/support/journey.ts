import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pages, paths } from '@moodreel/contract';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchChromium } from './chromium.ts';
import {
  clean,
  newClient,
  newPage,
  preparePage,
  refuseWhatLasts,
  usualLook,
} from './reused-context.ts';
import { admin } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * A photo with one face, a drawing with one face, and a cat whose face only a search finds. Films cost
 * by the pixel: the drawing is a small one, and its sample is for what happens while a film is made.
 */
export const pictures = {
  astronaut: join(root, 'samples', 'photo-astronaut-smiling.png'),
  redhead: join(import.meta.dirname, 'redhead.png'),
  largeRedhead: join(root, 'samples', 'drawing-redhead.png'),
  cat: join(root, 'samples', 'cat-chelsea.png'),
} as const;

/** How long anything may take on a busy machine, and how long film workers may, which leave it to all others. */
const patience = 60_000;
export const filmTimeout = 240_000;

export const password = 'secret-enough';

let accounts = 0;

/** An e-mail address that no other test uses. */
export function newEmail(): string {
  accounts += 1;
  return `guest-${process.pid}-${Date.now()}-${accounts}@moodreel.example`;
}

/** What Chromium writes about every refusal; real failures of the server are noticed otherwise. */
const refusal = /^Failed to load resource: /;

/**
 * Gives a test file its browser. A test fails when a page writes an error or a warning to the
 * console, or when the server answers with an error of its own.
 *
 * Pages come from one context, which is cleaned between tests: much of what a page costs is the process of
 * a new context, where none of the application's code is compiled. Options that a page cannot be told
 * later want a context of their own, and so does a second such page in one test: another visitor's.
 */
export function useBrowser(options: Parameters<typeof launchChromium>[0] = {}) {
  let browser: Browser;
  /** For usual pages: while no test has it, and while one has. */
  let idle: BrowserContext | undefined;
  let lent: BrowserContext | undefined;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium(options);
  });
  afterEach(async ({ task }) => {
    const used = lent;
    lent = undefined;
    // A test whose time was over may still go on in its context.
    const hasFailed = task.result?.state === 'fail';
    if (used && hasFailed) contexts.push(used);
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    if (used && !hasFailed) idle = await clean(used);
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  return { openPage, openContext, openAsUser, openAsAdmin };

  /** A context that no other test has: for what cannot be undone in it, and for an empty cache. */
  async function openContext(more: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await newContext(more);
    contexts.push(context);
    return context;
  }

  async function borrowContext(more: BrowserContextOptions): Promise<BrowserContext> {
    const { permissions, viewport, colorScheme, reducedMotion, forcedColors, ...lasting } = more;
    if (lent || Object.keys(lasting).length > 0) return await openContext(more);
    lent = idle ?? refuseWhatLasts(await newContext({}));
    idle = undefined;
    const look = { viewport, colorScheme, reducedMotion, forcedColors };
    await preparePage(lent, look);
    if (permissions) await lent.grantPermissions(permissions);
    return lent;
  }

  async function newContext(more: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: inject('origin'),
      ...usualLook,
      extraHTTPHeaders: newClient(),
      ...more,
    });
    context.setDefaultTimeout(patience);
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (!refusal.test(message.text())) complaints.push(message.text());
    });
    context.on('response', async (response) => {
      if (response.status() < 500) return;
      // Answers that a test made up have no server address.
      const address = await response.serverAddr().catch(() => null);
      if (address) complaints.push(`${response.status()} ${response.url()}`);
    });
    return context;
  }

  async function openPage(path: string, more: BrowserContextOptions = {}): Promise<Page> {
    const page = await newPage(await borrowContext(more));
    await page.goto(path);
    return page;
  }

  /** The AI page of a new user. */
  async function openAsUser(more: BrowserContextOptions = {}, email = newEmail()): Promise<Page> {
    const context = await borrowContext(more);
    await makeAccount(context, email);
    return await openStudio(context);
  }

  /** The table of users, where an admin comes in. */
  async function openAsAdmin(more: BrowserContextOptions = {}): Promise<Page> {
    const context = await borrowContext(more);
    await post(context, paths.signIn(), admin);
    const page = await newPage(context);
    await page.goto(pages.admin);
    return page;
  }
}

/**
 * Makes an account and signs the context in, without the pages: for tests that are about something
 * else, as the form costs two pages more.
 */
export async function makeAccount(context: BrowserContext, email = newEmail()): Promise<string> {
  await post(context, paths.namedCall('onUserCreate'), { email, password });
  return email;
}

/** Opens the AI page and waits until it is there. */
export async function openStudio(context: BrowserContext): Promise<Page> {
  const page = await newPage(context);
  await page.goto(pages.studio);
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  return page;
}

/** Asks the server as a page would. */
export async function post(context: BrowserContext, path: string, data: object): Promise<void> {
  const headers = { origin: inject('origin') };
  const answer = await context.request.post(path, { data, headers, timeout: patience });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
}

/**
 * Lets no request for the address through until it is told to. The page's requests are intercepted from
 * then on: Chromium leaves those hanging that are under way when the interception ends (Playwright's
 * issue 41802), as `page.unroute` would.
 *
 * @returns lets them through
 */
export async function cutOff(page: Page, address: string): Promise<() => void> {
  let through = false;
  await page.route(address, (route) => (through ? route.continue() : route.abort()));
  return () => {
    through = true;
  };
}

/** Signs a new user up by the form; ends on the AI page. */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/login-signUp/signUp');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  return email;
}

/** Signs in by the form; ends where the account's role leads to. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login-signUp/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login-signUp/'));
}

/** Puts a picture in on the AI page and waits until its faces have been looked for. */
export async function choosePicture(
  page: Page,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await page.getByLabel('Picture file').setInputFiles(file);
  await page
    .getByText(/Face found|Is this the face|No face was found|faces found/)
    .waitFor({ timeout: filmTimeout });
}

/** Presses Animate! and waits for the film. */
export async function animate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
}

/**
 * From now on keeps the text fields of each form that the page sends: no protocol tells them.
 * Returns how to read the last ones.
 */
export async function recordForms(page: Page): Promise<() => Promise<Record<string, unknown>>> {
  await page.evaluate(() => {
    const keep = (body: unknown) => {
      if (body instanceof FormData) Object.assign(window, { asked: Object.fromEntries(body) });
    };
    const { fetch, XMLHttpRequest: Request } = window;
    window.fetch = (input, init) => {
      keep(init?.body);
      return fetch(input, init);
    };
    // Pictures are sent so, for their progress.
    const { send } = Request.prototype;
    Request.prototype.send = function (body) {
      keep(body);
      send.call(this, body);
    };
  });
  return () => page.evaluate(() => (window as unknown as { asked: Record<string, unknown> }).asked);
}

/** Waits for a popup with this title and text, and closes it with this button. */
export async function answerPopup(
  page: Page,
  title: string | RegExp,
  text?: string | RegExp,
  button = 'OK',
): Promise<void> {
  const popup = page.getByRole('dialog', { name: title });
  await popup.waitFor();
  if (text !== undefined) await popup.getByText(text).first().waitFor();
  await popup.getByRole('button', { name: button, exact: true }).click();
  await popup.waitFor({ state: 'detached' });
}

/**
 * Asks the page from now on, by Escape, to close what lies over it as Back on a phone does: headless
 * there is no such Back, and a key that the page does not hear is the same request to Chromium.
 */
export async function makeEscapeUnheard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hush = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopImmediatePropagation();
    };
    addEventListener('keydown', hush, true);
  });
}

/** Waits until an element has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  const focused = (wanted: Element) =>
    document.activeElement === wanted ? 'it' : document.activeElement?.outerHTML.slice(0, 300);
  await expect.poll(() => element.evaluate(focused)).toBe('it');
}

/** Waits until all of an element is inside the window, without scrolling to it. */
export async function expectInView(element: Locator): Promise<void> {
  const isInView = (wanted: Element) => {
    const { top, bottom } = wanted.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight ? 'in view' : `from ${top} to ${bottom}`;
  };
  await expect.poll(() => element.evaluate(isInView)).toBe('in view');
}

/** Keeps a screenshot for looking at, where SCREENSHOTS is set: no test compares it. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const folder = join(root, 'artefacts', 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({
    path: join(folder, `${name}.png`),
    fullPage: true,
    timeout: 60_000,
  });
}

import { gzipSync } from 'node:zlib';
import { pages, paths } from '@moodreel/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choosePicture, makeAccount, pictures, useBrowser } from './support/journey.ts';
import { look, lookAtLargeLetters } from './support/look.ts';
import { pretendRender } from './support/renders.ts';

const { openPage, openContext, openAsUser, openAsAdmin } = useBrowser();

const NOWHERE = '/no/such/page';
const forVisitors = [
  ['home', '/'],
  ['login', '/login-signUp/login'],
  ['sign-up', '/login-signUp/signUp'],
  ['forgot-password', '/login-signUp/forgotPassword'],
  ['reset-password', '/login-signUp/resetPassword'],
  ['pricing', '/Subscription/Pricing'],
  ['subscribe-monthly', '/Subscription/MonthlySub'],
  ['subscribe-yearly', '/Subscription/YearlySub'],
  ['contact', '/Contact/Contact'],
  ['terms', '/Terms'],
  ['privacy', '/Privacy'],
  ['not-found', NOWHERE],
] as const;
const forUsers = [
  ['studio', '/AI/AIPage'],
  ['downloads-empty', '/Downloads/Downloads'],
  ['profile', '/Profile/editProf'],
  ['cancel', '/Subscription/CancelSub'],
] as const;
const forAdmins = [
  ['admin-users', '/Admin/AdminPage'],
  ['admin-create', '/Admin/CreateUser'],
  ['admin-edit-nobody', '/Admin/EditUser'],
] as const;

test.each(forVisitors)(
  '%s is fit to be seen, wide and narrow, by day and by night, and with letters twice as large',
  async (name, path) => {
    const page = await openPage(path);
    await isThere(page, path);
    await look(page, name);
    await lookAtLargeLetters(page, name);
  },
);

test('so are the pages of users', async () => {
  const page = await openAsUser();
  for (const [name, path] of forUsers) {
    await page.goto(path);
    await isThere(page, path);
    await look(page, name);
    await lookAtLargeLetters(page, name);
  }
  await page.goto(pages.profileToo);
  await isThere(page, pages.profileToo);
});

test('so are the pages of admins', async () => {
  const page = await openAsAdmin();
  for (const [name, path] of forAdmins) {
    await page.goto(path);
    await isThere(page, path);
    await look(page, name);
    await lookAtLargeLetters(page, name);
  }
  const email = await makeAccount(await openContext());
  await page.goto('/Admin/AdminPage');
  await page.getByRole('link', { name: `Edit Details of ${email}` }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await look(page, 'admin-edit');
  await lookAtLargeLetters(page, 'admin-edit');
});

test('no page is left out of these', () => {
  const paths = [...forVisitors, ...forUsers, ...forAdmins].map(([, path]) => path);
  expect(new Set<string>([...paths, pages.profileToo])).toEqual(
    new Set([...Object.values(pages), NOWHERE]),
  );
});

test('on a phone a finger finds every button, and every link that stands alone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await openPage('/', phone);
  const small: Record<string, readonly string[]> = {};
  const lookAt = async (name: string, path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(smallTargets);
    if (found.length > 0) small[name] = found;
  };
  for (const [name, path] of forVisitors) await lookAt(name, path);
  await makeAccount(page.context());
  for (const [name, path] of forUsers) await lookAt(name, path);
  await page.goto('/AI/AIPage');
  // Nothing can be dropped or pasted there.
  await page.getByText('Choose a face').waitFor();
  expect(
    await page
      .getByText(/Drop a face|paste it/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await choosePicture(page, pictures.redhead);
  expect({ ...small, picture: await page.evaluate(smallTargets) }).toEqual({ picture: [] });
});

test('the text at the foot of the page has its place, however wide the window is', async () => {
  const page = await openPage('/Contact/Contact');
  const text = page.getByRole('contentinfo').getByRole('paragraph');
  const tooNarrow: Record<number, number> = {};
  for (const width of [640, 720, 768, 900, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await text.boundingBox();
    // It wants 28rem, and is readable with a little less.
    if (!box || box.width < 360) tooNarrow[width] = box?.width ?? 0;
  }
  expect(tooNarrow).toEqual({});
});

test('beside the puppets a form has the room that it has on a phone', async () => {
  const page = await openPage('/');
  const tooNarrow: Record<string, number> = {};
  for (const path of ['/login-signUp/login', '/login-signUp/signUp', '/Contact/Contact']) {
    await page.goto(path);
    const field = page.getByLabel('Email');
    await field.waitFor();
    for (const width of [360, 768, 834, 1024]) {
      await page.setViewportSize({ width, height: 1000 });
      const box = await field.boundingBox();
      if (!box || box.width < 270) tooNarrow[`${path} at ${width}`] = box?.width ?? 0;
    }
  }
  expect(tooNarrow).toEqual({});
});

test('what is chosen can be told where the system chooses the colours', async () => {
  const page = await openPage('/Subscription/Pricing', { forcedColors: 'active' });
  const groundOf = (target: Locator) =>
    target.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [monthly, yearly] = ['Monthly', 'Yearly'].map((name) => page.getByRole('tab', { name }));
  if (!monthly || !yearly) throw new Error('no tabs');
  expect(await groundOf(monthly)).not.toBe(await groundOf(yearly));
  const bar = page.getByRole('navigation', { name: 'Main' });
  const [here, there] = ['Pricing', 'Contact'].map((name) => bar.getByRole('link', { name }));
  if (!here || !there) throw new Error('no links');
  expect(await groundOf(here)).not.toBe(await groundOf(there));
  await makeAccount(page.context());
  await page.goto('/AI/AIPage');
  const choice = (text: string) => page.locator('label', { hasText: text });
  expect(await groundOf(choice('Happy'))).not.toBe(await groundOf(choice('Sad')));
  await page.locator('summary', { hasText: 'Adjust' }).click();
  expect(await groundOf(choice('Best fit'))).not.toBe(await groundOf(choice('Portrait')));
});

test('so can how strong a film is to be, and how far it is', async () => {
  const page = await openAsUser({ forcedColors: 'active' });
  await page.locator('summary', { hasText: 'Adjust' }).click();
  const rail = await page
    .getByRole('slider', { name: 'How strong' })
    .evaluate((slider) => getComputedStyle(slider).backgroundImage);
  expect(rail).toContain('gradient');
  const { id } = await pretendRender(page, {
    stage: 'rendering',
    framesDone: 30,
    framesTotal: 96,
  });
  // Nothing is heard of it: the server knows no such film, and the bar would go.
  await page.route(`**${paths.renderEvents(id)}`, () => {});
  await page.reload();
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  const bar = page.getByRole('progressbar');
  const fill = await bar.locator('div').first().evaluate(groundOf);
  expect(fill).not.toBe(await bar.evaluate(groundOf));
});

test('a page that is come to from elsewhere begins at its top; a reload stays where it was', async () => {
  const page = await openPage('/Subscription/Pricing', { viewport: { width: 360, height: 740 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 500));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => window.scrollY > 400);
  // As from a page for paying: in the same tab, by an address.
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the first load of home is light and nothing on it jumps', async () => {
  // Nothing is in its cache.
  const page = await (await openContext()).newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.addInitScript(recordShifts);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bodies = await Promise.all(
    [...scripts].map(async (url) => (await page.request.get(url)).body()),
  );
  const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThan(250);
  const shifted = await page.evaluate(sumShifts);
  // 0.1 is what web vitals call good.
  expect(shifted).toBeLessThan(0.1);
});

test('nothing jumps when what a page waits for comes', async () => {
  const context = await openContext({ viewport: { width: 360, height: 640 } });
  await context.addInitScript(recordShifts);
  const page = await context.newPage();
  let mayGo = Promise.withResolvers<void>();
  await page.route(/\/api\/session$/, async (route) => {
    await mayGo.promise;
    await route.continue();
  });
  const jumps: Record<string, number> = {};
  const lookAt = async (path: string, comes: Locator) => {
    mayGo = Promise.withResolvers();
    await page.goto(path);
    await page.getByText('Loading...').waitFor();
    await page.evaluate(() => document.fonts.ready);
    mayGo.resolve();
    await comes.waitFor();
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(sumShifts);
    if (shifted > 0.02) jumps[path] = shifted;
  };
  for (const path of ['/login-signUp/login', '/login-signUp/signUp', '/Contact/Contact']) {
    await lookAt(path, page.getByLabel('Email'));
  }
  await makeAccount(context);
  await lookAt('/AI/AIPage', page.getByText('Choose an expression'));
  await lookAt('/Profile/editProf', page.getByLabel('Card owner'));
  expect(jumps).toEqual({});
});

test('films and pictures further down the home page wait until one comes near', async () => {
  const context = await openContext({
    viewport: { width: 360, height: 640 },
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /assets\/([a-z]+)-[^/]+\.(?:mp4|jpg)$/.exec(request.url()) ?? [];
    if (name) loaded.add(name);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Next expression' }).waitFor();
  expect([...loaded]).toEqual(['hero']);
  await page
    .getByRole('heading', { name: 'Choose from Various Expressions' })
    .scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const film = document.querySelector<HTMLVideoElement>('.swiper-slide-active video');
    return film !== null && !film.paused && film.currentTime > 0;
  });
  await expect.poll(() => loaded.size).toBe(7);
});

/** That a page was loaded from its address, and the router has one there: or neither. */
async function isThere(page: Page, path: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  const status = await page.evaluate(() => {
    const [loading] = performance.getEntriesByType('navigation');
    return (loading as PerformanceNavigationTiming).responseStatus;
  });
  const isKnown = !/Page not found/.test(await page.title());
  expect({ path, status, isKnown }).toEqual({
    path,
    status: path === NOWHERE ? 404 : 200,
    isKnown: path !== NOWHERE,
  });
}

/** Runs in the page, before all else: notes how much of it jumps. */
function recordShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      shifts.push(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: how much of it has jumped by now. */
function sumShifts(): number {
  const { shifts } = window as unknown as { shifts: number[] };
  return shifts.reduce((sum, value) => sum + value, 0);
}

/**
 * Runs in the page: what can be touched and is less than 44 pixels high or wide. Links within a
 * sentence are as high as its lines.
 */
function smallTargets(): readonly string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      'a, button, [role="button"], input, select, textarea, summary',
    ),
  ];
  return targets.flatMap((target) => {
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
    const isInSentence =
      target.matches('a, button') &&
      getComputedStyle(target).display === 'inline' &&
      target.parentElement?.textContent?.trim() !== target.textContent?.trim();
    const isHidden =
      width === 0 || target.matches('.sr-only') || target.closest('[aria-hidden]') !== null;
    if (isInSentence || isHidden || (width >= 44 && height >= 44)) return [];
    return [`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`];
  });
}

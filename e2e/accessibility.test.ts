import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { video } from './support/answers.ts';
import { contrastIn } from './support/contrast.ts';
import { expectFocus, newEmail, useBrowser } from './support/journey.ts';
import { coloursStand } from './support/look.ts';

const { openPage, openAsUser } = useBrowser();

test('where no switch stops it, nothing moves for longer than five seconds', async () => {
  const page = await openAsUser({ reducedMotion: 'no-preference' });
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5000)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  const lookAt = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // What the page waits for turns a reel until it is there.
    await expect.poll(async () => ({ path, moving: await moving() })).toEqual({ path, moving: [] });
  };
  await lookAt('/Downloads/Downloads');
  await page.context().clearCookies();
  for (const path of ['/login-signUp/login', '/Contact/Contact', '/no/such/page']) {
    await lookAt(path);
  }
});

test('the ring around what has the focus is seen, in both themes', async () => {
  const page = await openAsUser();
  const faint: Record<string, readonly string[]> = {};
  const tabThrough = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await coloursStand(page);
      const found = await faintRings(page);
      if (found.length > 0) faint[`${path}, ${colorScheme}`] = found;
    }
  };
  await tabThrough('/AI/AIPage');
  await page.context().clearCookies();
  for (const path of ['/', '/Subscription/Pricing', '/Subscription/MonthlySub']) {
    await tabThrough(path);
  }
  expect(faint).toEqual({});
});

test.each(['light', 'dark'] as const)(
  'what stands in an empty field can be read, in the %s theme',
  async (colorScheme) => {
    const page = await openPage('/Subscription/MonthlySub', { colorScheme });
    const field = page.getByLabel('Card number');
    await field.waitFor();
    const [words = '', ground = ''] = await field.evaluate((element) => [
      getComputedStyle(element, '::placeholder').color,
      getComputedStyle(element).backgroundColor,
    ]);
    expect(await contrastIn(page, words, [ground])).toBeGreaterThanOrEqual(4.5);
  },
);

test('a button that deletes can be read under the mouse', async () => {
  const page = await openAsUser();
  await page.goto('/Profile/editProf');
  const button = page.getByRole('button', { name: 'Delete my account' });
  await button.hover();
  // Its ground fades in.
  await coloursStand(page);
  const [words, ground] = await button.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor] as const;
  });
  expect(await contrastIn(page, words, [ground])).toBeGreaterThanOrEqual(4.5);
});

test('titles are set in one type, also in Polish', async () => {
  const page = await openAsUser();
  const videos = [{ ...video, title: 'Żółw' }];
  await page.route('**/api/videos?page=1', (route) =>
    route.fulfill({ json: { videos, page: 1, pages: 1, total: 1 } }),
  );
  const further = page.waitForRequest(/caprasimo-latin-ext/);
  await page.goto('/Downloads/Downloads');
  expect((await (await further).response())?.status()).toBe(200);
});

test('what can be done with a video says with which, and a title runs as its script does', async () => {
  const page = await openAsUser();
  const arabic = 'مرحبا!';
  const videos = [arabic, 'Grandma'].map((title, index) => ({
    ...video,
    id: `${video.id.slice(0, -1)}${index}`,
    title,
    shareUrl: 'https://moodreel.example/s/abc',
  }));
  await page.route('**/api/videos?page=1', (route) =>
    route.fulfill({ json: { videos, page: 1, pages: 1, total: 2 } }),
  );
  await page.goto('/Downloads/Downloads');
  for (const { title } of videos) {
    for (const action of ['Watch', 'Rename', 'Share', 'Delete', 'Stop sharing']) {
      await page.getByRole('button', { name: `${action} ${title}`, exact: true }).waitFor();
    }
    await page.getByRole('link', { name: `Public page of ${title}`, exact: true }).waitFor();
  }
  const directionOf = (element: Locator) =>
    element.evaluate((it) => getComputedStyle(it).direction);
  expect(await directionOf(page.getByRole('heading', { name: arabic }))).toBe('rtl');
  expect(await directionOf(page.getByRole('heading', { name: 'Grandma' }))).toBe('ltr');
  await page.getByRole('button', { name: `Rename ${arabic}` }).click();
  expect(await directionOf(page.getByRole('textbox', { name: 'Title' }))).toBe('rtl');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete ${arabic}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this video?' });
  expect(await directionOf(question.getByText(arabic, { exact: true }))).toBe('rtl');
});

test('what is read at night can be printed, without the bars', async () => {
  const page = await openPage('/Terms');
  const heading = page.getByRole('heading', { name: 'The plans' });
  await heading.waitFor();
  await page.getByLabel('Theme').selectOption('dark');
  const coloursOf = (element: Element) => getComputedStyle(element).color;
  // By night the words are as good as white.
  expect(await contrastIn(page, await heading.evaluate(coloursOf), ['white'])).toBeLessThan(2);
  await page.emulateMedia({ media: 'print' });
  expect(await contrastIn(page, await heading.evaluate(coloursOf), ['white'])).toBeGreaterThan(7);
  for (const bar of ['banner', 'contentinfo'] as const) {
    expect(await page.getByRole(bar, { includeHidden: true }).isVisible()).toBe(false);
  }
});

test('no field has letters so small that an iPhone enlarges the page when it is touched', async () => {
  const page = await openAsUser();
  await page.goto('/Profile/editProf');
  await page.getByLabel('Card owner').waitFor();
  const sizes = await page
    .locator('input, select, textarea')
    .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
});

test('password managers are told whose password a form is about', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await page.goto('/Profile/editProf');
  const usernameBeside = (field: Locator) =>
    field.evaluate((input) => {
      const named = input
        .closest('form')
        ?.querySelector<HTMLInputElement>('[autocomplete=username]');
      return named ? { value: named.value, isSeen: named.checkVisibility() } : 'none';
    });
  const told = { value: email, isSeen: false };
  await expect
    .poll(() => usernameBeside(page.getByLabel('New password', { exact: true })))
    .toEqual(told);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  expect(await usernameBeside(dialog.getByLabel('Current password', { exact: true }))).toEqual(
    told,
  );
});

test('a saved video does not play because the keyboard came by, where less movement is wanted', async () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await openAsUser({ reducedMotion });
    await page.route('**/api/videos?page=1', (route) =>
      route.fulfill({ json: { videos: [video], page: 1, pages: 1, total: 1 } }),
    );
    await page.goto('/Downloads/Downloads');
    const screen = page.getByRole('button', { name: 'Watch The cat knows' });
    // There is no such film on the server: it is enough to know whether it was to play.
    await screen.locator('video').evaluate((film) => {
      Object.assign(film, { play: async () => film.setAttribute('data-played', '') });
    });
    await page.getByRole('button', { name: 'Rename The cat knows' }).press('Shift+Tab');
    await expectFocus(screen);
    const played = await screen.locator('[data-played]').count();
    expect({ reducedMotion, played }).toEqual({
      reducedMotion,
      played: reducedMotion === 'reduce' ? 0 : 1,
    });
  }
});

/** What has a ring with Tab that hardly differs (WCAG 1.4.11 asks for 3) from what lies around it. */
async function faintRings(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusedRing);
    if (stop === null) return found;
    // Fields have a shadow for a ring.
    if (stop.colour === null) continue;
    const contrast = await contrastIn(page, stop.colour, stop.grounds);
    if (contrast < 3) found.push(`${contrast.toFixed(2)}: ${stop.what}`);
  }
}

/** Runs in the page: the outline of what has the focus, and what it lies on; null at the page's end. */
function focusedRing() {
  const target = document.activeElement;
  if (!target || target === document.body) return null;
  // A radio lies unseen over its card, which has the ring.
  const ringed = target.closest('label') ?? target;
  const { outlineStyle, outlineColor } = getComputedStyle(ringed);
  const grounds: string[] = [];
  for (let at = ringed.parentElement; at; at = at.parentElement) {
    grounds.unshift(getComputedStyle(at).backgroundColor);
  }
  const colour = outlineStyle === 'none' ? null : outlineColor;
  return { colour, grounds, what: target.outerHTML.slice(0, 80) };
}

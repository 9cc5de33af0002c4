import type { Video, VideosPage } from '@moodreel/contract';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerPopup,
  expectFocus,
  keepScreenshot,
  makeEscapeUnheard,
  useBrowser,
} from './support/journey.ts';

const { openAsUser } = useBrowser();

test('a card tells the day where one is, as it is written there', async () => {
  // There it is Wednesday already, while UTC has Tuesday.
  const page = await openAsUser({ timezoneId: 'Pacific/Auckland', locale: 'en-GB' });
  const list = listOf(
    { title: 'Fear, take 6', take: 5 },
    { title: 'Fear, 2026-11-24', take: 0 },
    { title: 'The cat knows', take: 5 },
  );
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  await page.goto('/Downloads/Downloads');
  await page.getByRole('article').last().waitFor();
  expect(await page.getByRole('article').locator('h2, div:has(> h2) + p').allInnerTexts()).toEqual([
    'Fear, take 6',
    '25 Nov 2026',
    // Saved when titles still had a day: it stays what its owner knows it by.
    'Fear, 2026-11-24',
    'Fear · 25 Nov 2026',
    'The cat knows',
    'Fear, take 6 · 25 Nov 2026',
  ]);

  // Several may have the same first title: the day says which one is meant.
  await page.getByRole('article').first().getByRole('button', { name: 'Delete' }).click();
  await answerPopup(
    page,
    'Delete this video?',
    '“Fear, take 6”, saved on 25 Nov 2026, will be gone for good.',
    'Cancel',
  );
});

test('a title that cannot be broken makes neither its card nor a question about it wider than a phone', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  const list = listOf({ title: 'M'.repeat(80), take: 0 });
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  await page.goto('/Downloads/Downloads');
  const isWithinScreen = async (element: Locator) => {
    const { left, right } = await element.evaluate((it) => it.getBoundingClientRect().toJSON());
    return left > 0 && right < 360;
  };
  const card = page.getByRole('article');
  expect(await isWithinScreen(card)).toBe(true);
  await card.getByRole('button', { name: 'Delete' }).click();
  expect(await isWithinScreen(page.getByRole('dialog', { name: 'Delete this video?' }))).toBe(true);
});

test('a link that the page may not copy stands in a field, marked', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  const list = listOf({ title: 'Sad', take: 0 });
  const token = 'x'.repeat(22);
  const url = `https://moodreel.example/s/${token}`;
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  await page.route('**/share', (route) => route.fulfill({ json: { token, url } }));
  await page.goto('/Downloads/Downloads');
  // As where there is no https.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('dialog', { name: 'Share this link' }).getByLabel('Link');
  await expectFocus(link);
  expect(await page.evaluate(() => String(getSelection()))).toBe(url);
  await page.keyboard.type('y');
  expect(await link.inputValue()).toBe(url);
  await keepScreenshot(page, 'share-link');
});

test("where the device has a sheet for sharing, it gets the link and the video's title", async () => {
  const page = await openAsUser();
  const list = listOf({ title: 'Sad', take: 0 });
  const token = 'x'.repeat(22);
  const url = `https://moodreel.example/s/${token}`;
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  await page.route('**/share', (route) => route.fulfill({ json: { token, url } }));
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (it: unknown) => shared.push(it) });
  });
  await page.goto('/Downloads/Downloads');
  await page.getByRole('button', { name: 'Share' }).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await expect.poll(shared).toEqual([{ title: 'Sad', url }]);
  expect(await page.getByText('Link copied.').count()).toBe(0);
});

test('Escape closes a video that is shown large, wherever in it the keyboard is', async () => {
  const page = await openAsUser();
  const list = listOf({ title: 'Sad', take: 0 });
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  // It has its controls while it is on its way.
  await page.route('**/stream', () => {});
  await page.goto('/Downloads/Downloads');
  const watch = page.getByRole('button', { name: 'Watch Sad' });
  const dialog = page.getByRole('dialog', { name: 'Sad' });
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const way of ['on a control of the video', 'on the video', 'on a button']) {
    await watch.press('Enter');
    await close.waitFor();
    if (way === 'on a button') await close.focus();
    else await dialog.getByLabel('Sad').focus();
    if (way === 'on a control of the video') await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(watch);
  }
});

test('of two that lie over the page, by key or by Back on a phone, each request closes one', async () => {
  const page = await openAsUser();
  const list = listOf({ title: 'Sad', take: 0 });
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  let fail = () => {};
  await page.route('**/share', async (route) => {
    await new Promise<void>((resolve) => {
      fail = resolve;
    });
    await route.abort();
  });
  await page.goto('/Downloads/Downloads');
  const rename = page.getByRole('dialog', { name: 'Rename the video' });
  // It comes over the other by itself.
  const popup = page.getByText('The server could not be reached.');
  for (const way of ['heard', 'unheard']) {
    if (way === 'unheard') await makeEscapeUnheard(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Rename Sad' }).click();
    await rename.getByLabel('Title').fill('Eileen');
    fail();
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    expect(await rename.getByLabel('Title').inputValue()).toBe('Eileen');
    await page.keyboard.press('Escape');
    await rename.waitFor({ state: 'detached' });
  }
});

test('a question is answered with no where its page is left by going back in the history', async () => {
  const page = await openAsUser();
  const list = listOf({ title: 'Sad', take: 0 });
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: list }));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Downloads' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this video?' });
  await question.waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  await question.waitFor({ state: 'detached' });
  await expectFocus(page.getByRole('main'));
});

function listOf(...videos: readonly Pick<Video, 'title' | 'take'>[]): VideosPage {
  return {
    videos: videos.map(({ title, take }, index) => ({
      id: `7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a1${index}`,
      title,
      take,
      videoUrl: '/api/videos/x/stream',
      posterUrl: '/api/avatars/cat.png',
      downloadUrl: null,
      shareUrl: null,
      label: 4,
      createdAt: '2026-11-24T21:30:00.000Z',
      widthPx: 480,
      heightPx: 480,
      durationSeconds: 4,
      sizeBytes: 400_000,
    })),
    page: 1,
    pages: 1,
    total: videos.length,
  };
}

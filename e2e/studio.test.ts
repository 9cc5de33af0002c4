import { paths, type Render, usageSchema } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  animate,
  answerPopup,
  choosePicture,
  cutOff,
  expectFocus,
  expectInView,
  filmTimeout,
  keepScreenshot,
  makeAccount,
  openStudio,
  pictures,
  signUp,
  useBrowser,
} from './support/journey.ts';
import { getLook } from './support/look.ts';
import { pretendRender } from './support/renders.ts';

const { openContext, openPage, openAsUser } = useBrowser();

test('from signing up to a saved and shared video', async () => {
  const page = await openPage('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await signUp(page);

  // Nothing is heard of a film before one was asked for.
  const screen = page.getByRole('region', { name: 'Picture' });
  await page.getByText('Drop a face here').waitFor();
  expect(await screen.getByRole('status').allTextContents()).toEqual(['']);

  // What is missing is said, and what a free account cannot do is explained.
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'No image selected', 'Please upload an image or capture a photo first!');
  await expectFocus(page.getByRole('heading', { name: 'Upload an image' }));
  for (const locked of ['Surprise', 'Fear', 'Disgust']) {
    expect(await page.getByRole('radio', { name: locked }).isDisabled()).toBe(true);
    // Who taps it all the same hears why nothing comes of it.
    await page.locator('label', { hasText: locked }).click({ force: true });
    await answerPopup(page, 'This is part of Premium', `${locked} needs a premium`, 'Not now');
  }
  await page.getByText('3 of 3 films left this week').waitFor();

  await choosePicture(page, pictures.astronaut);
  await page.getByText('Face found.').waitFor();
  await page.getByRole('radio', { name: 'Angry' }).check();
  const counted = seeFramesCounted(page);
  await page.getByRole('button', { name: 'Animate!' }).click();
  // What happens is seen and heard where one is taken: the picture is square, the window low.
  await expectFocus(screen.getByRole('heading', { name: 'Now filming Your film' }));
  await expectInView(page.getByRole('progressbar', { name: 'Making the film' }));
  await expectInView(page.getByRole('button', { name: 'Cancel' }));
  expect(await page.getByRole('button', { name: 'Animate!' }).isDisabled()).toBe(true);
  // What cannot be chosen meanwhile does not look as if it could.
  const choice = (name: string) =>
    page.locator('label', { has: page.getByRole('radio', { name }) });
  for (const expression of ['Happy', 'Angry']) {
    expect(await page.getByRole('radio', { name: expression }).isDisabled()).toBe(true);
    const { opacity, cursor } = await choice(expression).evaluate(getLook);
    expect({ isDimmed: Number(opacity) < 0.7, cursor }).toEqual({
      isDimmed: true,
      cursor: 'not-allowed',
    });
  }
  await counted;
  const save = page.getByRole('button', { name: 'Save it to your account' });
  await save.waitFor({ timeout: filmTimeout });
  await screen.getByRole('status').filter({ hasText: 'Your film is ready.' }).waitFor();
  await expectFocus(screen.getByRole('heading', { name: 'Now showing Your film' }));
  await expectInView(page.locator('video'));
  expect(await page.getByRole('button', { name: 'Download the Video' }).count()).toBe(0);

  const film = page.locator('video');
  const loop = (video: HTMLVideoElement) => video.loop;
  expect(await film.evaluate(loop)).toBe(true);
  // Whoever wants less movement starts the film; for all others it plays when it comes.
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  const plays = (video: HTMLVideoElement) => !video.paused || video.autoplay;
  expect(await film.evaluate(plays)).toBe(false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
  expect(await film.evaluate(plays)).toBe(true);

  await keepScreenshot(page, 'studio-ready');
  const maySave = Promise.withResolvers<void>();
  await page.route('**/api/renders/*/save', async (route) => {
    await maySave.promise;
    await route.continue();
  });
  await save.click();
  await page.getByText('You can save the video!').waitFor();
  maySave.resolve();
  const saved = page.getByRole('dialog', { name: 'Video Saved Successfully' });
  await saved.getByRole('timer').waitFor();
  expect(await toastOverCountdown(page)).toBe('gone');
  // What is saved can be shared at once, from here and from the page.
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await saved.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied.').waitFor();
  const link = await copied();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await saved.getByRole('button', { name: 'Stay here' }).click();
  // The button that saved it is gone: what took its place has the focus.
  await expectFocus(page.getByRole('link', { name: 'View Video' }));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(copied).toBe(link);
  await keepScreenshot(page, 'studio-saved');
  await page.getByRole('link', { name: 'View Video' }).click();
  await page.waitForURL('**/Downloads/Downloads');

  const card = page.getByRole('article').first();
  const player = card.getByRole('button', { name: 'Watch Angry' });
  const box = await player.boundingBox();
  expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([316, 220]);
  await player.hover();
  await page.waitForFunction(
    () => (document.querySelector('article video') as HTMLVideoElement).currentTime > 0.2,
  );
  const isPaused = () => page.locator('article video').evaluate(pausedOf);
  expect(await isPaused()).toBe(false);
  // Pressed while it plays, it plays on, and large.
  await player.click();
  const large = page.getByRole('dialog', { name: 'Angry' }).getByLabel('Angry');
  await expect.poll(() => large.evaluate(pausedOf)).toBe(false);
  expect((await large.boundingBox())?.width).toBeGreaterThan(500);
  await keepScreenshot(page, 'downloads-watch');
  expect(await isPaused()).toBe(true);
  await page.keyboard.press('Escape');
  await expectFocus(player);
  await page.mouse.move(0, 0);
  expect(await card.getByRole('button', { name: 'Download' }).count()).toBe(0);

  // The expression is told once: by the first title, and below it when the video has another.
  await card.getByRole('heading', { name: 'Angry', exact: true }).waitFor();
  const remark = card.getByText(/^Angry · \w+ \d+, \d{4}$/);
  await card.getByText(/^\w+ \d+, \d{4}$/).waitFor();
  expect(await remark.count()).toBe(0);
  await card.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Title').fill('Eileen sees the bill');
  await page.getByRole('button', { name: 'Save the title' }).click();
  const title = page.getByRole('heading', { name: 'Eileen sees the bill' });
  await title.waitFor();
  await remark.waitFor();
  expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await expectFocus(card.getByRole('button', { name: 'Rename Eileen sees the bill' }));

  await card.getByRole('button', { name: 'Share' }).click();
  // What was said of the first time may still stand there.
  await page.getByText('Link copied.').last().waitFor();
  expect(await copied()).toBe(link);
  const guest = await openPage(link);
  await guest.getByRole('heading', { name: 'Eileen sees the bill' }).waitFor();
  await guest.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  expect(await guest.locator('meta[property="og:video"]').count()).toBe(1);
  // Free has no download, and its public pages offer none.
  expect(await guest.locator('video').getAttribute('controlslist')).toBe('nodownload');

  await keepScreenshot(guest, 'shared');
  await keepScreenshot(page, 'downloads');
  const stop = card.getByRole('button', { name: 'Stop sharing' });
  await stop.click();
  await answerPopup(page, 'Stop sharing this video?', undefined, 'Cancel');
  await guest.reload();
  await guest.getByRole('heading', { name: 'Eileen sees the bill' }).waitFor();
  await stop.click();
  await answerPopup(page, 'Stop sharing this video?', 'never work again', 'Stop sharing');
  await page.getByText('The link no longer works.').waitFor();
  await guest.reload();
  await guest.getByRole('heading', { name: 'This scene was never filmed' }).waitFor();

  await card.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Cancel');
  await expectFocus(card.getByRole('button', { name: 'Delete' }));
  await card.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await answerPopup(page, 'Deleted!', 'Your video has been deleted.');
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
  // The card with its button is gone: the focus is on the page all the same.
  await expectFocus(page.getByRole('main'));
});

test('on a phone: a render can be cancelled, and does not count against the week', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  await choosePicture(page, pictures.largeRedhead);
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByText(/frame \d+ of \d+/).waitFor({ timeout: filmTimeout });
  const heading = page.getByRole('region', { name: 'Picture' }).getByRole('heading');
  await expectFocus(heading);
  await expectInView(page.getByText('You may leave this page: the film waits for you here.'));
  await expectInView(page.getByRole('progressbar', { name: 'Making the film' }));
  await expectInView(page.getByRole('button', { name: 'Cancel' }));
  const letThrough = await cutOff(page, `**${paths.renders()}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. It does not count against your week.').waitFor();
  await page.getByText('3 of 3 films left this week').waitFor();
  // The picture is still there.
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  await expectFocus(heading);
  await expectInView(heading);
  expect(await page.getByRole('button', { name: 'Animate!' }).isEnabled()).toBe(true);
  // And the film is not on the list of those in work, however long that takes to come anew.
  expect(await page.getByText('Still being made').count()).toBe(0);
  letThrough();
});

test('whatever the window, a film is in it with the button that saves it', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  await choosePicture(page, pictures.redhead);
  await page.getByText('Face found.').waitFor();
  const picture = page.getByRole('img', { name: 'Your upload' });
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  const heightWhileFilmed = (await picture.boundingBox())?.height;
  const film = page.locator('video');
  await film.waitFor({ timeout: filmTimeout });
  // Nothing moves as the one takes the other's place.
  expect((await film.boundingBox())?.height).toBeCloseTo(heightWhileFilmed ?? 0, 0);
  for (const [width, height] of [
    [360, 740],
    [360, 640],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page
      .getByRole('heading', { name: 'Now showing Your film' })
      .evaluate((title) => title.scrollIntoView());
    await expectInView(film);
    await expectInView(page.getByRole('button', { name: 'Save it to your account' }));
  }
});

test('a reload loses neither the film in work nor the one that was not saved', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.largeRedhead);
  await page.getByRole('radio', { name: 'Angry' }).check();
  const accepted = page.waitForResponse(
    (answer) => answer.url().endsWith(paths.renders()) && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Animate!' }).click();
  await accepted;
  await page.reload();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Angry' }).isChecked()).toBe(true);
  const save = page.getByRole('button', { name: 'Save it to your account' });
  await save.waitFor({ timeout: filmTimeout });

  await page.reload();
  await save.waitFor();
  await page.getByRole('heading', { name: 'One angry face, coming right up' }).waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);

  // Put aside, it waits below, also in another tab.
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  await page.getByRole('button', { name: /^Angry until/ }).click();
  await save.click();
  await page.getByRole('dialog', { name: 'Video Saved Successfully' }).waitFor();
  // What is saved is among the videos: the page opens for the next film.
  await page.reload();
  await page.getByRole('button', { name: 'Animate!' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Not saved yet' }).count()).toBe(0);
});

test('films that were not saved can be discarded, after a question, on the screen and below it', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await animate(page);
  await page.getByRole('button', { name: 'Another take' }).click();
  await page.getByText("Take 2. It's a wrap").waitFor({ timeout: filmTimeout });
  const films = page.getByRole('region', { name: 'Not saved yet' }).getByRole('listitem');
  const first = page.getByRole('button', { name: 'Discard Happy', exact: true });
  await first.click();
  await answerPopup(page, 'Discard this film?', 'It still counts as one of your films', 'Cancel');
  await expectFocus(first);
  expect(await films.count()).toBe(1);
  await first.click();
  await answerPopup(page, 'Discard this film?', '“Happy” will be gone for good.', 'Discard');
  await films.waitFor({ state: 'detached' });
  // Its section is gone with the last of its films, but the keyboard is still in the page.
  await expectFocus(page.getByRole('main'));
  // The one on the screen stays there.
  await page.getByText("Take 2. It's a wrap").waitFor();

  const current = page.getByRole('button', { name: 'Discard this film' });
  await page.route('**/video', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await current.click();
  await answerPopup(page, 'Discard this film?', undefined, 'Discard');
  await answerPopup(page, 'Error discarding film', 'The server could not be reached.');
  await page.unroute('**/video');
  await current.click();
  await answerPopup(page, 'Discard this film?', '“Happy, take 2”', 'Discard');
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  await page.getByText('1 of 3 films left this week').waitFor();
  expect(await films.count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Animate!' }).waitFor();
  expect(await films.count()).toBe(0);
});

test('who discards one of several films by keyboard is still at their list', async () => {
  const page = await openAsUser();
  const film = {
    ...runningRender,
    state: 'finished',
    createdAt: new Date().toISOString(),
  } as const;
  let renders: readonly Render[] = ['0', '1', '2'].map((last, take) => ({
    ...film,
    id: `${film.id.slice(0, -1)}${last}`,
    take,
  }));
  await page.route('**/api/renders', (route) => route.fulfill({ json: { renders } }));
  await page.route('**/poster', (route) => route.fulfill({ path: pictures.redhead }));
  const mayGo = Promise.withResolvers<void>();
  await page.route('**/video', async (route) => {
    // The one on the screen never comes.
    if (route.request().method() !== 'DELETE') return;
    await mayGo.promise;
    renders = renders.filter(({ id }) => !route.request().url().includes(id));
    return route.fulfill({ json: { ok: true } });
  });
  await page.reload();
  const section = page.getByRole('region', { name: 'Not saved yet' });
  const discard = section.getByRole('button', { name: /^Discard/ });
  await discard.first().press('Enter');
  await answerPopup(page, 'Discard this film?', undefined, 'Discard');
  // As long as it is on its way the button says so.
  await discard.and(page.locator('[aria-busy]')).waitFor();
  mayGo.resolve();
  await page.getByText('The film is gone.').waitFor();
  await discard.nth(1).waitFor({ state: 'detached' });
  await expectFocus(section.getByRole('heading', { name: 'Not saved yet' }));
});

test('a film that fails after a reload says so, and asks for the picture again', async () => {
  const page = await openAsUser();
  const running = await pretendRender(page);
  const failed = { type: 'failed', code: 'no_face_found', message: 'No face was found.' };
  await page.route(`**${paths.renderEvents(running.id)}`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: failed\ndata: ${JSON.stringify(failed)}\n\n`,
    }),
  );
  await page.reload();
  await answerPopup(page, 'Oops! Something is wrong...', 'Put the picture in again to go on.');
  await page.getByRole('button', { name: 'Upload an image' }).waitFor();
});

test('the fourth film of a week is not to be had, and the reason is said without alarm', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  for (const left of [2, 1, 0]) {
    await animate(page);
    await page.getByRole('button', { name: 'Generate another one' }).click();
    await page.getByText(`${left} of 3 films left this week`).waitFor();
  }
  // In words of the page, and in the time of the place where one is.
  const reason =
    /^No films are left this week: the next one comes \w+day, \w+ \d+ (at )?\d+:\d\d [AP]M\./;
  const start = page.getByRole('button', { name: 'Animate!' });
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  const description = await start.evaluate(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(description).toMatch(reason);
  await keepScreenshot(page, 'studio-used-up');
  await start.press('Enter');
  expect(await page.getByRole('progressbar').count()).toBe(0);

  // The page may not know yet, when the films were made elsewhere: the server does.
  const usage = `**${paths.rendersUsage()}`;
  const answer = await page.request.get(paths.rendersUsage());
  const known = usageSchema.parse(await answer.json());
  let isOld = true;
  await page.route(usage, (route) =>
    isOld ? route.fulfill({ json: { ...known, rendersLeft: 1 } }) : route.continue(),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await page.getByText('1 of 3 films left this week').waitFor();
  const refused = page.waitForResponse(
    (response) => response.url().endsWith(paths.renders()) && response.status() === 403,
  );
  await start.click();
  await refused;
  isOld = false;
  const popup = page.getByRole('dialog', { name: 'Your free films are used up' });
  await popup.getByText('No films are left this week').waitFor();
  await popup.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();

  await page.unroute(usage);
  await page.getByRole('link', { name: 'See Premium' }).click();
  await page.waitForURL('**/Subscription/Pricing');
});

/** Runs in the page. */
function pausedOf(video: Element): boolean {
  return (video as HTMLVideoElement).paused;
}

/**
 * Resolves once the page has counted frames. Asked for before the film is: a short one may have all of its
 * frames while something else is looked at.
 */
function seeFramesCounted(page: Page): Promise<void> {
  const seen = page.getByText(/frame \d+ of \d+/).waitFor({ timeout: filmTimeout });
  // Where the test fails before it comes back to this, that is what is reported.
  seen.catch(() => {});
  return seen;
}

test('who waits for the next film has it without leaving the page', async () => {
  const context = await openContext();
  await makeAccount(context);
  const page = await openStudio(context);
  await page.clock.install();
  const answer = await page.request.get(paths.rendersUsage());
  const known = usageSchema.parse(await answer.json());
  let rendersLeft = 0;
  await page.route(`**${paths.rendersUsage()}`, (route) =>
    route.fulfill({ json: { ...known, rendersLeft } }),
  );
  await page.reload();
  await page.getByText('0 of 3 films left this week').waitFor();
  rendersLeft = 1;
  await page.clock.runFor(61_000);
  await page.getByText('1 of 3 films left this week').waitFor();
});

/** Whether a toast still lies over the countdown when its first number has passed. */
async function toastOverCountdown(page: Page): Promise<unknown> {
  const seen = await page.waitForFunction(() => {
    if (!document.querySelector('[data-sonner-toast]:not([data-removed="true"])')) return 'gone';
    const number = document.querySelector('[role="timer"]')?.textContent;
    return number === '3' ? undefined : 'still there';
  });
  return await seen.jsonValue();
}

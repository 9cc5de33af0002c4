import { paths } from '@moodreel/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  animate,
  answerPopup,
  choosePicture,
  makeAccount,
  newEmail,
  openStudio,
  pictures,
  signIn,
  signUp,
  useBrowser,
} from './support/journey.ts';
import { pretendRender } from './support/renders.ts';

const { openContext, openAsUser } = useBrowser();

const upload = (page: Page) => page.getByRole('img', { name: 'Your upload' });
const widthOf = (image: Locator) =>
  image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
/** Whether a width is of a picture that has come, and not of the first. */
const isAnother = (widthPx: number) => widthPx > 0 && widthPx !== 320;
const empty = (page: Page) => page.getByText('Drop a face here');
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

async function adjust(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Adjust' }).click();
  await page.getByRole('slider', { name: 'How strong' }).press('End');
  await page.getByLabel('The picture is').selectOption('A drawing');
  await page.locator('summary', { hasText: 'Adjust' }).click();
  await page.getByText('all out, a drawing').waitFor();
}

test('a reload keeps the picture and what was chosen, also for another take', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.getByRole('radio', { name: 'Angry' }).check();
  await adjust(page);
  await page.reload();
  await upload(page).waitFor();
  await page.getByText('Face found.').waitFor();
  expect(await page.getByRole('radio', { name: 'Angry' }).isChecked()).toBe(true);
  await page.getByText('all out, a drawing').waitFor();
  expect(await widthOf(upload(page))).toBe(320);

  await animate(page);
  await page.reload();
  const again = page.getByRole('button', { name: 'Another take' });
  await again.waitFor();
  expect(await again.getAttribute('aria-disabled')).toBeNull();

  // Another picture takes its place, here and in what is kept.
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await page.getByLabel('Picture file').setInputFiles(pictures.astronaut);
  // The face of the one before is found until then.
  await expect.poll(() => widthOf(upload(page))).toSatisfy(isAnother);
  await page.getByText('Face found.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await expect.poll(() => widthOf(upload(page))).toSatisfy(isAnother);
  // What kind of picture it is was said of the one before.
  await page.getByText('all out', { exact: true }).waitFor();
});

test('points that were placed by hand are still set after a reload', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.astronaut);
  await page.getByRole('button', { name: 'Show where the face is' }).click();
  await page.getByRole('button', { name: /^3 Mouth/ }).press('ArrowDown');
  await page.getByRole('button', { name: 'Use these points' }).click();
  await page.getByText('Your three points are set.').waitFor();
  // On a busy machine they are kept a moment after they are shown.
  await expect.poll(() => page.evaluate(pointsAreKept)).toBe(true);
  await page.reload();
  await page.getByText('Your three points are set.').waitFor();
  await upload(page).waitFor();
});

test('nothing of it stays when the account leaves, or for the next one', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await choosePicture(page, pictures.redhead);
  await adjust(page);
  await page.reload();
  await upload(page).waitFor();
  expect(await databases(page)).toEqual(['moodreel']);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await answerPopup(page, 'Are you sure you want to logout?', undefined, 'Yes');
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await expect.poll(() => databases(page)).toEqual([]);

  // In the same page, without a reload.
  await signIn(page, email);
  await empty(page).waitFor();
  await page.getByText('strength, framing and more').waitFor();
  await choosePicture(page, pictures.redhead);

  // The session ends elsewhere: the next who comes finds nothing either.
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await expect.poll(() => databases(page)).toEqual([]);
  await signUp(page);
  await empty(page).waitFor();
});

test('a film in work comes on the page also where the server did not answer at first', async () => {
  const page = await openAsUser();
  const { id } = await pretendRender(page);
  await page.route(`**${paths.renderEvents(id)}`, () => {});
  let isThere = false;
  await page.route(`**${paths.renders()}`, (route) =>
    isThere ? route.fallback() : route.fulfill({ status: 503 }),
  );
  await page.reload();
  await empty(page).waitFor();
  isThere = true;
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
});

test('after a day it is gone', async () => {
  const context = await openContext();
  await makeAccount(context);
  const page = await openStudio(context);
  await choosePicture(page, pictures.redhead);
  await page.reload();
  await upload(page).waitFor();
  await page.clock.setSystemTime(Date.now() + 23 * 3_600_000);
  await page.reload();
  await upload(page).waitFor();
  await page.clock.setSystemTime(Date.now() + 25 * 3_600_000);
  await page.reload();
  await empty(page).waitFor();
  await expect.poll(() => page.evaluate(countKept)).toBe(0);
});

test('a browser without IndexedDB animates all the same', async () => {
  const context = await openContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await makeAccount(context);
  const page = await openStudio(context);
  await choosePicture(page, pictures.redhead);
  await animate(page);
  expect(await page.getByRole('button', { name: 'Another take' }).isEnabled()).toBe(true);
  await page.reload();
  await page.getByText('It needs the picture, which this browser no longer has.').waitFor();
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await empty(page).waitFor();
});

/** Runs in the page: how many things are kept. */
function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('moodreel', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction('kept').objectStore('kept').count();
      count.onsuccess = () => {
        opening.result.close();
        resolve(count.result);
      };
    };
  });
}

/** In the page: whether points are among what the account keeps in this browser. */
function pointsAreKept(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('moodreel');
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      const kept = database.transaction('kept').objectStore('kept').getAll();
      kept.onsuccess = () => {
        database.close();
        resolve(kept.result.some(({ value }) => value?.face?.kind === 'points'));
      };
    };
  });
}

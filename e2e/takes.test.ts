import { keptRendersSchema, paths } from '@moodreel/contract';
import { expect, test } from 'vitest';
import {
  animate,
  choosePicture,
  expectFocus,
  filmTimeout,
  keepScreenshot,
  newEmail,
  pictures,
  recordForms,
  useBrowser,
} from './support/journey.ts';

const { openPage, openAsUser } = useBrowser();

test('other takes of a film, by keyboard, until the week is used up', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.getByRole('radio', { name: 'Sad' }).check();
  await page.locator('summary', { hasText: 'Adjust' }).click();
  await page.getByLabel('Keep the head still').check();
  const asked = await recordForms(page);
  await animate(page);
  expect(await asked()).not.toHaveProperty('take');

  // The same once more, but played another way.
  const again = page.getByRole('button', { name: 'Another take' });
  expect(await again.getAttribute('aria-disabled')).toBeNull();
  // What it costs is said before, and what is left stands below.
  await page.getByText('It uses one of your 2 films left.').waitFor();
  await page.getByText('2 of 3 films left this week').waitFor();
  await again.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  const heading = page.getByRole('region', { name: 'Picture' }).getByRole('heading');
  await expectFocus(heading);
  await page.getByText("Take 2. It's a wrap").waitFor({ timeout: filmTimeout });
  const usual = { label: '2', stillHead: 'true' };
  expect(await asked()).toMatchObject({ ...usual, take: '1' });
  await keepScreenshot(page, 'studio-take');

  // Who goes back and changes nothing does not spend a film on the one that is there.
  await page.getByRole('button', { name: 'Generate another one' }).press('Enter');
  await expectFocus(heading);
  await page.getByText('1 of 3 films left this week').waitFor();
  await animate(page);
  expect(await asked()).toMatchObject({ ...usual, take: '2' });
  const answer = await page.request.get(paths.renders());
  const films = keptRendersSchema.parse(await answer.json()).renders;
  expect(films.map(({ take }) => take)).toEqual([2, 1, 0]);
  const bytes = await Promise.all(
    films.map(async ({ id }) => (await page.request.get(paths.renderVideo(id))).body()),
  );
  expect(new Set(bytes.map((film) => film.toString('base64'))).size).toBe(3);

  // Nothing is left: the button says why, to everybody, and does nothing.
  await page.getByText('No films are left this week: the next one comes').waitFor();
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  const reason = await again.evaluate(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(reason).toMatch(/^No films are left this week/);
  await again.press('Enter');
  await page.getByText("Take 3. It's a wrap").waitFor();

  // Its number goes with it.
  await page.getByRole('button', { name: /^Sad, take 2 until/ }).waitFor();
  await page.getByRole('button', { name: 'Save it to your account' }).click();
  const saved = page.getByRole('dialog', { name: 'Video Saved Successfully' });
  await saved.getByRole('button', { name: 'View Video' }).click();
  await page.getByRole('heading', { name: 'Sad, take 3', exact: true }).waitFor();
});

test('a film whose picture is not here has no other take, and says so', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await choosePicture(page, pictures.redhead);
  await animate(page);
  const elsewhere = await openPage('/login-signUp/login');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password').fill('secret-enough');
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  const again = elsewhere.getByRole('button', { name: 'Another take' });
  await again.waitFor();
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await elsewhere.getByText('It needs the picture, which this browser no longer has.').waitFor();
});

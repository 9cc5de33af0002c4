import { expect, test } from 'vitest';
import { animate, choosePicture, pictures, useBrowser } from './support/journey.ts';
import { look, lookAtLargeLetters } from './support/look.ts';

const { openPage, openAsUser } = useBrowser();

// What is only there once somebody has put in a picture, made a film, saved and shared it.
test('pages in use are as fit to be seen as empty ones', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await look(page, 'studio-picture');

  await animate(page);
  await look(page, 'studio-film');
  // On the phone nothing but the usual space lies between the film and what can be done with it.
  const film = await page.locator('.film-strip').boundingBox();
  const words = await page.getByText("It's a wrap").boundingBox();
  if (!film || !words) throw new Error('no film');
  expect(words.y - film.y - film.height).toBeLessThan(40);

  await page.getByRole('button', { name: 'Save it to your account' }).click();
  const saved = page.getByRole('dialog', { name: 'Video Saved Successfully' });
  await saved.getByRole('button', { name: 'Stay here' }).click();
  await saved.waitFor({ state: 'hidden' });
  await look(page, 'studio-saved-film');

  await page.goto('/Downloads/Downloads');
  const card = page.getByRole('article').first();
  await card.waitFor();
  await look(page, 'downloads');
  await lookAtLargeLetters(page, 'downloads');
  await page.reload();

  await card.getByRole('button', { name: 'Watch Happy' }).click();
  await page.getByRole('dialog', { name: 'Happy' }).waitFor();
  await look(page, 'watch');
  await page.keyboard.press('Escape');

  // As where there is no https: the link stands in a dialog.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await card.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('dialog', { name: 'Share this link' }).getByLabel('Link');
  await link.waitFor();
  await look(page, 'share-link');
  const shared = await openPage(new URL(await link.inputValue()).pathname);
  await look(shared, 'shared');
  await lookAtLargeLetters(shared, 'shared');
});

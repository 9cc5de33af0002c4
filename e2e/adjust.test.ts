import { paths } from '@moodreel/contract';
import { expect, test } from 'vitest';
import {
  animate,
  choosePicture,
  keepScreenshot,
  pictures,
  recordForms,
  useBrowser,
} from './support/journey.ts';
import { getLook } from './support/look.ts';
import { pretendRender } from './support/renders.ts';

const { openAsUser } = useBrowser();

test('strength and framing can be adjusted, by keyboard alone', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  const strength = page.getByRole('slider', { name: 'How strong' });
  expect(await strength.isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'Adjust' }).press('Enter');
  expect(await strength.getAttribute('aria-valuetext')).toBe('Clear');
  await strength.press('ArrowLeft');
  expect(await strength.getAttribute('aria-valuetext')).toBe('Gentle');
  const framing = page.getByRole('group', { name: 'What the film shows' });
  await framing.getByRole('radio', { name: 'Best fit' }).press('ArrowRight');
  expect(await framing.getByRole('radio', { name: 'Portrait' }).isChecked()).toBe(true);
  await framing.getByRole('radio', { name: 'Portrait' }).press('ArrowRight');
  await page.getByLabel('The picture is').selectOption('A drawing');
  await page.getByLabel('Keep the head still').press('Space');
  await keepScreenshot(page, 'studio-adjust');
  // Closed again, it still says what is asked for.
  await page.locator('summary', { hasText: 'Adjust' }).press('Enter');
  await page.getByText('gentle, full picture, a drawing, still head').waitFor();

  const asked = await recordForms(page);
  await animate(page);
  expect(await asked()).toMatchObject({
    intensity: '0.5',
    framing: 'full',
    style: 'drawing',
    stillHead: 'true',
  });
  // The picture is 320 x 351; a portrait would be a square.
  await page.waitForFunction(() => (document.querySelector('video')?.videoHeight ?? 0) > 0);
  const ratio = await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.videoHeight / video.videoWidth);
  expect(ratio).toBeCloseTo(351 / 320, 1);
  await page.getByRole('button', { name: 'Generate another one' }).click();
  await page.locator('summary', { hasText: 'Adjust' }).click();
  await page.getByRole('button', { name: 'As usual again' }).click();
  expect(await strength.getAttribute('aria-valuetext')).toBe('Clear');
  await page.getByText('strength, framing and more').waitFor();
});

test('while a film is made nothing of what adjusts it looks as if it could be changed', async () => {
  const page = await openAsUser();
  const { id } = await pretendRender(page);
  await page.route(`**${paths.renderEvents(id)}`, () => {});
  await page.reload();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  await page.locator('summary', { hasText: 'Adjust' }).click();
  const strength = page.getByRole('slider', { name: 'How strong' });
  expect(await strength.evaluate(getLook)).toMatchObject({ cursor: 'not-allowed' });
  const scale = page.locator('div:has(> input[type="range"])');
  expect(await scale.evaluate(getLook)).toMatchObject({ opacity: '0.55' });
  for (const control of [
    page.locator('label', { hasText: 'Portrait' }),
    page.getByLabel('The picture is'),
    page.locator('label', { hasText: 'Keep the head still' }),
  ]) {
    expect(await control.evaluate(getLook)).toEqual({ opacity: '0.55', cursor: 'not-allowed' });
  }
});

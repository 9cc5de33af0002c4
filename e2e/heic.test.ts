import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { animate, choosePicture, expectFocus, useBrowser } from './support/journey.ts';

// As an iPhone takes them: 300 × 320 px, upright by a box of the file. Chromium shows none of them.
const name = 'phone.heic';
const path = join(import.meta.dirname, '../packages/engine/test-fixtures/heic', name);

const { openAsUser } = useBrowser();

test('a HEIC is shown as the server read it, after a reload as well, and becomes a film', async () => {
  const page = await openAsUser();
  await choosePicture(page, path);
  await page.getByText('Face found. Ready when you are.').waitFor();
  const shown = page.getByRole('img', { name: 'Your upload' });
  await shown.waitFor();
  expect(await shown.getAttribute('src')).toMatch(/^data:image\/jpeg/);
  expect(await page.getByText('Your browser cannot show').count()).toBe(0);
  await page.reload();
  await shown.waitFor();
  await animate(page);
});

test('points are placed on a HEIC, in pixels of the picture itself', async () => {
  const page = await openAsUser();
  await page.route('**/api/faces', async (route) => {
    const answer = await (await route.fetch()).json();
    // As if it were ten times as large as its preview.
    await route.fulfill({ json: { ...answer, widthPx: 3000, heightPx: 3200, faces: [] } });
  });
  // From memory: of a file on the disk an intercepted request has no bytes.
  await choosePicture(page, { name, mimeType: 'image/heic', buffer: readFileSync(path) });
  await page.getByText('Show where it is, and it works all the same.').waitFor();
  await page.getByRole('button', { name: 'Show where the face is' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  // Only what was moved is used: there and back again. A key moves by pixels of the screen: the dialog
  // has come to rest when it can be pointed at.
  const eye = dialog.getByRole('button', { name: /^1 Eye/ });
  await expectFocus(eye);
  await eye.hover();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Use these points' }).click();
  await page.getByText('Your three points are set.').waitFor();
  const sent = page.waitForRequest('**/api/renders');
  await page.getByRole('button', { name: 'Animate!' }).click();
  const [, points = ''] = /name="points"\s+([\d.,-]+)/.exec((await sent).postData() ?? '') ?? [];
  expect(points.split(',').map(Number)).toEqual([1140, 1344, 1860, 1344, 1500, 2048]);
});

test('a HEIC can be dropped whose type the system does not know', async () => {
  const page = await openAsUser();
  await page.getByText('Drop a face here').waitFor();
  await page.evaluate(drop, { name, base64: readFileSync(path, 'base64') });
  await page.getByText('Face found. Ready when you are.').waitFor();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
});

/** Runs in the page. */
function drop({ name, base64 }: { readonly name: string; readonly base64: string }): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  document
    .querySelector('.film-strip')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
}

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  choosePicture,
  expectFocus,
  filmTimeout,
  keepScreenshot,
  makeEscapeUnheard,
  pictures,
  useBrowser,
} from './support/journey.ts';

const { openAsUser } = useBrowser();

test('where no face is found, three points placed by keyboard make the film', async () => {
  const page = await openAsUser();
  // As broad as this nobody knows a cat.
  const buffer = await stretched(page, pictures.cat, 3.2);
  await choosePicture(page, { name: 'cat.png', mimeType: 'image/png', buffer });
  await page.getByText('No face was found automatically.').waitFor();
  // What comes first stands out, and the button that leads there as well does not.
  const animate = page.getByRole('button', { name: 'Animate!' });
  const ground = (button: Element) => getComputedStyle(button).backgroundColor;
  const other = await page.getByRole('button', { name: 'Use the webcam' }).evaluate(ground);
  const first = page.getByRole('button', { name: 'Show where the face is' });
  expect(await first.evaluate(ground)).not.toBe(other);
  expect(await animate.evaluate(ground)).toBe(other);
  await animate.click();
  const dialog = page.getByRole('dialog', { name: 'No face was found automatically' });
  const use = dialog.getByRole('button', { name: 'Use these points' });
  await use.waitFor();
  await expectFocus(dialog.getByRole('button', { name: /^1 Eye on the left/ }));
  // Tab leads from one to the next and on to the buttons.
  await use.focus();
  // Each is called what is seen on it, and the text says which is which.
  await dialog
    .getByText('the eye on the left (1), the eye on the right (2) and the mouth (3)')
    .waitFor();
  for (const name of [/^1 Eye on the left/, /^2 Eye on the right/, /^3 Mouth/, 'Cancel']) {
    await page.keyboard.press('Tab');
    await expectFocus(dialog.getByRole('button', { name }));
  }
  // Chelsea's eyes, as shares of the picture's sides, and a mouth far enough below them.
  await placeMarker(dialog.getByRole('button', { name: /Eye on the left/ }), 0.4, 0.36);
  await placeMarker(dialog.getByRole('button', { name: /Eye on the right/ }), 0.62, 0.43);
  await placeMarker(dialog.getByRole('button', { name: /Mouth/ }), 0.45, 0.85);
  await dialog.getByRole('button', { name: 'Use these points' }).click();
  await expectFocus(page.getByRole('heading', { name: 'Now filming Your film' }));
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
});

test('three markers follow the mouse, and a mouth between the eyes is refused', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.astronaut);
  await page.getByRole('button', { name: 'Show where the face is' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  const mouth = dialog.getByRole('button', { name: /Mouth/ });
  // The dialog has come to rest when it can be pointed at.
  await mouth.hover();
  const before = await mouth.boundingBox();
  const eye = await dialog.getByRole('button', { name: /Eye on the left/ }).boundingBox();
  if (!before || !eye) throw new Error('no marker');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, eye.y + eye.height / 2, { steps: 4 });
  await page.mouse.up();
  await dialog.getByText('The mouth belongs below the eyes.').waitFor();
  // What is under the marker is not covered by its number.
  const number = mouth.getByText('3');
  expect(await number.evaluate((text) => getComputedStyle(text).color)).toBe('rgba(0, 0, 0, 0)');
  expect(await dialog.getByRole('button', { name: 'Use these points' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await expectFocus(page.getByRole('button', { name: 'Show where the face is' }));
});

test('a marker can be chosen by one tap and sent by another: nobody has to drag it', async () => {
  const { page, dialog, markers } = await placePointsOnPhone();
  const frame = await markers.first().locator('xpath=..').boundingBox();
  if (!frame) throw new Error('no picture');
  const tapAt = (x01: number, y01: number) =>
    page.touchscreen.tap(frame.x + x01 * frame.width, frame.y + y01 * frame.height);
  const goals = [
    [0.35, 0.3],
    [0.6, 0.32],
    [0.5, 0.76],
  ] as const;
  for (const [index, [x01, y01]] of goals.entries()) {
    const marker = markers.nth(index);
    await marker.tap();
    await tapAt(x01, y01);
    // To the pixel, of which the picture has about three in each hundredth.
    const missedBy = async () => {
      const told = (await marker.getAttribute('aria-label')) ?? '';
      const [left = 0, top = 0] = (told.match(/\d+(?= %)/g) ?? []).map(Number);
      return Math.max(Math.abs(left - 100 * x01), Math.abs(top - 100 * y01));
    };
    // The picture stands where it stood, whatever is said below it.
    await expect.poll(missedBy).toBeLessThan(1.5);
    await expectFocus(marker);
  }
  await dialog.getByRole('button', { name: 'Use these points' }).tap();
  await page.getByText('Your three points are set.').waitFor();
});

test('beside a number a tap means the place, for the marker that is chosen, and a finger still drags', async () => {
  const { page, markers } = await placePointsOnPhone();
  const middleOf = async (index: number) => {
    const box = await markers.nth(index).boundingBox();
    if (!box) throw new Error('no marker');
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  };
  const [, second, third] = [await middleOf(0), await middleOf(1), await middleOf(2)];
  // First near another marker, then near itself.
  const goals = [
    { x: second.x + 14, y: second.y + 13 },
    { x: second.x + 30, y: second.y + 13 },
  ];
  for (const { x, y } of goals) {
    await page.touchscreen.tap(x, y);
    await expect.poll(() => middleOf(0)).toEqual({ x, y });
    await expectFocus(markers.first());
  }
  expect(await middleOf(1)).toEqual(second);
  await page.mouse.move(third.x + 18, third.y);
  await page.mouse.down();
  await page.mouse.move(third.x + 38, third.y - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => middleOf(2)).toEqual({ x: third.x + 20, y: third.y - 20 });
  await expectFocus(markers.last());
});

test('on a phone Back closes the points and stays on the page, each time', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await makeEscapeUnheard(page);
  const place = page.getByRole('button', { name: 'Show where the face is' });
  const points = page.getByRole('dialog', { name: 'Show where the face is' });
  for (const _ of ['once', 'again']) {
    await place.click();
    await points.getByRole('button', { name: /Mouth/ }).waitFor();
    await page.keyboard.press('Escape');
    await points.waitFor({ state: 'detached' });
    await expectFocus(place);
  }
});

test('each marker is taken where its number is, and by a finger beside it, however small the face', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  const box = { xPx: 200, yPx: 120, widthPx: 90, heightPx: 90 };
  const face = { id: 0, box, sizePx: 90, confidence01: 0.9, foundBy: 'first-pass' };
  const found = { widthPx: 512, heightPx: 512, faces: [face] };
  await page.route('**/api/faces', (route) => route.fulfill({ json: found }));
  await choosePicture(page, pictures.astronaut);
  await page.getByRole('button', { name: 'Show where the face is' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  const markers = dialog.getByRole('button', { name: /^\d/ });
  await expectFocus(markers.first());
  await markers.last().hover();
  const taken = await markers.evaluateAll((all) => {
    const middles = all.map((marker) => {
      const { x, y, width, height } = marker.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    });
    const at = (x: number, y: number) => {
      const marker = document.elementFromPoint(x, y)?.closest('button');
      return marker ? all.indexOf(marker) + 1 : 'none';
    };
    const [left = [0, 0], right = [0, 0], mouth = [0, 0]] = middles;
    return {
      apart: right[0] - left[0],
      middles: middles.map(([x, y]) => at(x, y)),
      beside: [at(left[0] - 20, left[1]), at(right[0] + 20, right[1]), at(mouth[0], mouth[1] + 20)],
    };
  });
  expect(taken.apart).toBeLessThan(22);
  expect(taken).toMatchObject({ middles: [1, 2, 3], beside: [1, 2, 3] });
});

/** Opens the points of a picture on a phone; they have come to rest. */
async function placePointsOnPhone() {
  const page = await openAsUser({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await choosePicture(page, pictures.redhead);
  await page.getByRole('button', { name: 'Show where the face is' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  const markers = dialog.getByRole('button', { name: /^\d/ });
  await expectFocus(markers.first());
  await markers.last().hover();
  return { page, dialog, markers };
}

/** Moves a marker to a place (shares of the picture's sides) with the arrow keys alone. */
async function placeMarker(
  marker: import('playwright-core').Locator,
  x01: number,
  y01: number,
): Promise<void> {
  const frame = await marker.locator('xpath=..').boundingBox();
  const box = await marker.boundingBox();
  if (!frame || !box) throw new Error('the marker is not on screen');
  const dx = Math.round(frame.x + x01 * frame.width - (box.x + box.width / 2));
  const dy = Math.round(frame.y + y01 * frame.height - (box.y + box.height / 2));
  await push(dx, 'ArrowRight', 'ArrowLeft');
  await push(dy, 'ArrowDown', 'ArrowUp');

  async function push(pixels: number, forward: string, back: string): Promise<void> {
    const key = pixels > 0 ? forward : back;
    for (let large = Math.floor(Math.abs(pixels) / 10); large > 0; large -= 1) {
      await marker.press(`Shift+${key}`);
    }
    for (let small = Math.abs(pixels) % 10; small > 0; small -= 1) await marker.press(key);
  }
}

test('a face that took a search is marked and asked about, until points say where it is', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  await choosePicture(page, pictures.cat);
  await page.getByText('Is this the face? If the mark is not on it, show where it is.').waitFor();
  const mark = page.locator('[data-doubtful-face]');
  const shown = await page.getByRole('img', { name: 'Your upload' }).boundingBox();
  const box = await mark.boundingBox();
  if (!shown || !box) throw new Error('nothing is marked');
  const along = (box.x + box.width / 2 - shown.x) / shown.width;
  const down = (box.y + box.height / 2 - shown.y) / shown.height;
  // The cat's nose.
  expect(Math.hypot(along - 0.55, down - 0.6)).toBeLessThan(0.15);
  await keepScreenshot(page, 'studio-doubtful-face');
  await page.getByRole('button', { name: 'Show where the face is' }).click();
  // The loupe, which hides a part of the picture, waits for a finger or a key.
  await expectFocus(page.getByRole('button', { name: /^1 Eye on the left/ }));
  await keepScreenshot(page, 'studio-points-phone');
  const loupes = page.getByRole('dialog').locator('div[aria-hidden]:visible');
  expect(await loupes.count()).toBe(0);
  await page.getByRole('button', { name: /^3 Mouth/ }).press('ArrowDown');
  expect(await loupes.count()).toBe(1);
  await page.getByRole('button', { name: 'Use these points' }).click();
  await page.getByText('Your three points are set.').waitFor();
  expect(await mark.count()).toBe(0);
});

/** A picture that is so many times as wide, as PNG. */
async function stretched(page: Page, file: string, times: number): Promise<Buffer> {
  const url = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  const made = await page.evaluate(
    async ([source, wider]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(wider * image.width);
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/png');
    },
    [url, times] as const,
  );
  return Buffer.from(made.slice(made.indexOf(',') + 1), 'base64');
}

import { pages } from '@moodreel/contract';
import { expect, test } from 'vitest';
import { answerPopup, expectFocus, useBrowser } from './support/journey.ts';

const { openAsUser } = useBrowser();

test('a webcam photo is captured, confirmed, and the camera switched off', async () => {
  const page = await openAsUser({ permissions: ['camera'] });
  await page.addInitScript(keepStreams);
  await page.reload();
  await page.getByRole('button', { name: 'Use the webcam' }).click();
  const popup = page.getByRole('dialog');
  const capture = popup.getByRole('button', { name: 'Capture Photo' });
  await capture.click({ trial: true });
  // The last button leads to the first one, and not to the picture between them.
  await capture.focus();
  await page.keyboard.press('Tab');
  await expectFocus(popup.getByRole('button', { name: 'Cancel' }));
  await capture.click();
  await popup.getByRole('img', { name: 'What the camera took' }).waitFor();
  expect(await liveTracks(page)).toBe(0);
  await popup.getByRole('button', { name: 'Confirm Photo' }).click();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  expect(await popup.count()).toBe(0);
});

test('a webcam photo is mirrored, as one saw oneself before', async () => {
  const page = await openAsUser({ permissions: ['camera'] });
  await page.addInitScript(pretendCamera);
  await page.reload();
  await page.getByRole('button', { name: 'Use the webcam' }).click();
  const popup = page.getByRole('dialog');
  expect(
    await popup.getByLabel('Camera picture').evaluate((video) => getComputedStyle(video).scale),
  ).toBe('-1 1');
  await popup.getByRole('button', { name: 'Capture Photo' }).click();
  const photo = popup.getByRole('img', { name: 'What the camera took' });
  const sides = await photo.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
    context?.drawImage(img, 0, 0);
    return [0.25, 0.75].map((share) => {
      const pixel = context?.getImageData(img.naturalWidth * share, img.naturalHeight / 2, 1, 1);
      const [red = 0, , blue = 0] = pixel?.data ?? [];
      return red > blue ? 'red' : 'blue';
    });
  });
  // The camera has it the other way round.
  expect(sides).toEqual(['blue', 'red']);
});

test('Cancel switches the camera off, before and after capturing', async () => {
  const page = await openAsUser({ permissions: ['camera'] });
  await page.addInitScript(keepStreams);
  await page.reload();
  const popup = page.getByRole('dialog');
  for (const captured of [false, true]) {
    await page.getByRole('button', { name: 'Use the webcam' }).click();
    await popup.getByRole('button', { name: 'Capture Photo' }).click({ trial: true });
    if (captured) await popup.getByRole('button', { name: 'Capture Photo' }).click();
    if (captured) await popup.getByRole('button', { name: 'Confirm Photo' }).waitFor();
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await popup.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('button', { name: 'Use the webcam' }));
    expect(await liveTracks(page)).toBe(0);
  }
  expect(await page.getByRole('img', { name: 'Your upload' }).count()).toBe(0);
});

test('a camera that is there only after the page was left is switched off', async () => {
  const page = await openAsUser({ permissions: ['camera'] });
  await page.addInitScript(keepStreams);
  await page.addInitScript(holdCamera);
  await page.reload();
  // Another page of the application is what one goes back to.
  for (const [name, address] of [
    ['Pricing', pages.pricing],
    ['Animate', pages.studio],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL((url) => url.pathname === address);
  }
  await page.getByRole('button', { name: 'Use the webcam' }).click();
  await page.getByRole('dialog').waitFor();
  await page.evaluate(() => history.back());
  await page.waitForURL((url) => url.pathname === pages.pricing);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => (window as unknown as { openCamera: () => void }).openCamera());
  await expect.poll(() => liveTracks(page).catch(() => 'none yet')).toBe(0);
});

test.each([
  ['NotAllowedError', 'Camera access denied. Please allow the camera access to use this feature.'],
  [
    'NotFoundError',
    'Error occurred while accessing the camera. Please check your device have a camera, or connected to the camera properly.',
  ],
])('%s is explained', async (name, text) => {
  const page = await openAsUser();
  await page.addInitScript((errorName) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', errorName));
  }, name);
  await page.reload();
  await page.getByRole('button', { name: 'Use the webcam' }).click();
  await answerPopup(page, 'Error accessing the webcam', text);
});

/** Remembers every camera stream that the page opens. Runs in the page. */
function keepStreams(): void {
  const streams: MediaStream[] = [];
  Object.assign(window, { streams });
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    streams.push(stream);
    return stream;
  };
}

/** A camera whose picture is red in its left half and blue in its right one. Runs in the page. */
function pretendCamera(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const draw = () => {
      context.fillStyle = 'red';
      context.fillRect(0, 0, 160, 240);
      context.fillStyle = 'blue';
      context.fillRect(160, 0, 160, 240);
      requestAnimationFrame(draw);
    };
    draw();
    return canvas.captureStream();
  };
}

/** Opens cameras only once `openCamera` is called. Runs in the page. */
function holdCamera(): void {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  const asked = new Promise<void>((resolve) => {
    Object.assign(window, { openCamera: resolve });
  });
  mediaDevices.getUserMedia = async (wanted) => {
    await asked;
    return await open(wanted);
  };
}

function liveTracks(page: import('playwright-core').Page): Promise<number> {
  return page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] };
    if (streams.length === 0) throw new Error('no camera was opened');
    return streams.flatMap((s) => s.getTracks()).filter((t) => t.readyState === 'live').length;
  });
}

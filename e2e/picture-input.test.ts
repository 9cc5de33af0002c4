import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facesSchema, paths } from '@moodreel/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { face } from './support/answers.ts';
import {
  answerPopup,
  choosePicture,
  expectFocus,
  expectInView,
  pictures,
  useBrowser,
} from './support/journey.ts';
import { pretendRender } from './support/renders.ts';

const { openAsUser } = useBrowser();

test('a picture whose file breaks off is shown as far as it is used', async () => {
  const page = await openAsUser();
  const whole = readFileSync(pictures.redhead);
  const answered = page.waitForResponse('**/api/faces');
  await choosePicture(page, {
    name: 'half-sent.png',
    mimeType: 'image/png',
    buffer: whole.subarray(0, 0.97 * whole.length),
  });
  await page.getByText('Face found. Ready when you are.').waitFor();
  const { widthPx, heightPx } = facesSchema.parse(await (await answered).json());
  expect(heightPx).toBeLessThan(whole.readUInt32BE(20));
  const shown = page.getByRole('img', { name: 'Your upload' });
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^data:image\/jpeg/);
  const size = await shown.evaluate((img) => {
    const { naturalWidth, naturalHeight } = img as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });
  expect(size).toEqual([widthPx, heightPx]);
});

test('a picture that the browser cannot show can be animated, and hides no other', async () => {
  const page = await openAsUser();
  const tiff = { name: 'face.tiff', mimeType: 'image/tiff', buffer: Buffer.from('unknown here') };
  const hidden = 'Your browser cannot show this picture (face.tiff)';
  const size = { widthPx: 512, heightPx: 512 };
  await page.route('**/api/faces', (route) => route.fulfill({ json: { ...size, faces: [face] } }));
  await choosePicture(page, tiff);
  await page.getByText(`${hidden}, but it can be animated.`).waitFor();

  await page.unroute('**/api/faces');
  await page.route('**/api/faces', (route) => route.fulfill({ json: { ...size, faces: [] } }));
  await choosePicture(page, tiff);
  await page.getByText(`${hidden}.`).waitFor();
  await page.getByText('Put the picture in as JPEG or PNG to show where it is.').waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'No face was found automatically', 'Put it in as JPEG or PNG');
  await page.unroute('**/api/faces');

  await choosePicture(page, pictures.redhead);
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
});

test('a wide picture stands in the middle of its screen', async () => {
  const page = await openAsUser();
  await chooseDrawn(page, 600, 100);
  const middleOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box && box.y + box.height / 2;
  };
  expect(await middleOf('.film-strip img')).toBeCloseTo((await middleOf('.film-strip')) ?? 0, 0);
});

test.each([
  [1280, 100, 80, 416],
  [1280, 100, 400, 107],
  [360, 100, 80, 281],
])('at %i px a picture of %i × %i px is shown %i px wide, whole', async (width, w, h, shown) => {
  const page = await openAsUser({ viewport: { width, height: 900 } });
  await chooseDrawn(page, w, h);
  const size = async () => {
    const box = await page.getByRole('img', { name: 'Your upload' }).boundingBox();
    return box && [Math.round(box.width), Math.round((box.width * h) / w - box.height)];
  };
  await expect.poll(size).toEqual([shown, 0]);
});

test('whatever the window, what was found on a new picture and what comes next are in it', async () => {
  const page = await openAsUser();
  const animate = page.getByRole('button', { name: 'Animate!' });
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [360, 740],
    [360, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    // Square; put in again it is another picture.
    await choosePicture(page, pictures.astronaut);
    await expectInView(page.getByText('Face found. Ready when you are.'));
    await expectInView(animate);
  }
  // Small screens say beside it what the film will show, and that leads to where it is chosen.
  await page.getByRole('button', { name: 'Happy: choose an expression' }).click();
  await expectFocus(page.getByRole('radio', { name: 'Happy' }));
  await expectInView(page.getByRole('heading', { name: 'Choose an expression' }));

  // A picture that was in before moves nothing.
  await page.evaluate(() => scrollTo(0, 0));
  await page.reload();
  await page.getByText('Face found. Ready when you are.').waitFor();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a picture can be dropped and pasted, and chosen by pressing the empty screen', async () => {
  for (const kind of ['drop', 'paste'] as const) {
    const page = await openAsUser();
    // Until it knows what there is to go on with, the page takes no picture.
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Drop a face here').click();
    await chooser;
    await page.getByRole('button', { name: 'Upload an image' }).focus();
    await putIn(page, kind);
    await page.getByRole('img', { name: 'Your upload' }).waitFor();
    // The button that had the focus is gone.
    await expectFocus(page.getByRole('heading', { name: 'Upload an image' }));
    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
    await page.goBack();
    // It is still there after a look at another page.
    await page.getByRole('img', { name: 'Your upload' }).waitFor();
  }
});

test('a picture that comes while a film is made leaves all as it is; over a finished one it is the next', async () => {
  const page = await openAsUser();
  const { id } = await pretendRender(page);
  // Nothing is heard of it.
  await page.route(`**${paths.renderEvents(id)}`, () => {});
  await page.reload();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  const upload = page.getByRole('img', { name: 'Your upload' });
  // The browser would show it in the place of the page.
  for (const kind of ['drop beside', 'drop'] as const) {
    expect(await putIn(page, kind)).toBe('taken from the browser');
  }
  await answerPopup(page, 'One film after another', 'when this film is ready');
  await putIn(page, 'paste');
  await answerPopup(page, 'One film after another');
  expect(await upload.count()).toBe(0);

  await page.unrouteAll();
  await page.route('**/video', (route) => route.abort());
  await pretendRender(page, { state: 'finished', stage: null });
  await page.reload();
  const another = page.getByRole('button', { name: 'Generate another one' });
  await another.waitFor();
  // A question is not about another picture.
  await page.getByRole('button', { name: 'Discard this film' }).click();
  const question = page.getByRole('dialog', { name: 'Discard this film?' });
  await question.waitFor();
  await putIn(page, 'paste');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await another.count()).toBe(1);
  expect(await putIn(page, 'drop')).toBe('taken from the browser');
  await upload.waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Upload an image' }));
});

test('a picture that comes before it is known what there is to go on with is the next', async () => {
  const page = await openAsUser();
  const { id } = await pretendRender(page);
  await page.route(`**${paths.renderEvents(id)}`, () => {});
  const known = Promise.withResolvers<void>();
  await page.route(`**${paths.renders()}`, async (route) => {
    await known.promise;
    await route.fallback();
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Upload an image' }).waitFor();
  expect(await page.getByText('Drop a face here').count()).toBe(0);
  await putIn(page, 'drop');
  const upload = page.getByRole('img', { name: 'Your upload' });
  await upload.waitFor();
  known.resolve();
  // The film that is in work is told below.
  await page.getByRole('region', { name: 'Still being made' }).getByText('Angry').waitFor();
  expect(await upload.isVisible()).toBe(true);
});

type Way = 'drop' | 'drop beside' | 'paste';

/** Drops or pastes a small drawn picture, and tells who has it then. */
function putIn(page: Page, way: Way): Promise<string> {
  return page.evaluate(dropPicture, way);
}

/** Runs in the page. */
async function dropPicture(way: Way): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = 128;
  canvas.height = 128;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('no picture');
  const transfer = new DataTransfer();
  transfer.items.add(new File([blob], 'drawn.png', { type: 'image/png' }));
  const told = { bubbles: true, cancelable: true };
  const event =
    way === 'paste'
      ? new ClipboardEvent('paste', { clipboardData: transfer, ...told })
      : new DragEvent('drop', { dataTransfer: transfer, ...told });
  const target = document.querySelector(way === 'drop beside' ? 'footer' : '.film-strip');
  return target?.dispatchEvent(event) ? 'left to the browser' : 'taken from the browser';
}

test('a file that was moved after it was put in, a folder and a link are no pictures, and it is said', async () => {
  const page = await openAsUser();
  await page.getByText('Drop a face here').waitFor();
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-pictures-'));
  try {
    const file = join(folder, 'moved.png');
    copyFileSync(pictures.redhead, file);
    await page.context().setOffline(true);
    await page.getByLabel('Picture file').setInputFiles(file);
    await page.getByText('The face could not be looked for.').waitFor();
    rmSync(file);
    await page.context().setOffline(false);
    await page.getByText('The file of this picture cannot be read any more').waitFor();

    await choosePicture(page, pictures.redhead);
    await dropFromOutside(page, { files: [folder] });
    await page.getByText('It is a folder, or a file that cannot be read. The picture').waitFor();
    const mimeType = 'text/uri-list';
    const items = [{ mimeType, data: 'https://moodreel.example/face.png' }];
    await dropFromOutside(page, { items });
    await page.getByText('That was only a link to a picture.').waitFor();
    await page.getByText('Face found').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Drops what is no file of the page's own onto the picture. */
async function dropFromOutside(
  page: Page,
  data: { readonly files?: string[]; readonly items?: { mimeType: string; data: string }[] },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const box = await page.getByRole('img', { name: 'Your upload' }).boundingBox();
  if (!box) throw new Error('no picture');
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      ...place,
      data: { items: [], dragOperationsMask: 1, ...data },
    });
  }
}

/** Puts a black picture in, on which a face is found. */
async function chooseDrawn(page: Page, widthPx: number, heightPx: number): Promise<void> {
  await page.route('**/api/faces', (route) =>
    route.fulfill({ json: { widthPx, heightPx, faces: [face] } }),
  );
  const drawn = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      return canvas.toDataURL('image/png');
    },
    [widthPx, heightPx],
  );
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
  await choosePicture(page, { name: 'drawn.png', mimeType: 'image/png', buffer });
}

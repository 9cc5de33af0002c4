import { type FoundFace, paths, type VideosPage } from '@moodreel/contract';
import type { Page, Route } from 'playwright-core';
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
  post,
  useBrowser,
} from './support/journey.ts';
import { pretendRender } from './support/renders.ts';

const { openAsUser, openContext } = useBrowser();

const face: FoundFace = {
  id: 0,
  box: box(40, 200),
  sizePx: 200,
  confidence01: 0.9,
  foundBy: 'first-pass',
};

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message } } });

test('on a phone a refusal comes into sight, however far below the upload it stands', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 640 } });
  await page.getByLabel('Picture file').setInputFiles(notes);
  await expectInView(page.getByText('“notes.txt” was not taken.'));
});

test('what is no picture is refused beside the upload, and changes nothing', async () => {
  const page = await openAsUser();
  const chooser = page.getByLabel('Picture file');
  await chooser.setInputFiles(notes);
  await page.getByText('“notes.txt” was not taken. This file is not a picture.').waitFor();
  // What only the server can tell, it tells before a film is asked for.
  await choosePicture(page, pictures.redhead);
  await chooser.setInputFiles({
    name: 'torn.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture either'),
  });
  await page.getByText('This file is not a picture.').waitFor();
  await page.getByText('Your browser cannot show this picture (torn.png).').waitFor();
  const start = page.getByRole('button', { name: 'Animate!' });
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  // Nothing but the usual space lies between the reason and what can be done.
  const reasonBox = await page.locator('#picture-refusal').boundingBox();
  const another = await page.getByRole('button', { name: 'Another picture' }).boundingBox();
  if (!reasonBox || !another) throw new Error('nothing is said');
  expect(another.y - reasonBox.y - reasonBox.height).toBeLessThan(24);
  // No points help there.
  const byHand = page.getByRole('button', { name: 'Place the points by hand' });
  expect(await byHand.count()).toBe(0);
  await choosePicture(page, pictures.redhead);
  expect(await start.getAttribute('aria-disabled')).toBeNull();
  expect(await byHand.count()).toBe(1);
  expect(await page.getByText('This file is not a picture.').count()).toBe(0);
});

test('what was said of a refused file is over when the film begins, and after it', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.largeRedhead);
  await page.getByLabel('Picture file').setInputFiles(notes);
  const refusal = page.getByText('“notes.txt” was not taken.');
  await refusal.filter({ hasText: 'The picture you put in before stays.' }).waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  expect(await refusal.count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Face found').waitFor();
  expect(await refusal.count()).toBe(0);
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
  await page.getByText('Put the picture in as JPEG or PNG to place three points.').waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'No face was found automatically', 'Put it in as JPEG or PNG');
  await page.unroute('**/api/faces');

  await choosePicture(page, pictures.redhead);
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
});

test('a wide picture stands in the middle of its screen', async () => {
  const page = await openAsUser();
  await page.route('**/api/faces', (route) =>
    route.fulfill({ json: { widthPx: 600, heightPx: 100, faces: [face] } }),
  );
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 100 });
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
  await choosePicture(page, { name: 'wide.png', mimeType: 'image/png', buffer });
  const middleOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box && box.y + box.height / 2;
  };
  expect(await middleOf('.film-strip img')).toBeCloseTo((await middleOf('.film-strip')) ?? 0, 0);
});

test('a picture can be dropped and pasted', async () => {
  for (const kind of ['drop', 'paste'] as const) {
    const page = await openAsUser();
    // Until it knows what there is to go on with, the page takes no picture.
    await page.getByText('Drop a face here').waitFor();
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
  await page.getByText('One film after another').waitFor();
  await putIn(page, 'paste');
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

test('an animation that fails says so, hints at another image, and keeps the picture', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.route('**/api/renders', refuse(500, 'internal', 'Something went wrong on our side.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  const popup = page.getByRole('dialog', { name: 'Oops! Something is wrong...' });
  await popup
    .getByText('Something went wrong while processing the image. Please try again later.')
    .waitFor();
  await popup.getByText(/try another image: a face may not be detected/).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();

  // A reason that one can act on is added.
  await page.unroute('**/api/renders');
  const reason = 'Your earlier renders are still in work.';
  await page.route('**/api/renders', refuse(429, 'too_many_waiting', reason));
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'Oops! Something is wrong...', new RegExp(reason));
  await page.unroute('**/api/renders');

  // Where no answer comes at all, there is a way back.
  await page.route('**/api/renders', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByText('Sending the picture').waitFor();
  const asked = page.waitForRequest(`**${paths.rendersUsage()}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
  await asked;
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a film in work says when the connection is lost, and goes on when it is back', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  const letThrough = await cutOff(page, '**/events');
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('status').filter({ hasText: 'No connection, trying again' }).waitFor();
  letThrough();
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
});

test('a film is followed also where something on the way lets no stream of events through', async () => {
  const page = await openAsUser();
  await page.route('**/events', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await choosePicture(page, pictures.redhead);
  await animate(page);
});

test('a film that could not be loaded says why, and comes by a button or with the connection', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  let answer = (route: Route) => route.abort();
  await page.route('**/video', (route) => answer(route));
  await animate(page);
  const screen = page.getByRole('region', { name: 'Picture' });
  const alert = screen.getByRole('alert').filter({ hasText: 'Error fetching video' });
  await alert.getByText('The server could not be reached. Check your connection').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.locator('video').isVisible()).toBe(false);

  // Where the server answers, its reason is told.
  answer = refuse(503, 'unavailable', 'The films are being moved.');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.getByText('The films are being moved.').waitFor();
  answer = (route) => route.continue();
  await alert.getByRole('button', { name: 'Try again' }).press('Enter');
  await filmLoaded(page);
  expect(await alert.count()).toBe(0);
  await expectFocus(page.getByRole('main'));

  answer = (route) => route.abort();
  await page.reload();
  await alert.getByText('The server could not be reached.').waitFor();
  answer = (route) => route.continue();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await filmLoaded(page);

  // What was deleted does not come by another try.
  answer = refuse(404, 'not_found', 'There is nothing here.');
  await page.reload();
  await alert.getByText('This film is no longer here.').waitFor();
  expect(await alert.getByRole('button').count()).toBe(0);
});

test('a picture in which the render finds no face asks for three points', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.route('**/api/renders', refuse(422, 'no_face_found', 'No face was found.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('dialog', { name: 'No face was found automatically' }).waitFor();
});

test('of several faces one is chosen, by points as well, and the render is asked for that one', async () => {
  const page = await openAsUser();
  await page.route('**/api/faces', (route) =>
    route.fulfill({
      json: {
        widthPx: 512,
        heightPx: 512,
        faces: [face, { ...face, id: 1, box: box(400, 16), sizePx: 16 }],
      },
    }),
  );
  await choosePicture(page, pictures.astronaut);
  await page.getByText('2 faces found. Which one should it be?').waitFor();
  expect(await page.getByRole('radio', { name: 'Face 1 of 2' }).isChecked()).toBe(true);
  // As a finger does it that does not quite meet a small face.
  const small = await page.getByRole('radio', { name: 'Face 2 of 2' }).boundingBox();
  if (!small) throw new Error('no face');
  await page.mouse.click(small.x + small.width + 8, small.y + small.height / 2);
  expect(await page.getByRole('radio', { name: 'Face 2 of 2' }).isChecked()).toBe(true);

  // Points begin where that face is, and are used when one of them was moved.
  const byHand = page.getByRole('button', { name: 'Place the points by hand' });
  await byHand.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  const marker = dialog.getByRole('button', { name: /^1 Eye on the left: 79 % from the left/ });
  await expectFocus(marker);
  const use = dialog.getByRole('button', { name: 'Use these points' });
  expect(await use.isDisabled()).toBe(true);
  await dialog.getByRole('status').getByText('Move the markers that are not').waitFor();
  await keepScreenshot(page, 'studio-points');
  await dialog.getByRole('button', { name: /^2 Eye on the right/ }).press('Shift+ArrowRight');
  await use.click();
  await page.getByText('Your three points are set.').waitFor();
  const back = page.getByRole('button', { name: 'Back to the found faces' });
  await keepScreenshot(page, 'studio-points-set');
  await back.press('Enter');
  await page.getByText('2 faces found. Which one should it be?').waitFor();
  await expectFocus(byHand);
  expect(await back.count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Face 2 of 2' }).isChecked()).toBe(true);

  const asked = page.waitForRequest('**/api/renders');
  await page.route('**/api/renders', refuse(422, 'broken_image', 'The picture is damaged.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  expect((await asked).postData()).toMatch(/name="face"\r\n\r\n1\r\n/);
  await answerPopup(page, 'Oops! Something is wrong...', /The picture is damaged/);
});

test('every way in which saving can fail has its words', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await animate(page);
  const save = page.getByRole('button', { name: 'Save it to your account' });
  const cannot = [
    'You cannot save the video!',
    'You have reached your limit or need a premium subscription.',
  ] as const;

  await page.route('**/us-central1/isAllowedToSaveVideo', (route) =>
    route.fulfill({ json: { allowed: false } }),
  );
  // What helps is offered; the film waits meanwhile.
  for (const [way, heading] of [
    ['Downloads', 'Downloads'],
    ['See Premium', 'Pricing'],
  ] as const) {
    await save.click();
    await answerPopup(page, ...cannot, way);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.goBack();
  }
  await page.unroute('**/us-central1/isAllowedToSaveVideo');

  await page.route('**/us-central1/isAllowedToSaveVideo', (route) => route.abort());
  await save.click();
  await answerPopup(page, ...cannot);
  await page.unroute('**/us-central1/isAllowedToSaveVideo');

  await page.route('**/save', refuse(500, 'internal', 'The disk is full.'));
  await save.click();
  await answerPopup(page, 'Error saving video', 'The disk is full.');
  await page.unroute('**/save');

  await page.route('**/save', refuse(422, 'video_empty', 'empty'));
  await save.click();
  await answerPopup(page, 'Error saving video', 'The video file is empty. Please try again!');
  await page.unroute('**/save');

  await page.route('**/video', headOnly({ status: 503 }));
  await save.click();
  await answerPopup(page, 'Error fetching video');
  await page.unroute('**/video');

  // The page stayed open for more than a day: the film is gone.
  await page.route('**/video', headOnly({ status: 404 }));
  await save.click();
  await answerPopup(page, 'No video to save', 'Please animate an image first!');
  await page.unroute('**/video');

  await save.click();
  await page.getByRole('dialog', { name: 'Video Saved Successfully' }).waitFor();
});

test('Downloads says when videos cannot be fetched, deleted or shared, and goes on', async () => {
  const page = await openAsUser();
  await page.route('**/api/videos?page=1', refuse(400, 'bad_request', 'Not today.'));
  await page.goto('/Downloads/Downloads');
  await page.getByRole('heading', { name: 'Error fetching videos' }).waitFor();
  await page.unroute('**/api/videos?page=1');
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: onePage }));
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expectFocus(page.getByRole('main'));
  const card = page.getByRole('article', { name: 'The cat knows' });
  // A long title leaves the mask beside it its size.
  const masks = page.locator('article svg[viewBox="0 0 100 100"]');
  await expect.poll(() => masks.count()).toBe(2);
  for (const mask of await masks.all()) {
    expect(await mask.boundingBox()).toMatchObject({ width: 40, height: 40 });
  }
  // How a video is played depends on what one points with.
  await page.getByText('Hover to play, click to see it large.').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.getByText('Tap to play.').waitFor();
  expect(await page.getByText('Hover to play, click to see it large.').isVisible()).toBe(false);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });

  // One that does not come says why, and comes by another try where that may help.
  const watch = card.getByRole('button', { name: 'Watch The cat knows' });
  const dialog = page.getByRole('dialog', { name: 'The cat knows' });
  await page.route('**/stream', refuse(503, 'unavailable', 'The films are being moved.'));
  await watch.click();
  await dialog.getByText('The films are being moved.').waitFor();
  await page.unroute('**/stream');
  await page.route('**/stream', refuse(404, 'not_found', 'There is nothing here.'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('This video was deleted.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectFocus(watch);

  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', (route) =>
    route.fulfill({ status: 500, json: { error: 'no luck' } }),
  );
  await card.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await answerPopup(page, 'Error!', 'An error occurred while deleting the video.');
  await card.waitFor();

  await page.route('**/share', refuse(404, 'not_found', 'There is nothing here.'));
  await card.getByRole('button', { name: 'Share' }).click();
  await answerPopup(page, 'Error sharing video', 'There is nothing here.');

  // 25 videos are two pages, and the address says which one is open.
  await page.route('**/api/videos?page=2', (route) =>
    route.fulfill({ json: { ...onePage, page: 2 } }),
  );
  const next = page.getByRole('button', { name: 'Next' });
  await next.press('Enter');
  await page.getByText('Page 2 of 2').waitFor();
  // There is no further page, and the focus is where it was all the same.
  expect(await next.isDisabled()).toBe(true);
  await expectFocus(next);
  expect(new URL(page.url()).search).toBe('?page=2');
  await page.goBack();
  await page.getByText('Page 1 of 2').waitFor();
});

test('a video that cannot be downloaded says why, or leads to signing in', async () => {
  const context = await openContext();
  await makeAccount(context);
  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  const page = await openStudio(context);
  let videos = onePage.videos;
  await page.route('**/api/videos?page=1', (route) =>
    route.fulfill({ json: { ...onePage, videos, pages: 1, total: videos.length } }),
  );
  await page.goto('/Downloads/Downloads');
  const card = page.getByRole('article', { name: 'The cat knows' });
  const download = card.getByRole('button', { name: 'Download' });
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.url()));
  const path = `**/api/videos/${video.id}/download`;
  for (const [status, title, text] of [
    [403, 'Error fetching video', 'This needs a premium subscription.'],
    [503, 'Error fetching video', 'Something went wrong. Please try again.'],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status }));
    await download.click();
    await answerPopup(page, title, text);
    await page.unroute(path);
  }
  // It was deleted elsewhere: the server says so itself.
  videos = videos.slice(1);
  await download.click();
  await answerPopup(page, 'No video available', 'This video was deleted.');
  await expect.poll(() => card.count()).toBe(0);

  await context.clearCookies();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(downloads).toEqual([]);
});

test('who deletes the last video of the last page is led to the page before, and not back again', async () => {
  const page = await openAsUser();
  let total = 25;
  await page.route('**/api/videos?page=*', (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page'));
    const title = asked === 1 ? 'The cat knows' : 'The last one';
    const videos = (asked - 1) * 24 < total ? [{ ...video, title }] : [];
    return route.fulfill({ json: { videos, page: asked, pages: Math.ceil(total / 24), total } });
  });
  await page.goto('/Downloads/Downloads');
  await page.getByRole('button', { name: 'Next' }).click();
  const last = page.getByRole('article', { name: 'The last one' });
  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', (route) => {
    total = 24;
    return route.fulfill({ json: { ok: true } });
  });
  await last.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await answerPopup(page, 'Deleted!');
  await page.getByRole('article', { name: 'The cat knows' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText(/^Page \d/).count()).toBe(0);
  await expectFocus(page.getByRole('main'));
  // So is who comes by an old address, also where there is nothing at all.
  total = 0;
  await page.goto('/Downloads/Downloads?page=7');
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
  await page.waitForURL('**/Downloads/Downloads');
});

const video: VideosPage['videos'][number] = {
  id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a11',
  title: 'The cat knows',
  videoUrl: '/api/videos/x/stream',
  posterUrl: '/api/avatars/cat.png',
  downloadUrl: null,
  shareUrl: null,
  label: 4,
  take: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  widthPx: 480,
  heightPx: 480,
  durationSeconds: 4,
  sizeBytes: 400_000,
};
const longTitle = 'The dog does not, '.repeat(4).trim();
const onePage: VideosPage = {
  videos: [video, { ...video, id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a12', title: longTitle }],
  page: 1,
  pages: 2,
  total: 25,
};

function box(xPx: number, widthPx: number) {
  return { xPx, yPx: 60, widthPx, heightPx: widthPx };
}

/** Waits until the film is on the screen. */
async function filmLoaded(page: Page): Promise<void> {
  await page.locator('video').waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
}

/** Answers HEAD requests only; the film itself goes on playing. */
function headOnly(answer: { readonly status: number }) {
  return (route: Route) =>
    route.request().method() === 'HEAD' ? route.fulfill(answer) : route.continue();
}

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
